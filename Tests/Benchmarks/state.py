"""What state costs: replay in sessions that have sent many mutations, against replay where nothing was ever changed.

The recordings are made from ConferencePlanner's stand-in: one attends and does not, in turn, and after each change the
attendees are read. Every request of a measurement is asked in the next of many sessions, and has a number in its head, so
that no answer is found by the request's bytes alone: the session's history is looked at each time. Then with another
spelling each time, which is parsed anew, and with the same bytes again, as most clients ask.
"""

from __future__ import annotations

import http.client
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Upstreams"))

import flows_of_the_tutorials as tutorials  # noqa: E402
from bench import FRESH as HEADER
from bench import Row, in_turns, replay, wrk  # noqa: E402
from conference_planner.simple_api import PROJECT  # noqa: E402
from harness import Server, running, understudy  # noqa: E402
from operations import Operation  # noqa: E402
from standing_in import standing_in  # noqa: E402

ENDPOINT = "conference-planner"
HISTORIES = (5, 50, 500)
# So many sessions take turns; five hundred mutations in each take a while to send.
SESSIONS = 100
MANY = 1_000
# The kB of a session of 20,000 in one GiB.
GIB_FOR_20_000 = (1 << 20) / 20_000
# How the requests of a measurement differ from each other, besides their session.
FRESH = ""
SPELLED = ", every request spelled differently"
SAME = ", the same bytes again"


class Connection:
    """Asks one server over one connection."""

    def __init__(self, server: Server):
        self.http = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)

    def ask(self, session: object, operation: Operation, variables: dict[str, Any]) -> Any:
        self.http.request("POST", f"/{ENDPOINT}/~{session}", encoded(operation, variables), HEADERS)
        response = self.http.getresponse()
        body = response.read()
        if response.status != 200:
            raise SystemExit(f"session {session}: {response.status} {body[:500]!r}")
        return json.loads(body)


HEADERS = {"Content-Type": "application/json"}


def encoded(operation: Operation, variables: dict[str, Any]) -> bytes:
    body = {"query": operation.text, "operationName": operation.name, "variables": variables}
    return json.dumps(body, separators=(",", ":")).encode()


@dataclass(frozen=True)
class Looked:
    """A conference, and who attended it before any change."""

    conference: str
    attendees: frozenset[str]

    @property
    def variables(self) -> dict[str, Any]:
        return {"conferenceId": self.conference}


def changes(connection: Connection, session: object, count: int, looks: bool) -> Looked:
    """Sends so many mutations in a session, and looks at the attendees after each if asked to."""
    conferences = connection.ask(session, tutorials.ALL_CONFERENCES, {})["data"]["allConferences"]
    attending = [frozenset(one["id"] for one in conference["attendees"]) for conference in conferences]
    fewest = min(range(len(attending)), key=lambda place: len(attending[place]))
    looked = Looked(conferences[fewest]["id"], attending[fewest])
    both = {**looked.variables, "attendeeId": min(frozenset().union(*attending) - looked.attendees)}
    if looks:
        connection.ask(session, tutorials.ATTENDEES_FOR_CONFERENCE, looked.variables)
    for number in range(count):
        connection.ask(session, (tutorials.ATTEND, tutorials.NOT_ATTEND)[number % 2], both)
        if looks:
            connection.ask(session, tutorials.ATTENDEES_FOR_CONFERENCE, looked.variables)
    return looked


def record(folder: Path, count: int) -> Looked:
    """Records so many mutations, with a look after each."""
    with standing_in("conference_planner", f"/simple/v1/{PROJECT}") as upstream:
        where = ["--upstream", f"{upstream.origin}{upstream.path}", "--endpoint", ENDPOINT, "--recordings", folder]
        with running(understudy("record", *where, "--quiet")) as recorder:
            looked = changes(Connection(recorder), "one", count, looks=True)
            assert recorder.stop() == 0
    return looked


def prepare(server: Server, sessions: int, count: int) -> None:
    """Gives every session its history, and sees that the first and the last get the answer that is recorded after it."""
    connection = Connection(server)
    for session in range(sessions):
        looked = changes(connection, session, count, looks=False)
    for session in (0, sessions - 1):
        answer = connection.ask(session, tutorials.ATTENDEES_FOR_CONFERENCE, looked.variables)
        if len(answer["data"]["conference"]["attendees"]) != len(looked.attendees) + count % 2:
            raise SystemExit(f"session {session}: not the attendees after {count} mutations: {answer}")


def resident_kilobytes(server: Server) -> int:
    shown = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(server.process.pid)], capture_output=True, text=True, check=True
    )
    return int(re.search(r"\d+", shown.stdout)[0])


def rows(folder: Path, seconds: int, rounds: int) -> Iterator[Row]:
    body = folder / "attendees.json"
    longest = folder / "changed"
    looked = record(longest, max(HISTORIES))
    unchanged = folder / "unchanged"
    record(unchanged, 0)
    body.write_bytes(encoded(tutorials.ATTENDEES_FOR_CONFERENCE, looked.variables))

    spelled = folder / "attendees-spelled.json"
    text = body.read_text()
    place = text.index("}", text.index('"query":"'))
    spelled.write_text(text[:place] + "\x01" + text[place:])

    def measure(server: Server, sessions: int, how: str = FRESH):
        url = f"{server.origin}/{ENDPOINT}"
        cold = how == SPELLED
        more = {"fresh": HEADER} if how == FRESH else {}
        return lambda: wrk(url, spelled if cold else body, seconds, cold, sessions=sessions, **more)

    for count in HISTORIES:
        with running(replay(longest)) as changed, running(replay(unchanged)) as still:
            prepare(changed, SESSIONS, count)
            prepare(still, SESSIONS, 0)
            rates = {
                how: in_turns(
                    rounds, {"changed": measure(changed, SESSIONS, how), "still": measure(still, SESSIONS, how)}
                )
                for how in (FRESH, SPELLED, SAME)
            }
        for how, found in rates.items():
            ratio = found["still"].a_second / found["changed"].a_second
            yield Row(
                f"replay after {count} mutations in each of {SESSIONS} sessions{how} : nothing ever changed",
                str(found["changed"]), str(found["still"]), f"{ratio:.2f}", "≤ 1.3" if count == 50 else "",
            )  # fmt: skip

    with running(replay(longest)) as many, running(replay(longest)) as single:
        before = resident_kilobytes(many)
        prepare(many, MANY, 5)
        with_five = resident_kilobytes(many)
        prepare(single, 1, 5)
        rates = in_turns(rounds, {"many": measure(many, MANY), "single": measure(single, 1)})
    yield Row(
        f"{MANY:,} sessions in turn, 5 mutations in each : one session",
        str(rates["many"]), str(rates["single"]), f"{rates['single'].a_second / rates['many'].a_second:.2f}", "",
    )  # fmt: skip
    with running(replay(longest)) as server:
        started = resident_kilobytes(server)
        prepare(server, MANY, 50)
        with_fifty = resident_kilobytes(server)
    yield Row(
        f"memory of a session, in kB, after 50 mutations : after 5 ({MANY:,} sessions)",
        f"{(with_fifty - started) / MANY:.1f}", f"{(with_five - before) / MANY:.1f}",
        f"{(with_fifty - started) / max(1, with_five - before):.1f}", f"≤ {GIB_FOR_20_000:.0f} kB a session",
    )  # fmt: skip
