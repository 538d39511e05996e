"""An upstream that is down, slow or broken: the client is told, and nothing false is kept."""

import http.server
import ssl
import subprocess
import threading

import clients
import pytest
from harness import closed_port, recording_files, running, understudy

QUERY = {"query": "query Trouble { ok }"}


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
        assert server.stop() == 0
        (exchange,) = server.events("exchange")
        assert exchange["outcome"] == "notRecorded"
        assert exchange["reason"]
    assert nothing_recorded(folder)


def test_json_that_is_no_graphql_answer_is_what_the_endpoint_said(misbehaving, folder):
    """Some servers answer a GraphQL request so, with `{"error": true}` and the like. A client has to cope with it."""
    with record(f"{misbehaving.origin}/not-graphql", folder) as server:
        then = clients.post(server.origin, QUERY)
        assert server.stop() == 0
    with running(understudy("replay", "--recordings", folder)) as replay:
        now = clients.post(replay.origin, QUERY)
        assert (now.status, now.exact, now.source) == (200, then.exact, "recorded")


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
