"""Subscribers over each of the four transports, all alike to a test: open one, take events, close it."""

from __future__ import annotations

import contextlib
import http.client
import json
from collections.abc import Iterator
from typing import Any

from harness import Server
from websockets.sync.client import connect

# The words of the WebSocket subprotocols: start, event, stop.
WORDS = {"graphql-ws": ("start", "data", "stop"), "graphql-transport-ws": ("subscribe", "next", "complete")}
ACCEPT = {"sse": "text/event-stream", "multipart": "multipart/mixed;subscriptionSpec=1.0, application/json"}
WAYS = [*WORDS, *ACCEPT]

PATIENCE = 20


class Ended(Exception):
    """The stream is over; with the errors that it ended with, if any."""

    def __init__(self, errors: Any = None) -> None:
        super().__init__(errors)
        self.errors = errors


class Subscriber:
    """One subscription. `next()` gives the next event's payload, and raises Ended behind the last one."""

    def next(self) -> Any:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def rest(self) -> list[Any]:
        """What still comes until it ends by itself."""
        events = []
        with contextlib.suppress(Ended):
            while True:
                events.append(self.next())
        return events


class OverWebSocket(Subscriber):
    def __init__(self, url: str, protocol: str, request: dict[str, Any], headers: dict[str, str]) -> None:
        self.start, self.event, self.stop = WORDS[protocol]
        self.socket = connect(
            url.replace("http", "ws", 1),
            subprotocols=[protocol],
            additional_headers=headers,
            open_timeout=PATIENCE,
            # The library does not see an answer to its close behind a message that nobody has taken.
            close_timeout=0.2,
        )
        assert self.socket.subprotocol == protocol
        self.say({"type": "connection_init", "payload": {}})
        assert self.message()["type"] == "connection_ack"
        self.say({"id": "1", "type": self.start, "payload": request})

    def say(self, message: dict[str, Any]) -> None:
        self.socket.send(json.dumps(message))

    def message(self) -> dict[str, Any]:
        """The next message that is not only there to say that the server is."""
        while True:
            message = json.loads(self.socket.recv(PATIENCE))
            if message["type"] not in ("ka", "ping", "pong"):
                return message

    def next(self) -> Any:
        message = self.message()
        assert message["id"] == "1", message
        if message["type"] == self.event:
            return message["payload"]
        raise Ended(message["payload"] if message["type"] == "error" else None)

    def close(self) -> None:
        self.say({"id": "1", "type": self.stop})
        self.socket.close()


class OverHTTP(Subscriber):
    """Over SSE or multipart: the response's body as it comes, cut into events by its content type."""

    def __init__(self, url: str, way: str, request: dict[str, Any], headers: dict[str, str]) -> None:
        host, _, path = url.removeprefix("http://").partition("/")
        self.connection = http.client.HTTPConnection(host, timeout=PATIENCE)
        headers = {"Content-Type": "application/json", "Accept": ACCEPT[way], **headers}
        self.connection.request("POST", f"/{path}", json.dumps(request), headers)
        self.response = self.connection.getresponse()
        self.content_type = self.response.headers["content-type"]
        if self.response.status != 200 or self.content_type.startswith("application/json"):
            raise Ended(json.loads(self.response.read())["errors"])
        if way == "sse":
            assert self.content_type.startswith("text/event-stream"), self.content_type
        else:
            assert self.content_type.startswith("multipart/mixed"), self.content_type
            assert "subscriptionSpec=1.0" in self.content_type.replace('"', ""), self.content_type
        self.events = self.server_sent() if way == "sse" else self.parts()

    def lines(self) -> Iterator[str]:
        while line := self.response.readline():
            yield line.decode().rstrip("\r\n")

    def server_sent(self) -> Iterator[Any]:
        kind, data = "message", ""
        for line in self.lines():
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if line == "":
                if kind == "complete":
                    raise Ended
                if kind == "next":
                    yield json.loads(data)
                kind, data = "message", ""
            elif name == "event":
                kind = value
            elif name == "data":
                data += value

    def parts(self) -> Iterator[Any]:
        for line in self.lines():
            if line == "---" or line.endswith("---") or line == "--graphql--":
                raise Ended
            if line.startswith("{"):
                part = json.loads(line)
                if part.get("payload") is not None:
                    yield part["payload"]
                elif "errors" in part:
                    raise Ended(part["errors"])

    def next(self) -> Any:
        with contextlib.suppress(StopIteration):
            try:
                return next(self.events)
            except Ended:
                raise
            except RuntimeError as error:
                if isinstance(error.__cause__, Ended):
                    raise error.__cause__ from None
                raise
        raise Ended

    def close(self) -> None:
        self.connection.close()


@contextlib.contextmanager
def subscribed(
    server: Server, way: str, query: str, *, endpoint: str, session: str | None = None, headers: dict | None = None,
    **request: Any,
) -> Iterator[Subscriber]:
    """A subscriber that is there until the end of the block."""
    url = f"{server.origin}/{endpoint}"
    headers = {**(headers or {}), **({"X-Understudy-Session": session} if session else {})}
    kind = OverWebSocket if way in WORDS else OverHTTP
    subscriber = kind(url, way, {"query": query, **request}, headers)
    try:
        yield subscriber
    finally:
        with contextlib.suppress(OSError):
            subscriber.close()
