"""Recorders that are killed, and recorders that are told to end."""

import random
import signal
import socket
from concurrent.futures import ThreadPoolExecutor

import clients
import pytest
from harness import eventually, running, tree, understudy
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
