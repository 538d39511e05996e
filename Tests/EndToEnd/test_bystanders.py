"""One client's slow request does not keep the others waiting."""

import json
import subprocess
import threading
import time
import urllib.request

import pytest
from harness import ROOT, eventually, running, understudy
from http_server import answer, sent_body, serving

# Clients that send something slow, at once. As many as a machine has cores, and more.
SLOW_CLIENTS = 4


def ask(origin: str, endpoint: str, query: str, within: float = 120) -> dict:
    body = json.dumps({"query": query}).encode()
    request = urllib.request.Request(f"{origin}/{endpoint}", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=within) as answer:
        return json.load(answer)


def lookups(count: int, salt: int) -> str:
    return "{" + " ".join(f'c{i}: country(code: "X{salt}x{i}") {{ name capital }}' for i in range(count)) + "}"


SLOW = {
    "many lookups": lambda number: lookups(2_000, number),
    "a pattern that a search by trial never ends with": lambda number: (
        "{" + " ".join(
            f'c{number}x{i}: countries(filter: {{name: {{regex: "^((([A-Za-z ]+)+)+)+x{number}{i}$"}}}}) {{ name }}'
            for i in range(40)) + "}"
    ),
}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", SLOW)
def test_generated_data_for_one_client_does_not_hold_up_another(kind, threads):
    with running(understudy("fake", "--schemas", ROOT / "schemas", "--threads", threads)) as server:
        known = '{ country(code: "CA") { name } }'
        expected = ask(server.origin, "countries", known)
        slow = [
            threading.Thread(target=ask, args=(server.origin, "countries", SLOW[kind](number)), daemon=True)
            for number in range(SLOW_CLIENTS)
        ]
        for thread in slow:
            thread.start()
        answered_meanwhile = 0
        while any(thread.is_alive() for thread in slow):
            assert ask(server.origin, "countries", known) == expected
            status = urllib.request.urlopen(f"{server.origin}/__understudy/status", timeout=60).status
            assert status == 200
            answered_meanwhile += any(thread.is_alive() for thread in slow)
        assert answered_meanwhile > 0
        eventually(lambda: not any(thread.is_alive() for thread in slow), "the slow ones are answered, too")


PEOPLE = [{"id": str(number), "name": f"Person number {number}", "note": "some words " * 12} for number in range(24_000)]
LARGE = json.dumps({"data": {"people": PEOPLE}}).encode()


def respond(handler):
    answer(handler, LARGE if b"people" in sent_body(handler) else b'{"data": {"me": {"id": "1"}}}')


def asking(server, endpoint, query, *arguments):
    """Asks with curl, in a process of its own: clients in this one would also wait for each other."""
    command = ["curl", "--silent", "--show-error", "--fail", "--max-time", "120", "--output", "/dev/null"]
    command += ["--write-out", "%{time_total}", "--header", "Content-Type: application/json", *arguments]
    command += ["--data-binary", json.dumps({"query": query}), f"{server.origin}/{endpoint}"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def seconds(client):
    """How long the answer took."""
    printed, _ = client.communicate(timeout=120)
    assert client.returncode == 0
    return float(printed)


def times_beside(server, endpoint, slow):
    """How long the slow requests took, and the small ones that were sent meanwhile."""
    slow = [asking(server, *request) for request in slow]
    small = []
    while any(client.poll() is None for client in slow):
        small.append(seconds(asking(server, endpoint, f"query Me{len(small)} {{ me {{ id }} }}")))
    return [seconds(client) for client in slow], small


LARGE_QUERIES = [f"query Large{number} {{ people {{ id name note }} }}" for number in range(2)]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("session", [(), ("--header", "X-Understudy-Session: ImportTests/large")])
def test_a_large_answer_that_is_recorded_does_not_hold_up_another_client(session, threads, folder):
    """Its secrets are looked for, and it is hashed, beside all other requests of the endpoint."""
    with serving(respond) as url:
        options = ["--upstream", url, "--endpoint", "large", "--recordings", folder, "--threads", threads]
        with running(understudy("record", *options)) as server:
            seconds(asking(server, "large", "query Me { me { id } }"))
            large, small = times_beside(server, "large", [("large", LARGE_QUERIES[0], *session)])
            # Half of that time is the recorder's own.
            assert max(small) < max(large) / 3, (max(small), large)
            assert server.stop() == 0


@pytest.mark.parametrize("threads", [1, 2])
def test_large_answers_of_one_endpoint_do_not_hold_up_another_endpoint(threads, folder):
    """They are read and redacted on threads of their own, and written under a lock of their own."""
    with serving(respond) as url:
        for endpoint in ("large", "small"):
            (folder / endpoint).mkdir(parents=True)
            (folder / endpoint / "endpoint.yaml").write_text(f"upstream: {url}\n")
        with running(understudy("record", "--recordings", folder, "--threads", threads)) as server:
            seconds(asking(server, "small", "query Me { me { id } }"))
            large, small = times_beside(server, "small", [("large", query) for query in LARGE_QUERIES])
            assert max(small) < max(large) / 3, (max(small), large)
            assert server.stop() == 0
