"""The network between the replicas and their store fails: nothing wrong is answered, and no session is lost."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import clients
import pytest
from harness import eventually
from many_flows import REFUSALS, planned, run_flows, sessions
from operations_by_hand import TRIPS_BOOKED
from relay import relaying
from replicas import replicas
from session_support import ENDPOINT
from shared_store import MARKS, SESSIONS, add, begin, names, program, sprayed, store  # noqa: F401
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
