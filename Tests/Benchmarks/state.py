"""What state costs: replay in sessions that have sent many mutations, against replay where nothing was ever changed; and
the memory of 20,000 sessions of recorded answers and of 2,000 of generated data.

The recordings are made from ConferencePlanner's stand-in: one attends and does not, in turn, and after each change the
attendees are read. Every request of a measured rate is asked in the next of many sessions, and has a number in its head, so
that no answer is found by the request's bytes alone: the session's history is looked at each time. Then with another
spelling each time, which is parsed anew, and with the same bytes again, as most clients ask.
"""

from __future__ import annotations

import http.client
import json
import socket
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
from processes import memory  # noqa: E402
from standing_in import standing_in  # noqa: E402

ENDPOINT = "conference-planner"
CHANGES = (tutorials.ATTEND, tutorials.NOT_ATTEND)
HISTORIES = (5, 50, 500)
# So many sessions take turns; five hundred mutations in each take a while to send.
SESSIONS = 100
MANY = 1_000
# So many must fit into one GB, with 50 mutations each.
MOST = 20_000
SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
# Sessions of generated data, whose answers take longer. Caches are full before the first half has been sent.
GENERATED = 2_000
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


class Pipeline:
    """Sends a request of each of many sessions over one connection, a hundred before it reads their answers."""

    def __init__(self, server: Server):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        self.answers = self.socket.makefile("rb")

    def ask(self, sessions: range, operation: Operation, variables: dict[str, Any]) -> None:
        body = encoded(operation, variables)
        heads = f"Host: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        rest = b" HTTP/1.1\r\n" + heads.encode() + body
        for first in range(sessions.start, sessions.stop, 100):
            batch = range(first, min(first + 100, sessions.stop))
            self.socket.sendall(b"".join(b"POST /%s/~%d" % (ENDPOINT.encode(), session) + rest for session in batch))
            for session in batch:
                self.check(session)

    def check(self, session: int) -> None:
        status = self.answers.readline()
        length = 0
        while (line := self.answers.readline().lower()) != b"\r\n":
            if line.startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        answer = self.answers.read(length)
        if b" 200 " not in status or b'"errors"' in answer:
            raise SystemExit(f"session {session}: {status!r} {answer[:500]!r}")


HEADERS = {"Content-Type": "application/json"}


def encoded(operation: Operation, variables: dict[str, Any]) -> bytes:
    body = {"query": operation.text, "operationName": operation.name, "variables": variables}
    return json.dumps(body, separators=(",", ":")).encode()


@dataclass(frozen=True)
class Looked:
    """A conference, who attended it before any change, and one who did not."""

    conference: str
    attendees: frozenset[str]
    other: str

    @property
    def variables(self) -> dict[str, Any]:
        return {"conferenceId": self.conference}

    @property
    def change(self) -> dict[str, Any]:
        return {**self.variables, "attendeeId": self.other}


def changes(connection: Connection, session: object, count: int, looks: bool) -> Looked:
    """Sends so many mutations in a session, and looks at the attendees after each if asked to."""
    conferences = connection.ask(session, tutorials.ALL_CONFERENCES, {})["data"]["allConferences"]
    attending = [frozenset(one["id"] for one in conference["attendees"]) for conference in conferences]
    fewest = min(range(len(attending)), key=lambda place: len(attending[place]))
    others = frozenset().union(*attending) - attending[fewest]
    looked = Looked(conferences[fewest]["id"], attending[fewest], min(others))
    if looks:
        connection.ask(session, tutorials.ATTENDEES_FOR_CONFERENCE, looked.variables)
    for number in range(count):
        connection.ask(session, CHANGES[number % 2], looked.change)
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
        prepare(many, MANY, 5)
        prepare(single, 1, 5)
        rates = in_turns(rounds, {"many": measure(many, MANY), "single": measure(single, 1)})
    yield Row(
        f"{MANY:,} sessions in turn, 5 mutations in each : one session",
        str(rates["many"]), str(rates["single"]), f"{rates['single'].a_second / rates['many'].a_second:.2f}", "",
    )  # fmt: skip
    with running(replay(longest)) as server:
        started = memory(server.process.pid)
        pipeline = Pipeline(server)
        pipeline.ask(range(MOST), tutorials.ALL_CONFERENCES, {})
        after = {}
        for number in range(50):
            pipeline.ask(range(MOST), CHANGES[number % 2], looked.change)
            after[number + 1] = memory(server.process.pid)
    yield Row(
        f"memory of {MOST:,} sessions after 50 mutations : after 5",
        f"{(after[50] - started) / 1e6:.0f} MB", f"{(after[5] - started) / 1e6:.0f} MB",
        f"{(after[50] - started) / (after[5] - started):.1f}", "≤ 1,000 MB",
    )  # fmt: skip
    with running(understudy("fake", "--schemas", SCHEMAS, "--quiet")) as server:
        started = memory(server.process.pid)
        pipeline = Pipeline(server)
        half, full = GENERATED // 2, {}
        for sessions in (range(half), range(half, GENERATED)):
            for _ in range(50):
                pipeline.ask(sessions, tutorials.CREATE_ATTENDEE, {"name": "Sarah"})
            full[sessions.stop] = memory(server.process.pid)
    yield Row(
        f"memory of a session after 50 mutations of generated data, from {half:,} to {GENERATED:,} sessions",
        f"{(full[GENERATED] - full[half]) / half / 1e3:.1f} kB", f"{(full[half] - started) / half / 1e3:.1f} kB before",
        "", f"≤ {1_000_000 / MOST:.0f} kB",
    )  # fmt: skip
