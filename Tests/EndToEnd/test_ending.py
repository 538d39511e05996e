"""Recorders that are killed, and recorders that are told to end."""

import json
import random
import signal
import socket
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import clients
import pytest
from harness import eventually, run, running, tree, understudy
from http_server import answer, sent_body, serving
from load import Load, whole_recordings


def recorder(upstream, folder, how="ok"):
    return understudy(
        "record", "--upstream", f"{upstream.origin}/{how}", "--endpoint", "load", "--recordings", folder, "--quiet"
    )


# Two hundred starts and kills take a debug build on a busy machine minutes.
@pytest.mark.parametrize("rounds", [20, pytest.param(200, marks=[pytest.mark.long, pytest.mark.timeout(900)])])
def test_killed_under_load_again_and_again_leaves_whole_files_only(rounds, misbehaving, folder):
    chance = random.Random(rounds)
    numbers: set[int] = set()
    for round in range(rounds):
        server = recorder(misbehaving, folder, "big/60000")
        load = Load(server.port, first=round * 1_000_000)
        enough = 1 + chance.randrange(12)
        eventually(lambda: len(load.answered) >= enough, "some answers")
        server.process.kill()
        assert server.wait() == -signal.SIGKILL
        load.end()
        now = whole_recordings(folder) if folder.exists() else set()
        assert numbers <= now, "what was whole before the kill is there after it"
        numbers = now
    assert len(numbers) >= rounds
    # What is left on disk starts a replay, and every recording in it answers.
    with running(understudy("replay", "--recordings", folder)) as replay:
        for number in sorted(numbers):
            answer = clients.raw(replay.port, clients.raw_post(replay.port, Load.body(number)))
            assert b"Understudy-Source: recorded" in answer, number
    # And it is no hindrance to the next recorder.
    with running(recorder(misbehaving, folder)) as server:
        assert clients.post(server.origin, Load.body(99_000_000)).status == 200
        assert server.stop() == 0
    assert 99_000_000 in whole_recordings(folder)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_told_to_end_under_load_it_keeps_every_answer(number, misbehaving, folder):
    with running(recorder(misbehaving, folder)) as server:
        load = Load(server.port)
        eventually(lambda: len(load.answered) > 50, "some answers")
        assert server.stop(number) == 0
        answered = load.end()
    assert answered <= whole_recordings(folder)
    assert not [name for name in tree(folder) if name.split("/")[-1].startswith(".")], "nothing half-written is left"


def test_told_to_end_it_finishes_what_is_in_flight(misbehaving, folder):
    before = clients.curl(f"{misbehaving.origin}/requests").json.get("slow", 0)
    with running(recorder(misbehaving, folder, "slow/1")) as server, ThreadPoolExecutor() as pool:
        flight = pool.submit(clients.post, server.origin, Load.body(1))
        eventually(
            lambda: clients.curl(f"{misbehaving.origin}/requests").json.get("slow", 0) > before, "it is in flight"
        )
        assert server.stop() == 0
        assert flight.result().json == {"data": {"ok": True}}
    assert whole_recordings(folder) == {1}


def test_replay_and_fake_end_at_once(recorded, tmp_path):
    (tmp_path / "a.graphqls").write_text("type Query { a: Int }")
    for server in (
        understudy("replay", "--recordings", recorded.folder),
        understudy("fake", "--schemas", tmp_path),
    ):
        with running(server):
            # A connection that stays open must not hold it up.
            with socket.create_connection(("127.0.0.1", server.port)) as idle:
                idle.sendall(b"POST / HTTP/1.1\r\n")
                assert server.stop(signal.SIGINT) == 0


def test_told_twice_it_does_not_wait_for_what_is_in_flight(misbehaving, folder):
    before = clients.curl(f"{misbehaving.origin}/requests").json.get("slow", 0)
    with running(recorder(misbehaving, folder, "slow/20")) as server, ThreadPoolExecutor() as pool:
        flight = pool.submit(lambda: clients.post(server.origin, Load.body(1)))
        eventually(
            lambda: clients.curl(f"{misbehaving.origin}/requests").json.get("slow", 0) > before, "it is in flight"
        )
        server.process.send_signal(signal.SIGINT)
        eventually(lambda: socket.socket().connect_ex(("127.0.0.1", server.port)) != 0, "it takes no more connections")
        assert server.stop(signal.SIGINT) == 130
        assert flight.exception() is not None


def test_a_client_that_does_not_read_keeps_no_session_from_being_saved(folder):
    item = b'"' + b"x" * 1000 + b'"'
    large = b'{"data": {"names": [' + b",".join([item] * 20_000) + b"]}}"

    def respond(handler):
        sent_body(handler)
        answer(handler, large)

    with serving(respond) as upstream:
        options = ["--upstream", upstream, "--endpoint", "load", "--recordings", folder]
        with running(understudy("record", *options)) as server, socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", server.port))
            session = "X-Understudy-Session: checkout\r\n"
            client.sendall(clients.raw_post(server.port, b'{"query": "{ names }"}', headers=session))
            eventually(lambda: "query { names }" in server.stderr, "the answer is on its way")
            assert server.stop(signal.SIGINT) == 0, server.stderr
    assert list(folder.glob("load/sessions/checkout*")), tree(folder)


@pytest.mark.parametrize("how", ["slow/60", "drip/9000"], ids=["silent", "in the middle of its answer"])
@pytest.mark.parametrize("body", [Load.body(1), b"[" + Load.body(1) + b"," + Load.body(2) + b"]"], ids=["one", "a batch"])
def test_told_to_end_it_says_so_to_those_who_wait_for_the_endpoint(how, body, misbehaving, folder):
    kind = how.split("/")[0]
    before = clients.curl(f"{misbehaving.origin}/requests").json.get(kind, 0)
    options = ["--upstream", f"{misbehaving.origin}/{how}", "--endpoint", "load", "--recordings", folder, "--json"]
    with running(understudy("record", *options)) as server, ThreadPoolExecutor() as pool:
        flight = pool.submit(clients.post, server.origin, body)
        eventually(lambda: clients.curl(f"{misbehaving.origin}/requests").json.get(kind, 0) > before, "it is in flight")
        assert server.stop() == 0
        answer = flight.result()
        assert (answer.status, answer.code) == (503, "UNDERSTUDY_STOPPING")
        assert "Understudy stopped before the upstream" in answer.message
        exchanges = server.events("exchange")
        assert [(line["status"], line["outcome"]) for line in exchanges] == [(503, "notRecorded")] * len(exchanges)
        assert len(exchanges) == (2 if body.startswith(b"[") else 1)
    assert not folder.exists() or whole_recordings(folder) == set()


def test_told_to_end_it_says_so_to_those_who_wait_for_a_fault(tmp_path):
    (tmp_path / "a.graphqls").write_text("type Query { a: Int }")
    with running(understudy("fake", "--schemas", tmp_path)) as server, ThreadPoolExecutor() as pool:
        request = clients.raw_post(server.port, b'{"query":"{ a }"}', "/a", "Understudy-Fault: latency=60s\r\n")
        flight = pool.submit(clients.raw, server.port, request, 60)
        # Whoever was heard before this one is in flight.
        assert clients.post(f"{server.origin}/a", {"query": "{ a }"}).status == 200
        begun = time.monotonic()
        assert server.stop() == 0
        # What is in flight is waited for 10 s; this for 2.
        assert time.monotonic() - begun < 8
        answer = clients.parsed(flight.result())
        assert (answer.status, answer.code) == (503, "UNDERSTUDY_STOPPING")


def test_told_to_end_it_says_so_to_those_whose_upload_nobody_reads(folder, tmp_path):
    (tmp_path / "large").write_bytes(b"x" * (16 << 20))
    form = [
        *("-F", 'operations={"query":"mutation($f: Upload!) { up(file: $f) }","variables":{"f":null}}'),
        *("-F", 'map={"0":["variables.f"]}', "-F", f"0=@{tmp_path / 'large'}"),
    ]
    with socket.create_server(("127.0.0.1", 0)) as endpoint, ThreadPoolExecutor() as pool:
        upstream = "http://127.0.0.1:%d/graphql" % endpoint.getsockname()[1]
        options = ["--upstream", upstream, "--endpoint", "files", "--recordings", folder]
        with running(understudy("record", *options)) as server:
            flight = pool.submit(clients.curl, f"{server.origin}/files", "-H", "Expect:", *form)
            connection, _ = endpoint.accept()
            with connection:
                begun = time.monotonic()
                assert server.stop() == 0
                assert time.monotonic() - begun < 8
                assert (flight.result().status, flight.result().code) == (503, "UNDERSTUDY_STOPPING")


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """The certificate of a local authority; its folder is the parent."""
    made = run("ca", "--folder", tmp_path_factory.mktemp("local") / "ca")
    assert made.returncode == 0, made.stderr
    return Path(made.stdout.strip())


@pytest.mark.parametrize("version", ["plain", "--http1.1", "--http2"])
@pytest.mark.parametrize("accept", ["text/event-stream", "multipart/mixed;subscriptionSpec=1.0"])
def test_open_streams_do_not_hold_up_the_end(version, accept, authority, tmp_path):
    (tmp_path / "a.graphqls").write_text("type Query { a: Int } type Mutation { b: Int } type Subscription { c: Int }")
    tls = [] if version == "plain" else ["--tls", "--ca-folder", authority.parent]
    # What -v tells comes at once; curl prints a head on stdout only once something of the body has come.
    words = ["curl", "-sSvN", "--max-time", "100", "-H", "content-type: application/json", "-H", f"accept: {accept}"]
    words += [] if version == "plain" else [version, "--cacert", authority]
    with running(understudy("fake", "--schemas", tmp_path, "--no-learn", *tls)) as server:
        body = json.dumps({"query": "subscription { c }"})
        words += ["-d", body, f"{server.origin}/a"]
        with subprocess.Popen(list(map(str, words)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as client:
            status = next(line for line in client.stderr if line.startswith(b"< HTTP/"))
            assert b" 200" in status
            begun = time.monotonic()
            assert server.stop() == 0
            # What is in flight is waited for 10 s; this is not.
            assert time.monotonic() - begun < 8
            # Broken off, so that nobody takes it for a stream that the endpoint has ended.
            assert client.wait(60) in (18, 56, 92)


def test_told_to_end_it_says_so_over_http2(misbehaving, authority, folder):
    before = clients.curl(f"{misbehaving.origin}/requests").json.get("slow", 0)
    options = ["--upstream", f"{misbehaving.origin}/slow/60", "--endpoint", "load", "--recordings", folder]
    tls = ["--tls", "--ca-folder", authority.parent]
    with running(understudy("record", *options, *tls)) as server, ThreadPoolExecutor() as pool:
        over = ["--http2", "--cacert", str(authority)]
        flights = [pool.submit(clients.post, server.origin, Load.body(number), *over) for number in range(3)]
        eventually(
            lambda: clients.curl(f"{misbehaving.origin}/requests").json.get("slow", 0) == before + 3, "all in flight"
        )
        assert server.stop() == 0
        assert [(flight.result().status, flight.result().code) for flight in flights] == [
            (503, "UNDERSTUDY_STOPPING")
        ] * 3
