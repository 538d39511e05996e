"""A thousand sessions at once, on real connections: each has its own history, and none gets another's answer."""

import asyncio
import json
import random

import flows_of_the_tutorials as tutorials
import pytest
from harness import running, understudy
from session_support import ENDPOINT, HEADER, Caller, booking, record_booking, reset, sessions

SESSIONS = 1_000
CONNECTIONS = 200


@pytest.fixture(scope="module")
def booked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("booked") / "recordings"
    record_booking(folder)
    return folder


class Connection:
    """HTTP/1.1 on one socket that stays open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader = reader
        self.writer = writer

    async def ask(self, session: str, asking: tutorials.Asking) -> tuple[str, str, bytes]:
        """The answer's source, its state, and its body."""
        operation = asking.operation
        body = json.dumps(
            {"query": operation.text, "operationName": operation.name, "variables": asking.variables}
        ).encode()
        names = {"Host": "127.0.0.1", "Content-Type": "application/json", "Content-Length": str(len(body))}
        lines = [f"{name}: {value}\r\n" for name, value in {**names, HEADER: session, **asking.headers}.items()]
        self.writer.write(f"POST /{ENDPOINT} HTTP/1.1\r\n{''.join(lines)}\r\n".encode() + body)
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        headers = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        answer = await self.reader.readexactly(int(headers["content-length"]))
        return headers["understudy-source"], headers.get("understudy-state", ""), answer


class Walk:
    """One session on its way through the flow."""

    def __init__(self, name: str):
        self.name = name
        self.flow = booking()
        self.next: tutorials.Asking | None = next(self.flow)
        self.seen: list[bytes] = []
        self.wrong: list[str] = []

    async def step(self, connection: Connection) -> None:
        source, state, body = await connection.ask(self.name, self.next)
        self.seen.append(body)
        if (source, state) != ("recorded", "exact"):
            self.wrong.append(f"{self.name}, answer {len(self.seen)}: {source} {state} {body[:200]!r}")
        try:
            self.next = self.flow.send(json.loads(body))
        except (StopIteration, KeyError):
            self.next = None


async def walk_all(port: int, walks: list[Walk], choose: random.Random) -> None:
    """Every connection takes whichever session is free, so a session's requests come over many connections."""
    waiting = list(walks)

    async def work() -> None:
        connection = Connection(*await asyncio.open_connection("127.0.0.1", port))
        while waiting:
            place = choose.randrange(len(waiting))
            waiting[place], waiting[-1] = waiting[-1], waiting[place]
            walk = waiting.pop()
            await walk.step(connection)
            if walk.next is not None:
                waiting.append(walk)
        connection.writer.close()

    await asyncio.gather(*(work() for _ in range(CONNECTIONS)))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_thousand_sessions_at_once(booked, seed, threads):
    with running(understudy("replay", "--recordings", booked, "--strict", "--quiet", "--threads", threads)) as server:
        alone = Walk("alone")
        asyncio.run(walk_all(server.port, [alone], random.Random(seed)))
        assert alone.wrong == []
        assert len(alone.seen) == 7
        walks = [Walk(f"session {number}") for number in range(SESSIONS)]
        asyncio.run(walk_all(server.port, walks, random.Random(seed)))
        assert [problem for walk in walks for problem in walk.wrong] == []
        assert {tuple(walk.seen) for walk in walks} == {tuple(alone.seen)}, "each sees what one alone sees"
        told = sessions(server)
        assert len(told) == SESSIONS + 2
        assert {told[walk.name]["mutations"] for walk in walks} == {3}
        assert reset(server, "session 7").status == 200
        assert Caller(server, "session 7").is_booked() is False
        assert sessions(server)["session 8"]["mutations"] == 3
