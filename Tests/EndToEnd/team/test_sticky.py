"""Replicas with sticky routing: the guide's files for nginx and HAProxy, in front of three replicas.

Each answer is compared with that of one single program. A replica that dies loses its sessions, and says so: this needs
`--sessions begun`, and the tests of it are skipped in a build without that option.
"""

from __future__ import annotations

import itertools
import os
import shutil
import threading

import clients
import operations
import pytest
import trips
from harness import ROOT, copy, eventually, tree
from many_flows import HEADER, Event, planned, run_flows, sessions
from replicas import haproxy, has_option, nginx, replicas
from subscribers import WAYS

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not shutil.which("nginx") or not shutil.which("haproxy"), reason="needs nginx and haproxy"),
]
FRONTS = {"nginx": nginx, "haproxy": haproxy}
BEGUN = ("--sessions", "begun") if has_option("replay", "--sessions") else ()
needs_begun = pytest.mark.skipif(not BEGUN, reason="waits for `replay --sessions begun`")
SESSIONS = 60
# While a replica dies.
MANY = int(os.environ.get("UNDERSTUDY_SHARED_SESSIONS", "500"))
FAKE = ("--seed", "25")


@pytest.fixture(params=FRONTS)
def proxy(request):
    return FRONTS[request.param]


class Death:
    """Kills a replica in the middle of a run, and starts it again if asked to."""

    def __init__(self, victim, after: int, starts: bool) -> None:
        self.victim = victim
        self.starts = starts
        self._after = after
        self._lock = threading.Lock()

    def __call__(self, event: Event) -> None:
        with self._lock:
            self._after -= 1
            if self._after == 0:
                self.victim.kill()
                if self.starts:
                    self.victim.start()


def home(front, three, name: str):
    """The replica that the load balancer chooses for a session. With `--sessions begun`, the others do not have it."""
    trip = trips.Trip(front, name)
    assert trip.begin()
    trip.is_booked()
    [found] = [replica for replica in three if name in replica.sessions()]
    return found


def trip_at(front, three, replica) -> trips.Trip:
    """A session of this replica that has booked."""
    names = (f"trip-{number}" for number in range(100))
    trip = trips.Trip(front, next(name for name in names if home(front, three, name) is replica))
    assert trip.begin()
    trip.book()
    assert trip.is_booked()
    return trip


def test_every_answer_is_that_of_one_program(proxy, tmp_path):
    """Sessions by header and by path, with mutations and without, from recordings that nothing may change."""
    folder = copy(ROOT / "recordings", tmp_path / "recordings")
    before = tree(folder)
    plan = planned(sessions(SESSIONS))
    with replicas(3, *BEGUN, folders=("--recordings", folder, "--schemas", ROOT / "schemas")) as three:
        with proxy(tmp_path, three) as front:
            named = {session.name for session in plan}
            seen: list[set[str]] = [set(), set(), set()]

            def on_event(event: Event) -> None:
                if event.kind == "right" and event.step == 0:
                    for replica, names in zip(three, seen, strict=True):
                        names |= replica.sessions() & named

            counts = run_flows(front.origin, plan, on_event)
            assert counts.wrong == [] and not counts.refused, counts
            assert counts.finished == named
            # Each session had one replica, and each replica had sessions.
            assert sum(len(names) for names in seen) == len(set.union(*seen))
            assert all(seen), [len(names) for names in seen]
    assert tree(folder) == before


def test_generated_answers_are_those_of_one_program(proxy, tmp_path):
    plan = planned(sessions(SESSIONS), "fake", *FAKE)
    begun = BEGUN if has_option("fake", "--sessions") else ()
    with replicas(3, *FAKE, *begun, command="fake") as three, proxy(tmp_path, three) as front:
        counts = run_flows(front.origin, plan)
        assert counts.wrong == [] and not counts.refused, counts
        assert len(counts.finished) == SESSIONS


def test_control_requests_reach_the_session(proxy, tmp_path):
    """`begin` and `end` by the header; `reset` and the page of a session by its path, too."""
    with replicas(3, *BEGUN) as three, proxy(tmp_path, three) as front:
        for number in range(12):
            name = f"control {number}" if proxy is haproxy else f"control-{number}"
            header = ("-H", f"{HEADER}: {name}")
            begin = (f"{front.origin}/__understudy/begin", {"session": name, "named": True})
            # Without the header, it could reach another replica, and the session would go on where it was.
            for wrong in ((), ("-H", f"{HEADER}: another")):
                refused = clients.post(*begin, *wrong)
                assert refused.status == 400, refused.body
                assert f"Send {HEADER}: {name}." in refused.json["errors"][0]["message"]
            begun = clients.post(*begin, *header)
            assert begun.status == 200, begun.body
            in_path = name.replace(" ", "%20")
            query = operations.country_detail("CA").body()
            for reply in (
                clients.post(f"{front.origin}/countries", query, *header),
                clients.post(f"{front.origin}/countries/~{in_path}", query),
                clients.post(f"{front.origin}/countries/~{in_path}/graphql?a=/~b", query),
            ):
                assert reply.status == 200, reply.body
            # One replica has it.
            assert sum(name in replica.sessions() for replica in three) == 1
            assert clients.curl(f"{front.origin}/__understudy/sessions/{in_path}").json["name"] == name
            end = {"token": begun.json["token"], "outcome": "passed"}
            assert clients.post(f"{front.origin}/__understudy/end", end, *header).status == 200


def test_requests_without_a_name_reach_one_replica(proxy, tmp_path):
    """They are one session, whatever their path. Here each is a miss, which its replica lists."""
    paths = ("/countries", "/countries/graphql", "/countries?a=/~b", "/countries//graphql")
    with replicas(3) as three, proxy(tmp_path, three) as front:
        for number, path in enumerate(paths):
            clients.post(f"{front.origin}{path}", operations.country_detail(f"{number}").body())
        clients.post(f"{front.origin}/countries", operations.country_detail("X").body(), "-H", f"{HEADER}: default")
        missed = [len(clients.curl(f"{replica.origin}/__understudy/misses").json["misses"]) for replica in three]
        assert sorted(missed) == [0, 0, len(paths) + 1]


@pytest.mark.parametrize("way", WAYS)
def test_streams_pass(proxy, way, tmp_path):
    """Each event arrives while its stream is open, over every transport, whichever way its session is named."""
    with replicas(3, *BEGUN) as three, proxy(tmp_path, three) as front:
        for number, by in enumerate(("header", "path")):
            trips.watch(front, f"{way}-{number}", way, by)


@needs_begun
def test_a_replica_that_dies_loses_its_sessions_aloud(proxy, tmp_path):
    plan = planned(sessions(MANY))
    named = {session.name for session in plan}
    with replicas(3, *BEGUN) as three, proxy(tmp_path, three) as front:
        lost = {name for name in named if home(front, three, name) is three[0]}
        assert lost and lost != named
        # nginx sends the sessions of a replica to no other one.
        counts = run_flows(front.origin, plan, Death(three[0], after=3 * MANY, starts=proxy is nginx))
        assert counts.wrong == [], counts
        assert counts.finished == named, counts
        reasons = {"UNDERSTUDY_UNKNOWN_SESSION", "502 of the load balancer", "503 of the load balancer"}
        if proxy is haproxy:
            # What HAProxy does on a connection that had answers before: a client may then send its request again.
            reasons.add("connection: RemoteDisconnected")
        assert counts.refused and set(counts.refused) <= reasons, counts
        # Sessions of the other replicas noticed nothing.
        assert set(counts.refused_sessions) <= lost, counts

        if proxy is haproxy:
            three[0].start()
        eventually(lambda: gets_sessions(front, three[0]), "the replica that is back gets new sessions")
        more = planned(sessions(SESSIONS, "later"))
        counts = run_flows(front.origin, more)
        assert counts.wrong == [] and not counts.refused, counts
        assert len(counts.finished) == SESSIONS


PROBES = itertools.count()


def gets_sessions(front, replica) -> bool:
    """Whether one of ten new sessions reaches the replica."""
    for trip in [trips.Trip(front, f"probe-{next(PROBES)}") for _ in range(10)]:
        trip.begin()
        trip.is_booked()
    return any(name.startswith("probe") for name in replica.sessions())


@needs_begun
def test_begun_sessions_are_open_ones():
    with replicas(1, *BEGUN) as [replica]:
        for number in range(2):
            trips.Trip(replica, f"counted-{number}").begin()
        metrics = clients.curl(f"{replica.origin}/__understudy/metrics").body
    assert b"\nunderstudy_open_sessions 2\n" in metrics, metrics


@needs_begun
def test_a_session_says_that_it_is_lost(proxy, tmp_path):
    with replicas(3, *BEGUN) as three, proxy(tmp_path, three) as front:
        trip = trip_at(front, three, three[0])
        three[0].kill()
        if proxy is nginx:
            assert [trip.ask().status for _ in range(3)] == [502] * 3
            three[0].start()
        for _ in range(3):
            reply = trip.ask()
            assert (reply.status, reply.code) == (410, "UNDERSTUDY_UNKNOWN_SESSION")
            assert "POST /__understudy/begin" in reply.message
        assert trip.begin()
        assert not trip.is_booked()
        trip.book()
        assert trip.is_booked()
        if proxy is haproxy:
            # Its replica is back, and empty. HAProxy remembers where the session is.
            three[0].start()
            eventually(lambda: gets_sessions(front, three[0]), "the replica is back")
            assert trip.is_booked()


@needs_begun
def test_a_session_never_reaches_an_old_state(proxy, tmp_path):
    """Its replica fails twice, and it begins again wherever it can."""
    with replicas(3, *BEGUN) as three, proxy(tmp_path, three) as front:
        trip = trip_at(front, three, three[0])
        three[0].kill()
        if trip.begin():
            trip.book()
        three[0].start()
        eventually(lambda: gets_sessions(front, three[0]), "the replica is back")
        assert trip.begin() and not trip.is_booked()
        three[0].kill()
        if trip.ask().status == 200:
            assert not trip.is_booked()


def test_without_the_option_it_would_be_wrong(proxy, tmp_path):
    """What `--sessions begun` prevents."""
    with replicas(3) as three, proxy(tmp_path, three) as front:
        trip = trip_at(front, three, three[0])
        three[0].kill()
        if proxy is nginx:
            three[0].start()
        assert not trip.is_booked()


@needs_begun
def test_a_replica_that_hangs_answers_nothing_wrong(proxy, tmp_path):
    """nginx waits for it. HAProxy moves its sessions for good: they do not come back to their old state."""
    with replicas(3, *BEGUN) as three, proxy(tmp_path, three) as front:
        trip = trip_at(front, three, three[0])
        three[0].freeze()
        if proxy is nginx:
            assert trip.status(timeout=2) is None
            three[0].thaw()
            assert trip.is_booked()
        else:
            eventually(lambda: trip.status(timeout=2) == 410, "the session is gone")
            assert trip.begin()
            assert not trip.is_booked()
            three[0].thaw()
            eventually(lambda: gets_sessions(front, three[0]), "the replica is back")
            assert trip.name in three[0].sessions()
            assert not trip.is_booked()
