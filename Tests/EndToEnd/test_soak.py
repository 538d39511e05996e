"""Requests of changing shape for long: memory does not grow after the first minute.

UNDERSTUDY_SOAK_SECONDS sets how long the long test takes (`make test-all SOAK=SECONDS`).
"""

import hashlib
import http.client
import itertools
import json
import os
import threading
import time

import pytest
from harness import PATIENCE, running, understudy
from memory import resident

SECONDS = int(os.environ.get("UNDERSTUDY_SOAK_SECONDS", "600"))
CLIENTS = 4
# What a flat line may go up by besides a tenth: tables that the first minute has not filled, which are bounded.
SLACK = 64 << 20

DETAIL = "query CountryDetail($code: ID!) { country(code: $code) { name capital } }"


def requests(client):
    """Bodies with their headers, each of another shape than the one before, and none ever the same again."""
    for number in itertools.count():
        name = f"{client}_{number}"
        # Recorded requests in ever new words.
        yield {"query": f"# {name}\n{DETAIL}", "variables": {"code": "CA"}}, {}
        # Misses: by their variables, by their text, with long values.
        yield {"query": DETAIL, "variables": {"code": name}}, {}
        yield {"query": f"query Q{name} {{ country(code: \"{name}\") {{ name }} }}"}, {}
        yield {"query": DETAIL, "variables": {"code": name, "text": name * 200}}, {}
        # Sessions that come once; their requests and mutations have no recording.
        yield {"query": DETAIL, "variables": {"code": "CA"}}, {"X-Understudy-Session": f"s{client}_{number % 500}"}
        yield {"query": f"mutation {{ change(id: \"{name}\") }}"}, {"X-Understudy-Session": f"m{client}_{number % 50}"}
        # Persisted queries, and requests that are refused.
        query = f"query P{name} {{ country(code: \"CA\") {{ name }} }}"
        digest = hashlib.sha256(query.encode()).hexdigest()
        yield {"query": query, "extensions": {"persistedQuery": {"version": 1, "sha256Hash": digest}}}, {}
        yield {"query": f"query {{ broken_{name} "}, {}
        yield None, {"X-Understudy-Session": f"m{client}_{number % 50}"} if number % 10 == 0 else {}


def drive(server, client, end, counts, failures):
    """Sends requests until the end; counts those that were answered."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        for body, headers in requests(client):
            if time.monotonic() > end:
                return
            if body is not None:
                connection.request(
                    "POST", "/countries", json.dumps(body), {"Content-Type": "application/json", **headers}
                )
            elif headers:
                connection.request("POST", f"/__understudy/sessions/{headers['X-Understudy-Session']}/reset")
            else:
                connection.request("GET", f"/nowhere/{client}/{counts[client]}")
            connection.getresponse().read()
            counts[client] += 1
    except Exception as error:  # noqa: BLE001
        failures.append(error)


def soak(folder, seconds, settled):
    """The resident memory after `settled` seconds and at the end, and the number of requests."""
    with running(understudy("replay", "--recordings", folder, "--quiet")) as server:
        start = time.monotonic()
        counts, failures = [0] * CLIENTS, []
        clients = [
            threading.Thread(target=drive, args=(server, number, start + seconds, counts, failures), daemon=True)
            for number in range(CLIENTS)
        ]
        for client in clients:
            client.start()
        time.sleep(settled)
        first = resident(server.process.pid)
        for client in clients:
            client.join(seconds + PATIENCE)
        last = resident(server.process.pid)
        assert not failures, failures
        assert server.stop() == 0
    print(f"soak: {sum(counts)} requests in {seconds} s; {first >> 20} MiB after {settled} s, {last >> 20} MiB at the end")
    return first, last, sum(counts)


@pytest.mark.long
@pytest.mark.timeout(SECONDS + 300)
def test_memory_is_flat_after_the_first_minute(recorded):
    first, last, count = soak(recorded.folder, SECONDS, min(60, SECONDS / 3))
    assert count > 0
    assert last < first * 1.1 + SLACK, f"{first >> 20} MiB, then {last >> 20} MiB after {count} requests"
