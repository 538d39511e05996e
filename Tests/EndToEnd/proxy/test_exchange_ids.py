"""Ids in HTTP requests that are not GraphQL: numbers that a server counts up, and texts that a client makes up."""

from __future__ import annotations

import sys

import pytest
from harness import run
from small_app import PASSWORD
from whole_app import backend

# A setup that many tests share makes a numbered object, and the backend is never reset.
SHARED = f"""
import httpx, pytest
@pytest.fixture(scope="module")
def app():
    with httpx.Client(base_url="https://app.example.test", timeout=20) as app:
        login = app.post("/login", json={{"email": "ada@example.com", "password": "{PASSWORD}"}}).json()
        app.headers["authorization"] = f"Bearer {{login['token']}}"
        app.shared = app.post("/todos", json={{"title": "shared"}}).json()
        yield app
@pytest.mark.parametrize("number", range(3))
def test_add(app, number):
    made = app.post("/todos", json={{"title": f"todo {{number}}"}}).json()
    assert app.get(f"/todos/{{made['id']}}").json()["title"] == f"todo {{number}}"
    assert app.get(f"/todos/{{app.shared['id']}}").json() == app.shared
    assert {{made["id"], app.shared["id"]}} <= {{todo["id"] for todo in app.get("/todos").json()}}
    assert app.delete(f"/todos/{{made['id']}}").status_code == 204
    assert app.get(f"/todos/{{made['id']}}").status_code == 404
"""
# The client makes the ids, and finds them in JSON, in texts and in redirects.
OWN = """
import httpx, uuid
def test_own_ids():
    key = str(uuid.uuid4())
    with httpx.Client(base_url="https://app.example.test", timeout=20) as app:
        made = app.put(f"/documents/{key}", json={"text": key})
        assert made.json() == {"key": key} and made.headers["location"] == f"/documents/{key}"
        assert app.get(f"/documents/{key}").text == f"document {key}"
"""
RULE = 'http: { paths: { "/documents/*": { variables: { path: { matches: "/[0-9a-f-]{36}/", echo: true }, json.text: any } } } }\n'


def execute(folder, suite, *options):
    (folder / "test_suite.py").write_text(suite)
    pytest_command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_suite.py"]
    done = run("exec", "--intercept", "--each-test", "pytest", *options, "--", *pytest_command, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_numbers_of_a_shared_setup(tmp_path):
    with backend(tmp_path) as real:
        options = real.options[:-2]
        for _ in range(3):
            execute(tmp_path, SHARED, "--mode", "record", *options)
    replayed = execute(tmp_path, SHARED)
    assert "0 misses" in replayed and "exact" in replayed and "inferred" not in replayed


def test_ids_of_the_client(tmp_path):
    folder = tmp_path / "recordings" / "app"
    folder.mkdir(parents=True)
    (folder / "endpoint.yaml").write_text(f"upstream: https://app.example.test\n{RULE}")
    with backend(tmp_path) as real:
        execute(tmp_path, OWN, "--mode", "record", *real.options[:-2])
    for _ in range(2):
        assert "0 misses" in execute(tmp_path, OWN)


@pytest.mark.parametrize("other", ["documents", "pictures"])
def test_no_rule_for_all_paths_is_advised(tmp_path, other):
    """One rule for all paths of a method would answer every request with the first recording."""
    suite = OWN.replace("/documents/", f"/{other}/").split("        made")[0] + f"""
        assert app.get(f"/{other}/{{key}}").status_code == 200
"""  # fmt: skip
    with backend(tmp_path) as real:
        execute(tmp_path, suite, "--mode", "record", *real.options[:-2])
    (tmp_path / "test_suite.py").write_text(suite)
    pytest_command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_suite.py"]
    missed = run("exec", "--intercept", "--each-test", "pytest", "--", *pytest_command, cwd=tmp_path)
    assert missed.returncode == 1 and "HTTP_GET:" not in missed.stderr
