"""Fixtures of the tests that run the built program."""

from __future__ import annotations

import pytest
from flows import record_all
from harness import BINARY, countries_upstream, misbehaving_upstream, running, understudy


# A project of its own, whose tests are run by test_each_test.py.
collect_ignore = ["each_test"]


def pytest_collection_modifyitems(items):
    if not BINARY.exists() and items:
        raise pytest.UsageError(f"{BINARY} is not there: build it (swift build), or set UNDERSTUDY_BIN")


@pytest.fixture(scope="session")
def countries():
    """The stand-in for the Countries API, shared by all tests that do not stop it."""
    with running(countries_upstream()) as server:
        yield server


@pytest.fixture(scope="session")
def misbehaving():
    """An upstream that misbehaves as its path says."""
    with running(misbehaving_upstream()) as server:
        yield server


@pytest.fixture
def folder(tmp_path):
    """Where recordings go."""
    return tmp_path / "recordings"


@pytest.fixture(scope="session")
def recorded(tmp_path_factory):
    """Every operation recorded by every client, from an upstream that is gone now. Not to be changed: copy it."""
    with running(countries_upstream()) as upstream:
        result = record_all(upstream, tmp_path_factory.mktemp("recorded") / "recordings")
        assert upstream.stop() == 0
    return result


@pytest.fixture(scope="session")
def replaying(recorded):
    """A server that replays these recordings."""
    with running(understudy("replay", "--recordings", recorded.folder)) as server:
        yield server
