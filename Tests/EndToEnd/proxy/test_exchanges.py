"""HTTP requests that are not GraphQL: a small app, recorded as a whole and replayed with its backend gone."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from certificates import Authority
from harness import ROOT, closed_port, eventually, run, running, tree, understudy
from small_app import CSRF, PASSWORD, picture

APP = "https://app.example.test"
FORMAT = ROOT / "Sources/understudy/understudy.docc/RecordingFormat.md"


@dataclass(frozen=True)
class Backend:
    """The running backend of the app, behind TLS, and the local CA of the user."""

    port: int
    company: Authority
    local: Path

    @property
    def options(self):
        hosts = ["app.example.test", "auth.example.test"]
        places = [option for host in hosts for option in ("--resolve", f"{host}=127.0.0.1:{self.port}")]
        return [*places, "--upstream-ca", self.company.pair.certificate, "--ca-folder", self.local.parent]


@contextlib.contextmanager
def backend(folder):
    company = Authority.make(folder / "company")
    pair = company.issue("server", alternatives="DNS:app.example.test,DNS:auth.example.test")
    made = run("ca", "--ca-folder", folder / "local")
    port = closed_port()
    words = [sys.executable, Path(__file__).parent / "small_app.py", port, pair.certificate, pair.key]
    process = subprocess.Popen(list(map(str, words)), stdout=subprocess.DEVNULL)
    try:
        trust = httpx.create_ssl_context(verify=str(company.pair.certificate))
        trust.check_hostname = False
        eventually(lambda: answers(f"https://127.0.0.1:{port}/style.css", trust), "the app answers")
        yield Backend(port, company, Path(made.stdout.strip()))
    finally:
        process.kill()
        process.wait()


def answers(url, trust):
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(url, verify=trust).status_code == 200
    return False


@contextlib.contextmanager
def client(server, local, **options):
    """httpx, with the program as its proxy."""
    trust = httpx.create_ssl_context(verify=str(local))
    with httpx.Client(proxy=server.origin, verify=trust, base_url=APP, timeout=20, **options) as made:
        yield made


def flow(app):
    """What the app does: everything that it got, without what changes in each run."""
    seen = {"before": app.get("/me").status_code}
    wrong = app.post("/login", json={"email": "ada@example.com", "password": "wrong"})
    seen["wrong"] = (wrong.status_code, wrong.json())
    login = app.post("/login", json={"email": "ada@example.com", "password": PASSWORD})
    token = login.json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    seen["user"] = login.json()["user"]
    seen["empty"] = app.get("/todos", headers=headers).json()
    made = app.post("/todos", json={"title": "milk"}, headers=headers)
    place = made.headers["location"]
    seen["made"] = (made.status_code, made.json()["title"])
    todos = app.get("/todos", headers=headers)
    seen["todos"] = ([todo["title"] for todo in todos.json()], todos.headers["x-total-count"])
    seen["one"] = app.get(place, headers=headers).json()["title"]
    ask = {"query": "{ viewer { id name } }"}
    seen["viewer"] = app.post("/graphql", json=ask, headers=headers).json()
    seen["deleted"] = app.delete(place, headers=headers).status_code
    seen["gone"] = app.get(place, headers=headers).status_code
    seen["picture"] = app.get("/pictures/logo.png").content
    seen["style"] = (app.get("/old", follow_redirects=False).status_code, app.get("/old", follow_redirects=True).text)
    seen["search"] = app.get("/search", params=[("q", "ü b"), ("tag", "x"), ("tag", "y")]).json()
    seen["form"] = app.post("/login", data={"email": "bob@example.com", "password": PASSWORD}).json()["user"]
    seen["upload"] = app.post("/upload", data={"title": "me"}, files={"file": ("a.txt", b"hello", "text/plain")}).json()
    return seen


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """The flow, recorded twice in two sessions and once without one; the backend is gone."""
    folder = tmp_path_factory.mktemp("app")
    with backend(folder) as real:
        options = ["--recordings", folder / "recordings", *real.options]
        with running(understudy("record", *options)) as server:
            seen = {}
            for session in (None, "test one", "test two"):
                headers = {"X-Understudy-Session": session} if session else {}
                with client(server, real.local, headers=headers) as app:
                    seen[session] = flow(app)
            assert server.stop() == 0, server.stderr
    return folder / "recordings", real.local, seen


@contextlib.contextmanager
def replaying(recorded, *options):
    folder, local, _ = recorded
    with running(understudy("replay", "--recordings", folder, "--ca-folder", local.parent, *options)) as server:
        yield server


@pytest.mark.parametrize("session", [None, "test one", "test two"])
def test_the_whole_app_without_its_backend(recorded, session):
    headers = {"X-Understudy-Session": session} if session else {}
    with replaying(recorded, "--strict") as server, client(server, recorded[1], headers=headers) as app:
        assert flow(app) == recorded[2][session]
        assert server.stop() == 0
        assert "No misses." in server.stderr


def test_what_was_recorded(recorded):
    folder = recorded[0] / "app"
    assert recorded[2][None] == recorded[2]["test one"] == recorded[2]["test two"]
    assert (folder / "endpoint.yaml").read_text() == f"upstream: {APP}\n"
    everything = b"".join(tree(folder).values())
    assert PASSWORD.encode() not in everything and b"tok_0" not in everything
    [image] = (folder / "files").iterdir()
    assert image.suffix == ".png" and image.read_bytes() == picture(8)
    assert b"iVBOR" not in everything, "the picture is in no recording"
    written = [path.read_text() for path in folder.glob("mutation.HTTP_POST-*/operation.graphql")]
    assert re.search(r"```graphql\n(mutation HTTP_POST.*?)```", FORMAT.read_text("utf-8"), re.S)[1] in written


def test_two_users_stay_two(recorded, tmp_path):
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


def test_a_wrong_password_is_not_the_right_one(recorded):
    with replaying(recorded) as server, client(server, recorded[1]) as app:
        other = app.post("/login", json={"email": "ada@example.com", "password": "wronger"})
        assert other.status_code == 502 and "wronger" not in other.text


# Misses


def test_a_miss_as_text(recorded):
    with replaying(recorded) as server, client(server, recorded[1]) as app:
        missed = app.get("/search", params={"q": "other"})
        assert missed.status_code == 502
        assert missed.headers["content-type"] == "text/plain; charset=utf-8"
        lines = missed.text.splitlines()
        assert lines[0] == 'No recording of GET /search?q=other for endpoint "app".'
        assert lines[1].startswith("Nearest: GET /search?q=ü b&tag=x&tag=y (")
        assert '  - parameter q: recorded "ü b", sent "other"' in lines


def test_a_miss_as_json(recorded):
    with replaying(recorded) as server, client(server, recorded[1]) as app:
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
def test_other_requests_miss(recorded, method, path, body):
    with replaying(recorded) as server, client(server, recorded[1]) as app:
        assert app.request(method, path, **body).status_code == 502


@pytest.mark.parametrize("path", ["/search?tag=x&q=%c3%bc%20b&tag=y", "/%73earch?q=%C3%BC+b&tag=x&tag=y"])
def test_other_spellings_hit(recorded, path):
    with replaying(recorded) as server, client(server, recorded[1]) as app:
        assert app.get(path).json() == recorded[2][None]["search"]


# Conditions, ranges, redirects


def test_conditions(recorded):
    with replaying(recorded) as server, client(server, recorded[1]) as app:

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


def test_ranges(recorded):
    body = picture(8)
    with replaying(recorded) as server, client(server, recorded[1]) as app:

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


# Rules


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


# Without the proxy


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


# Files


def test_a_changed_picture_is_an_error(recorded, tmp_path):
    folder = shutil.copytree(recorded[0], tmp_path / "recordings")
    [image] = (folder / "app" / "files").iterdir()
    image.write_bytes(b"other")
    checked = run("check", "--recordings", folder)
    assert checked.returncode == 1
    assert re.search(r"files/[0-9a-f]{16}\.png: has other bytes than those that were recorded", checked.stderr + checked.stdout)
    image.unlink()
    checked = run("check", "--recordings", folder)
    assert "is missing, and" in checked.stderr + checked.stdout


def test_generated_apis_have_no_exchanges(tmp_path, recorded):
    schemas = tmp_path / "schemas"
    schemas.mkdir()
    (schemas / "app.graphqls").write_text("type Query { a: Int }")
    with running(understudy("fake", "--schemas", schemas, "--recordings", tmp_path / "none")) as server:
        answer = httpx.get(f"{server.origin}/app/pictures/a")
        assert answer.status_code == 501 and "is not GraphQL, and only GraphQL answers are generated" in answer.text


def test_pages_of_other_sites_do_not_lead_to_recorded_ones(recorded):
    """A recorded page would be of the same origin as the pages of the program."""
    with replaying(recorded) as server:
        link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
        assert httpx.get(f"{server.origin}/app/style.css", headers=link).status_code == 403
        assert httpx.get(f"{server.origin}/app/style.css", headers=link | {"sec-fetch-site": "none"}).status_code == 200


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


def test_prune_removes_only_pictures_that_nothing_names(recorded, tmp_path):
    folder = shutil.copytree(recorded[0], tmp_path / "recordings")
    kept = tree(folder)
    (folder / "app" / "files" / "0123456789abcdef.png").write_bytes(b"old")
    pruned = run("prune", "--yes", "--recordings", folder)
    assert "files/0123456789abcdef.png: no recording has this body" in pruned.stdout, pruned
    assert tree(folder) == kept
    for path in (folder / "app").glob("query.HTTP_GET-*/path=pictures*.json"):
        path.unlink()
    for path in (folder / "app" / "sessions").iterdir():
        path.unlink()
    pruned = run("prune", "--yes", "--recordings", folder)
    assert not (folder / "app" / "files").exists(), pruned


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


@contextlib.contextmanager
def recorded_then_replayed(tmp_path, flow, **options):
    """What a flow got while it was recorded, and a client of the replay."""
    folder = tmp_path / "recordings"
    with backend(tmp_path) as real:
        with running(understudy("record", "--recordings", folder, *real.options)) as server:
            with client(server, real.local, **options) as app:
                first = flow(app)
            assert server.stop() == 0, server.stderr
    with running(understudy("replay", "--recordings", folder, "--ca-folder", real.local.parent)) as server:
        with client(server, real.local, **options) as app:
            yield first, app


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


def test_a_redirect_stays_in_its_session(tmp_path):
    folder = tmp_path / "recordings"
    with backend(tmp_path) as real:
        options = ["--upstream", f"{APP}/graphql", "--endpoint", "app", "--recordings", folder, *real.options]
        with running(understudy("record", *options)) as server, httpx.Client(base_url=server.origin) as app:
            assert app.get("/app/~mine/old", follow_redirects=False).headers["location"] == "/app/~mine/style.css"


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


def test_names_of_exchanges_stay(recorded, tmp_path):
    folder = shutil.copytree(recorded[0], tmp_path / "recordings")
    moved = run("mv", "HTTP_GET", "Get", "--recordings", folder)
    assert moved.returncode != 0 and "cannot be changed" in moved.stderr
    assert tree(folder) == tree(recorded[0])


def test_secrets_in_odd_places(tmp_path):
    """None is written, and the requests match nevertheless."""
    secrets = [f"MqXXQ8agOMTNwncxvj{number:04}" for number in range(9)]
    assert secrets[6] == CSRF, "which the server sends"
    folder = tmp_path / "recordings"
    sent = [
        ("GET", f"/secret/tokens/{secrets[0]}", {}),
        ("GET", f"/search?access_token={secrets[1]}&q=a", {}),
        ("POST", "/echo", {"data": {"user": "ada", "password": secrets[2]}}),
        ("POST", "/echo", {"json": {"client_secret": secrets[3]}}),
        ("POST", "/echo", {"files": {"a": ("a", b"1"), "password": (None, secrets[4])}}),
        ("POST", "/echo", {"content": f"<a><password>{secrets[5]}</password></a>", "headers": {"content-type": "text/xml"}}),
        ("GET", "/secret/page", {}),
        ("GET", "/search?q=b", {"headers": {"authorization": f"Bearer {secrets[7]}"}}),
    ]  # fmt: skip
    with backend(tmp_path) as real:
        with running(understudy("record", "--recordings", folder, *real.options)) as server, client(server, real.local) as app:
            first = [app.request(method, path, **more).status_code for method, path, more in sent]
            assert server.stop() == 0, server.stderr
    written = b"".join(tree(folder).values()) + "".join(tree(folder)).encode()
    assert [number for number, secret in enumerate(secrets) if secret.encode() in written] == []
    with running(understudy("replay", "--recordings", folder, "--ca-folder", real.local.parent)) as server:
        with client(server, real.local) as app:
            assert [app.request(method, path, **more).status_code for method, path, more in sent] == first


def test_a_new_rule_for_a_path(recorded, tmp_path):
    folder = shutil.copytree(recorded[0], tmp_path / "recordings")
    (folder / "app" / "endpoint.yaml").write_text(f"upstream: {APP}\nhttp: {{ paths: {{ /style.css: {{ store: true }} }} }}\n")
    with replaying((folder, *recorded[1:])) as server, client(server, recorded[1]) as app:
        missed = app.get("/style.css")
        assert missed.status_code == 502
        assert "If its path has a new rule in endpoint.yaml, record it again" in missed.text
        assert app.get("/pictures/logo.png").status_code == 200


def test_faults_and_overrides_name_a_path(recorded, tmp_path):
    folder = shutil.copytree(recorded[0], tmp_path / "recordings")
    rules = "answers: [{ operation: HTTP_GET, variables: { path: [style.css] }, status: 418, body: tea }]\n"
    faults = "faults: [{ operation: HTTP_GET, variables: { path: [old] }, status: 503 }]\n"
    (folder / "app" / "endpoint.yaml").write_text(f"upstream: {APP}\n{rules}{faults}")
    with replaying((folder, *recorded[1:])) as server, client(server, recorded[1]) as app:
        assert (app.get("/style.css").status_code, app.get("/style.css").text) == (418, "tea")
        assert app.get("/old").status_code == 503
        assert app.get("/pictures/logo.png").status_code == 200


def test_pages_may_read_what_the_proxy_answers(recorded):
    with replaying(recorded) as server, client(server, recorded[1]) as app:
        page = {"origin": "https://page.example.test"}
        assert app.get("/style.css", headers=page).headers["access-control-allow-origin"] == page["origin"]
        asked = page | {"access-control-request-method": "DELETE", "access-control-request-headers": "authorization"}
        allowed = app.options("/todos/1", headers=asked).headers
        assert allowed["access-control-allow-origin"] == page["origin"] and "DELETE" in allowed["access-control-allow-methods"]


@pytest.mark.parametrize("variables", [{"path": ["search"], "query": {"q": "ü b", "tag": ["x", "y"]}}, {"path": ["style.css"]}])
def test_show_as_curl(recorded, variables):
    """The command gets the recorded answer."""
    shown = run("show", "HTTP_GET", json.dumps(variables), "--as", "curl", "--recordings", recorded[0])
    with replaying(recorded) as server:
        # The first is without a session.
        command = shown.stdout.split("\n\n")[0].rstrip().replace("http://127.0.0.1:4000", server.origin)
        done = subprocess.run(["bash", "-c", f"{command} --silent --fail"], capture_output=True, text=True, check=False)
        assert done.returncode == 0, shown.stdout + done.stdout
        assert "found" in done.stdout or "color" in done.stdout


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
