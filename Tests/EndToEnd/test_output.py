"""Nobody reads what the server prints: it answers all the same, and says later what is missing."""

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import threading

import clients
import operations
import pytest
from harness import BINARY, PATIENCE, closed_port, eventually

@contextlib.contextmanager
def unread(*arguments, **streams):
    """A server whose output only the test reads, if at all; with its port, when it listens."""
    port = closed_port()
    command = [str(BINARY), *map(str, arguments), "--port", str(port)]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, start_new_session=True, **streams)

    def listens():
        assert process.poll() is None, f"ended with {process.returncode}"
        with contextlib.suppress(OSError, ConnectionError):
            return clients.curl(f"http://127.0.0.1:{port}/__understudy/status", "--max-time", "10").status == 200

    try:
        eventually(listens, "it listens")
        yield process, port
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)
        for stream in (process.stdout, process.stderr):
            if stream:
                stream.close()


class Client:
    """One connection to the server; a request that gets no answer in time is an error."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def post(self, code):
        """The source of the answer."""
        body = json.dumps(operations.country_detail(code).body())
        self.connection.request("POST", "/countries", body, {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        answer.read()
        return answer.headers["Understudy-Source"]

    def status(self):
        self.connection.request("GET", "/__understudy/status")
        return json.load(self.connection.getresponse())


def fill(port, count=400):
    """Misses, each printed in several lines: more than a pipe holds. A bystander is answered all the same."""
    client, bystander = Client(port), Client(port)
    for number in range(count):
        assert client.post(f"Z{number}") == "miss", number
        if number % 50 == 0:
            assert bystander.post("CA") == "recorded"
    assert bystander.status()["misses"] == count


def test_a_full_pipe_stops_nobody(recorded):
    arguments = ["replay", "--recordings", recorded.folder]
    with unread(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as (process, port):
        fill(port)
        assert process.poll() is None
        # Somebody reads again. All that was printed is there, in order.
        seen = []
        reader = threading.Thread(target=lambda: seen.extend(process.stderr.read().decode().split("\n")), daemon=True)
        reader.start()
        assert Client(port).post("Z1000000") == "miss"
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        reader.join(PATIENCE)
        assert process.stdout.read().decode() == f"http://127.0.0.1:{port}\n"
    text = "\n".join(seen)
    codes = [int(code) for code in re.findall(r'^No recording of .*"code":"Z(\d+)"', text, re.MULTILINE)]
    assert codes == sorted(set(codes)) and "401 misses." in text


def test_lines_that_nobody_read_are_counted(recorded):
    """More than the queue holds: at most 1 MiB waits."""
    arguments = ["replay", "--recordings", recorded.folder, "--json"]
    with unread(*arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as (process, port):
        fill(port, 950)
        lines = []

        def read():
            lines.extend(process.stdout.read().decode().splitlines())

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        reader.join(PATIENCE)
    events = [json.loads(line) for line in lines]
    kinds = [event["event"] for event in events]
    assert kinds[0] == "listening" and kinds[-1] == "summary"
    told = kinds.count("miss") + sum(event["lines"] for event in events if event["event"] == "dropped")
    assert told == 950 and events[-1]["misses"] == 950


def test_a_terminal_that_is_stuck_does_not_keep_it_from_ending(recorded):
    arguments = ["replay", "--recordings", recorded.folder]
    with unread(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as (process, port):
        fill(port)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        # The URL went to a stream that is not stuck.
        assert process.stdout.read().decode() == f"http://127.0.0.1:{port}\n"


@pytest.mark.parametrize("streams", ["2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_sockets(streams, recorded):
    """A socket must not get the number of a stream that is closed: it would get its lines as well."""
    port = closed_port()
    command = f'exec "$@" {streams}'
    process = subprocess.Popen(
        ["sh", "-c", command, "sh", str(BINARY), "replay", "--recordings", str(recorded.folder), "--port", str(port)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:

        def listens():
            with contextlib.suppress(OSError, ConnectionError):
                return clients.curl(f"http://127.0.0.1:{port}/__understudy/status").status == 200

        eventually(listens, "it listens")
        fill(port, 70)
    finally:
        process.terminate()
        # Without a standard output its URL is lost.
        assert process.wait(PATIENCE) == (2 if ">&- 2" in streams else 0)


def test_a_reader_of_errors_that_goes_away_ends_nothing(recorded):
    arguments = ["replay", "--recordings", recorded.folder]
    with unread(*arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as (process, port):
        process.stderr.close()
        fill(port, 70)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
