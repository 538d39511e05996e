"""Traffic that is not GraphQL goes through the recorder as it is."""

import json

import clients
import pytest
from harness import recording_files, running, understudy


@pytest.fixture
def through(misbehaving, folder):
    arguments = ["--upstream", misbehaving.origin, "--endpoint", "site", "--recordings", folder, "--json"]
    with running(understudy("record", *arguments)) as server:
        yield server


@pytest.mark.parametrize("path", ["text", "binary", "html", "html/404", "not-graphql", "redirect", "chunked", "gzip"])
@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_other_paths_and_methods(path, method, misbehaving, through, folder):
    direct = clients.curl(f"{misbehaving.origin}/{path}", "-X", method, "--raw" if path == "gzip" else "-s")
    answer = clients.curl(f"{through.origin}/site/{path}", "-X", method, "--raw" if path == "gzip" else "-s")
    assert (answer.status, answer.body) == (direct.status, direct.body)
    assert answer.header("content-type") == direct.header("content-type")
    assert answer.header("x-own") == direct.header("x-own")
    # The same place, below the endpoint's URL.
    assert answer.header("location") == (f"/site{direct.header('location')}" if direct.header("location") else None)
    assert through.stop() == 0
    # Nobody can find secrets in binary answers.
    assert bool(recording_files(folder)) == (path != "binary")


def test_the_request_arrives_as_it_was_sent(misbehaving, through):
    sent = bytes(range(256))
    answer = clients.curl(
        f"{through.origin}/site/echo/a%20b;c?x=1&y=%C3%A9&x=2", "-X", "PUT", "-H", "X-Own: kept", "-H", "X-Own: twice",
        "-H", "Content-Type: application/octet-stream", "-H", "Authorization: Bearer abc",
        "-H", "X-Understudy-Session: mine", "-H", "Connection: keep-alive, X-Hop", "-H", "X-Hop: here only", body=sent,
    )  # fmt: skip
    seen = answer.json
    assert seen["method"] == "PUT"
    assert seen["target"] == "/echo/a%20b;c?x=1&y=%C3%A9&x=2"
    assert seen["body"].encode("latin-1") == sent
    headers: dict[str, list[str]] = {}
    for name, value in seen["headers"]:
        headers.setdefault(name.lower(), []).append(value)
    assert headers["x-own"] == ["kept", "twice"]
    assert headers["authorization"] == ["Bearer abc"]
    assert headers["host"] == [misbehaving.origin.removeprefix("http://")]
    assert headers["user-agent"][0].startswith("curl/")
    assert "x-understudy-session" not in headers and "x-hop" not in headers
    codings = {coding.strip() for coding in ",".join(headers.get("accept-encoding", [])).split(",")}
    assert codings <= {"", "gzip", "deflate", "identity"}


def test_a_graphql_request_arrives_as_it_was_sent(misbehaving, folder):
    """Byte for byte, the spaces in the JSON too: the upstream must not notice the recorder."""
    body = b'{ "query" : "{ ok }",\n "variables": {"a": 1.0, "b": "\\u00e9"} , "extensions" : {} }\n'
    with running(
        understudy("record", "--upstream", f"{misbehaving.origin}/echo", "--endpoint", "site", "--recordings", folder)
    ) as server:
        seen = clients.post(server.origin, body).json
    assert seen["body"].encode("latin-1") == body
    assert seen["method"] == "POST"
    assert seen["target"].startswith("/echo")


def test_a_page_for_people_is_not_recorded(countries, folder):
    with running(
        understudy("record", "--upstream", countries.origin, "--endpoint", "countries", "--recordings", folder)
    ) as server:
        # At /, a browser gets the page of this program.
        page = clients.curl(f"{server.origin}/countries", "-H", "Accept: text/html,application/xhtml+xml")
        assert page.header("content-type") == "text/html"
        assert b"GraphiQL" in page.body
        assert server.stop() == 0
    assert not folder.exists() or not recording_files(folder)


@pytest.mark.parametrize("body", [b"not json", b"[]", b'"text"', b"{}", json.dumps({"hello": "there"}).encode()])
def test_a_post_that_is_no_graphql_request(body, misbehaving, folder):
    """The upstream judges it, not the recorder."""
    with running(
        understudy("record", "--upstream", f"{misbehaving.origin}/text", "--endpoint", "site", "--recordings", folder)
    ) as server:
        answer = clients.post(server.origin, body)
        assert answer.status == 200 and answer.body == "héllo\r\n\x00end".encode()
        assert server.stop() == 0
    assert not folder.exists() or not recording_files(folder)
