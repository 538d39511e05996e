"""The recipe for pre-commit, with the real pre-commit in a real repository, and with git alone."""

import pytest
from pages import Page

PAGE = Page("PreCommit")
GIT = {
    **dict.fromkeys(("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"), "A Developer"),
    **dict.fromkeys(("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"), "developer@example.com"),
    "GIT_CONFIG_GLOBAL": "/dev/null",
}
COMMIT = "git add -A && git commit -m 'A change'"
TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"


@pytest.fixture(params=["pre-commit", "git"])
def repository(project, request):
    project.take("countries", "rocket-reserver")
    project.passes("git init", **GIT)
    if request.param == "pre-commit":
        project.write(PAGE, ".pre-commit-config.yaml")
        assert "installed" in project.passes(PAGE.shell("pre-commit install"), **GIT)
    else:
        [hook] = [block.text for block in PAGE.blocks if block.text.startswith("#!/bin/sh")]
        path = project.root / ".git" / "hooks" / "pre-commit"
        path.write_text(hook)
        path.chmod(0o755)
    return project


def recording(project):
    [path] = (project.root / "recordings").rglob("code=CA-*.json")
    return path


def test_commits(repository):
    """A good commit passes; one with a secret or out of form is refused; one without recordings is not looked at."""
    text = repository.passes(COMMIT, **GIT)
    assert "Failed" not in text
    path = recording(repository)
    good = path.read_text()

    path.write_text(good.replace('"Ottawa"', f'"{TOKEN}"'))
    text = repository.fails(COMMIT, **GIT)
    assert "JSON Web Token" in text and path.name in text and TOKEN not in text

    path.write_text(good.replace('"variables": {\n    "code": "CA"\n  }', '"variables": { "code": "CA" }'))
    assert path.read_text() != good
    text = repository.fails(COMMIT, **GIT)
    assert path.name in text and "JSON Web Token" not in text
    repository.passes("understudy fmt && git add -A && git diff --cached --quiet", **GIT)

    path.write_text(good.replace('"capital": "Ottawa"', '"capital": {}'))
    assert path.name in repository.fails(COMMIT, **GIT)

    repository.passes("git reset --hard", **GIT)
    text = repository.fails(f"rm -r recordings/rocket-reserver/mutation.BookTrip-* && {COMMIT}", **GIT)
    assert "rocket-reserver" in text

    repository.passes("git reset --hard", **GIT)
    (repository.root / "notes.txt").write_text("Nothing of recordings.\n")
    repository.passes(COMMIT, **GIT)


@pytest.mark.long
def test_what_is_shown(project):
    project.take("countries")
    project.write(PAGE, ".pre-commit-config.yaml")
    path = recording(project)
    path.write_text(path.read_text().replace('"Ottawa"', f'"{TOKEN}"'))
    text = project.fails("git init -q && git add -A && pre-commit run --all-files", **GIT)
    assert PAGE.shown("Failed").strip() in text
