"""Replicas with sticky routing: the guide's files for nginx and HAProxy, in front of three replicas.

Each answer is compared with that of one single program. A replica that dies loses its sessions, and says so: this needs
`--sessions begun`, and the tests of it are skipped in a build without that option.
"""

from __future__ import annotations

import shutil
import threading

import clients
import operations
import pytest
import shipped
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
FAKE = ("--seed", "25")


@pytest.fixture(params=FRONTS)
def proxy(request):
    return FRONTS[request.param]


class Death:
    """Kills a replica in the middle of a run, and remembers which sessions it had."""

    def __init__(self, victim, after: int) -> None:
        self.victim = victim
        self.had: set[str] = set()
        self.started: set[str] = set()
        self._after = after
        self._lock = threading.Lock()
        self._done = False

    def __call__(self, event: Event) -> None:
        with self._lock:
            if not self._done:
                self.started.add(event.session.name)
            self._after -= 1
            dies = self._after == 0
        if dies:
            self.had = self.victim.sessions()
            with self._lock:
                self._done = True
                self.victim.kill()

    def spared(self, names: set[str]) -> set[str]:
        """The sessions that had begun elsewhere when it died, of these names."""
        return (names & self.started) - self.had


def parts(three, name: str) -> list[int]:
    """How many of the sessions each replica knows."""
    return [len({each for each in replica.sessions() if each.startswith(name)}) for replica in three]


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
    """`begin`, `end` and a fault by the header; `reset` and the page of a session by its path, too."""
    with replicas(3, *BEGUN) as three, proxy(tmp_path, three) as front:
        for number in range(12):
            name = f"control {number}" if proxy is haproxy else f"control-{number}"
            header = ("-H", f"{HEADER}: {name}")
            begun = clients.post(f"{front.origin}/__understudy/begin", {"session": name, "named": True}, *header)
            assert begun.status == 200, begun.body
            fault = {"session": name, "status": 418}
            assert clients.post(f"{front.origin}/__understudy/faults", fault, *header).status == 201
            in_path = name.replace(" ", "%20")
            query = operations.country_detail("CA").body()
            for reply in (
                clients.post(f"{front.origin}/countries", query, *header),
                clients.post(f"{front.origin}/countries/~{in_path}", query),
                clients.post(f"{front.origin}/countries/~{in_path}/graphql?a=/~b", query),
            ):
                assert reply.status == 418, reply.body
            page = f"{front.origin}/__understudy/sessions/{in_path}"
            assert clients.curl(page).json["name"] == name
            assert clients.curl(f"{page}/reset", "-X", "POST").status == 200
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
    plan = planned(sessions(SESSIONS))
    named = {session.name for session in plan}
    with replicas(3, *BEGUN) as three, proxy(tmp_path, three) as front:
        death = Death(three[0], after=3 * SESSIONS)
        counts = run_flows(front.origin, plan, death)
        assert counts.wrong == [], counts
        assert counts.finished == named, counts
        assert death.had & named
        assert set(counts.refused) <= {
            "UNDERSTUDY_UNKNOWN_SESSION", "502 of the load balancer", "503 of the load balancer"
        }, counts  # fmt: skip
        assert counts.refused["UNDERSTUDY_UNKNOWN_SESSION"], counts
        # Sessions of the other replicas noticed nothing.
        assert not death.spared(named) & set(counts.refused_sessions), counts

        three[0].start()
        eventually(lambda: gets_sessions(front, three[0]), "the replica that is back gets new sessions")
        more = planned(sessions(SESSIONS, "later"))
        counts = run_flows(front.origin, more)
        assert counts.wrong == [] and not counts.refused, counts
        assert len(counts.finished) == SESSIONS


def gets_sessions(front, replica) -> bool:
    """Whether one of some new sessions reaches the replica."""
    gets_sessions.asked += 1
    for number in range(10):
        path = f"__understudy/sessions/probe-{gets_sessions.asked}-{number}/reset"
        clients.curl(f"{front.origin}/{path}", "-X", "POST")
    return any(name.startswith("probe") for name in replica.sessions())


gets_sessions.asked = 0


@pytest.mark.skipif(bool(BEGUN), reason="needs a program that begins unknown sessions again")
def test_without_the_option_answers_would_be_wrong(proxy, tmp_path):
    """What `--sessions begun` prevents, which shows that the comparison finds it."""
    found_wrong(proxy, tmp_path)


@needs_begun
def test_a_program_without_the_option_is_found(proxy, tmp_path):
    found_wrong(proxy, tmp_path)


def found_wrong(proxy, tmp_path) -> None:
    plan = planned(sessions(SESSIONS, systems=[shipped.ROCKET_RESERVER, shipped.CONFERENCE_PLANNER]))
    with replicas(3) as three, proxy(tmp_path, three) as front:
        counts = run_flows(front.origin, plan, Death(three[0], after=3 * SESSIONS))
        assert counts.wrong


@needs_begun
def test_a_replica_that_hangs_answers_nothing_wrong(proxy, tmp_path):
    """nginx waits for it. HAProxy moves its sessions for good: they do not come back to their old state."""
    with replicas(3, *BEGUN) as three, proxy(tmp_path, three) as front:
        trip = next(
            trip for trip in (trips.Trip(front, f"hangs-{number}") for number in range(50))
            if trip.begin() and trip.name in three[0].sessions()
        )  # fmt: skip
        trip.book()
        assert trip.is_booked()
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
