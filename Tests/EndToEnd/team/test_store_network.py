"""The network between the replicas and their store fails: nothing wrong is answered, and no session is lost."""

from __future__ import annotations

import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import clients
import pytest
from harness import eventually
from many_flows import REFUSALS, planned, run_flows, sessions
from operations_by_hand import TRIPS_BOOKED
from relay import relaying
from replicas import redis, replicas
from session_support import ENDPOINT
from shared_store import MARKS, SESSIONS, add, ask, begin, names, program, sprayed, store  # noqa: F401
from subscribers import Ended, OverHTTP

pytestmark = MARKS


def test_a_change_whose_reply_is_lost_is_there_once(store):
    """The store has it. The replica sends it again over a new connection, and finds it."""
    with relaying(store.port) as network:
        with replicas(2, "--sessions", f"redis://127.0.0.1:{network.port}/0", command="fake") as two:
            begin(two[0].origin, "a")
            before = names(two[0].origin, "a")
            for turn in range(5):
                network.lose_reply(b"appended")
                assert add(two[0].origin, "a", f"Ann {turn}").status == 200
            assert network.lost["reply"] == 5
            for replica in two:
                assert names(replica.origin, "a") == before + [f"Ann {turn}" for turn in range(5)]


def test_while_the_network_is_cut_sessions_wait(store):
    with relaying(store.port) as network:
        with replicas(2, "--sessions", f"redis://127.0.0.1:{network.port}/0", command="fake") as two:
            begin(two[0].origin, "a")
            assert add(two[0].origin, "a", "Ann").status == 200
            network.cut()
            for replica in two:
                eventually(lambda origin=replica.origin: add(origin, "a", "Bob").status in (503, 504), "an error")
            network.mend()
            # A 504 did not say whether the session has Bob.
            first, second = (names(replica.origin, "a") for replica in two)
            assert first == second and "Ann" in first


@pytest.mark.timeout(120)
def test_another_server_that_takes_over_ends_all_sessions(tmp_path):
    """It had a copy of all logs, but nobody knows whether of the last entries, too."""
    safe = ("--min-replicas-to-write", "1", "--min-replicas-max-lag", "10")
    with redis(tmp_path / "one", *safe) as old, redis(tmp_path / "two", "--replicaof", f"127.0.0.1 {old.port}") as new:
        eventually(lambda: b"good_slaves:1" in clients.raw(old.port, b"INFO replication\r\n", timeout=1), "a copy")
        with relaying(old.port) as network:
            with replicas(2, "--sessions", f"redis://127.0.0.1:{network.port}/0", command="fake") as two:
                begin(two[0].origin, "a")
                assert add(two[0].origin, "a", "Ann").status == 200
                eventually(lambda: b"understudy:" in clients.raw(new.port, b"KEYS *\r\n", timeout=1), "the keys")
                network.cut()
                old.kill()
                clients.raw(new.port, b"REPLICAOF NO ONE\r\n", timeout=1)
                network.target = new.port
                network.mend()
                for replica in two:
                    # Never an answer, with or without Ann.
                    eventually(lambda origin=replica.origin: ended(origin), "410", within=20)
                # As long as the old server may go on, and a replica that still reaches it may have a lease.
                early = clients.post(f"{two[1].origin}/__understudy/begin", {"session": "a", "named": True})
                assert early.status == 503 and "sessions begin in 1" in early.body.decode(), early.body
                eventually(lambda: begins(two[1].origin, "a"), "the session begins", within=20)
                assert "Ann" not in names(two[0].origin, "a")
                assert add(two[0].origin, "a", "Bob").status == 200 and names(two[1].origin, "a")[-1] == "Bob"


def begins(origin: str, session: str) -> bool:
    return clients.post(f"{origin}/__understudy/begin", {"session": session, "named": True}).status == 200


def test_a_command_of_a_broken_connection_does_not_run_later(store):
    """The replica gave it up and sent it over another connection. Meanwhile, the session has begun once more."""
    with relaying(store.port) as network:
        with replicas(1, "--sessions", f"redis://127.0.0.1:{network.port}/0", command="fake") as [only]:
            begin(only.origin, "a")
            network.hold(b"$5\r\nbegin\r\n")
            begin(only.origin, "a", replace=True)
            begin(only.origin, "a", replace=True)
            assert add(only.origin, "a", "Ann").status == 200
            network.release()
            for _ in range(20):
                assert names(only.origin, "a")[-1] == "Ann"
                time.sleep(0.1)


def test_a_replica_that_the_store_gets_later_is_noticed(tmp_path):
    """It could take over, and the store would go on beside it."""
    with redis(tmp_path / "one") as one, replicas(1, "--sessions", one.url, command="fake") as [only]:
        begin(only.origin, "a")
        with redis(tmp_path / "two", "--replicaof", f"127.0.0.1 {one.port}"):
            eventually(lambda: ask(only.origin, "a", "{ allAttendees { name } }").status == 503, "503", within=30)
            assert "min-replicas-to-write" in ask(only.origin, "a", "{ allAttendees { name } }").body.decode()
            for setting in (b"min-replicas-to-write 1", b"min-replicas-max-lag 10"):
                assert b"+OK" in clients.raw(one.port, b"CONFIG SET %s\r\n" % setting, timeout=1)
            eventually(lambda: ask(only.origin, "a", "{ allAttendees { name } }").status == 200, "an answer", within=30)


def ended(origin: str) -> bool:
    """Whether the session `a` gets 410. Until then, it gets errors alone."""
    reply = ask(origin, "a", "{ allAttendees { name } }")
    assert reply.status in (410, 503, 504), reply.body
    return reply.status == 410


def test_a_session_whose_log_was_removed_ends(store):
    """As by a server that evicts in spite of its settings: the rest of its keys are still there."""
    with replicas(2, "--sessions", store.url, command="fake") as two:
        for session in ("a", "b"):
            begin(two[0].origin, session)
            assert add(two[0].origin, session, "Ann").status == 200
        keys = re.findall(rb"understudy:\S+", clients.raw(store.port, b"KEYS *\r\n", timeout=1))
        [log] = [key for key in keys if key.endswith(b":a") and is_list(store.port, key)]
        assert b":1" in clients.raw(store.port, b"DEL %s\r\n" % log, timeout=1)
        for replica in two:
            # A replica with a lease answers from memory, for 2 s at most.
            eventually(lambda origin=replica.origin: ask(origin, "a", "{ allAttendees { name } }").status == 410, "410")
            assert names(replica.origin, "b")[-1] == "Ann"
        begin(two[1].origin, "a")
        assert "Ann" not in names(two[0].origin, "a")


def is_list(port: int, key: bytes) -> bool:
    return b"list" in clients.raw(port, b"TYPE %s\r\n" % key, timeout=1)


@pytest.mark.timeout(600)
def test_nothing_is_wrong_while_the_network_fails(store, tmp_path):
    """It delays each request and reply, loses some, and is cut now and then. No session is lost by that."""
    plan = planned(sessions(SESSIONS // 4))
    over = threading.Event()
    with relaying(store.port) as network:
        with replicas(3, "--sessions", f"redis://127.0.0.1:{network.port}/0") as three, sprayed(tmp_path, three) as front:
            network.losses, network.delay = 10, 0.02

            def cuts() -> None:
                while not over.wait(2):
                    network.cut()
                    over.wait(0.5)
                    network.mend()

            with ThreadPoolExecutor(1) as pool:
                cutting = pool.submit(cuts)
                try:
                    counts = run_flows(front.origin, plan, resends=True, attempts=60)
                finally:
                    over.set()
                    cutting.result()
        assert counts.wrong == [], counts
        assert network.lost["request"] and network.lost["reply"] and counts.refused, (network.lost, counts)
        assert REFUSALS[410] not in counts.refused, counts
        assert len(counts.finished) == len(plan), counts


def test_a_stream_of_a_lost_session_ends_with_an_error(store):
    with replicas(2, "--sessions", store.url) as two:
        begin(two[0].origin, "a")
        url = f"{two[0].origin}/{ENDPOINT}"
        stream = OverHTTP(url, "sse", TRIPS_BOOKED.body(), {"X-Understudy-Session": "a"})
        clients.raw(store.port, b"FLUSHALL\r\n", timeout=1)
        # Whoever uses the session next finds that it is gone.
        eventually(
            lambda: clients.post(url, {"query": "{ __typename }"}, "-H", "X-Understudy-Session: a").status == 410, "410"
        )
        # An error is a result without data, before the end.
        last = stream.next()
        assert "does not know the state of its session. There is no session" in last["errors"][0]["message"], last
        with pytest.raises(Ended):
            stream.next()


def test_prefixes_share_a_store(store):
    """Two teams have a session of the same name."""
    urls = [f"{store.url}?prefix={team}:" for team in ("red", "blue")]
    with replicas(1, "--sessions", urls[0], command="fake") as [red], replicas(
        1, "--sessions", urls[1], command="fake"
    ) as [blue]:
        begin(red.origin, "a")
        assert add(red.origin, "a", "Ann").status == 200
        begin(blue.origin, "a")
        assert "Ann" not in names(blue.origin, "a") and names(red.origin, "a")[-1] == "Ann"
        keys = clients.raw(store.port, b"KEYS *\r\n", timeout=1)
        assert b"red:" in keys and b"blue:" in keys and b"understudy:" not in keys, keys
