"""An upstream that is down, slow or broken: the client is told, and nothing false is kept."""

import contextlib
import http.server
import json
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
        assert f"127.0.0.1:{port}" in answer.message
        assert server.stop() == 0
        assert "refused" in server.stderr
    assert nothing_recorded(folder)


def test_the_host_does_not_exist(folder):
    with record("http://nowhere.invalid/graphql", folder) as server:
        answer = clients.post(server.origin, QUERY)
        assert is_explained(answer, 502, "UNDERSTUDY_UPSTREAM_UNREACHABLE")
        assert "nowhere.invalid" in answer.message
    assert nothing_recorded(folder)


def test_https_is_verified(folder, tmp_path):
    """A server whose certificate nobody vouches for gets no request."""
    made = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost"
    subprocess.run(
        ["openssl", *made.split(), "-keyout", "key.pem", "-out", "own.pem"], cwd=tmp_path, check=True, capture_output=True
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "own.pem", tmp_path / "key.pem")
    requests = []

    class Noting(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            requests.append(self.path)

    trap = http.server.HTTPServer(("127.0.0.1", 0), Noting)
    trap.socket = context.wrap_socket(trap.socket, server_side=True)
    trap.handle_error = lambda *_: None
    threading.Thread(target=trap.serve_forever, daemon=True).start()
    with record(f"https://localhost:{trap.server_port}/graphql", folder) as server:
        answer = clients.post(server.origin, QUERY)
        assert is_explained(answer, 502, "UNDERSTUDY_UPSTREAM_UNREACHABLE")
        assert "its certificate is not trusted" in answer.message
    trap.shutdown()
    trap.server_close()
    assert not requests
    assert nothing_recorded(folder)


def test_https_to_a_server_that_speaks_none(misbehaving, folder):
    """No answer, and no falling back to plain HTTP."""
    url = misbehaving.origin.replace("http://", "https://")
    with record(f"{url}/ok", folder) as server:
        assert is_explained(clients.post(server.origin, QUERY), 502, "UNDERSTUDY_UPSTREAM_UNREACHABLE")
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
