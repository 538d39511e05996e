"""What the tests of sessions in Redis have in common: the program, the store, and the requests of a session.

They need a program that was built with the trait Redis (`UNDERSTUDY_REDIS_BIN`, see the Makefile), redis-server and nginx.
"""

from __future__ import annotations

import os
from pathlib import Path

import clients
import harness
import pytest
from replicas import Replica, nginx, redis

BINARY = os.environ.get("UNDERSTUDY_REDIS_BIN")
MARKS = [pytest.mark.long, pytest.mark.skipif(not BINARY, reason="needs UNDERSTUDY_REDIS_BIN")]
SESSIONS = int(os.environ.get("UNDERSTUDY_SHARED_SESSIONS", "500"))


@pytest.fixture(autouse=True)
def program(monkeypatch):
    """The program with support for Redis."""
    monkeypatch.setattr(harness, "BINARY", Path(BINARY).resolve())


@pytest.fixture
def store(tmp_path):
    with redis(tmp_path / "redis") as started:
        yield started


def sprayed(folder: Path, behind: list[Replica]):
    return nginx(folder / "nginx", behind, sticky=False, shared=True)


def begin(origin: str, session: str, **members) -> dict:
    reply = clients.post(f"{origin}/__understudy/begin", {"session": session, "named": True, **members})
    assert reply.status == 200, reply.body
    return reply.json


def ask(origin: str, session: str | None, query: str, timeout: int = 20) -> clients.Reply:
    header = ("-H", f"X-Understudy-Session: {session}") if session else ()
    return clients.post(f"{origin}/conference-planner", {"query": query}, "--max-time", str(timeout), *header)


def add(origin: str, session: str, name: str) -> clients.Reply:
    return ask(origin, session, f'mutation {{ createAttendee(name: "{name}") {{ id name }} }}')


def names(origin: str, session: str) -> list[str]:
    reply = ask(origin, session, "{ allAttendees { name } }")
    assert reply.status == 200, reply.body
    return [attendee["name"] for attendee in reply.json["data"]["allAttendees"]]
