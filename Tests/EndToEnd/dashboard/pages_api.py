"""The dashboard's API, as a program uses it."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import threading
from collections.abc import Iterator
from typing import Any

import clients
from clients import Reply
from harness import PATIENCE, ROOT, Server

# What Chromium sends when a person opens a page.
HTML = ["-H", "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"]
RECORDINGS = ["--recordings", ROOT / "recordings", "--schemas", ROOT / "schemas"]
GERMANY = {"query": "query Germany { country(code: \"DE\") { name } }"}


def call(server: Server, path: str, *arguments: str, body: Any = None) -> Reply:
    """Sends a request for a page below `/__understudy/`; a POST if there is a body."""
    if body is not None:
        arguments = (*arguments, "-H", "content-type: application/json")
    return clients.curl(
        f"{server.origin}/__understudy/{path}", *arguments, body=None if body is None else json.dumps(body)
    )


def read(server: Server, path: str) -> Any:
    """Returns the JSON of a page, which must be there."""
    reply = call(server, path)
    assert reply.status == 200, reply.body
    return reply.json


def change(server: Server, path: str, body: Any, *arguments: str) -> Reply:
    """Sends a change with the token."""
    token = read(server, "v1/info")["token"]
    return call(server, path, "-H", f"Understudy-Token: {token}", *arguments, body=body)


class Events:
    """The server-sent events that came so far."""

    def __init__(self, lines: queue.Queue[str]) -> None:
        self.lines = lines

    def next(self, name: str) -> Any:
        """Waits for the next event of this name, and returns its data."""
        event = None
        while True:
            line = self.lines.get(timeout=PATIENCE)
            if line.startswith("event: "):
                event = line.removeprefix("event: ")
            elif line.startswith("data: ") and event == name:
                return json.loads(line.removeprefix("data: "))


@contextlib.contextmanager
def events(server: Server, *arguments: str) -> Iterator[Events]:
    """Opens the stream of events with curl."""
    process = subprocess.Popen(
        ["curl", "-sN", *arguments, f"{server.origin}/__understudy/v1/events"], stdout=subprocess.PIPE, text=True
    )
    lines: queue.Queue[str] = queue.Queue()

    def follow() -> None:
        for line in process.stdout:
            lines.put(line.rstrip("\n"))

    following = threading.Thread(target=follow, daemon=True)
    following.start()
    try:
        yield Events(lines)
    finally:
        process.kill()
        process.wait()
        # Closed below its reader, the pipe would fail there.
        following.join()
        process.stdout.close()
