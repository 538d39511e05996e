"""Fixtures of the tests that follow the recipes."""

from __future__ import annotations

import shutil

import pytest
from guide_projects import write_shop_schema
from harness import running
from pages import COUNTRIES, ENVIRONMENT, Page, Project


def pytest_collection_modifyitems(items):
    if items and not ENVIRONMENT.exists():
        raise pytest.UsageError(f"{ENVIRONMENT} is not there: run Tests/setup-test-env.sh")


@pytest.fixture
def project(tmp_path):
    """A project with the program installed."""
    project = Project(tmp_path)
    project.install()
    return project


@pytest.fixture(scope="session")
def recorded_by_pytest(countries, tmp_path_factory):
    """The project of the recipe for pytest, with what its own tests recorded from the stand-in of the real endpoint."""
    page = Page("pytest")
    project = Project(tmp_path_factory.mktemp("pytest"))
    project.install()
    project.write(page, "test_countries.py")
    command = page.shell("--mode record")
    assert COUNTRIES in command
    assert "2 passed" in project.passes(command.replace(COUNTRIES, f"{countries.origin}/"))
    return project


@pytest.fixture
def tests(recorded_by_pytest, project):
    """A copy of it."""
    shutil.copytree(recorded_by_pytest.root, project.root, dirs_exist_ok=True)
    return project


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """The shop's API, generated from the guide's schema."""
    project = Project(tmp_path_factory.mktemp("api"))
    project.install()
    write_shop_schema(project.root)
    with running(project.start("understudy fake")) as server:
        yield f"{server.origin}/shop"
