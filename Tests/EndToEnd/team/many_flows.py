"""Many sessions of the tutorials' flows in parallel. Each answer is compared with the answer of one single program.

A session begins, sends its requests, each made from the answers before it, and ends. A refused request says why: its
session then begins again, or sends the request again. Any other answer that differs is wrong.
"""

from __future__ import annotations

import contextlib
import dataclasses
import http.client
import itertools
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import shipped
from clients import Reply
from flows_of_the_tutorials import Asking
from harness import running, understudy
from lockstep import is_mutation
from operations import APOLLO_ACCEPT
from replicas import RECORDINGS

HEADER = "X-Understudy-Session"
JSON_TYPE = "application/json"
# The answers with which a program refuses a request of a session, and its code for each.
REFUSALS = {410: "UNDERSTUDY_UNKNOWN_SESSION", 503: "UNDERSTUDY_SESSION_STORE", 504: "UNDERSTUDY_SESSION_STORE"}
# The answers of load balancers.
OF_THE_FRONT = (502, 503, 504)

# What an answer is: its status, its media type, its source and its state, and the text of its body.
Seen = tuple[int, str, str | None, str | None, bytes]


@dataclass(frozen=True)
class Session:
    """One session: a flow, and how its requests name it."""

    name: str
    endpoint: str
    sitting: shipped.Sitting
    by: str = "header"
    expected: tuple[Seen, ...] = ()

    @property
    def path(self) -> str:
        return f"/{self.endpoint}" + (f"/~{quote(self.name, safe='')}" if self.by == "path" else "")

    @property
    def headers(self) -> dict[str, str]:
        return {HEADER: self.name} if self.by == "header" else {}


@dataclass(frozen=True)
class Event:
    """One answer, or none: `kind` is begun, right, wrong or refused, and `reason` says why it was refused."""

    session: Session
    step: int
    kind: str
    reason: str = ""


@dataclass
class Counts:
    """What all sessions came to."""

    right: int = 0
    wrong: list[str] = field(default_factory=list)
    # By reason.
    refused: Counter[str] = field(default_factory=Counter)
    # The sessions that were refused, by name.
    refused_sessions: Counter[str] = field(default_factory=Counter)
    finished: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        refused = ", ".join(f"{count} {reason}" for reason, count in self.refused.most_common())
        return f"{self.right} right, {len(self.wrong)} wrong, {len(self.finished)} sessions finished, refused: {refused or 0}"


class Refused(Exception):
    """A request that was not answered, and why."""

    def __init__(self, reason: str, status: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status


class Client:
    """One session's connection."""

    def __init__(self, origin: str, session: Session, timeout: float) -> None:
        self.session = session
        self._connection = http.client.HTTPConnection(origin.removeprefix("http://"), timeout=timeout)

    def post(self, path: str, body: bytes, headers: dict[str, str]) -> Reply:
        try:
            sent = {"Content-Type": JSON_TYPE, "Accept": JSON_TYPE, **self.session.headers, **headers}
            self._connection.request("POST", path, body, sent)
            with self._connection.getresponse() as response:
                names: dict[str, list[str]] = {}
                for name, value in response.getheaders():
                    names.setdefault(name.lower(), []).append(value)
                return Reply(response.status, names, response.read())
        except TimeoutError:
            self._connection.close()
            raise Refused("no answer in time") from None
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise Refused(f"connection: {type(error).__name__}") from None

    def accepted(self, reply: Reply) -> Reply:
        """The reply, unless it refuses the request with a reason."""
        try:
            problem = reply.json["errors"][0]
            code, message = problem["extensions"]["code"], problem["message"]
        except (ValueError, KeyError, TypeError, IndexError):
            if reply.status in OF_THE_FRONT:
                raise Refused(f"{reply.status} of the load balancer", reply.status) from None
            return reply
        if code == REFUSALS.get(reply.status):
            # It says what to do.
            if reply.status == 410 and "/__understudy/begin" not in message:
                return reply
            raise Refused(code, reply.status)
        return reply

    def ask(self, asking: Asking) -> Reply:
        operation = dataclasses.replace(asking.operation, variables=asking.variables)
        if self.session.sitting.apollo:
            body, headers = operation.apollo_bytes(), {"Accept": APOLLO_ACCEPT}
        else:
            body, headers = json.dumps(operation.body()).encode(), {}
        return self.accepted(self.post(self.session.path, body, {**headers, **asking.headers}))

    def begin(self) -> str | None:
        """Begins the session; by its path, where it is named by that. Returns the token to end it with."""
        if self.session.by == "path":
            path = f"/__understudy/sessions/{quote(self.session.name, safe='')}/reset"
            reply = self.accepted(self.post(path, b"", {}))
            # 404: the process whose answers are expected has no --sessions begun, so there is nothing to reset yet.
            assert reply.status in (200, 404), reply.body
            return None
        body = json.dumps({"session": self.session.name, "named": True}).encode()
        reply = self.accepted(self.post("/__understudy/begin", body, {}))
        # 409: it is open. A client that does not know its token resets it.
        if reply.status == 409:
            reply = self.accepted(self.post(f"/__understudy/sessions/{quote(self.session.name, safe='')}/reset", b"", {}))
            assert reply.status in (200, 404), reply.body
            return None
        assert reply.status == 200, reply.body
        return reply.json["token"]

    def end(self, token: str) -> None:
        body = json.dumps({"token": token, "outcome": "passed"}).encode()
        reply = self.accepted(self.post("/__understudy/end", body, {}))
        if reply.status != 200:
            # Another replica has the session now, and does not know the token.
            assert reply.code == REFUSALS[410], reply.body
            raise Refused(reply.code, reply.status)
        assert reply.json["session"] == self.session.name, "the token of a replica ended a session of another one"

    def close(self) -> None:
        self._connection.close()


def seen(reply: Reply) -> Seen:
    return reply.status, reply.media_type, reply.source, reply.header("understudy-state"), reply.body


def sessions(count: int, name: str = "session", systems: Iterable[shipped.Shipped] = shipped.ALL) -> list[Session]:
    """That many sessions of the shipped flows in turn, every third one named by its path."""
    flows = itertools.cycle(
        (system.endpoint, sitting) for system in systems for sitting in system.sittings if sitting.watched is None
    )
    return [
        Session(f"{name}-{number}-{sitting.name}", endpoint, sitting, "path" if number % 3 == 2 else "header")
        for number, (endpoint, sitting) in zip(range(count), flows, strict=False)
    ]


def planned(wanted: list[Session], command: str = "replay", *arguments: object) -> list[Session]:
    """The sessions with the answers that one single program gives to each."""
    with running(understudy(command, *RECORDINGS, "--quiet", *arguments)) as server:
        with ThreadPoolExecutor(8) as threads:
            return list(threads.map(lambda session: expecting(server.origin, session), wanted))


def expecting(origin: str, session: Session) -> Session:
    client = Client(origin, session, timeout=30)
    with contextlib.closing(client):
        token = client.begin()
        flow, answers = session.sitting.flow(), []
        with contextlib.suppress(StopIteration):
            asking = next(flow)
            while True:
                reply = client.ask(asking)
                answers.append(seen(reply))
                asking = flow.send(reply.json)
        if token:
            client.end(token)
    return dataclasses.replace(session, expected=tuple(answers))


@dataclass
class Run:
    """All sessions at once. `resends` is for sessions that outlive a replica: their refused requests are sent again."""

    origin: str
    on_event: Callable[[Event], None]
    resends: bool
    attempts: int
    timeout: float
    counts: Counts = field(default_factory=Counts)

    def session(self, session: Session) -> list[Event]:
        """Runs one session until an attempt at it comes to its end, or something is wrong."""
        events: list[Event] = []

        def note(kind: str, step: int, reason: str = "") -> None:
            events.append(Event(session, step, kind, reason))
            self.on_event(events[-1])

        for attempt in range(self.attempts):
            client = Client(self.origin, session, self.timeout)
            with contextlib.closing(client):
                try:
                    self.attempt(client, note)
                    return events
                except Refused as refused:
                    note("refused", -1, refused.reason)
            time.sleep(min(0.05 * 2**attempt, 1))
        note("wrong", -1, f"refused {self.attempts} times, the last time: {events[-1].reason}")
        return events

    def attempt(self, client: Client, note: Callable[..., None]) -> None:
        session = client.session
        token = client.begin()
        note("begun", 0)
        flow, step = session.sitting.flow(), 0
        asking: Asking | None = next(flow)
        while asking is not None:
            reply = self.answer(client, asking, lambda reason, step=step: note("refused", step, reason))
            mine, right = seen(reply), session.expected[step] if step < len(session.expected) else None
            if mine != right:
                return note("wrong", step, f"{asking.operation.label} {asking.variables}\n  said {mine}\n  right is {right}")
            note("right", step)
            step += 1
            try:
                asking = flow.send(reply.json)
            except StopIteration:
                asking = None
        if token:
            client.end(token)
        note("finished", step)

    def answer(self, client: Client, asking: Asking, refused: Callable[[str], None]) -> Reply:
        """The answer. A request that surely had no effect is sent again, where the session is still there."""
        for attempt in itertools.count():
            try:
                return client.ask(asking)
            except Refused as refusal:
                surely = refusal.status == 503 or not is_mutation(asking)
                if not (self.resends and surely and refusal.status != 410) or attempt == 100:
                    raise
                refused(refusal.reason)
                time.sleep(0.1)
        raise AssertionError


def run_flows(
    origin: str,
    planned: list[Session],
    on_event: Callable[[Event], None] = lambda event: None,
    *,
    resends: bool = False,
    threads: int = 32,
    attempts: int = 12,
    timeout: float = 30,
) -> Counts:
    """Runs all sessions in parallel, and counts their answers. `on_event` is called by the session's thread."""
    run = Run(origin, on_event, resends, attempts, timeout)
    counts = run.counts
    with ThreadPoolExecutor(threads) as pool:
        events: list[Event] = [event for found in pool.map(run.session, planned) for event in found]
    for event in events:
        match event.kind:
            case "right":
                counts.right += 1
            case "wrong":
                counts.wrong.append(f"{event.session.name}, step {event.step}: {event.reason}")
            case "refused":
                counts.refused[event.reason] += 1
                counts.refused_sessions[event.session.name] += 1
            case "finished":
                counts.finished.add(event.session.name)
    return counts
