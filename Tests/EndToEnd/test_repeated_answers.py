"""Equal bytes get an answer from memory only as long as it is right, and other bytes get their own."""

import json
import shutil
import subprocess
import threading

import clients
import httpx
import pytest
from harness import ROOT, recording_files, running, understudy
from http_server import answer, sent_body, serving

READ = "query Item { item { name } }"
RENAME = 'mutation Rename { rename(name: "new") { name } }'


class Api:
    """Has an item that can be renamed, and a search that is not GraphQL."""

    def __init__(self):
        self.name = "old"
        self.lock = threading.Lock()

    def respond(self, handler):
        query = json.loads(sent_body(handler))["query"]
        with self.lock:
            if handler.path.endswith("/search"):
                found = {"found": query}
            elif "rename" in query:
                self.name = "new"
                found = {"data": {"rename": {"name": self.name}}}
            else:
                found = {"data": {"item": {"name": self.name}}}
        answer(handler, json.dumps(found).encode())


def ask(server, query, path="", *more):
    return clients.post(f"{server.origin}/api{path}", {"query": query}, *more)


@pytest.fixture
def url():
    with serving(Api().respond) as url:
        yield url


def record(url, folder, *queries, path=""):
    with running(understudy("record", "--upstream", url, "--endpoint", "api", "--recordings", folder)) as recorder:
        for query in queries:
            assert ask(recorder, query, path).status == 200
        assert recorder.stop() == 0, recorder.stderr


def test_after_a_mutation_that_was_passed_on(url, tmp_path):
    record(url, tmp_path, READ)
    with running(understudy("replay", "--recordings", tmp_path, "--on-miss", "forward")) as replay:
        assert [ask(replay, READ).source for _ in range(4)] == ["recorded"] * 4
        assert ask(replay, RENAME).source == "upstream"
        reply = ask(replay, READ)
        assert (reply.source, reply.json["data"]["item"]["name"]) == ("upstream", "new")


def test_a_search_that_is_no_graphql_has_one_spelling(url, tmp_path):
    """Comments and commas mean nothing in GraphQL alone."""
    (tmp_path / "api").mkdir(parents=True)
    (tmp_path / "api/endpoint.yaml").write_text("http:\n  paths:\n    POST /search: { changes: nothing }\n")
    texts = ["issue", "issue #12", "issue #13", "a,b", "a b"]
    record(url, tmp_path, *texts, path="/search")
    with running(understudy("replay", "--recordings", tmp_path)) as replay:
        for _ in range(4):
            assert [ask(replay, text, "/search").json for text in texts] == [{"found": text} for text in texts]
        assert ask(replay, "issue #14", "/search").source == "miss"


def test_after_a_recording_that_another_request_has_noticed(url, tmp_path):
    record(url, tmp_path / "all", READ)
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas/api.graphqls").write_text("type Query { item: Item other: Item } type Item { name: String }")
    (tmp_path / "some/api").mkdir(parents=True)
    shutil.copy(tmp_path / "all/api/endpoint.yaml", tmp_path / "some/api")
    [file] = recording_files(tmp_path / "all")
    arguments = ("--recordings", tmp_path / "some", "--schemas", tmp_path / "schemas", "--on-miss", "fake")
    with running(understudy("replay", *arguments)) as replay:
        assert [ask(replay, READ).source for _ in range(4)] == ["fake"] * 4
        shutil.copytree(file.parent, tmp_path / "some/api" / file.parent.name)
        assert ask(replay, "query Other { other { name } }").source == "fake"
        clients.curl(f"{replay.origin}/__understudy/reload", "-X", "POST")
        assert ask(replay, READ).source == "recorded"


def test_after_the_end_of_a_recorded_session(url, tmp_path):
    """A late request that still names it does not replace its recording."""
    with running(understudy("record", "--upstream", url, "--endpoint", "api", "--recordings", tmp_path)) as recorder:
        token = clients.post(f"{recorder.origin}/__understudy/begin", {"session": "a", "named": True}).json["token"]
        name = ("-H", "X-Understudy-Session: a")
        for query in (READ, RENAME, READ):
            assert ask(recorder, query, "", *name).status == 200
        ended = clients.post(f"{recorder.origin}/__understudy/end", {"token": token, "outcome": "passed"}).json
        assert [saved["saved"] for saved in ended["recorded"]] == [True], ended
        [file] = (tmp_path / "api/sessions").glob("*.json")
        before = file.read_text()
        assert ask(recorder, READ, "", *name).json["data"]["item"]["name"] == "new"
        assert recorder.stop() == 0, recorder.stderr
    assert file.read_text() == before


UPGRADE = ("-H", "Connection: Upgrade, HTTP2-Settings", "-H", "Upgrade: h2c", "-H", "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA")


def test_a_client_that_offers_http2_each_time():
    """As the JDK's does. The parser reads nothing behind such a request, so each answer closes its connection."""
    with running(understudy("fake", "--schemas", ROOT / "schemas", "--endpoint", "countries")) as fake:
        url = f"{fake.origin}/countries"
        body = ("-H", "Content-Type: application/json", "-d", '{"query":"{ continents { name } }"}')
        # Of one curl, which uses its connections again.
        done = subprocess.run(
            ["curl", "--silent", "--http1.1", "--max-time", "10", *UPGRADE, *body, "-o", "/dev/null", "-w", "%{http_code}\n", *[url] * 5],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.stdout.split()[0].endswith("200") and done.returncode == 0, done
        assert done.stdout.count("200") == 5, done.stdout
        upload = ("-F", 'operations={"query":"{ continents { name } }"}', "-F", "map={}")
        done = subprocess.run(
            ["curl", "--silent", "--http1.1", "--max-time", "10", *UPGRADE, *upload, "-w", "%{http_code}\n", *[url] * 3],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0 and done.stdout.count("continents") == 3, done


def test_a_status_without_a_body_has_none():
    """A body would be read as the beginning of the next answer."""
    with running(understudy("fake", "--schemas", ROOT / "schemas", "--endpoint", "countries")) as fake:
        override = {"operation": "Ping", "data": {"continents": []}, "status": 204}
        assert clients.post(f"{fake.origin}/__understudy/answers", override).status == 201
        with httpx.Client(base_url=fake.origin) as client:
            for _ in range(4):
                reply = client.post("/countries", json={"query": "query Ping { continents { name } }"})
                assert (reply.status_code, reply.content) == (204, b"")
                reply = client.post("/countries", json={"query": "query Other { continents { name } }"})
                assert reply.status_code == 200 and reply.json()["data"]["continents"]
