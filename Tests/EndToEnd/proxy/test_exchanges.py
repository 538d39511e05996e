"""HTTP requests that are not GraphQL: a small app, recorded as a whole and replayed with its backend gone."""

from __future__ import annotations

import pytest
from harness import running, understudy
from small_app import PASSWORD, picture
from whole_app import backend, client, flow, recorded_then_replayed, replaying


@pytest.mark.parametrize("session", [None, "test one", "test two"])
def test_the_whole_app_without_its_backend(recorded_app, session):
    headers = {"X-Understudy-Session": session} if session else {}
    with replaying(recorded_app, "--strict") as server, client(server, recorded_app[1], headers=headers) as app:
        assert flow(app) == recorded_app[2][session]
        assert server.stop() == 0
        assert "No misses." in server.stderr


def test_two_users_stay_two(recorded_app, tmp_path):
    with backend(tmp_path) as real:
        options = ["--recordings", tmp_path / "recordings", *real.options]
        with running(understudy("record", *options)) as server, client(server, real.local) as app:
            names = both(app)
            assert server.stop() == 0
    assert names == ["Ada", "Bob", "Ada"]
    with running(understudy("replay", "--recordings", tmp_path / "recordings", "--ca-folder", real.local.parent)) as server:
        with client(server, real.local) as app:
            assert both(app) == names


def both(app):
    tokens = [
        app.post("/login", json={"email": f"{name}@example.com", "password": PASSWORD}).json()["token"] for name in ("ada", "bob")
    ]
    ask = {"query": "{ viewer { name } }"}
    return [
        app.post("/graphql", json=ask, headers={"authorization": f"Bearer {token}"}).json()["data"]["viewer"]["name"]
        for token in (tokens[0], tokens[1], tokens[0])
    ]


def test_a_wrong_password_is_not_the_right_one(recorded_app):
    with replaying(recorded_app) as server, client(server, recorded_app[1]) as app:
        other = app.post("/login", json={"email": "ada@example.com", "password": "wronger"})
        assert other.status_code == 502 and "wronger" not in other.text


def test_a_miss_as_text(recorded_app):
    with replaying(recorded_app) as server, client(server, recorded_app[1]) as app:
        missed = app.get("/search", params={"q": "other"})
        assert missed.status_code == 502
        assert missed.headers["content-type"] == "text/plain; charset=utf-8"
        lines = missed.text.splitlines()
        assert lines[0] == 'No recording of GET /search?q=other for endpoint "app".'
        assert lines[1].startswith("Nearest: GET /search?q=ü b&tag=x&tag=y (")
        assert '  - parameter q: recorded "ü b", sent "other"' in lines


def test_a_miss_as_json(recorded_app):
    with replaying(recorded_app) as server, client(server, recorded_app[1]) as app:
        missed = app.post("/todos", json={"title": "bread"}, headers={"accept": "application/json"})
        assert missed.status_code == 502
        body = missed.json()
        assert body["error"].startswith('No recording of POST /todos with {"json":{"title":"bread"}} for endpoint "app"')
        assert body["code"] == "UNDERSTUDY_NO_RECORDING"


@pytest.mark.parametrize(
    "method, path, body",
    [
        ("HEAD", "/pictures/logo.png", {}),
        ("GET", "/pictures/logo.png/", {}),
        ("GET", "/pictures/logo.png?size=2", {}),
        ("GET", "/pictures%2Flogo.png", {}),
        ("GET", "/search?q=%C3%BC+b&tag=y&tag=x", {}),
        ("GET", "/search?q=%C3%BC+b&tag=x", {}),
        ("PUT", "/todos", {"json": {"title": "milk"}}),
        ("POST", "/login", {"json": {"email": "bob@example.com", "password": PASSWORD}}),
        ("POST", "/login", {"data": {"email": "ada@example.com", "password": PASSWORD}}),
        ("POST", "/upload", {"data": {"title": "me"}, "files": {"file": ("a.txt", b"hullo", "text/plain")}}),
        ("POST", "/upload", {"data": {"title": "me"}, "files": {"file": ("b.txt", b"hello", "text/plain")}}),
    ],
)
def test_other_requests_miss(recorded_app, method, path, body):
    with replaying(recorded_app) as server, client(server, recorded_app[1]) as app:
        assert app.request(method, path, **body).status_code == 502


@pytest.mark.parametrize("path", ["/search?tag=x&q=%c3%bc%20b&tag=y", "/%73earch?q=%C3%BC+b&tag=x&tag=y"])
def test_other_spellings_hit(recorded_app, path):
    with replaying(recorded_app) as server, client(server, recorded_app[1]) as app:
        assert app.get(path).json() == recorded_app[2][None]["search"]


def test_conditions(recorded_app):
    with replaying(recorded_app) as server, client(server, recorded_app[1]) as app:

        def status(**headers):
            answer = app.get("/pictures/logo.png", headers={name.replace("_", "-"): value for name, value in headers.items()})
            return answer.status_code, len(answer.content)

        whole = (200, len(picture(8)))
        for _ in range(2):
            assert status() == whole
            assert status(if_none_match='"one"') == status(if_none_match='W/"one", "two"') == status(if_none_match="*") == (304, 0)
            assert status(if_none_match='"two"') == whole
            assert status(if_modified_since="Wed, 07 Jan 2026 10:00:00 GMT") == (304, 0)
            assert status(if_modified_since="Wed, 07 Jan 2026 09:59:59 GMT") == whole


def test_ranges(recorded_app):
    body = picture(8)
    with replaying(recorded_app) as server, client(server, recorded_app[1]) as app:

        def part(value, **more):
            answer = app.get("/pictures/logo.png", headers={"range": value, **more})
            return answer.status_code, answer.content, answer.headers.get("content-range")

        size = len(body)
        for _ in range(2):
            assert part("bytes=0-3") == (206, body[:4], f"bytes 0-3/{size}")
            assert part("bytes=-5") == (206, body[-5:], f"bytes {size - 5}-{size - 1}/{size}")
            assert part(f"bytes=4-{size * 2}") == (206, body[4:], f"bytes 4-{size - 1}/{size}")
            assert part(f"bytes={size}-") == (416, b"", f"bytes */{size}")
            assert part("bytes=0-1,3-4") == part("lines=1") == part("bytes=5-3", **{"if-range": '"two"'}) == (200, body, None)
            assert part("bytes=0-1", **{"if-range": '"one"'})[0] == 206


def ascii_json(body):
    """JSON is replayed without escapes that it does not need."""
    return body.replace(b"\\ufffd", "\ufffd".encode())


def test_bytes_that_are_no_text_are_distinguished(tmp_path):
    paths = ["/search?q=caf%E9", "/search?q=caf%E8", "/search?q=%EF%BF%BD", "/pictures/%FF", "/pictures/%25FFab"]

    def flow(app):
        return [app.get(path).content.replace(b'": [', b'":[') for path in paths]

    with recorded_then_replayed(tmp_path, flow) as (first, app):
        paths.reverse()
        assert flow(app) == [ascii_json(body) for body in first[::-1]]
        assert app.get("/search?q=caf%E7").status_code == 502


def test_changes_elsewhere_leave_an_answer(tmp_path):
    """`POST /echo` is no change of `/todos`, and a new todo is one of the list and of the count."""

    def flow(app):
        token = app.post("/login", json={"email": "ada@example.com", "password": PASSWORD}).json()["token"]
        app.headers["authorization"] = f"Bearer {token}"
        before = [app.get("/todos").json(), app.get("/count").json()]
        assert app.post("/echo", json={"a": 1}).status_code == 200
        app.post("/todos", json={"title": "milk"})
        return before

    with recorded_then_replayed(tmp_path, flow) as (first, app):
        login = app.post("/login", json={"email": "ada@example.com", "password": PASSWORD}).json()
        app.headers["authorization"] = f"Bearer {login['token']}"
        app.post("/echo", json={"a": 1})
        unchanged = app.get("/todos")
        assert (unchanged.json(), unchanged.headers["understudy-state"]) == (first[0], "inferred")
        app.post("/todos", json={"title": "milk"})
        assert app.get("/todos").status_code == app.get("/count").status_code == 502
