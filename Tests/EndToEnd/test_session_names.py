"""What cannot be a session's name is refused, in every mode, with what a name may be."""

import json

import clients
import pytest
from harness import running, understudy

BODY = json.dumps({"query": "{ ok }"}).encode()

# By the path, as it is sent; the message says why.
IN_THE_PATH = {
    "nothing": ("", "is empty"),
    "a space": ("%20", "is empty"),
    "NUL": ("a%00b", "control character"),
    "a line break": ("a%0Ab", "line break"),
    "an escape": ("a%1B%5B31mb", "control character"),
    "a newer control character": ("a%C2%85b", "control character"),
    "a line separator": ("a%E2%80%A8b", "line break"),
    "no text": ("%FF%FE", "is not text in UTF-8"),
}

# By the header.
IN_THE_HEADER = {
    "nothing": (b"", "is empty"),
    "a tab": (b"a\tb", "control character"),
    "no text, encoded": (b"%C3", "is not text in UTF-8"),
}

GOOD = [
    "a", "LoginTests.wrongPassword", "n" * 200, "n" * 10_000, "~", "%25", "%F0%9F%9A%80", "with%20space", "...", "%7Ea", "a:b",
    "..", "%2e%2e", "a%2Fb", "a%5Cb", "tests%2Ftest_cart.py::test_add[1-x]", "%C3%A9" * 101,
]  # fmt: skip


@pytest.fixture(scope="module", params=["record", "replay", "fake"])
def server(request, misbehaving, tmp_path_factory):
    folder = tmp_path_factory.mktemp("names")
    (folder / "schemas").mkdir()
    (folder / "schemas" / "thing.graphqls").write_text("type Query { ok: Boolean! }")
    recordings = ["--recordings", folder / "recordings"]
    recorder = ["record", "--upstream", f"{misbehaving.origin}/ok", "--endpoint", "thing", *recordings]
    if request.param == "replay":
        with running(understudy(*recorder)) as recording:
            assert clients.post(f"{recording.origin}/thing", BODY).status == 200
            assert recording.stop() == 0
    arguments = {
        "record": recorder,
        "replay": ["replay", *recordings],
        "fake": ["fake", "--schemas", folder / "schemas"],
    }
    with running(understudy(*arguments[request.param])) as server:
        yield server


def refused(received: bytes, why: str) -> None:
    answer = clients.parsed(received)
    assert answer.status == 400, received[:300]
    assert answer.media_type == "application/json"
    assert answer.code == "UNDERSTUDY_BAD_SESSION"
    assert why in answer.message
    assert "Use one line of text" in answer.message and "tests/test_cart.py::test_add" in answer.message
    assert len(answer.message) < 500, "a long name is not repeated"
    assert not any(ord(character) < 0x20 for character in answer.message), "nor are control characters"


@pytest.mark.parametrize("name, why", IN_THE_PATH.values(), ids=IN_THE_PATH)
def test_a_bad_name_in_the_path(server, name, why):
    for rest in ("", "/graphql"):
        refused(clients.raw(server.port, clients.raw_post(server.port, BODY, f"/thing/~{name}{rest}")), why)


@pytest.mark.parametrize("name, why", IN_THE_HEADER.values(), ids=IN_THE_HEADER)
def test_a_bad_name_in_the_header(server, name, why):
    request = clients.raw_post(server.port, BODY, "/thing", f"X-Understudy-Session: {name.decode('latin-1')}\r\n")
    refused(clients.raw(server.port, request), why)


@pytest.mark.parametrize("name", GOOD)
def test_a_good_name(server, name):
    received = clients.raw(server.port, clients.raw_post(server.port, BODY, f"/thing/~{name}"))
    assert b" 200 " in received.split(b"\r\n")[0], received[:300]


@pytest.mark.parametrize("name", [name for name, _ in IN_THE_PATH.values() if name], ids=lambda name: name[:20])
def test_a_bad_name_to_reset(server, name):
    received = clients.raw(
        server.port,
        f"POST /__understudy/sessions/{name}/reset HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        "Content-Length: 0\r\n\r\n".encode(),
    )
    answer = clients.parsed(received)
    assert answer.status in (400, 404), received[:300]
    assert len(answer.message) < 1000


def test_the_server_goes_on(server):
    assert clients.post(f"{server.origin}/thing", BODY).status == 200
