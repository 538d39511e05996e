"""`--sessions-by-proxy-user`: a proxy URL for each test names its session, and its clients know nothing else of it."""

from __future__ import annotations

import asyncio
import base64
import json
import socket
import ssl
import sys
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import httpx
import pytest
import requests
from harness import ROOT, eventually, run
from proxied import COUNT, HOST, NOTES, URL, Proxied, proxying, world
from websockets.client import connect

EACH_TEST = ROOT / ".test-env/each-test/bin/python"
OPTION = "--sessions-by-proxy-user"
NO_SESSION = "names no session, which --sessions-by-proxy-user requires"


def add(text: str) -> str:
    return f'mutation Add {{ addNote(text: "{text}") {{ text }} }}'


class Client:
    """A client of the real URL with one connection, whose proxy URL has a user."""

    def __init__(self, proxied: Proxied, library: str, user: str):
        proxy = f"http://{user}:x@127.0.0.1:{proxied.server.port}"
        if library == "httpx":
            trust = ssl.create_default_context(cafile=proxied.local)
            self.client = httpx.Client(proxy=proxy, verify=trust, timeout=20, trust_env=False)
        else:
            self.client = requests.Session()
            self.client.trust_env = False
            self.client.proxies, self.client.verify = {"http": proxy, "https": proxy}, str(proxied.local)

    def ask(self, query: str):
        answer = self.client.post(URL, json={"query": query})
        assert answer.status_code == 200, answer.text
        return answer.json()["data"]

    def notes(self) -> list[str]:
        return [note["text"] for note in self.ask(NOTES)["notes"]]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.close()


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    with world(tmp_path_factory.mktemp("real")) as made:
        yield made


@pytest.fixture(scope="module")
def recorded(real, tmp_path_factory):
    """Two sessions that ran at the same time, on one server: each saw the other's note."""
    folder = tmp_path_factory.mktemp("recorded") / "recordings"
    real.upstream.reset()
    with proxying(real, "record", "--recordings", folder, OPTION, *real.trust) as proxied:
        with Client(proxied, "requests", "test-1") as one, Client(proxied, "httpx", "test-2") as two:
            assert one.notes() == [] and two.notes() == []
            two.ask(add("b"))
            one.ask(add("a"))
            assert one.notes() == ["b", "a"] and two.notes() == ["b", "a"]
        assert proxied.server.stop() == 0, proxied.server.stderr
    return folder


@pytest.fixture
def replayer(real, recorded):
    with proxying(real, "replay", "--recordings", recorded, OPTION, "--ca-folder", real.local.parent) as proxied:
        yield proxied


def flow(proxied: Proxied, library: str, user: str, text: str) -> list[list[str]]:
    """The same requests as recorded, several of them repeated, so that the table of answers serves them."""
    with Client(proxied, library, user) as client:
        before = [client.notes() for _ in range(4)]
        client.ask(add(text))
        return before + [client.notes() for _ in range(4)]


def test_a_session_file_for_each_user(recorded):
    names = sorted(json.loads(path.read_text())["session"] for path in (recorded / "example/sessions").glob("*.json"))
    assert names == ["test-1", "test-2"]


def test_sessions_are_replayed_in_parallel_and_in_turn(replayer):
    expected = [[]] * 4 + [["b", "a"]] * 4
    with ThreadPoolExecutor(2) as pool:
        one = pool.submit(flow, replayer, "httpx", "test-1", "a")
        two = pool.submit(flow, replayer, "requests", "test-2", "b")
        assert (one.result(), two.result()) == (expected, expected)
    assert replayer.server.stop() == 0, replayer.server.stderr
    assert "No misses." in replayer.server.stderr


@pytest.mark.parametrize("version", ["--http1.1", "--http2"])
def test_users_do_not_meet(replayer, version):
    """The same bytes of two users, in state of their own each."""
    for user, text in (("test-1", "a"), ("test-2", "b")):
        for _ in range(4):
            answer = replayer.post(URL, NOTES, version, "--proxy-user", f"{user}:x")
            assert answer.json == {"data": {"notes": []}}, answer
        assert replayer.post(URL, add(text), version, "--proxy-user", f"{user}:x").json["data"]["addNote"] == {"text": text}
        for _ in range(4):
            answer = replayer.post(URL, NOTES, version, "--proxy-user", f"{user}:x")
            assert answer.json == {"data": {"notes": [{"text": "b"}, {"text": "a"}]}}, answer


@pytest.mark.parametrize("user", [None, ":x", "me"])
def test_without_a_user_it_is_407(replayer, user):
    field = [f"Proxy-Authorization: Basic {base64.b64encode(user.encode()).decode()}"] if user else []
    requests_ = [f"CONNECT {HOST}:443 HTTP/1.1", f"POST http://{HOST}/graphql HTTP/1.1", f"CONNECT other.example:443 HTTP/1.1"]
    for line in requests_:
        with socket.create_connection(("127.0.0.1", replayer.server.port), 20) as connection:
            head = "\r\n".join([line, f"Host: {HOST}", "Content-Length: 0", "Connection: close", *field])
            connection.sendall(f"{head}\r\n\r\n".encode())
            answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode()
        assert answer.startswith("HTTP/1.1 407 "), answer
        assert "\r\nproxy-authenticate: basic realm=" in answer.lower()
        assert NO_SESSION in answer and "http://SESSION:x@HOST:PORT" in answer
    eventually(lambda: "--sessions-by-proxy-user requires" in replayer.server.stderr, "the report")


@pytest.mark.parametrize("user, problem", [("a%0Ab", "Use one line of text"), ("tests/a.py::test", "%253A in a URL")])
def test_a_user_that_cannot_name_a_session(replayer, user, problem):
    answer = replayer.post(URL, NOTES, "--proxy-user", f"{user}:x")
    assert answer.status.startswith("400 000"), answer
    eventually(lambda: problem in replayer.server.stderr, "the report")


def test_any_name_works_if_it_is_encoded_twice(real, tmp_path):
    name = "tests/a.py::test[100% ü]"
    real.upstream.reset()
    for words in (["record", *real.trust], ["replay", "--ca-folder", real.local.parent]):
        with proxying(real, *words, OPTION, cwd=tmp_path) as proxied:
            for library in ("requests", "httpx"):
                with Client(proxied, library, quote(quote(name, safe=""), safe="")) as client:
                    assert client.notes() == []
            assert proxied.server.stop() == 0, proxied.server.stderr
    (session,) = (tmp_path / "recordings/example/sessions").glob("*.json")
    assert json.loads(session.read_text())["session"] == name


def test_with_a_token_the_password_is_the_token(real, recorded):
    words = ["replay", "--recordings", recorded, OPTION, "--proxy-token", "sesame", "--ca-folder", real.local.parent]
    with proxying(real, *words) as proxied:
        for credentials, status in [("test-1:x", "407"), ("test-1:", "407"), (":sesame", "407"), ("test-1:sesame", "200")]:
            answer = proxied.post(URL, NOTES, "--proxy-user", credentials)
            assert answer.status.startswith(status), (credentials, answer)


def test_a_header_in_the_tunnel_names_the_same_session_or_none(replayer):
    user = ["--proxy-user", "test-1:x"]
    same = replayer.post(URL, NOTES, *user, "-H", "X-Understudy-Session: test-1")
    assert same.json == {"data": {"notes": []}}
    other = replayer.post(URL, NOTES, *user, "-H", "X-Understudy-Session: test-2")
    assert other.status.startswith("200 400") and "names two sessions" in other.text and "proxy URL" in other.text


def test_a_user_names_no_session_without_the_option(real, recorded):
    with proxying(real, "replay", "--recordings", recorded, "--ca-folder", real.local.parent) as proxied:
        for user in ("test-1", "test-2"):
            assert proxied.post(URL, NOTES, "--proxy-user", f"{user}:x").status.startswith("200 200")
        status = requests.get(f"{proxied.server.origin}/__understudy/sessions", timeout=20).text
        assert "test-1" not in status


def test_a_subscription_belongs_to_the_session(real, tmp_path):
    real.upstream.reset()
    user = "Proxy-Authorization: Basic " + base64.b64encode(b"test-3:x").decode()

    async def count(proxied: Proxied, tunnel: socket.socket) -> list[int]:
        trust = ssl.create_default_context(cafile=proxied.local)
        options = {"sock": tunnel, "ssl": trust, "server_hostname": HOST, "subprotocols": ["graphql-transport-ws"]}
        async with connect(f"wss://{HOST}/graphql", **options) as client:
            await client.send(json.dumps({"type": "connection_init"}))
            await client.recv()
            await client.send(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": COUNT}}))
            results = []
            while (message := json.loads(await client.recv()))["type"] == "next":
                results.append(message["payload"]["data"]["count"])
            return results

    for words in (["record", *real.trust], ["replay", "--ca-folder", real.local.parent]):
        with proxying(real, *words, OPTION, cwd=tmp_path) as proxied:
            tunnel, head = proxied.tunnel(f"{HOST}:443", user)
            assert head.startswith(b"HTTP/1.1 200 "), head
            tunnel.setblocking(False)
            assert asyncio.run(count(proxied, tunnel)) == [1, 2, 3]
            assert proxied.server.stop() == 0, proxied.server.stderr
    (session,) = (tmp_path / "recordings/example/sessions").glob("*.json")
    assert json.loads(session.read_text())["session"] == "test-3"


def test_generated_data_has_a_state_for_each_user(real, tmp_path):
    """In absolute form: each request on one connection names its session."""
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas/shop.graphqls").write_text(
        "type Query { item(id: ID!): Item } type Mutation { updateItem(id: ID!, name: String!): Item }"
        " type Item { id: ID! name: String! }"
    )
    (tmp_path / "recordings/shop").mkdir(parents=True)
    (tmp_path / "recordings/shop/endpoint.yaml").write_text("upstream: http://shop.example.test/api\n")
    read, url = '{ item(id: "1") { name } }', "http://shop.example.test/api"
    change = 'mutation { updateItem(id: "1", name: "new") { name } }'
    with proxying(real, "fake", OPTION, cwd=tmp_path) as proxied:
        def ask(user, query):
            return proxied.post(url, query, "--proxy-user", f"{user}:x", trusts=False).json["data"]

        before = ask("test-1", read)
        assert ask("test-1", change)["updateItem"] == {"name": "new"}
        assert ask("test-1", read)["item"] == {"name": "new"}
        assert ask("test-2", read) == before
        assert proxied.post(url, read, trusts=False).status.split()[1] == "407"


EXEC = f"""
import os, requests
from concurrent.futures import ThreadPoolExecutor
def test(name):
    proxy = os.environ["HTTPS_PROXY"].replace("//", f"//{{name}}:x@")
    client = requests.Session()
    client.trust_env = False
    client.proxies, client.verify = {{"https": proxy}}, os.environ["REQUESTS_CA_BUNDLE"]
    def ask(query): return client.post("{URL}", json={{"query": query}}, timeout=20).json()["data"]
    assert not any(note["text"] == name for note in ask("{NOTES}")["notes"])
    ask(f'mutation Add {{{{ addNote(text: "{{name}}") {{{{ text }}}} }}}}')
    assert any(note["text"] == name for note in ask("{NOTES}")["notes"])
with ThreadPoolExecutor(3) as pool: list(pool.map(test, ["one", "two", "three"]))
"""


def test_exec(real, tmp_path):
    real.upstream.reset()
    place = ["--upstream-ca", real.company.pair.certificate, "--resolve", f"{HOST}=127.0.0.1:{real.port}"]
    for words in (["--mode", "record", *place], [], []):
        done = run("exec", *words, "--intercept", OPTION, "--", sys.executable, "-c", EXEC, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
    assert len(list((tmp_path / "recordings/example/sessions").glob("*.json"))) == 3


def test_the_miss_of_a_session_says_how_to_record_it(real, tmp_path, recorded):
    words = ["exec", "--recordings", recorded, "--intercept", OPTION, "--", sys.executable, "-c", EXEC]
    done = run(*words, cwd=tmp_path)
    assert done.returncode != 0 and f"--mode record --recordings {recorded} --intercept {OPTION} -- " in done.stderr, done.stderr


TEST = f"""
import json, os, pytest, urllib.request
def ask(query):
    request = urllib.request.Request("{URL}", json.dumps({{"query": query}}).encode(), {{"content-type": "application/json"}})
    with urllib.request.urlopen(request, timeout=20) as answer: return json.load(answer)["data"]
@pytest.mark.parametrize("number", range(4))
def test_note(number):
    assert "se%40same%2F1@" in os.environ["HTTPS_PROXY"]
    assert "notes" in ask("{NOTES}")
"""


@pytest.mark.skipif(not EACH_TEST.exists(), reason="pytest-xdist is not there")
def test_exec_with_a_token(real, tmp_path):
    """The variables of proxies have it, also those of each worker, and what is printed has not."""
    real.upstream.reset()
    (tmp_path / "test_notes.py").write_text(TEST)
    place = ["--upstream-ca", real.company.pair.certificate, "--resolve", f"{HOST}=127.0.0.1:{real.port}"]
    words = ["--intercept", "-v", "--proxy-token", "se@same/1", "--each-test", "pytest", "--", EACH_TEST, "-m", "pytest", "-q"]
    for more, workers in ((["--mode", "record", *place], []), ([], ["-n", "2"])):
        done = run("exec", *more, *words, "-p", "no:cacheprovider", *workers, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "HTTPS_PROXY=http://understudy:…@127.0.0.1:" in done.stderr and "same" not in done.stderr


def test_not_with_a_session_for_each_test(tmp_path):
    done = run("exec", "--intercept", OPTION, "--each-test", "pytest", "--", "pytest", cwd=tmp_path)
    assert done.returncode != 0 and f"{OPTION} and --each-test" in done.stderr
