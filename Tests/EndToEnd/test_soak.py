"""Requests of changing shape for long: memory does not grow in the second half. The first half fills the tables.

UNDERSTUDY_SOAK_SECONDS sets how long the long test takes (`make test-all SOAK=SECONDS`).
"""

import hashlib
import itertools
import json
import multiprocessing
import os
import socket
import time
import urllib.request

import operations
import pytest
from harness import PATIENCE, running, understudy
from processes import memory

SECONDS = int(os.environ.get("UNDERSTUDY_SOAK_SECONDS", "600"))
CLIENTS = 4
# Requests that a client sends before it reads their answers: so many are no limit of the load generator's.
PIPELINED = 64
# Spellings of a recorded request between the others.
SPELLINGS = 40
# Sessions of a client that send mutations. Each starts over after some of them: its history is kept until then.
SESSIONS = 50
MUTATIONS = 10
# Bytes of a persisted query: the first half fills their table, which holds 32 MiB.
PERSISTED = 8_000
# What a flat line may go up by besides a tenth.
SLACK = 16 << 20

DETAIL = operations.COUNTRY_DETAIL_TEXT


def post(body, headers="", path="/countries"):
    content = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n{headers}"
    return f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content


def requests(client):
    """Each of another shape than the one before, and none ever the same again."""
    for number in itertools.count():
        name = f"{client}_{number}"
        session_name = f"m{client}_{number % SESSIONS}"
        session = f"X-Understudy-Session: {session_name}\r\n"
        # Recorded requests in ever new words. They cost least, and so they are most: what is asked is to be much.
        for word in range(SPELLINGS):
            yield post({"query": f"# {name} {word}\n{DETAIL}", "variables": {"code": "CA"}})
        # Misses: by their variables, by their text, with long values.
        yield post({"query": DETAIL, "variables": {"code": name}})
        yield post({"query": f'query Q{name} {{ country(code: "{name}") {{ name }} }}'})
        yield post({"query": DETAIL, "variables": {"code": name, "text": name * 200}})
        # Sessions that come once; their requests and mutations have no recording.
        known = {"query": DETAIL, "variables": {"code": "CA"}}
        yield post(known, f"X-Understudy-Session: s{client}_{number % 500}\r\n")
        yield post({"query": f'mutation {{ change(id: "{name}") }}'}, session)
        # Secrets: a token that is renewed, a password, a cookie.
        token = f"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.{hashlib.sha256(name.encode()).hexdigest()}"
        yield post(known, f"Authorization: Bearer {token}\r\n{session}")
        login = "query Login($password: String!) { login(password: $password) { name } }"
        yield post({"query": login, "variables": {"password": f"hunter-{name}"}}, f"Cookie: session=s{name}\r\n")
        # Persisted queries, and requests that are refused.
        query = f'query P{name} {{ country(code: "CA") {{ name }} }} #'.ljust(PERSISTED, ".")
        digest = hashlib.sha256(query.encode()).hexdigest()
        yield post({"query": query, "extensions": {"persistedQuery": {"version": 1, "sha256Hash": digest}}})
        yield post({"query": f"query {{ broken_{name} "})
        if number // SESSIONS % MUTATIONS == MUTATIONS - 1:
            yield post({}, path=f"/__understudy/sessions/{session_name}/reset")
        else:
            yield f"GET /nowhere/{client}/{number} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()


def read(connection, buffer, count):
    """The bytes behind so many answers."""
    while count:
        head, found, rest = buffer.partition(b"\r\n\r\n")
        length = next((line[15:] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), None)
        assert not found or length is not None, head
        if not found or len(rest) < int(length):
            more = connection.recv(1 << 20)
            assert more, "the server closed the connection"
            buffer += more
            continue
        buffer = rest[int(length):]
        count -= 1
    return buffer


def drive(port, client, end, counts):
    """Sends requests until the end; counts those that were answered."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        wanted, rest = requests(client), b""
        while time.monotonic() < end:
            connection.sendall(b"".join(itertools.islice(wanted, PIPELINED)))
            rest = read(connection, rest, PIPELINED)
            counts[client] += PIPELINED


def soak(folder, seconds, settled):
    """The resident memory after `settled` seconds and at the end, and the number of requests."""
    with running(understudy("replay", "--recordings", folder, "--quiet")) as server:
        known = {"query": DETAIL, "variables": {"code": "CA"}}
        request = urllib.request.Request(
            f"{server.origin}/countries", json.dumps(known).encode(), {"Content-Type": "application/json"}
        )
        assert json.load(urllib.request.urlopen(request, timeout=PATIENCE))["data"]["country"]["name"] == "Canada"
        start = time.monotonic()
        counts = multiprocessing.Array("Q", CLIENTS)
        clients = [
            multiprocessing.Process(target=drive, args=(server.port, number, start + seconds, counts), daemon=True)
            for number in range(CLIENTS)
        ]
        for client in clients:
            client.start()
        time.sleep(settled)
        first = memory(server.process.pid)
        for client in clients:
            client.join(seconds + PATIENCE)
        last = memory(server.process.pid)
        assert [client.exitcode for client in clients] == [0] * CLIENTS
        assert server.stop() == 0
    print(f"soak: {sum(counts)} requests in {seconds} s; {first >> 20} MiB after {settled} s, {last >> 20} MiB at the end")
    return first, last, sum(counts)


@pytest.mark.long
@pytest.mark.timeout(SECONDS + 300)
def test_memory_is_flat_once_the_tables_are_full(recorded):
    first, last, count = soak(recorded.folder, SECONDS, SECONDS / 2)
    assert count > 0
    assert last < first * 1.1 + SLACK, f"{first >> 20} MiB, then {last >> 20} MiB after {count} requests"
