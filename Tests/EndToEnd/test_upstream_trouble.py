"""An upstream that is down, slow or broken: the client is told, and nothing false is kept."""

import contextlib
import http.server
import json
import os
import socket
import ssl
import subprocess
import threading

import clients
import pytest
from changing_upstream import ChangingUpstream
from harness import closed_port, eventually, recording_files, run, running, understudy

QUERY = {"query": "query Trouble { ok }"}
CONTINENTS = {"query": "query Continents { continents { name } }"}
OTHER = {"query": "query Other { continents { code } }"}
RENAME = {"query": 'mutation Rename { rename(code: "CA", name: "Kanada") { name } }'}
JSON = {"content-type": "application/json"}


@contextlib.contextmanager
def changing():
    upstream = ChangingUpstream()
    with upstream.listening() as upstream.url:
        yield upstream


def record(url, folder, *arguments):
    return running(understudy("record", "--upstream", url, "--endpoint", "trouble", "--recordings", folder, *arguments))


def nothing_recorded(folder):
    return not folder.exists() or not recording_files(folder)


def is_explained(answer, status, code):
    """A GraphQL client can read what happened."""
    assert answer.status == status, answer
    assert answer.media_type == "application/json"
    assert answer.source == "error"
    assert answer.code == code
    assert "data" not in answer.json
    return True


def test_nobody_listens(folder):
    port = closed_port()
    with record(f"http://127.0.0.1:{port}/graphql", folder) as server:
        answer = clients.post(server.origin, QUERY)
        assert is_explained(answer, 502, "UNDERSTUDY_UPSTREAM_UNREACHABLE")
        advice = "Start the API, or correct the host and the port in the upstream URL."
        sentence = f"the connection was refused. {advice}"
        assert answer.message == f"The upstream http://127.0.0.1:{port}/graphql cannot be reached: {sentence}"
        assert server.stop() == 0
        assert sentence in server.stderr
    assert nothing_recorded(folder)


def test_the_host_does_not_exist(folder):
    with record("http://nowhere.invalid/graphql", folder) as server:
        answer = clients.post(server.origin, QUERY)
        assert is_explained(answer, 502, "UNDERSTUDY_UPSTREAM_UNREACHABLE")
        assert "the host nowhere.invalid is unknown. Check that the upstream URL has the right name" in answer.message
    assert nothing_recorded(folder)


def with_variables(**variables):
    names = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"]
    taken = {*names, *(name.lower() for name in names)}
    return {**{name: value for name, value in os.environ.items() if name not in taken}, **variables}


@pytest.mark.parametrize(
    "url, variables, named",
    [
        ("http://nowhere.invalid/graphql", {"http_proxy": "http://127.0.0.1:9"}, "http_proxy"),
        ("https://nowhere.invalid/graphql", {"HTTPS_PROXY": "http://127.0.0.1:9"}, "HTTPS_PROXY"),
        ("https://nowhere.invalid/graphql", {"ALL_PROXY": "http://127.0.0.1:9"}, "ALL_PROXY"),
        ("https://nowhere.invalid/graphql", {"HTTPS_PROXY": "http://127.0.0.1:9", "NO_PROXY": "a.b, .invalid"}, None),
        ("http://nowhere.invalid/graphql", {"HTTPS_PROXY": "http://127.0.0.1:9"}, None),
        ("http://127.0.0.1:1/graphql", {"http_proxy": "http://127.0.0.1:9"}, None),
    ],
)
def test_a_proxy_that_is_set_and_not_used_is_named(url, variables, named, folder):
    words = ["record", "--upstream", url, "--endpoint", "trouble", "--recordings", folder]
    with running(understudy(*words, env=with_variables(**variables))) as server:
        message = clients.post(server.origin, QUERY).message
        if named:
            assert f"{named} is set, but Understudy connects without a proxy. Use an upstream URL" in message
        else:
            assert "proxy" not in message


def test_a_proxy_that_wants_credentials(folder):
    with changing() as upstream, record(upstream.url, folder) as server:
        upstream.instead = [(407, {"content-type": "text/html"}, "<h1>Proxy Authentication Required</h1>")]
        assert clients.post(server.origin, QUERY).status == 407
        server.stop()
        assert "A proxy in front of the API requires credentials, which Understudy cannot send. Use an upstream URL" in server.stderr
    assert nothing_recorded(folder)


def tls_server(tmp_path, handler):
    """A server on 127.0.0.1 with a certificate that nobody vouches for."""
    made = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    subprocess.run(
        ["openssl", *made.split(), "-keyout", "key.pem", "-out", "own.pem"], cwd=tmp_path, check=True, capture_output=True
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "own.pem", tmp_path / "key.pem")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.handle_error = lambda *_: None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def test_http_to_a_port_that_expects_tls(folder, tmp_path):
    server = tls_server(tmp_path, http.server.BaseHTTPRequestHandler)
    url = f"http://127.0.0.1:{server.server_port}/graphql"
    sentence = "the server expects TLS on this port. Write https:// in the upstream URL instead of http://."
    with record(url, folder) as recorder:
        answer = clients.post(recorder.origin, QUERY)
        assert is_explained(answer, 502, "UNDERSTUDY_UPSTREAM_UNREACHABLE")
        assert answer.message == f"The upstream {url} cannot be reached: {sentence}"
        assert recorder.stop() == 0
        assert sentence in recorder.stderr
    fetched = run("schema", "fetch", url)
    assert fetched.returncode == 2 and sentence in fetched.stderr
    server.shutdown()
    server.server_close()
    assert nothing_recorded(folder)


@pytest.mark.parametrize(
    "text",
    ["Client sent an HTTP request to an HTTPS server.\n", "<center>The plain HTTP request was sent to HTTPS port</center>"],
    ids=["Go", "nginx"],
)
def test_a_server_that_says_itself_that_it_expects_tls(text, folder):
    with changing() as upstream, record(upstream.url, folder) as server:
        upstream.instead = [(400, {"content-type": "text/html"}, text)]
        assert clients.post(server.origin, QUERY).status == 400
        server.stop()
        assert "The server expects TLS on this port. Write https:// in the upstream URL instead of http://." in server.stderr
    assert nothing_recorded(folder)


def test_https_is_verified(folder, tmp_path):
    """A server whose certificate nobody vouches for gets no request."""
    requests = []

    class Noting(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            requests.append(self.path)

    trap = tls_server(tmp_path, Noting)
    with record(f"https://localhost:{trap.server_port}/graphql", folder) as server:
        answer = clients.post(server.origin, QUERY)
        assert is_explained(answer, 502, "UNDERSTUDY_UPSTREAM_UNREACHABLE")
        assert "its certificate is not trusted" in answer.message
        assert "Behind a proxy that replaces TLS certificates, pass the proxy's CA." in answer.message
    trap.shutdown()
    trap.server_close()
    assert not requests
    assert nothing_recorded(folder)


def test_https_to_a_server_that_speaks_none(misbehaving, folder):
    """No answer, and no falling back to plain HTTP."""
    url = misbehaving.origin.replace("http://", "https://")
    # This server waits for the end of a line, which may be among the handshake's random bytes.
    with record(f"{url}/ok", folder, "--upstream-timeout", "2") as server:
        answer = clients.post(server.origin, QUERY)
        if answer.status == 504:
            # Connecting and answering have the same limit here; the one that passes first is reported.
            assert is_explained(answer, 504, "UNDERSTUDY_UPSTREAM_TIMEOUT")
        else:
            assert is_explained(answer, 502, "UNDERSTUDY_UPSTREAM_UNREACHABLE")
            assert any(reason in answer.message for reason in ("no connection within 2000 ms. ", "no TLS connection could be made. "))
            assert answer.message.endswith(
                "If the server does not use TLS on this port, write http:// in the upstream URL instead of https://."
            )
    assert nothing_recorded(folder)


def test_https_to_a_server_that_answers_in_plain_words(folder):
    def answer(connection):
        with connection:
            connection.recv(10_000)
            connection.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    def serve():
        with contextlib.suppress(OSError):
            while True:
                answer(listener.accept()[0])

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, daemon=True).start()
        url = f"https://127.0.0.1:{listener.getsockname()[1]}/graphql"
        sentence = "the server does not use TLS on this port. Write http:// in the upstream URL instead of https://."
        with record(url, folder) as server:
            assert clients.post(server.origin, QUERY).message == f"The upstream {url} cannot be reached: {sentence}"
            assert server.stop() == 0
            assert sentence in server.stderr
    assert nothing_recorded(folder)


def test_too_slow(misbehaving, folder):
    with record(f"{misbehaving.origin}/slow/20", folder, "--upstream-timeout", "0.3") as server:
        answer = clients.post(server.origin, QUERY)
        assert is_explained(answer, 504, "UNDERSTUDY_UPSTREAM_TIMEOUT")
        assert "300 ms" in answer.message and "--upstream-timeout" in answer.message
    assert nothing_recorded(folder)


def test_slow_but_in_time(misbehaving, folder):
    with record(f"{misbehaving.origin}/slow/0.5", folder, "--upstream-timeout", "20") as server:
        assert clients.post(server.origin, QUERY).json == {"data": {"ok": True}}
        assert server.stop() == 0
    assert len(recording_files(folder)) == 1


def test_closed_before_the_answer(misbehaving, folder):
    with record(f"{misbehaving.origin}/close", folder) as server:
        assert is_explained(clients.post(server.origin, QUERY), 502, "UNDERSTUDY_UPSTREAM_BROKEN")
    assert nothing_recorded(folder)


@pytest.mark.parametrize("how", ["reset", "truncated"])
def test_broken_half_way(how, misbehaving, folder):
    """Either nothing was handed on and the client is told, or the client sees that the body is not whole."""
    with record(f"{misbehaving.origin}/{how}", folder) as server:
        try:
            answer = clients.post(server.origin, QUERY)
        except ConnectionError:
            pass
        else:
            assert is_explained(answer, 502, "UNDERSTUDY_UPSTREAM_BROKEN")
        assert server.stop() == 0
    assert nothing_recorded(folder)


@pytest.mark.parametrize("how", ["html", "html/404", "html/502", "invalid-json", "empty", "bad-gzip", "redirect"])
def test_what_is_no_graphql_answer_is_not_kept(how, misbehaving, folder):
    """It goes through as it is, so that the client sees what the upstream says, and a line says why it is not kept."""
    with record(f"{misbehaving.origin}/{how}", folder, "--json") as server:
        direct = clients.post(f"{misbehaving.origin}/{how}", QUERY)
        through = clients.post(server.origin, QUERY)
        if through.source == "error":
            assert through.status in (502, 504)
            assert through.json["errors"]
        else:
            assert (through.status, through.body) == (direct.status, direct.body)
            assert through.header("content-type") == direct.header("content-type")
        server.stop()
        (exchange,) = server.events("exchange")
        fails = how in ("html", "html/404", "invalid-json", "empty")
        assert exchange["outcome"] == ("failed" if fails else "notRecorded")
        assert ("which is not GraphQL. Check" in exchange["reason"]) == fails
    assert nothing_recorded(folder)


def test_json_that_is_no_graphql_answer_fails_first_and_is_what_the_endpoint_said_later(folder):
    """Some servers answer a GraphQL request so, with `{"error": true}` and the like. A client has to cope with it.

    Before the endpoint has given a GraphQL response its URL may be wrong.
    """
    with changing() as upstream, record(upstream.url, folder) as server:
        for status in (404, 200):
            upstream.instead = [(status, JSON, '{"detail": "Not Found"}')]
            failed = clients.post(server.origin, OTHER)
            assert (failed.status, failed.body) == (status, b'{"detail": "Not Found"}')
        assert nothing_recorded(folder)
        assert clients.post(server.origin, CONTINENTS).status == 200
        upstream.instead = [(404, JSON, '{"detail": "Not Found"}')]
        then = clients.post(server.origin, OTHER)
        server.stop()
        assert server.stderr.count("FAILED") == 3, "twice, and in the summary"
        assert "which is not GraphQL. Check the path of --upstream. Many servers use /graphql." in server.stderr
    assert len(recording_files(folder)) == 2
    with running(understudy("replay", "--recordings", folder)) as replay:
        now = clients.post(replay.origin, OTHER)
        assert (now.status, now.json, now.source) == (404, then.json, "recorded")


def test_a_run_with_failed_requests_exits_with_1(folder):
    with changing() as upstream:
        upstream.always = (401, JSON, '{"message": "Log in"}')
        arguments = ["--mode", "record", "--upstream", upstream.url, "--endpoint", "trouble", "--recordings", folder]
        curl = 'curl -s -H "content-type: application/json" -d "{\\"query\\": \\"{ a }\\"}" $UNDERSTUDY_URL_TROUBLE'
        done = run("exec", *arguments, "--", "sh", "-c", curl)
        assert done.returncode == 1, done.stderr
        assert "The API requires credentials" in done.stderr
    assert nothing_recorded(folder)


@pytest.mark.parametrize("how", ["slow/20", "drip/5000"])
def test_a_mutation_whose_client_left_is_reported_in_words(how, misbehaving, folder):
    """Before the answer began, and in the middle of it."""

    def asked():
        return clients.curl(f"{misbehaving.origin}/requests").json.get(how.split("/")[0], 0)

    before = asked()
    with record(f"{misbehaving.origin}/{how}", folder) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as connection:
            connection.sendall(clients.raw_post(server.port, json.dumps(RENAME).encode()))
            eventually(lambda: asked() > before, "the mutation at the endpoint")
        eventually(lambda: "the client disconnected" in server.stderr, "the report")
        server.stop()
        assert "CancellationError" not in server.stderr
    assert nothing_recorded(folder)


@pytest.mark.parametrize("isRetried", [True, False])
def test_a_mutation_that_got_a_5xx_may_be_retried(isRetried, folder):
    with changing() as upstream, record(upstream.url, folder) as server:
        assert clients.post(server.origin, CONTINENTS).status == 200
        upstream.instead = [(503, {"content-type": "text/html", "retry-after": "7", "x-id": "1"}, "<h1>Busy</h1>")]
        busy = clients.post(server.origin, RENAME)
        assert (busy.status, busy.body) == (503, b"<h1>Busy</h1>")
        assert (busy.header("retry-after"), busy.header("x-id")) == ("7", "1")
        if isRetried:
            assert clients.post(server.origin, RENAME).status == 200
        assert clients.post(server.origin, CONTINENTS).status == 200
        assert server.stop() == 0
        assert ("was not retried" in server.stderr) != isRetried
    assert len(recording_files(folder)) == (2 if isRetried else 1)
    with running(understudy("replay", "--recordings", folder)) as replay:
        for query in (CONTINENTS, RENAME, CONTINENTS) if isRetried else (CONTINENTS,):
            answer = clients.post(replay.origin, query)
            assert (answer.status, answer.header("understudy-state")) == (200, "exact")


@pytest.mark.parametrize("status", [500, 503])
def test_a_server_error_is_kept_only_on_request(status, misbehaving, folder):
    url = f"{misbehaving.origin}/status/{status}"
    with record(url, folder) as server:
        answer = clients.post(server.origin, QUERY)
        assert answer.status == status
        assert answer.code == "UPSTREAM", "the upstream's own errors, as they came"
        assert server.stop() == 0
        assert "--record-errors" in server.stderr
    assert nothing_recorded(folder)
    with record(url, folder, "--record-errors") as server:
        then = clients.post(server.origin, QUERY)
        assert server.stop() == 0
    assert len(recording_files(folder)) == 1
    with running(understudy("replay", "--recordings", folder)) as replay:
        now = clients.post(replay.origin, QUERY)
        assert (now.status, now.exact, now.source) == (status, then.exact, "recorded")


def test_a_client_error_with_graphql_errors_is_the_apis_answer(misbehaving, folder):
    with record(f"{misbehaving.origin}/status/401", folder) as server:
        assert clients.post(server.origin, QUERY).status == 401
        assert server.stop() == 0
    with running(understudy("replay", "--recordings", folder)) as replay:
        now = clients.post(replay.origin, QUERY)
        assert (now.status, now.source) == (401, "recorded")


@pytest.mark.parametrize("how", ["gzip", "deflate", "chunked", "drip/2", "close-idle", "ok", "huge-header/4000"])
def test_unusual_but_right_answers_are_kept(how, misbehaving, folder):
    with record(f"{misbehaving.origin}/{how}", folder) as server:
        for _ in range(3):
            assert clients.post(server.origin, QUERY, "--compressed").json == {"data": {"ok": True}}
        assert server.stop() == 0
    assert len(recording_files(folder)) == 1
    with running(understudy("replay", "--recordings", folder)) as replay:
        assert clients.post(replay.origin, QUERY).body == b'{"data":{"ok":true}}'


def test_a_header_over_every_bound_is_an_error(misbehaving, folder):
    with record(f"{misbehaving.origin}/huge-header/2000000", folder) as server:
        answer = clients.post(server.origin, QUERY)
        assert answer.status == 502
        assert answer.json["errors"]
    assert nothing_recorded(folder)


def test_trouble_does_not_last(misbehaving, folder):
    """After each kind of trouble the same recorder records the next answer."""
    with record(misbehaving.origin, folder, "--upstream-timeout", "0.3") as server:
        for how in ("reset", "close", "slow/20"):
            try:
                clients.curl(f"{server.origin}/trouble/{how}")
            except ConnectionError:
                pass
        assert clients.post(server.origin, QUERY).json == {"data": {"ok": True}}
        assert server.stop() == 0
    assert len(recording_files(folder)) == 1
