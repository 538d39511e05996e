"""Streams of results as they come over a plain socket: the time at which each chunk came counts as well as its bytes."""

from __future__ import annotations

import json
import socket
from typing import Any

from harness import PATIENCE

EVENTS = "text/event-stream"
PARTS = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0,application/json'


class Stream:
    """A response in chunks, read one by one; the socket stays open until `close`."""

    def __init__(self, server, path: str, query: str, accept: str, headers: dict[str, str] | None = None) -> None:
        body = json.dumps({"query": query}).encode()
        lines = [
            f"POST {path} HTTP/1.1", "Host: localhost", "Content-Type: application/json", f"Accept: {accept}",
            f"Content-Length: {len(body)}", *(f"{name}: {value}" for name, value in (headers or {}).items()),
        ]  # fmt: skip
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        self.headers: dict[str, str] = {}
        while line := self.file.readline().strip():
            name, value = line.decode().split(":", 1)
            self.headers[name.lower()] = value.strip()

    def chunk(self) -> str:
        """The next chunk; empty at the end of the body."""
        size = int(self.file.readline(), 16)
        chunk = self.file.read(size)
        assert self.file.readline() == b"\r\n"
        return chunk.decode()

    def rest(self) -> str:
        """Everything up to the end of the body."""
        text = ""
        while chunk := self.chunk():
            text += chunk
        return text

    def event(self) -> Any:
        """The payload of the next chunk, which is one server-sent event."""
        chunk = self.chunk()
        assert chunk.startswith("event: next\ndata: ") and chunk.endswith("\n\n"), chunk
        return json.loads(chunk.removeprefix("event: next\ndata: "))

    def close(self) -> None:
        self.file.close()
        self.socket.close()
