"""Rules for HTTP requests that are not GraphQL."""

from __future__ import annotations

import json
import shutil

import pytest
from harness import running, understudy
from small_app import PASSWORD
from whole_app import APP, backend, client, replaying


RULED = [
    ("GET", "/report", "application/pdf", 'http: { paths: { "GET /report": { store: true } } }'),
    ("POST", "/echo", "cannot be scanned for secrets", 'http: { paths: { "POST /echo": { body: hash } } }'),
]


@pytest.mark.parametrize("method, path, reason, rule", RULED)
def test_what_cannot_be_scanned_needs_a_rule(tmp_path, method, path, reason, rule):
    """The advice helps."""
    folder = tmp_path / "recordings"
    body = {"content": b"\x00\x01secret", "headers": {"content-type": "application/x-protobuf"}} if method == "POST" else {}
    with backend(tmp_path) as real:
        options = ["--recordings", folder, *real.options]
        with running(understudy("record", *options)) as server, client(server, real.local) as app:
            app.get("/style.css")
            assert app.request(method, path, **body).status_code == 200
            assert server.stop() == 0
            assert reason in server.stderr and rule in server.stderr
        (folder / "app" / "endpoint.yaml").write_text(f"upstream: {APP}\n{rule}\n")
        with running(understudy("record", *options)) as server, client(server, real.local) as app:
            first = app.request(method, path, **body)
            assert server.stop() == 0, server.stderr
    with running(understudy("replay", "--recordings", folder, "--ca-folder", real.local.parent)) as server:
        with client(server, real.local) as app:
            assert app.request(method, path, **body).content.replace(b" ", b"") == first.content.replace(b" ", b"")
            if method == "POST":
                assert app.request(method, path, **body | {"content": b"\x00\x01other"}).status_code == 502


def test_a_request_that_changes_nothing(tmp_path):
    """Without the rule, the POST leads to another state, in which the list was not recorded."""
    folder = tmp_path / "recordings"
    (folder / "app").mkdir(parents=True)
    rule = 'http: { paths: { "/echo": { changes: nothing, variables: { json.at: any } } } }\n'
    (folder / "app" / "endpoint.yaml").write_text(f"upstream: {APP}\n{rule}")
    with backend(tmp_path) as real:
        options = ["--recordings", folder, *real.options]
        with running(understudy("record", *options)) as server, client(server, real.local) as app:
            assert app.post("/echo", json={"at": 1}).status_code == 200
            assert server.stop() == 0
    [made] = (folder / "app").glob("query.HTTP_POST_echo-*")
    with running(understudy("replay", "--recordings", folder, "--ca-folder", real.local.parent, "--strict")) as server:
        with client(server, real.local) as app:
            assert app.post("/echo", json={"at": 2}).json()["method"] == "POST"


def test_another_host_of_the_same_endpoint(tmp_path):
    """`http: hosts:` shares the users, so the token of one host is the identity at the other."""
    folder = tmp_path / "recordings"
    (folder / "app").mkdir(parents=True)
    (folder / "app" / "endpoint.yaml").write_text(f"upstream: {APP}/graphql\nhttp: {{ hosts: [auth.example.test] }}\n")

    def ask(app):
        login = app.post("https://auth.example.test/login", json={"email": "ada@example.com", "password": PASSWORD})
        headers = {"authorization": f"Bearer {login.json()['token']}"}
        return app.post("/graphql", json={"query": "{ viewer { name } }"}, headers=headers).json()

    with backend(tmp_path) as real:
        with running(understudy("record", "--recordings", folder, *real.options)) as server, client(server, real.local) as app:
            first = ask(app)
            assert server.stop() == 0, server.stderr
    assert [path.name for path in folder.iterdir()] == ["app"]
    [viewer] = (folder / "app").glob("query-*/no-variables-*.json")
    assert json.loads(viewer.read_text())["identity"].startswith("authenticated as Bearer understudy-token-")
    with running(understudy("replay", "--recordings", folder, "--ca-folder", real.local.parent)) as server:
        with client(server, real.local) as app:
            assert ask(app) == first
            assert app.post("/login", json={"email": "ada@example.com", "password": PASSWORD}).status_code == 502


def test_answers_that_vary_are_reported(tmp_path):
    with backend(tmp_path) as real:
        options = ["--recordings", tmp_path / "recordings", *real.options]
        with running(understudy("record", *options)) as server, client(server, real.local) as app:
            assert app.get("/words", headers={"accept-language": "de"}).text == "Hallo"
            assert server.stop() == 0
            rule = 'http: { paths: { "GET /words": { headers: [accept-language] } } }'
            assert rule in server.stderr
        (tmp_path / "recordings" / "app" / "endpoint.yaml").write_text(f"upstream: {APP}\n{rule}\n")
        with running(understudy("record", *options)) as server, client(server, real.local) as app:
            words = {language: app.get("/words", headers={"accept-language": language}).text for language in ("de", "en")}
            assert server.stop() == 0
            assert "different answers" not in server.stderr
    with running(understudy("replay", "--recordings", tmp_path / "recordings", "--ca-folder", real.local.parent)) as server:
        with client(server, real.local) as app:
            for language in ("en", "de", "en"):
                assert app.get("/words", headers={"accept-language": language}).text == words[language]


def test_a_new_rule_for_a_path(recorded_app, tmp_path):
    folder = shutil.copytree(recorded_app[0], tmp_path / "recordings")
    (folder / "app" / "endpoint.yaml").write_text(f"upstream: {APP}\nhttp: {{ paths: {{ /style.css: {{ store: true }} }} }}\n")
    with replaying((folder, *recorded_app[1:])) as server, client(server, recorded_app[1]) as app:
        missed = app.get("/style.css")
        assert missed.status_code == 502
        assert "If its path has a new rule in endpoint.yaml, record it again" in missed.text
        assert app.get("/pictures/logo.png").status_code == 200


def test_faults_and_overrides_name_a_path(recorded_app, tmp_path):
    folder = shutil.copytree(recorded_app[0], tmp_path / "recordings")
    rules = "answers: [{ operation: HTTP_GET, variables: { path: [style.css] }, status: 418, body: tea }]\n"
    faults = "faults: [{ operation: HTTP_GET, variables: { path: [old] }, status: 503 }]\n"
    (folder / "app" / "endpoint.yaml").write_text(f"upstream: {APP}\n{rules}{faults}")
    with replaying((folder, *recorded_app[1:])) as server, client(server, recorded_app[1]) as app:
        assert (app.get("/style.css").status_code, app.get("/style.css").text) == (418, "tea")
        assert app.get("/old").status_code == 503
        assert app.get("/pictures/logo.png").status_code == 200
