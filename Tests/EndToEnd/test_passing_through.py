"""Traffic that is not GraphQL goes through the recorder as it is."""

import contextlib
import hashlib
import json
import re
import shutil

import clients
import pytest
from harness import closed_port, recording_files, run, running, understudy
from http_server import answer, sent_body, serving


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


def recorder(url, folder, *arguments):
    return running(understudy("record", "--upstream", url, "--endpoint", "site", "--recordings", folder, *arguments))


def replayer(folder):
    return running(understudy("replay", "--recordings", folder))


CONDITIONS = {"If-Match": '"v1"', "If-None-Match": '"v0"', "If-Modified-Since": "Thu, 26 Nov 2026 10:00:00 GMT"}


@pytest.mark.parametrize(("method", "passed"), [("GET", False), ("PUT", True)])
def test_the_condition_of_a_write_is_for_the_api_and_that_of_a_read_would_leave_no_answer(method, passed, folder):
    seen = []

    def respond(handler):
        sent_body(handler)
        seen.extend(name for name in CONDITIONS if handler.headers[name])
        answer(handler, b"{}", 412 if seen else 200)

    sent = [word for name, value in CONDITIONS.items() for word in ("-H", f"{name}: {value}")]
    with serving(respond) as url, recorder(url, folder) as server:
        status = clients.curl(f"{server.origin}/site/document", "-X", method, *sent).status
        assert server.stop() == 0
    assert (seen, status) == ((list(CONDITIONS), 412) if passed else ([], 200))


@pytest.mark.parametrize("length", ["12345", None])
def test_a_head_request_is_told_the_length(length, folder):
    def respond(handler):
        handler.send_response(200)
        handler.send_header("content-type", "image/png")
        if length:
            handler.send_header("content-length", length)
        handler.end_headers()
        handler.wfile.flush()

    with serving(respond) as url, recorder(url, folder) as server:
        assert clients.curl(f"{server.origin}/site/picture", "--head").header("content-length") == (length or "0")


def test_a_large_answer_is_recorded_although_the_client_has_it(folder):
    """It arrives in pieces, which an answer without a body would cut off."""

    def respond(handler):
        answer(handler, b"x" * 3_000_000, etag='"v1"', content_type="text/plain")

    with serving(respond) as url, recorder(url, folder) as server:
        reply = clients.curl(f"{server.origin}/~s1/site/large.txt", "-H", 'If-None-Match: "v1"')
        assert (reply.status, len(reply.body)) == (200, 3_000_000)
        assert server.stop() == 0, server.stderr
    with replayer(folder) as server:
        assert len(clients.curl(f"{server.origin}/~s1/site/large.txt").body) == 3_000_000


NAMED = ("-H", "X-Understudy-Session: s1")


def test_cookies_of_a_single_result_in_an_event_stream(folder):
    def respond(handler):
        sent_body(handler)
        event = b'event: next\ndata: {"data": {"login": true}}\n\nevent: complete\ndata:\n\n'
        answer(handler, event, content_type="text/event-stream", set_cookie="sid=a1b2c3d4e5f6a7b8; HttpOnly")

    with serving(respond) as url, recorder(url, folder) as server:
        reply = clients.post(server.origin, {"query": "mutation { login }"}, *NAMED, accept="text/event-stream")
        assert reply.header("set-cookie").startswith("sid=a1b2c3d4e5f6a7b8")
        assert server.stop() == 0
    with replayer(folder) as server:
        reply = clients.post(server.origin, {"query": "mutation { login }"}, *NAMED)
        assert reply.header("set-cookie").startswith("sid=") and reply.json == {"data": {"login": True}}


def test_cookies_of_a_batch(folder):
    def respond(handler):
        sent_body(handler)
        answer(handler, b'[{"data": {"login": true}}]', set_cookie="sid=a1b2c3d4e5f6a7b8; HttpOnly")

    with serving(respond) as url, recorder(url, folder) as server:
        clients.post(server.origin, [{"query": "mutation { login }"}], *NAMED)
        assert server.stop() == 0
    with replayer(folder) as server:
        assert clients.post(server.origin, [{"query": "mutation { login }"}], *NAMED).header("set-cookie")


def test_variables_in_the_url_of_a_query_as_text(folder):
    """As express-graphql takes them, beside a body of `application/graphql`."""

    def respond(handler):
        sent_body(handler)
        answer(handler, json.dumps({"data": {"dice": int(handler.path[-4])}}).encode())

    def roll(server, value):
        url = f"{server.origin}/site?variables=%7B%22d%22:{value}%7D"
        return clients.curl(url, "-H", "Content-Type: application/graphql", body="query R($d: Int) { dice(d: $d) }").json

    with serving(respond) as url:
        # The URL ends with the variables, whose last characters are an encoded brace.
        with recorder(url, folder) as server:
            for value in (1, 2):
                assert roll(server, value)["data"] == {"dice": value}
            assert server.stop() == 0
    with replayer(folder) as server:
        assert [roll(server, value)["data"] for value in (2, 1)] == [{"dice": 2}, {"dice": 1}]
        assert roll(server, 3)["errors"]


def test_a_mutation_in_a_batch_that_only_the_api_knows_the_text_of(folder):
    """No text, no recording: the client is asked for it, before the API executes anything."""
    text, count = "mutation Inc { inc }", []

    def respond(handler):
        sent = json.loads(sent_body(handler))
        first = sent[0] if isinstance(sent, list) else sent
        if "query" not in first or "Inc" in first["query"]:
            count.append(1)
        result = {"data": {"inc": len(count)} if count and "Number" not in first.get("query", "") else {"number": len(count)}}
        answer(handler, json.dumps([result] if isinstance(sent, list) else result).encode())

    hashed = {"extensions": {"persistedQuery": {"version": 1, "sha256Hash": hashlib.sha256(text.encode()).hexdigest()}}}
    number = {"query": "query Number { number }"}
    with serving(respond) as url, recorder(url, folder) as server:
        assert clients.post(server.origin, number).json == {"data": {"number": 0}}
        [refused] = clients.post(server.origin, [hashed]).json
        assert refused["errors"][0]["message"] == "PersistedQueryNotFound" and not count
        assert clients.post(server.origin, [{**hashed, "query": text}]).json == [{"data": {"inc": 1}}]
        assert clients.post(server.origin, number).json == {"data": {"number": 1}}
        assert server.stop() == 0
    with replayer(folder) as server:
        assert clients.post(server.origin, number).json == {"data": {"number": 0}}
        assert clients.post(server.origin, [hashed]).json == [{"data": {"inc": 1}}]
        assert clients.post(server.origin, number).json == {"data": {"number": 1}}


@pytest.mark.parametrize(("ending", "is_whole"), [("", False), ("\r\n-----\r\n", True)])
def test_parts_that_end_before_the_last_are_no_answer(ending, is_whole, folder):
    part = '{"data": {"a": 1}, "hasNext": %s}' % ("false" if is_whole else "true")
    body = f"---\r\nContent-Type: application/json\r\n\r\n{part}\r\n--{'-' if not is_whole else ''}{ending[2:]}"

    def respond(handler):
        sent_body(handler)
        answer(handler, body.encode(), content_type='multipart/mixed; boundary="-"')

    query = {"query": "{ a ... @defer { b } }"}
    with serving(respond) as url, recorder(url, folder, "--json") as server:
        # What the API cut off is cut off for the client, too.
        with contextlib.nullcontext() if is_whole else pytest.raises(ConnectionError):
            clients.curl(
                f"{server.origin}/site", "-H", "Content-Type: application/json",
                "-H", "Accept: multipart/mixed;deferSpec=20220824, application/json", body=json.dumps(query),
            )  # fmt: skip
        server.stop()
    ends = [json.loads(file.read_text()) for file in folder.glob("site/*/*.json")]
    assert '"complete"' in json.dumps(ends) if is_whole else '"complete"' not in json.dumps(ends)


def test_parameters_of_the_url_make_no_difference_and_that_is_told(folder):
    def respond(handler):
        sent_body(handler)
        answer(handler, b'{"data": {"a": 1}}')

    with serving(respond) as url, recorder(url, folder) as server:
        for tenant in ("a", "a", "b"):
            clients.post(f"{server.origin}/site?tenant={tenant}&query=", {"query": "{ a }"})
        assert server.stop() == 0
    assert server.stderr.count('different values of the URL parameter "tenant"') == 1


def test_an_api_that_cannot_be_reached_failed(folder):
    with recorder(f"http://127.0.0.1:{closed_port()}/graphql", folder) as server:
        assert clients.post(f"{server.origin}/site", {"query": "{ a }"}).status == 502
        server.stop()
    assert re.search(r"\{ a \} .* FAILED +502", server.stdout + server.stderr)
    assert "passed" not in server.stdout + server.stderr


def test_headers_that_may_change_answers_are_named_and_the_advice_helps(folder):
    """The language, for example: without a rule, the second one would get the first one's answers."""

    def respond(handler):
        sent_body(handler)
        answer(handler, json.dumps({"data": {"hello": handler.headers["accept-language"]}}).encode())

    def hello(server, language):
        return clients.post(f"{server.origin}/site", {"query": "{ hello }"}, "-H", f"Accept-Language: {language}").json

    rule = 'operations: { "*": { headers: [accept-language] } }'
    with serving(respond) as url:
        with recorder(url, folder) as server:
            for language in ("*", "de", "de", "fr"):
                hello(server, language)
            assert server.stop() == 0
        assert server.stderr.count("different values of the header accept-language") == 1 and rule in server.stderr
        shutil.rmtree(folder / "site")
        (folder / "site").mkdir()
        (folder / "site/endpoint.yaml").write_text(f"upstream: {url}\n{rule}\n")
        with recorder(url, folder) as server:
            for language in ("de", "fr"):
                hello(server, language)
            assert server.stop() == 0
        assert "accept-language" not in server.stderr
    with replayer(folder) as player:
        assert [hello(player, language)["data"]["hello"] for language in ("fr", "de")] == ["fr", "de"]


SECRETS = ["hunter-77-key-one", "pass-88-word-two", "Zq8rT2xy", "header-99-value-three"]


def test_secrets_are_found_by_the_name_of_a_header_in_every_credential_and_first_in_a_form(folder):
    def respond(handler):
        sent_body(handler)
        if "token" in handler.path:
            form = f"access_token={SECRETS[2]}&scope=repo"
            return answer(handler, form.encode(), content_type="application/x-www-form-urlencoded")
        text = f"key {SECRETS[0]} and {SECRETS[1]}"
        return answer(handler, json.dumps({"data": {"text": text}}).encode(), x_auth_token=SECRETS[3])

    with serving(respond) as url:
        (folder / "site").mkdir(parents=True)
        rules = "identity: { header: [x-api-key, authorization] }\nheaders: [x-auth-token]\n"
        (folder / "site/endpoint.yaml").write_text(f"upstream: {url}\n{rules}")
        with running(understudy("record", "--recordings", folder)) as server:
            sent = ["-H", f"x-api-key: {SECRETS[0]}", "-H", f"Authorization: Bearer {SECRETS[1]}"]
            clients.post(server.origin, {"query": "{ text }"}, *sent)
            clients.curl(f"{server.origin}/site/token", "-X", "POST")
            assert server.stop() == 0
    files = [file for file in folder.rglob("*") if file.is_file()]
    written = "".join(file.read_text("utf-8") for file in files)
    assert "understudy" in written and "scope=repo" in written and "x-auth-token" in written
    assert [secret for secret in SECRETS if secret in written] == []


def test_a_batch_of_a_recording_by_another_tool_stays_whole(folder, tmp_path):
    """Its answer is known, whether or not the text of each of its operations is."""
    text, unknown = "mutation Inc { inc }", {"persistedQuery": {"version": 1, "sha256Hash": "a" * 64}}
    batch = [{"query": "{ number }"}, {"extensions": unknown}, {"query": text}]
    results = [{"data": {"number": 0}}, {"data": {"other": 1}}, {"data": {"inc": 1}}]
    reads = [(batch, results), ({"query": "{ number }"}, {"data": {"number": 1}})]
    entries = [
        {
            "startedDateTime": f"2026-11-20T10:00:0{second}Z", "time": 1,
            "request": {
                "method": "POST", "url": "https://api.example.com/graphql", "headers": [],
                "postData": {"mimeType": "application/json", "text": json.dumps(sent)},
            },
            "response": {
                "status": 200, "headers": [], "content": {"mimeType": "application/json", "text": json.dumps(got)},
            },
        }
        for second, (sent, got) in enumerate(reads)
    ]  # fmt: skip
    har = tmp_path / "session.har"
    har.write_text(json.dumps({"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": entries}}))
    done = run("import", har, "--endpoint", "site", "--recordings", folder)
    assert done.returncode in (0, 1), done.stderr
    with replayer(folder) as server:
        assert clients.post(server.origin, batch[0]).json == results[0]
        assert clients.post(server.origin, batch[2]).json == results[2]
        assert clients.post(server.origin, batch[0]).json == {"data": {"number": 1}}
