"""Where HTTP requests that are not GraphQL belong: hosts, endpoints, modes and pages."""

from __future__ import annotations

import sys

import httpx
import pytest
from harness import eventually, run, running, understudy
from small_app import PASSWORD, picture
from whole_app import APP, backend, client, flow, recorded_then_replayed, replaying


def test_below_the_url_of_an_endpoint(tmp_path):
    folder = tmp_path / "recordings"

    def ask(app):
        login = app.post("/app/login", json={"email": "ada@example.com", "password": PASSWORD}).json()
        headers = {"authorization": f"Bearer {login['token']}"}
        old = app.get("/app/old", follow_redirects=False)
        viewer = app.post("/app", json={"query": "{ viewer { name } }"}, headers=headers).json()
        return (viewer, old.headers["location"], app.get("/app/old", follow_redirects=True).text, app.get("/app/pictures/a").content)

    with backend(tmp_path) as real:
        options = ["--upstream", f"{APP}/graphql", "--endpoint", "app", "--recordings", folder, *real.options]
        with running(understudy("record", *options)) as server, httpx.Client(base_url=server.origin) as app:
            first = ask(app)
            assert server.stop() == 0, server.stderr
    assert first == ({"data": {"viewer": {"name": "Ada"}}}, "/app/style.css", "body { color: red }\n", picture(1))
    with running(understudy("replay", "--recordings", folder)) as server, httpx.Client(base_url=server.origin) as app:
        assert ask(app) == first


@pytest.mark.parametrize("waits", [False, True], ids=["at once", "when the URL of the host is saved"])
def test_the_graphql_api_may_come_second(tmp_path, waits):
    """Its URL replaces that of the host, which the log-in had made an endpoint."""
    folder = tmp_path / "recordings"

    def ask(app):
        login = app.post("/login", json={"email": "ada@example.com", "password": PASSWORD}).json()
        if waits:
            eventually((folder / "app" / "endpoint.yaml").exists, "the URL of the host is saved")
        headers = {"authorization": f"Bearer {login['token']}"}
        return app.post("/api/graphql", json={"query": "{ viewer { name } }"}, headers=headers).json(), login["user"]

    with backend(tmp_path) as real:
        options = ["--recordings", folder, *real.options]
        with running(understudy("record", *options)) as server, client(server, real.local) as app:
            first = ask(app)
            assert server.stop() == 0, server.stderr
    assert [path.name for path in folder.iterdir()] == ["app"]
    assert (folder / "app" / "endpoint.yaml").read_text() == f"upstream: {APP}/api/graphql\n"
    with running(understudy("replay", "--recordings", folder, "--ca-folder", real.local.parent)) as server:
        with client(server, real.local) as app:
            assert ask(app) == first


def test_generated_apis_have_no_exchanges(tmp_path, recorded_app):
    schemas = tmp_path / "schemas"
    schemas.mkdir()
    (schemas / "app.graphqls").write_text("type Query { a: Int }")
    with running(understudy("fake", "--schemas", schemas, "--recordings", tmp_path / "none")) as server:
        answer = httpx.get(f"{server.origin}/app/pictures/a")
        assert answer.status_code == 501 and "is not GraphQL, and only GraphQL answers are generated" in answer.text


def test_pages_of_other_sites_do_not_lead_to_recorded_ones(recorded_app):
    """A recorded page would be of the same origin as the pages of the program."""
    with replaying(recorded_app) as server:
        link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
        assert httpx.get(f"{server.origin}/app/style.css", headers=link).status_code == 403
        assert httpx.get(f"{server.origin}/app/style.css", headers=link | {"sec-fetch-site": "none"}).status_code == 200


def test_auto_mode_records_new_hosts(tmp_path):
    """The first run records, the second needs no backend, and a third records only what is new."""
    folder = tmp_path / "recordings"
    script = """
import httpx, sys
print(httpx.get("https://app.example.test/style.css").text, end="")
login = {"email": "ada@example.com", "password": "correct horse"}
token = httpx.post("https://app.example.test/login", json=login).json()["token"]
ask = {"query": sys.argv[1]}
print(httpx.post("https://app.example.test/graphql", json=ask, headers={"authorization": f"Bearer {token}"}).text)
"""

    def auto(query, *options):
        words = ["--mode", "auto", "--intercept", "--recordings", folder, *options, "--", sys.executable, "-c", script, query]
        done = run("exec", *words)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    with backend(tmp_path) as real:
        options = real.options[:-2]
        first = auto("{ viewer { name } }", *options)
        assert "body { color: red }" in first and "Ada" in first
    assert auto("{ viewer { name } }").replace(" ", "") == first.replace(" ", "")


def test_the_root_of_a_host(tmp_path):
    def flow(app):
        return [app.get("/").text, app.get("/").text, app.get("/?q=1").text, app.post("/", data={"a": "1"}).text]

    with recorded_then_replayed(tmp_path, flow) as (first, app):
        assert first[0].startswith("<html>") and flow(app) == first


@pytest.mark.parametrize("order", [("/graphql", "/api/graphql"), ("/api/graphql", "/graphql")])
def test_two_graphql_apis_on_one_host(tmp_path, order):
    def flow(app):
        token = app.post("/login", json={"email": "ada@example.com", "password": PASSWORD}).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        ask = {"query": "{ viewer { name } }"}
        answers = [app.post(path, json=ask, headers=headers).json() for path in order]
        return [*answers, app.get("/me", headers=headers).json(), app.get("/pictures/a").status_code]

    with recorded_then_replayed(tmp_path, flow) as (first, app):
        assert flow(app) == first


def test_a_redirect_stays_in_its_session(tmp_path):
    folder = tmp_path / "recordings"
    with backend(tmp_path) as real:
        options = ["--upstream", f"{APP}/graphql", "--endpoint", "app", "--recordings", folder, *real.options]
        with running(understudy("record", *options)) as server, httpx.Client(base_url=server.origin) as app:
            assert app.get("/app/~mine/old", follow_redirects=False).headers["location"] == "/app/~mine/style.css"


def test_pages_may_read_what_the_proxy_answers(recorded_app):
    with replaying(recorded_app) as server, client(server, recorded_app[1]) as app:
        page = {"origin": "https://page.example.test"}
        assert app.get("/style.css", headers=page).headers["access-control-allow-origin"] == page["origin"]
        asked = page | {"access-control-request-method": "DELETE", "access-control-request-headers": "authorization"}
        allowed = app.options("/todos/1", headers=asked).headers
        assert allowed["access-control-allow-origin"] == page["origin"] and "DELETE" in allowed["access-control-allow-methods"]


def test_a_preflight_of_a_page_is_not_recorded(tmp_path):
    asked = {"origin": "https://page.example.test", "access-control-request-method": "PUT"}

    def flow(app):
        return [app.options("/echo", headers=asked).status_code, app.options("/echo").json()]

    with recorded_then_replayed(tmp_path, flow) as (first, app):
        assert first == [200, {"method": "OPTIONS", "bytes": 0}]
        assert len(list((tmp_path / "recordings" / "app").glob("query.HTTP_OPTIONS-*/path=*.json"))) == 1
        allowed = app.options("/echo", headers=asked)
        assert allowed.status_code == 204 and "PUT" in allowed.headers["access-control-allow-methods"]
        assert app.options("/echo").json() == first[1]


def test_the_graphql_api_may_come_in_a_later_run(tmp_path):
    folder = tmp_path / "recordings"

    def ask(app):
        login = app.post("/login", json={"email": "ada@example.com", "password": PASSWORD}).json()
        headers = {"authorization": f"Bearer {login['token']}"}
        return app.post("/api/graphql", json={"query": "{ viewer { name } }"}, headers=headers).json()

    with backend(tmp_path) as real:
        for flow in (lambda app: app.get("/style.css").text, ask):
            with running(understudy("record", "--recordings", folder, *real.options)) as server:
                with client(server, real.local) as app:
                    first = flow(app)
                assert server.stop() == 0, server.stderr
    assert [path.name for path in folder.iterdir()] == ["app"]
    assert (folder / "app" / "endpoint.yaml").read_text() == f"upstream: {APP}/api/graphql\n"
    with running(understudy("replay", "--recordings", folder, "--ca-folder", real.local.parent)) as server:
        with client(server, real.local) as app:
            assert ask(app) == first
