"""A program that fakes all the schemas at once, and askers of it, each in a session of its own."""

from __future__ import annotations

import contextlib
import itertools
import shutil

import pytest
from fakes.asking import Asker, faking
from fakes.subjects import ALL
from harness import Server


@pytest.fixture(scope="session")
def all_schemas(tmp_path_factory):
    """A folder with every schema that is on this machine."""
    folder = tmp_path_factory.mktemp("schemas")
    for subject in ALL:
        if subject.path.is_file():
            shutil.copy(subject.path, folder / f"{subject.endpoint}.graphqls")
    return folder


@pytest.fixture(scope="session")
def programs(all_schemas):
    """Starts the program, and starts it again where a test made it end: the others are not to fail for that."""
    with contextlib.ExitStack() as stack:
        running = []

        def current() -> Server:
            if not running or running[-1].process.poll() is not None:
                running.append(stack.enter_context(faking(all_schemas)))
            return running[-1]

        yield current


@pytest.fixture
def fake(programs):
    """One program for all schemas."""
    return programs()


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
