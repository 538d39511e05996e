"""A server as one of several behind a load balancer: recordings that it may only read, the pages for probes and metrics,
a stop that drains, the log as JSON lines, and trace ids."""

import concurrent.futures
import contextlib
import dataclasses
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from datetime import UTC, datetime

import clients
import httpx
import operations
import pytest
from harness import BINARY, ROOT, Server, copy, eventually, run, running, tree, understudy
from http_server import answer, sent_body, serving
from prometheus_client.parser import text_string_to_metric_families

COUNTRIES = ["--recordings", ROOT / "recordings", "--endpoint", "countries"]
CANADA = dataclasses.replace(
    operations.country_detail("CA"), text=operations.apollo_text(operations.COUNTRY_DETAIL_TEXT)
).body()
NOWHERE = {**CANADA, "variables": {"code": "ZZ"}}
TRACE = "0af7651916cd43dd8448eb211c80319c"


def parent(trace=TRACE):
    return f"00-{trace}-b7ad6b7169203331-01"


def page(server, name):
    return clients.curl(f"{server.origin}/__understudy/{name}")


def metrics(server):
    """The samples by name and labels, as Prometheus' own client reads them."""
    reply = page(server, "metrics")
    assert reply.status == 200
    assert reply.header("content-type") == "text/plain; version=0.0.4; charset=utf-8"
    families = list(text_string_to_metric_families(reply.body.decode()))
    assert len({family.name for family in families}) == len(families)
    samples = {}
    for family in families:
        assert family.documentation and family.type in {"counter", "gauge", "histogram"}, family
        for sample in family.samples:
            key = (sample.name, *sorted(sample.labels.items()))
            assert key not in samples, key
            samples[key] = sample.value
    return samples


def requests(server, endpoint="countries"):
    """The number of requests by source."""
    return {
        dict(key[1:])["source"]: int(value)
        for key, value in metrics(server).items()
        if key[0] == "understudy_requests_total" and dict(key[1:])["endpoint"] == endpoint
    }


# Recordings that may only be read


def replays(server, folder):
    """Requests of every kind that a replay answers: exact, in a session, after a mutation, and a miss."""
    url = f"{server.origin}/countries"
    for _ in range(3):
        assert clients.post(url, CANADA).source == "recorded"
    assert clients.post(url, CANADA, "-H", "X-Understudy-Session: a").source == "recorded"
    assert clients.post(url, NOWHERE).source == "miss"
    assert page(server, "sessions/a/reset").status == 405
    assert clients.curl(f"{server.origin}/__understudy/reload", "-X", "POST").status == 200
    token = clients.post(f"{server.origin}/__understudy/begin", {"session": "b"}).json["token"]
    assert clients.post(url, CANADA).source == "recorded"
    clients.post(f"{server.origin}/__understudy/end", {"token": token, "outcome": "passed"})
    eventually(lambda: page(server, "ready").status == 200, "ready")
    assert server.stop() == 0, server.stderr
    assert "warning" not in server.stderr


def test_replay_needs_only_to_read_the_recordings(tmp_path):
    folder = copy(ROOT / "recordings", tmp_path / "recordings")
    before = tree(folder)
    command = [str(BINARY), "replay", "--recordings", str(folder), "--port", "0"]
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("runs as root, and setpriv, which gives root's privileges away, is not installed")
        command = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *command]
    folders = [path for path in [folder, *folder.rglob("*")] if path.is_dir()]
    for path in folders:
        path.chmod(0o555)
    try:
        # The test itself: the same user cannot write there.
        probe = [*command[: -len(command) + command.index(str(BINARY))], "touch", str(folder / "countries" / "probe")]
        assert subprocess.run(probe, capture_output=True, check=False).returncode != 0, probe
        with running(Server(command)) as server:
            replays(server, folder)
    finally:
        for path in folders:
            path.chmod(0o755)
    assert tree(folder) == before


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace shows what is opened, and is not installed")
def test_replay_opens_nothing_below_the_recordings_to_write(tmp_path):
    folder = copy(ROOT / "recordings", tmp_path / "recordings")
    log = tmp_path / "calls"
    # Whatever a call of these kinds names below the folder would fail on a read-only file system.
    calls = "open,openat,openat2,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,link,linkat,symlink,symlinkat,truncate,chmod,fchmodat,utimensat,flock"
    calls = ",".join(f"?{call}" for call in calls.split(","))
    words = ["strace", "-f", "-qq", "-o", str(log), "-e", f"trace={calls}"]
    command = [*words, str(BINARY), "replay", "--recordings", str(folder), "--port", "0"]
    with running(Server(command)) as server:
        url = f"{server.origin}/countries"
        assert clients.post(url, CANADA).source == "recorded"
        assert clients.post(url, NOWHERE, "-H", "X-Understudy-Session: a").source == "miss"
        # strace passes the signal on only if the program itself gets it.
        [child] = subprocess.run(
            ["pgrep", "-P", str(server.process.pid)], capture_output=True, text=True, check=True
        ).stdout.split()
        os.kill(int(child), signal.SIGTERM)
        assert server.wait() == 0
    named = [line for line in log.read_text(errors="replace").splitlines() if str(folder) in line]
    assert any("O_RDONLY" in line for line in named)
    assert [line for line in named if not re.search(r"\bopen(at2?)?\(.*O_RDONLY(?!.*(O_CREAT|O_TRUNC))", line)] == []


# Probes


def test_health_and_ready(replaying):
    health = page(replaying, "health")
    assert (health.status, health.json) == (200, {"alive": True})
    ready = eventually(lambda: (r := page(replaying, "ready")).status == 200 and r, "ready")
    assert ready.json == {"ready": True}
    # The same guards as other pages.
    for name in ("health", "ready", "metrics"):
        foreign = clients.curl(f"{replaying.origin}/__understudy/{name}", "-H", "Host: 10.1.2.3:4000")
        assert foreign.status == 403 and "--allow-host 10.1.2.3" in foreign.message
        assert clients.curl(f"{replaying.origin}/__understudy/{name}", "-H", "Host: localhost").status == 200
        assert clients.curl(f"{replaying.origin}/__understudy/{name}", "-X", "POST").status == 405


def test_with_a_broken_recording_it_never_serves(countries, folder):
    words = ["--upstream", f"{countries.origin}/graphql", "--endpoint", "countries", "--recordings", folder]
    with running(understudy("record", *words)) as server:
        clients.post(f"{server.origin}/countries", CANADA, "-H", "X-Understudy-Session: a")
        assert server.stop() == 0
    [broken] = folder.glob("countries/sessions/*.json")
    broken.write_text("{")
    done = run("replay", "--recordings", folder, "--port", "0")
    assert done.returncode == 2 and done.stdout == "" and broken.name in done.stderr


# Metrics


def test_every_answer_is_counted_by_its_source():
    with running(understudy("replay", "--recordings", ROOT / "recordings")) as server:
        url = f"{server.origin}/countries"
        assert requests(server) == {}
        with httpx.Client() as client:
            # All but the first two come from the server's table, without the engine.
            for _ in range(10):
                assert client.post(url, json=CANADA).headers["understudy-source"] == "recorded"
            for _ in range(4):
                assert client.post(url, json=NOWHERE).headers["understudy-source"] == "miss"
            for _ in range(5):
                client.post(url, json={"query": "{"})
            client.post(url, json=[CANADA, CANADA, NOWHERE])
            client.post(f"{server.origin}/nothing", json=CANADA)
        assert requests(server) == {"exact": 12, "miss": 5, "refused": 5}
        assert requests(server, "") == {"refused": 1}
        samples = metrics(server)
        assert samples["understudy_distinct_misses",] == 1
        # Control pages are no requests, and a histogram has what the counts have.
        for source, count in {"exact": 12, "miss": 5, "refused": 6}.items():
            label = ("source", source)
            assert samples["understudy_request_duration_seconds_count", label] == count
            buckets = [
                (float(dict(key[1:])["le"]), value)
                for key, value in samples.items()
                if key[0] == "understudy_request_duration_seconds_bucket" and label in key
            ]
            assert [value for _, value in sorted(buckets)] == sorted(value for _, value in buckets)
            assert sorted(buckets)[-1] == (float("inf"), count)
        assert samples["understudy_request_duration_seconds_sum", ("source", "exact")] > 0
        [info] = [key for key in samples if key[0] == "understudy_build_info"]
        version = run("--version").stdout.strip()
        assert dict(info[1:]) == {"version": version, "mode": "replay"}
        resident = samples["process_resident_memory_bytes",]
        if os.path.exists(f"/proc/{server.process.pid}/status"):
            status = open(f"/proc/{server.process.pid}/status").read()
            actual = 1024 * int(re.search(r"VmRSS:\s+(\d+) kB", status)[1])
            assert 0.5 * actual < resident < 2 * actual


def test_answers_of_many_connections_at_once_are_all_counted():
    with running(understudy("replay", *COUNTRIES)) as server:

        def send(_):
            with httpx.Client() as client:
                for _ in range(200):
                    assert client.post(f"{server.origin}/countries", json=CANADA).status_code == 200

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(send, range(8)))
        assert requests(server) == {"exact": 1_600}


def test_generated_answers_and_sessions_are_counted():
    with running(understudy("fake", "--schemas", ROOT / "schemas", "--endpoint", "countries")) as server:
        for session in ("a", "b", "b"):
            clients.post(f"{server.origin}/countries", CANADA, "-H", f"X-Understudy-Session: {session}")
        begun = clients.post(f"{server.origin}/__understudy/begin", {"session": "secret name"}).json
        samples = metrics(server)
        assert requests(server) == {"generated": 3}
        assert samples["understudy_open_sessions",] == 1
        assert samples["understudy_sessions", ("endpoint", "countries")] >= 2
        # Neither sessions nor operations are labels, whose number has no bound.
        assert not re.search("secret|CountryDetail", page(server, "metrics").body.decode())
        clients.post(f"{server.origin}/__understudy/end", {"token": begun["token"], "outcome": "passed"})
        assert metrics(server)["understudy_open_sessions",] == 0


def test_answers_of_the_upstream_are_counted(countries, folder):
    words = ["--upstream", f"{countries.origin}/graphql", "--endpoint", "countries", "--recordings", folder]
    with running(understudy("record", *words)) as server:
        for _ in range(3):
            clients.post(f"{server.origin}/countries", CANADA)
        assert requests(server) == {"upstream": 3}
        samples = metrics(server)
        assert samples["understudy_request_duration_seconds_count", ("source", "upstream")] == 3
        assert samples["understudy_request_duration_seconds_sum", ("source", "upstream")] > 0


# Draining


def test_sigterm_drains():
    with running(understudy("replay", *COUNTRIES, "--drain", "20")) as server:
        url = f"{server.origin}/countries"
        kept = http.client.HTTPConnection("127.0.0.1", server.port)
        body, headers = json.dumps(CANADA), {"content-type": "application/json"}
        for _ in range(3):
            kept.request("POST", "/countries", body, headers)
            reply = kept.getresponse()
            assert reply.read() and reply.getheader("connection") != "close"
        eventually(lambda: page(server, "ready").status == 200, "ready")
        server.process.send_signal(signal.SIGTERM)
        unready = eventually(lambda: (r := page(server, "ready")).status == 503 and r, "not ready")
        assert unready.json["problems"] == [{"check": "shutdown", "problem": "The program is stopping."}]
        assert page(server, "health").status == 200
        # New connections are served, and the open one loses no answer: it closes after its next one.
        assert clients.post(url, CANADA).header("connection") == "close"
        kept.request("POST", "/countries", body, headers)
        reply = kept.getresponse()
        assert reply.status == 200 and reply.getheader("connection") == "close" and reply.read()
        # Once no connection is left, it does not wait for the rest of the time.
        began = time.monotonic()
        assert server.wait() == 0
        assert time.monotonic() - began < 10


def test_a_drain_lasts_as_long_as_a_client_stays_and_no_longer_than_its_time():
    with running(understudy("replay", *COUNTRIES, "--drain", "4")) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as idle:
            began = time.monotonic()
            server.process.send_signal(signal.SIGTERM)
            while time.monotonic() - began < 3:
                assert clients.post(f"{server.origin}/countries", CANADA).status == 200
            assert server.wait() == 0
            assert 3.9 < time.monotonic() - began < 12
            assert idle.recv(1) == b""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_second_signal_stops_a_drain_at_once(number):
    with running(understudy("replay", *COUNTRIES, "--drain", "60")) as server:
        with socket.create_connection(("127.0.0.1", server.port)):
            server.process.send_signal(signal.SIGTERM)
            eventually(lambda: page(server, "ready").status == 503, "not ready")
            began = time.monotonic()
            assert server.stop(number) == 130
            assert time.monotonic() - began < 5


@pytest.mark.parametrize("arguments", [("--drain", "60"), ()], ids=["SIGINT", "no --drain"])
def test_no_drain(arguments):
    number = signal.SIGINT if arguments else signal.SIGTERM
    with running(understudy("replay", *COUNTRIES, *arguments)) as server:
        began = time.monotonic()
        assert server.stop(number) == 0
        assert time.monotonic() - began < 8


def test_a_request_that_arrives_during_the_stop_is_answered():
    with running(understudy("replay", *COUNTRIES)) as server:
        body = json.dumps(CANADA).encode()
        head = f"POST /countries HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            client.sendall(head.encode() + body[:10])
            # Another connection's answer shows that the server has read the first half.
            clients.post(f"{server.origin}/countries", CANADA)
            server.process.send_signal(signal.SIGTERM)
            eventually(lambda: socket.socket().connect_ex(("127.0.0.1", server.port)) != 0, "no more connections")
            client.sendall(body[10:])
            received = b"".join(iter(lambda: client.recv(65536), b""))
        assert received.startswith(b"HTTP/1.1 200") and b"Ottawa" in received
        assert server.wait() == 0


def test_wrong_drain():
    done = run("replay", *COUNTRIES, "--drain=-1")
    assert done.returncode == 64 and "--drain must be 0 to 86400 seconds" in done.stderr


# The log as JSON lines


def logged(server, count=0):
    """The objects on standard error, once there are so many requests."""

    def read():
        found = [json.loads(line) for line in list(server.stderr_lines)]
        return sum(entry["event"] == "request" for entry in found) >= count and found

    return eventually(read, f"{count} requests in the log")


def test_the_log_as_json_lines():
    before = datetime.now(UTC)
    with running(understudy("replay", *COUNTRIES, "--log-format", "json", "--drain", "1")) as server:
        url = f"{server.origin}/countries"
        traces = [f"{number:032x}" for number in range(1, 6)]
        for trace in traces:
            clients.post(url, CANADA, "-H", f"traceparent: {parent(trace)}")
        miss = clients.post(url, NOWHERE, "-H", f"TraceParent: {parent()}", "-H", "X-Understudy-Session: a b")
        for _ in range(2):
            clients.post(url, {"query": "{"}, "-H", f"traceparent: {parent()}", "-H", "X-Understudy-Session: a b")
        clients.post(url, CANADA, "-H", "traceparent: 00-invalid-01")
        clients.post(url, CANADA, "-H", f"traceparent: {parent()}", "-H", f"traceparent: {parent()}")
        clients.post(url, CANADA)
        found = logged(server, 11)
        assert server.stop() == 0
        assert server.stdout == server.origin
        everything = logged(server)
    # Every line is an object with these members, from the first to the summary.
    assert [entry["event"] for entry in everything][:1] == ["listening"]
    assert {"draining", "stopping", "summary"} <= {entry["event"] for entry in everything}
    for entry in everything:
        assert list(entry)[:3] == ["time", "level", "event"] and entry["level"] in {"info", "warning", "error"}
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", entry["time"])
        moment = datetime.fromisoformat(entry["time"])
        assert abs((moment - before).total_seconds()) < 300
    requests = [entry for entry in found if entry["event"] == "request"]
    # Also those that the server's table answers have the trace id of their own request.
    assert [entry.get("traceId") for entry in requests[:5]] == traces
    first = requests[0]
    assert (first["endpoint"], first["session"], first["operation"]) == (
        "countries",
        "default",
        'query CountryDetail {"code":"CA"}' if "{" in first["operation"] else "query CountryDetail",
    )
    assert (first["source"], first["status"], first["level"]) == ("exact", 200, "info")
    assert first["milliseconds"] > 0 and requests[4]["milliseconds"] >= 0
    assert (requests[5]["source"], requests[5]["level"], requests[5]["traceId"]) == ("miss", "error", TRACE)
    [missed] = [entry for entry in found if entry["event"] == "miss"]
    assert missed["message"].startswith("No recording of query CountryDetail")
    assert (missed["session"], missed["endpoint"], missed["traceId"]) == ("a b", "countries", TRACE)
    assert miss.message.splitlines()[0] in missed["message"]
    for refused in requests[6:8]:
        assert (refused["source"], refused["level"], refused["traceId"]) == ("refused", "warning", TRACE)
        assert "Syntax Error" in refused["message"]
        assert (refused["session"], refused["endpoint"]) == ("a b", "countries")
    assert ["traceId" in entry for entry in requests[8:]] == [False] * 3


def test_warnings_are_json_lines(tmp_path):
    folder = copy(ROOT / "recordings", tmp_path / "recordings")
    with running(understudy("replay", "--recordings", folder, "--log-format", "json", "--quiet")) as server:
        clients.post(f"{server.origin}/countries", CANADA)
        file = next(folder.glob("countries/query.CountryDetail-*/code=CA-*.json"))
        file.write_text("{")
        clients.curl(f"{server.origin}/__understudy/reload", "-X", "POST")
        for _ in range(2):
            clients.post(f"{server.origin}/countries", {**CANADA, "variables": {"code": "CA"}})
        [*entries] = eventually(lambda: logged(server), "a warning")
        assert server.stop() == 0
    assert {(entry["event"], entry["level"]) for entry in entries} == {("warning", "warning")}
    assert any(file.name in entry["message"] for entry in entries)


def test_json_and_the_json_log_exclude_each_other():
    done = run("replay", *COUNTRIES, "--json", "--log-format", "json", "--port", "0")
    assert done.returncode == 64 and "Remove --log-format json, or --json" in done.stderr


# traceparent


@contextlib.contextmanager
def seen_upstream():
    """An upstream, and the value of `traceparent` in each request that reached it."""
    seen = []

    def reply(request):
        sent_body(request)
        seen.append(request.headers.get_all("traceparent"))
        answer(request, b'{"data": {"country": {"name": "Canada"}}}')

    with serving(reply) as upstream:
        yield upstream, seen


@pytest.mark.parametrize("command", ["record", "forward"])
def test_traceparent_reaches_the_upstream_as_received_and_is_not_recorded(command, folder):
    values = [parent(), "00-invalid-01", parent("1" * 32)]
    asked = {"query": "query Name { country(code: \"CA\") { name } }"}
    with seen_upstream() as (upstream, seen):
        words = ["--upstream", upstream, "--endpoint", "shop", "--recordings", folder, "--log-format", "json"]
        with running(understudy("record", *words)) as server:
            for value in values:
                assert clients.post(f"{server.origin}/shop", asked, "-H", f"traceparent: {value}").status == 200
            clients.post(f"{server.origin}/shop", asked)
            lines = [entry for entry in logged(server, 4) if entry["event"] == "request"]
            assert server.stop() == 0
        assert seen == [[value] for value in values] + [None]
        assert [entry.get("traceId") for entry in lines] == [TRACE, None, "1" * 32, None]
        assert [(entry["source"], entry["outcome"]) for entry in lines] == [("upstream", "new")] + [("upstream", "known")] * 3
        everything = b"".join(tree(folder).values()).lower()
        assert b"traceparent" not in everything and TRACE.encode() not in everything
        # One recording answers with any trace or none.
        policy = ["--on-miss", "forward"] if command == "forward" else []
        with running(understudy("replay", "--recordings", folder, *policy)) as server:
            for words in ([], ["-H", f"traceparent: {parent('2' * 32)}"]):
                assert clients.post(f"{server.origin}/shop", asked, *words).source == "recorded"
            if command == "forward":
                other = {"query": "{ country(code: \"FR\") { name } }"}
                reply = clients.post(f"{server.origin}/shop", other, "-H", f"traceparent: {parent('3' * 32)}")
                assert reply.source == "upstream" and seen[-1] == [parent("3" * 32)]


def test_a_begun_session_that_only_reads_does_not_expire():
    """Its answers come from memory, and it expires when nobody asks any more."""
    with running(understudy("replay", *COUNTRIES, "--sessions", "begun", "--session-idle", "2")) as server:
        name = ("-H", "X-Understudy-Session: a")
        begin = {"session": "a", "named": True}
        assert clients.post(f"{server.origin}/__understudy/begin", begin, *name).status == 200
        until = time.monotonic() + 5
        while time.monotonic() < until:
            assert clients.post(f"{server.origin}/countries", CANADA, *name).status == 200
            time.sleep(0.2)
        assert clients.post(f"{server.origin}/countries", NOWHERE, *name).status != 410
        time.sleep(6)
        assert clients.post(f"{server.origin}/countries", CANADA, *name).status == 410
