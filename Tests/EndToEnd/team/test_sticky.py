"""Replicas with sticky routing: the guide's files for nginx and HAProxy, in front of three replicas.

Each answer is compared with that of one single program. With `--sessions begun`, a replica that dies loses its
sessions, and says so. One that is stopped finishes its sessions first.
"""

from __future__ import annotations

import contextlib
import http.client
import itertools
import os
import shutil
import subprocess
import threading
import time
from collections import Counter
from functools import partial
from urllib.parse import urlsplit

import clients
import operations
import pytest
import trips
from harness import ROOT, copy, eventually, tree
from http_server import answer, sent_body, serving
from many_flows import HEADER, Event, planned, run_flows, sessions
from replicas import Replica, haproxy, nginx, repeatedly, replicas
from subscribers import WAYS

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not shutil.which("nginx") or not shutil.which("haproxy"), reason="needs nginx and haproxy"),
]
FRONTS = {"nginx": nginx, "haproxy": haproxy}
BEGUN = ("--sessions", "begun")
SESSIONS = 60
# While replicas die.
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
    with replicas(3, *FAKE, *BEGUN, command="fake") as three, proxy(tmp_path, three) as front:
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


def reasons(proxy) -> set[str]:
    """Why requests are refused when their replica has died."""
    found = {"UNDERSTUDY_UNKNOWN_SESSION", "502 of the load balancer", "503 of the load balancer"}
    # The replica died while it sent the answer.
    found.add("connection: IncompleteRead")
    if proxy is haproxy:
        # What HAProxy does on a connection that had answers before: a client may then send its request again.
        found |= {"connection: RemoteDisconnected", "connection: ConnectionResetError"}
    return found


@pytest.mark.timeout(300)
def test_nothing_is_wrong_while_replicas_die(proxy, tmp_path):
    """They die and come back in turn. Each refused request says why."""
    plan = planned(sessions(MANY))
    waiting = {session.name for session in plan[::25]}
    with replicas(3, *BEGUN) as three, proxy(tmp_path, three) as front:
        # While one is down, HAProxy moves its sessions.
        with repeatedly(*(partial(replica.restart, down=0.3) for replica in three), pause=0.2) as kills:

            def on_event(event: Event) -> None:
                """Some sessions wait once while each replica dies and comes back. Only a 410 shows that theirs did."""
                name, middle = event.session.name, len(event.session.expected) // 2
                if event.kind == "right" and event.step == middle and name in waiting:
                    waiting.remove(name)
                    # One may be down already.
                    enough = sum(kills) + len(three) + 1
                    eventually(lambda: sum(kills) >= enough, "each replica was killed", within=90)

            # On a busy machine, kills meet most attempts at a long session.
            counts = run_flows(front.origin, plan, on_event, attempts=200)
        assert counts.wrong == [], counts
        assert counts.finished == {session.name for session in plan}, counts
        assert sum(kills) > 2 and sum(map(bool, kills)) > 1, kills
        assert {"UNDERSTUDY_UNKNOWN_SESSION"} < set(counts.refused) <= reasons(proxy), counts


def test_a_replica_that_dies_loses_its_sessions_aloud(proxy, tmp_path):
    plan = planned(sessions(2 * SESSIONS))
    named = {session.name for session in plan}
    with replicas(3, *BEGUN) as three, proxy(tmp_path, three) as front:
        lost = {name for name in named if home(front, three, name) is three[0]}
        assert lost and lost != named
        # nginx sends the sessions of a replica to no other one.
        counts = run_flows(front.origin, plan, Death(three[0], after=3 * len(plan), starts=proxy is nginx))
        assert counts.wrong == [], counts
        assert counts.finished == named, counts
        assert counts.refused and set(counts.refused) <= reasons(proxy), counts
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


def test_begun_sessions_are_open_ones():
    with replicas(1, *BEGUN) as [replica]:
        for number in range(2):
            trips.Trip(replica, f"counted-{number}").begin()
        metrics = clients.curl(f"{replica.origin}/__understudy/metrics").body
    assert b"\nunderstudy_open_sessions 2\n" in metrics, metrics


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


# Much longer than a test waits for the end of a replica: if that is seen, the drain ended early.
LONG_DRAIN = ("--drain", "90")


class Begun:
    """A session that was begun with a token, so that it can end. It has booked a trip."""

    def __init__(self, front, name: str) -> None:
        self.front = front
        self.header = ("-H", f"{HEADER}: {name}")
        begin = {"session": name, "named": True}
        reply = clients.post(f"{front.origin}/__understudy/begin", begin, *self.header)
        assert reply.status == 200, reply.body
        self.token = reply.json["token"]
        self.trip = trips.Trip(front, name)
        assert not self.trip.is_booked()
        self.trip.book()
        assert self.trip.is_booked()

    def end(self) -> None:
        end = {"token": self.token, "outcome": "passed"}
        reply = clients.post(f"{self.front.origin}/__understudy/end", end, *self.header)
        assert reply.status == 200 and reply.json["misses"] == [], reply.body


def begun_at(front, replica) -> Begun:
    """The only session of this replica."""
    for number in range(100):
        session = Begun(front, f"begun-{number}")
        if session.trip.name in replica.sessions():
            return session
    raise AssertionError("no session reached the replica")


def is_unready(replica) -> bool:
    return clients.curl(f"{replica.origin}/__understudy/ready").status == 503


def has_noticed(front) -> bool:
    """Whether HAProxy has seen that its first replica is not ready."""
    return any("Server replicas/mock1 is stopping" in line for line in front.process.stdout_lines)


def test_a_replica_that_stops_finishes_its_sessions(proxy, tmp_path):
    """No request is refused, and every answer is right."""
    # A client that names its session by the path has no token, and does not end it.
    plan = planned([session for session in sessions(SESSIONS) if session.by == "header"])
    named = {session.name for session in plan}
    # nginx may keep a connection, for which the replica waits until the drain is over.
    drain = ("--drain", "20") if proxy is nginx else LONG_DRAIN
    with replicas(3, *BEGUN, *drain) as three, proxy(tmp_path, three) as front:
        at_first: set[str] = set()

        def stop() -> None:
            at_first.update(three[0].sessions() & named)
            three[0].terminate()
            eventually(lambda: is_unready(three[0]), "it is not ready")

        # Each session waits after its first answer, until all have one.
        everyone = threading.Barrier(len(plan), action=stop, timeout=60)

        def on_event(event: Event) -> None:
            if event.kind == "right" and event.step == 0:
                everyone.wait()

        counts = run_flows(front.origin, plan, on_event, threads=len(plan))
        assert counts.wrong == [] and not counts.refused, counts
        assert counts.finished == named
        assert at_first and at_first != named
        # Some had more to ask.
        assert any(len(session.expected) > 4 for session in plan if session.name in at_first)
        assert three[0].wait(60 if proxy is nginx else 45) == 0


def test_a_replica_that_stops_gets_no_new_sessions(proxy, tmp_path):
    """From HAProxy, which asks whether it is ready. nginx does not ask, and the replica serves the new ones, too."""
    with replicas(3, *BEGUN, *LONG_DRAIN) as three, proxy(tmp_path, three) as front:
        staying = begun_at(front, three[0])
        three[0].terminate()
        eventually(lambda: is_unready(three[0]), "it is not ready")
        if proxy is haproxy:
            eventually(lambda: has_noticed(front), "HAProxy has noticed")
        new: Counter[int] = Counter()
        for number in range(24):
            session = Begun(front, f"new-{number}")
            new.update(at for at, replica in enumerate(three) if session.trip.name in replica.sessions())
            # The requests of the other session go on, too.
            assert staying.trip.is_booked() and session.trip.is_booked()
            session.end()
        assert new.total() == 24, new
        assert bool(new[0]) == (proxy is nginx), new
        assert staying.trip.is_booked()
        assert three[0].server.process.poll() is None
        staying.end()
        assert three[0].wait(75) == 0


def test_a_session_that_does_not_end_is_lost_after_the_drain(proxy, tmp_path):
    """Until then, none of its requests is refused. Then they say why."""
    with replicas(3, *BEGUN, "--drain", "6") as three, proxy(tmp_path, three) as front:
        staying = begun_at(front, three[0])
        began = time.monotonic()
        three[0].terminate()
        while (reply := staying.trip.ask()).status == 200:
            assert reply.json["data"]["launch"]["isBooked"]
            assert time.monotonic() - began < 60
        # It stopped no earlier than it had said.
        assert time.monotonic() - began > 6, reply
        assert three[0].wait() == 0
        for _ in range(3):
            assert staying.trip.ask().status == (502 if proxy is nginx else 410)


def test_a_begun_session_without_a_connection_keeps_a_replica_alive():
    """Its end lets the replica stop, long before the drain is over."""
    with replicas(1, *BEGUN, *LONG_DRAIN) as [replica]:
        session = Begun(replica, "a")
        replica.terminate()
        # Without the session, it would end after 2 s without a connection. A request would be a connection.
        with pytest.raises(subprocess.TimeoutExpired):
            replica.server.process.wait(6)
        assert is_unready(replica)
        assert session.trip.is_booked()
        session.end()
        assert replica.wait() == 0


def test_a_begun_session_that_never_ends_does_not_outlive_the_drain():
    with replicas(1, *BEGUN, "--drain", "5") as [replica]:
        session = Begun(replica, "a")
        began = time.monotonic()
        replica.terminate()
        assert replica.wait() == 0
        assert time.monotonic() - began > 5
        assert "1 session has not ended within --drain" in replica.server.stderr
        with pytest.raises(ConnectionRefusedError):
            session.trip.ask()
        replica.start()
        reply = session.trip.ask()
        assert (reply.status, reply.code) == (410, "UNDERSTUDY_UNKNOWN_SESSION")


# Lines of the guide's table "What is lost when something fails" that no test above has


@contextlib.contextmanager
def servers(count: int, respond=None):
    """Cheap servers in place of replicas. A GET gets the number of its server, and `respond` answers a POST."""

    def numbered(number: int):
        def reply(handler) -> None:
            sent_body(handler)
            if respond and handler.command == "POST":
                respond(handler)
            else:
                answer(handler, str(number).encode())

        return reply

    with contextlib.ExitStack() as stack:
        started = [Replica("none") for _ in range(count)]
        for number, server in enumerate(started):
            server.port = urlsplit(stack.enter_context(serving(numbered(number)))).port
        yield started


def chosen(front, names: list[str]) -> dict[str, int]:
    """The number of the server that the load balancer chooses for each session."""
    found = {}
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", front.port, timeout=20)) as connection:
        for name in names:
            connection.request("GET", "/countries", headers={HEADER: name})
            with connection.getresponse() as reply:
                assert reply.status == 200
                found[name] = int(reply.read())
    return found


def test_a_replica_that_is_added_gets_about_a_quarter_of_the_sessions(proxy, tmp_path):
    names = [f"CartTests/test {number}" for number in range(1_000)]
    with servers(4) as four:
        with proxy(tmp_path / "three", four[:3]) as front:
            before = chosen(front, names)
        with proxy(tmp_path / "four", four) as front:
            after = chosen(front, names)
    assert set(before.values()) == {0, 1, 2}
    moved = [name for name in names if before[name] != after[name]]
    # Sessions move to the new replica only.
    assert {after[name] for name in moved} == {3}, Counter(after[name] for name in moved)
    assert 150 < len(moved) < 350


def test_a_session_that_moves_to_an_added_replica_says_so(proxy, tmp_path):
    with replicas(4, *BEGUN) as four:
        with proxy(tmp_path / "three", four[:3]) as front:
            begun = [Begun(front, f"moving-{number}").trip for number in range(40)]
        # Without the load balancer.
        with pytest.raises(ConnectionRefusedError):
            begun[0].ask()
        moved = 0
        with proxy(tmp_path / "four", four) as front:
            for trip in begun:
                trip.front = trip.caller.server = front
                reply = trip.ask()
                if reply.status == 200:
                    assert trip.is_booked()
                    continue
                moved += 1
                assert (reply.status, reply.code) == (410, "UNDERSTUDY_UNKNOWN_SESSION")
                assert trip.begin() and not trip.is_booked()
                assert trip.name in four[3].sessions()
        assert 0 < moved < 30


def test_a_request_in_flight_is_lost_with_its_replica(proxy, tmp_path):
    """The server has read the request when its connection ends, as that of a process that dies."""
    arrived: list[str] = []

    def die(handler) -> None:
        arrived.append(handler.path)
        handler.close_connection = True

    with servers(3, die) as three, proxy(tmp_path, three) as front:
        reply = clients.post(f"{front.origin}/countries", operations.country_detail("CA").body())
        assert reply.status == 502
        # The same on a connection that had an answer before. HAProxy may close it instead.
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", front.port, timeout=20)) as connection:
            connection.request("GET", "/countries")
            assert connection.getresponse().read() in (b"0", b"1", b"2")
            connection.request("POST", "/countries", b"{}")
            try:
                assert connection.getresponse().status == 502
            except http.client.RemoteDisconnected:
                assert proxy is haproxy
    # No other replica got it.
    assert arrived == ["/countries"] * 2
