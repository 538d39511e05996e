"""Answers that a table repeats by the bytes of their requests: only headers that cannot affect them are ignored."""

from __future__ import annotations

import contextlib
import http.client
import json
from collections.abc import Callable, Iterator

import clients
import operations
import pytest
from harness import ROOT, running, understudy
from http_server import answer, sent_body, serving

PATH = "/countries"
ASKED = json.loads(operations.CONTINENTS_LIST.apollo_bytes())
# More than the requests after which an answer is in the table.
REPEATS = 4
TRACES = ["traceparent", "X-Request-ID", "User-Agent", "X-Sent-At", "tenant"]
# Each changes the answer by itself, however often the request came without it.
READ = [
    {"Accept": "text/html"},
    {"Accept": "image/png"},
    {"Content-Type": "text/plain"},
    {"Content-Encoding": "br"},
    {"Host": "elsewhere.example"},
    {"Origin": "https://elsewhere.example"},
    {"Origin": "http://localhost:3000"},
    {"Sec-Fetch-Site": "cross-site"},
    {"X-Understudy-Session": "not a name"},
    {"X-Understudy-Start": "nowhere"},
    {"Understudy-Fault": "status=503"},
    {"Understudy-Data": "other"},
    {"Connection": "close"},
]

Ask = Callable[..., http.client.HTTPResponse]


@contextlib.contextmanager
def connected(server) -> Iterator[Ask]:
    """One connection, since each event loop has a table of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)

    def ask(headers: dict[str, str] | None = None, body: dict = ASKED, path: str = PATH):
        sent = {"Content-Type": "application/json", "Accept": "application/json", **(headers or {})}
        connection.request("POST", path, json.dumps(body).encode(), sent)
        response = connection.getresponse()
        response.data = response.read()
        return response

    yield ask
    connection.close()


def shown(response) -> tuple[int, list[tuple[str, str]], bytes]:
    return response.status, response.getheaders(), response.data


@pytest.fixture
def named(folder) -> Iterator[tuple[str, list[dict[str, list[str]]]]]:
    """An upstream that answers with the header `X-Request-ID`, and the headers that it got."""
    seen: list[dict[str, list[str]]] = []

    def reply(request):
        sent_body(request)
        seen.append({name.lower(): request.headers.get_all(name) for name in request.headers})
        name = request.headers.get("X-Request-ID") or "nobody"
        answer(request, json.dumps({"data": {"country": {"name": name}}}).encode())

    with serving(reply) as upstream:
        yield upstream, seen


def test_each_header_that_is_read_affects_a_repeated_request():
    recordings = ["--recordings", ROOT / "recordings"]
    for mode in (["replay", *recordings], ["fake", "--schemas", ROOT / "schemas"]):
        for headers in READ:
            # Another server, since a header may name the state in which a session goes on.
            with running(understudy(*mode)) as server, connected(server) as ask:
                first = shown(ask(headers))
            with running(understudy(*mode)) as server, connected(server) as ask:
                usual = {shown(ask({name: str(number) for name in TRACES}))[2] for number in range(REPEATS)}
                assert len(usual) == 1 and b"data" in usual.pop()
                assert shown(ask({**headers, "X-Sent-At": "now"})) == first, headers


def test_a_header_that_a_rule_counts_is_never_taken_for_a_trace(named, folder):
    (upstream, _), path = named, "/shop"
    folder.joinpath("shop").mkdir(parents=True)
    rules = 'operations: { "*": { headers: [x-request-id] } }\n'
    folder.joinpath("shop", "endpoint.yaml").write_text(rules, "utf-8")
    names = ["ada", "bob"]
    record = ["record", "--upstream", upstream, "--endpoint", "shop", "--recordings", folder]
    for command in (record, ["replay", "--recordings", folder], ["replay", "--recordings", folder, "--on-miss", "forward"]):
        with running(understudy(*command)) as server, connected(server) as ask:
            for _ in range(REPEATS):
                for name in names:
                    found = json.loads(ask({"X-Request-ID": name}, path=path).data)
                    assert found == {"data": {"country": {"name": name}}}
            if command is record:
                assert server.stop() == 0
                continue
            assert ask({"X-Request-ID": "cyd"}, path=path).getheader("Understudy-Source") != "recorded"


def test_headers_that_no_answer_depends_on_reach_the_upstream(named, folder):
    upstream, seen = named
    folder.joinpath("shop").mkdir(parents=True)
    folder.joinpath("shop", "endpoint.yaml").write_text(f"upstream: {upstream}\n", "utf-8")
    with running(understudy("replay", "--recordings", folder, "--on-miss", "forward")) as server:
        assert clients.post(
            f"{server.origin}/shop", ASKED, "-H", "X-Request-ID: 7", "-H", "X-Own: a", "-H", "X-Own: b",
            "-H", "Authorization: Bearer abc", "-H", "Connection: keep-alive, X-Hop", "-H", "X-Hop: here only",
        ).json == {"data": {"country": {"name": "7"}}}  # fmt: skip
    (got,) = seen
    assert (got["x-own"], got["x-request-id"], got["authorization"]) == (["a", "b"], ["7"], ["Bearer abc"])
    assert got["user-agent"][0].startswith("curl/") and "x-hop" not in got


def test_the_journal_has_all_headers():
    with running(understudy("replay", "--recordings", ROOT / "recordings")) as server:
        opened = clients.post(f"{server.origin}/__understudy/listeners", json.dumps({"journal": True}))
        origin = f"http://127.0.0.1:{opened.json['port']}"
        clients.post(f"{origin}{PATH}", ASKED, "-H", "X-Own: a", "-H", "X-Own: b")
        (request,) = clients.curl(f"{origin}/__understudy/requests").json["requests"]
        assert [value for name, value in request["headers"] if name.lower() == "x-own"] == ["a", "b"]
