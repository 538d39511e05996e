"""GraphQL subscriptions over WebSockets, in the three subprotocols that the systems' servers and clients speak.

A server gives `Sockets` a function that opens a subscription, and publishes what happens to its `Hub`. Every connection
is one loop over one queue, so that messages and events are handled in the order in which they came.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .http import compact

# An answer for an event, or None where the event does not concern the subscription.
Stream = Callable[[Any], "dict[str, Any] | None"]


class Refused(Exception):
    """A subscription that is not opened: its errors, as they go to the client."""

    def __init__(self, errors: list[dict[str, Any]]):
        super().__init__(errors)
        self.errors = errors


class Finished(Exception):
    """A subscription is over; there is no more."""


class Closed(Exception):
    """The server ends the connection, with this code and reason."""

    def __init__(self, code: int, reason: str = ""):
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class Hub:
    """Gives every event to every connection."""

    def __init__(self) -> None:
        self._queues: list[asyncio.Queue] = []

    def publish(self, event: Any) -> None:
        for queue in self._queues:
            queue.put_nowait(("event", event))

    @contextlib.contextmanager
    def connection(self):
        queue: asyncio.Queue = asyncio.Queue()
        self._queues.append(queue)
        try:
            yield queue
        finally:
            self._queues.remove(queue)


@dataclass(frozen=True)
class Dialect:
    """The words of a subprotocol."""

    name: str
    init: str
    ack: str
    start: str
    stop: str
    data: str
    error: str
    complete: str | None
    keep_alive: str | None
    started: str | None = None
    terminate: str | None = None
    strict: bool = False

    def message(self, kind: str, identifier: Any = None, **payload: Any) -> dict[str, Any]:
        """`id` stands first in the newest subprotocol, `type` in the older ones, as their servers write them."""
        if identifier is None:
            return {"type": kind, **payload}
        if self.strict:
            return {"id": identifier, "type": kind, **payload}
        return {"type": kind, "id": identifier, **payload}

    def failure(self, identifier: Any, errors: list[dict[str, Any]]) -> dict[str, Any]:
        if self.strict:
            return self.message(self.error, identifier, payload=errors)
        if self.started:
            return self.message(self.error, identifier, payload={"errors": errors})
        return self.message(self.error, identifier, payload=errors[0])

    def request(self, message: dict[str, Any]) -> Any:
        """What a start message asks for. The oldest subprotocol has it at the top level."""
        return message if self.started else message.get("payload")


LEGACY = Dialect(
    "graphql-ws", "connection_init", "connection_ack", "start", "stop", "data", "error", "complete", "ka",
    terminate="connection_terminate",
)  # fmt: skip
TRANSPORT = Dialect(
    "graphql-transport-ws", "connection_init", "connection_ack", "subscribe", "complete", "next", "error", "complete",
    None, strict=True,
)  # fmt: skip
OLDEST = Dialect(
    "graphql-subscriptions", "init", "init_success", "subscription_start", "subscription_end", "subscription_data",
    "subscription_fail", None, "keepalive", started="subscription_success",
)  # fmt: skip


@dataclass
class Connection:
    """One client. `path` is where it connected, `init` the payload of its first message."""

    path: str
    dialect: Dialect
    send: Callable[[dict[str, Any]], Any]
    init: dict[str, Any] | None = None
    acknowledged: bool = False
    streams: dict[Any, Stream] = field(default_factory=dict)
    waiting: list[dict[str, Any]] = field(default_factory=list)


class Sockets:
    """The ASGI application for WebSockets of one server.

    `opened(connection, request)` returns a stream, or a dict, which is the one answer of a query or mutation; it raises
    Refused. `keep_alive` is how many seconds of silence there are before the server says that it is there.
    `greeted(connection)` returns the payload of the acknowledgement, or raises Refused for one who is not let in.
    """

    def __init__(
        self,
        opened: Callable[[Connection, dict[str, Any]], Stream | dict[str, Any]],
        hub: Hub,
        dialects: tuple[Dialect, ...],
        keep_alive: float | None = None,
        greeted: Callable[[Connection], dict[str, Any] | None] = lambda connection: None,
    ):
        self.opened = opened
        self.hub = hub
        self.dialects = dialects
        self.keep_alive = keep_alive
        self.greeted = greeted

    async def __call__(self, scope, receive, send) -> None:
        await receive()
        offered = scope.get("subprotocols") or []
        dialect = next((one for name in offered for one in self.dialects if one.name == name), None)
        await send({"type": "websocket.accept", "subprotocol": dialect.name if dialect else None})
        if dialect is None:
            await send({"type": "websocket.close", "code": 1002})
            return

        async def write(message: dict[str, Any]) -> None:
            await send({"type": "websocket.send", "text": compact(message).decode()})

        connection = Connection(scope["path"], dialect, write)
        with self.hub.connection() as queue:
            reader = asyncio.create_task(self.read(receive, queue))
            try:
                await self.serve(connection, queue)
            except Closed as closed:
                with contextlib.suppress(Exception):
                    await send({"type": "websocket.close", "code": closed.code, "reason": closed.reason})
            finally:
                reader.cancel()

    async def read(self, receive, queue: asyncio.Queue) -> None:
        while True:
            event = await receive()
            if event["type"] == "websocket.disconnect":
                queue.put_nowait(("end", None))
                return
            queue.put_nowait(("message", event.get("text") or (event.get("bytes") or b"").decode("utf-8", "replace")))

    async def serve(self, connection: Connection, queue: asyncio.Queue) -> None:
        keeping = self.keep_alive if connection.dialect.keep_alive else None
        while True:
            try:
                kind, value = await asyncio.wait_for(queue.get(), keeping if connection.acknowledged else None)
            except TimeoutError:
                await connection.send({"type": connection.dialect.keep_alive})
                continue
            if kind == "end":
                return
            if kind == "event":
                for identifier, stream in list(connection.streams.items()):
                    await self.event(connection, identifier, stream, value)
            else:
                await self.handle(connection, value)

    async def event(self, connection: Connection, identifier: Any, stream: Stream, event: Any) -> None:
        dialect = connection.dialect
        try:
            payload = stream(event)
        except Refused as refusal:
            connection.streams.pop(identifier, None)
            await connection.send(dialect.failure(identifier, refusal.errors))
            return
        except Finished:
            connection.streams.pop(identifier, None)
            await self.complete(connection, identifier)
            return
        if payload is not None:
            await connection.send(dialect.message(dialect.data, identifier, payload=payload))

    async def complete(self, connection: Connection, identifier: Any) -> None:
        dialect = connection.dialect
        if dialect.strict:
            await connection.send(dialect.message(dialect.complete, identifier))
        elif dialect.complete:
            await connection.send(dialect.message(dialect.complete, identifier, payload=None))

    async def handle(self, connection: Connection, text: str) -> None:
        dialect = connection.dialect
        try:
            message = json.loads(text)
            kind = message["type"]
        except (ValueError, KeyError, TypeError):
            if dialect.strict:
                raise Closed(4400, "Invalid message received") from None
            await connection.send({"type": dialect.error, "payload": {"message": "Message must be JSON with a type."}})
            return
        identifier = message.get("id")
        if kind == dialect.init:
            if connection.acknowledged and dialect.strict:
                raise Closed(4429, "Too many initialisation requests")
            connection.init = message.get("payload") or {}
            greeting = await self.greet(connection)
            connection.acknowledged = True
            await connection.send({"type": dialect.ack, **({"payload": greeting} if greeting is not None else {})})
            for earlier in connection.waiting:
                await self.start(connection, earlier)
            connection.waiting.clear()
        elif kind == dialect.start:
            if connection.acknowledged:
                await self.start(connection, message)
            elif dialect.strict:
                raise Closed(4401, "Unauthorized")
            else:
                connection.waiting.append(message)
        elif kind == dialect.stop:
            connection.streams.pop(identifier, None)
        elif kind == dialect.terminate:
            raise Closed(1000)
        elif dialect.strict and kind == "ping":
            await connection.send({"type": "pong"})
        elif dialect.strict and kind == "pong":
            pass
        elif dialect.strict:
            raise Closed(4400, "Invalid message received")
        else:
            await connection.send(dialect.failure(identifier, [{"message": "Invalid message type!"}]))

    async def greet(self, connection: Connection) -> dict[str, Any] | None:
        """As both libraries' servers do with one who is not let in."""
        try:
            return self.greeted(connection)
        except Refused as refusal:
            if connection.dialect.strict:
                raise Closed(4403, refusal.errors[0]["message"]) from None
            await connection.send({"type": "connection_error", "payload": refusal.errors[0]})
            raise Closed(1011) from None

    async def start(self, connection: Connection, message: dict[str, Any]) -> None:
        dialect = connection.dialect
        identifier = message.get("id")
        if dialect.strict and identifier in connection.streams:
            raise Closed(4409, f"Subscriber for {identifier} already exists")
        request = dialect.request(message)
        try:
            if not isinstance(request, dict) or not isinstance(request.get("query"), str):
                raise Refused([{"message": "Must provide query string."}])
            opened = self.opened(connection, request)
        except Refused as refusal:
            await connection.send(dialect.failure(identifier, refusal.errors))
            return
        if callable(opened):
            connection.streams[identifier] = opened
            if dialect.started:
                await connection.send(dialect.message(dialect.started, identifier))
            return
        await connection.send(dialect.message(dialect.data, identifier, payload=opened))
        await self.complete(connection, identifier)
