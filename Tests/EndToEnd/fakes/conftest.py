"""A program that fakes all the schemas at once, and askers of it, each in a session of its own."""

from __future__ import annotations

import itertools
import shutil

import pytest
from fakes.asking import Asker, faking
from fakes.subjects import ALL


@pytest.fixture(scope="session")
def all_schemas(tmp_path_factory):
    """A folder with every schema that is on this machine."""
    folder = tmp_path_factory.mktemp("schemas")
    for subject in ALL:
        if subject.path.is_file():
            shutil.copy(subject.path, folder / f"{subject.endpoint}.graphqls")
    return folder


@pytest.fixture(scope="session")
def fake(all_schemas):
    """One program for all schemas."""
    with faking(all_schemas) as server:
        yield server


_numbers = itertools.count()


@pytest.fixture
def world(fake, request):
    """Makes askers of an endpoint, each in a new session unless it is named."""
    made = []

    def make(endpoint: str, session: str | None = None, **headers: str) -> Asker:
        made.append(Asker(fake, endpoint, session or f"test-{next(_numbers)}", **headers))
        return made[-1]

    yield make
    for asker in made:
        asker.connection.close()
