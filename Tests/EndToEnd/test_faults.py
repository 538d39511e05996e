"""What goes wrong on request, as curl and plain sockets see it; and the neighbour, who notices nothing."""

import json
import socket
import struct
import subprocess
import time
import urllib.request

import pytest
from harness import eventually, running, understudy

SDL = """
type Query { launches: [Launch!]! hello: String }
type Mutation { book(id: ID!): Launch }
type Launch { id: ID! site: String }
"""
QUERY = json.dumps({"query": "query Hello { launches { id site } }"})


@pytest.fixture(scope="module")
def faked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("faults")
    (folder / "schemas").mkdir()
    (folder / "schemas" / "rockets.graphqls").write_text(SDL)
    (folder / "recordings" / "rockets").mkdir(parents=True)
    (folder / "recordings" / "rockets" / "endpoint.yaml").write_text(
        "faults:\n  - { operation: Ruled, times: 2, status: 503, retryAfter: 1 }\n"
    )
    arguments = ["--schemas", folder / "schemas", "--recordings", folder / "recordings"]
    with running(understudy("fake", *arguments)) as server:
        yield server


def curl(server, fault=None, body=QUERY, session=None):
    """curl's exit code, status, seconds and body."""
    command = ["curl", "-s", "-m", "30", "-w", "\n%{http_code} %{time_total}", "-H", "content-type: application/json"]
    if fault:
        command += ["-H", f"Understudy-Fault: {fault}"]
    if session:
        command += ["-H", f"X-Understudy-Session: {session}"]
    done = subprocess.run([*command, "-d", body, f"{server.origin}/rockets"], capture_output=True, timeout=40)
    text, _, numbers = done.stdout.decode().rpartition("\n")
    status, seconds = numbers.split()
    return done.returncode, int(status), float(seconds), text


def call(server, method, body=None, path=""):
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(f"{server.origin}/__understudy/faults{path}", data, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def test_status_and_latency(faked):
    code, status, seconds, text = curl(faked, "latency=300ms, status=503")
    assert (code, status) == (0, 503) and seconds >= 0.3
    assert json.loads(text)["errors"][0]["extensions"]["code"] == "UNDERSTUDY_FAULT"


def test_a_reset_is_a_reset(faked):
    assert curl(faked, "reset")[:2] == (56, 0)
    with socket.create_connection(("127.0.0.1", faked.port), timeout=30) as client:
        head = f"POST /rockets HTTP/1.1\r\nHost: localhost\r\nUnderstudy-Fault: reset\r\nContent-Length: {len(QUERY)}\r\n"
        client.sendall(f"{head}\r\n{QUERY}".encode())
        with pytest.raises(ConnectionResetError):
            while client.recv(1000):
                pass


def test_a_truncated_body_cannot_be_taken_for_whole(faked):
    whole = curl(faked)[3]
    code, status, _, text = curl(faked, "truncate=25")
    assert (code, status) == (18, 200)
    assert text == whole[:25]
    assert curl(faked, "truncate=1000000")[0] == 18


def test_a_slow_body_is_whole(faked):
    whole = curl(faked)[3]
    code, status, seconds, text = curl(faked, f"slow={len(whole)}")
    assert (code, status, text) == (0, 200, whole)
    assert seconds >= 0.8


def test_the_neighbour_notices_nothing(faked):
    """One keeps asking on one connection while another is slow, broken and reset."""
    slow = socket.create_connection(("127.0.0.1", faked.port), timeout=30)
    head = f"POST /rockets HTTP/1.1\r\nHost: localhost\r\nUnderstudy-Fault: slow=10\r\nContent-Length: {len(QUERY)}\r\n"
    slow.sendall(f"{head}\r\n{QUERY}".encode())
    whole = curl(faked)[3]
    for fault in ("reset", "truncate=3"):
        curl(faked, fault)
        begun = time.monotonic()
        assert curl(faked)[3] == whole
        assert time.monotonic() - begun < 10
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    slow.close()
    assert curl(faked)[3] == whole


def test_an_error_at_a_path(faked):
    answer = json.loads(curl(faked, 'error=launches.1.site, message="Out of fuel", code=FUEL')[3])
    assert answer["errors"] == [
        {"message": "Out of fuel", "path": ["launches", 1, "site"], "extensions": {"code": "FUEL"}}
    ]
    assert answer["data"]["launches"][1]["site"] is None
    assert json.loads(curl(faked, "error=launches.1.id")[3])["data"] is None


def test_a_rule_for_the_first_requests(faked):
    body = json.dumps({"query": "query Ruled { hello }"})
    assert [curl(faked, body=body, session="ruled")[1] for _ in range(4)] == [503, 503, 200, 200]


def control(server, page, body):
    request = urllib.request.Request(f"{server.origin}/__understudy/{page}", json.dumps(body).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def test_a_fault_that_a_test_posts_ends_with_the_test(faked):
    first = control(faked, "begin", {"session": "first"})["token"]
    added = call(faked, "POST", {"operation": "Hello", "status": 500})
    assert added["session"] == "first"
    mistyped = call(faked, "POST", {"operation": "Helo", "status": 500})
    call(faked, "POST", {"status": 503, "operation": "Hello", "rate": "0%"})
    # Another session of the same time.
    assert [curl(faked)[1], curl(faked, session="other")[1]] == [500, 200]
    control(faked, "end", {"token": first, "outcome": "passed"})
    assert call(faked, "GET") == {"faults": []}
    said = 'first: the fault {"operation":"Helo","status":500,"session":"first"} was not injected'
    eventually(lambda: any("was not injected" in line and said in line for line in faked.stderr_lines), f"{mistyped}")
    assert not [line for line in faked.stderr_lines if "was not injected" in line and '"Hello"' in line]
    # For all sessions, also of later tests.
    second = control(faked, "begin", {"session": "second"})["token"]
    assert call(faked, "POST", {"session": "*", "status": 502})["session"] == "*"
    assert [curl(faked)[1], curl(faked, session="other")[1]] == [502, 502]
    control(faked, "end", {"token": second, "outcome": "passed"})
    assert curl(faked)[1] == 502
    assert call(faked, "DELETE") == {"deleted": 1}


def test_calls(faked):
    added = call(faked, "POST", {"operation": "Hello", "session": "calls", "times": 1, "status": 500})
    assert added["injected"] == 0
    # More than twice the same bytes, so that a table could answer.
    for _ in range(3):
        assert curl(faked)[1] == 200
    assert [curl(faked, session="calls")[1] for _ in range(2)] == [500, 200]
    assert call(faked, "GET", path=f"/{added['number']}")["injected"] == 1
    assert call(faked, "DELETE") == {"deleted": 1}
    assert call(faked, "POST", {"status": 502})["number"] == added["number"] + 1
    assert curl(faked)[1] == 502
    call(faked, "DELETE")
    assert curl(faked)[1] == 200
