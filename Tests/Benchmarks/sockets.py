#!/usr/bin/env python3
"""Measures subscriptions over WebSocket against a bare SwiftNIO server that sends the same frames; prints a table.

    make bench
    python sockets.py [--rounds N] [--events N] [--only speed,memory]

A recorded stream of many events is replayed at once to one subscriber, and to 500; what counts is messages a second, from
the first subscription to the last byte. The bare server says the same message as often. Contestants take turns, and the
median counts; each server has one event loop and, where there is taskset, a core of its own. A byte too few or too many
stops the run. Then the memory of 2,000 open sockets: what the process has grown by, divided by their number.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import contextlib
import json
import os
import queue
import selectors
import socket
import statistics
import struct
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
os.environ.setdefault("UNDERSTUDY_BIN", str(ROOT / ".build" / "release" / "understudy"))
sys.path[:0] = [str(HERE), str(HERE.parent / "EndToEnd")]

import processes  # noqa: E402
import websockets  # noqa: E402
from bench import pinned  # noqa: E402
from harness import BINARY, Server, running, understudy  # noqa: E402

BARE_SOCKETS = Path(os.environ.get("BARE_SOCKETS") or ROOT / ".build" / "release" / "bare-sockets")
SOCKETS = 2_000
SUBSCRIBERS = (1, 500)
QUERY = "subscription TripsBooked { tripsBooked }"
EVENT = '{"data":{"tripsBooked":1}}'
NEXT = '{"id":"1","type":"next","payload":%s}' % EVENT
COMPLETE = '{"id":"1","type":"complete"}'
SDL = "type Query { a: Int }  type Subscription { tripsBooked: Int }"


def frame(text: str) -> bytes:
    """A server's text frame."""
    data = text.encode()
    assert len(data) < 126
    return bytes([0x81, len(data)]) + data


def masked(text: str) -> bytes:
    """A client's text frame. The mask of zeros is one, too."""
    data = text.encode()
    length = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + struct.pack("!H", len(data))
    return b"\x81" + length + bytes(4) + data


def opened(port: int, *protocols: str) -> socket.socket:
    """A connection that is a WebSocket."""
    connection = socket.create_connection(("127.0.0.1", port), timeout=60)
    key = base64.b64encode(os.urandom(16)).decode()
    offered = "".join(f"Sec-WebSocket-Protocol: {protocol}\r\n" for protocol in protocols)
    connection.sendall(
        f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{offered}\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += connection.recv(1)
    if not head.startswith(b"HTTP/1.1 101"):
        raise SystemExit(f"no WebSocket: {head!r}")
    return connection


def expect(connection: socket.socket, wanted: bytes) -> None:
    received = b""
    while len(received) < len(wanted):
        received += connection.recv(len(wanted) - len(received))
    if received != wanted:
        raise SystemExit(f"not what was expected: {received!r}")


def initialised(port: int) -> socket.socket:
    """An open socket whose client has introduced itself."""
    connection = opened(port, "graphql-transport-ws")
    connection.sendall(masked('{"type":"connection_init"}'))
    expect(connection, frame('{"type":"connection_ack"}'))
    return connection


def timed(connections: list[socket.socket], ask: bytes, bytes_each: int) -> float:
    """Seconds until every connection has received its bytes, from the first question on."""
    selector = selectors.DefaultSelector()
    left = dict.fromkeys(connections, bytes_each)
    for connection in connections:
        selector.register(connection, selectors.EVENT_READ)
    into = bytearray(1 << 20)
    start = time.perf_counter()
    for connection in connections:
        connection.sendall(ask)
    while left:
        for ready, _ in selector.select(60):
            connection = ready.fileobj
            count = connection.recv_into(into)
            if count == 0 or count > left[connection]:
                raise SystemExit(f"a wrong number of bytes: {left[connection]} were left, {count} came")
            left[connection] -= count
            if left[connection] == 0:
                del left[connection]
                selector.unregister(connection)
    return time.perf_counter() - start


def ours(port: int, subscribers: int, events: int) -> float:
    connections = [initialised(port) for _ in range(subscribers)]
    ask = masked(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": QUERY}}))
    seconds = timed(connections, ask, events * len(frame(NEXT)) + len(frame(COMPLETE)))
    for connection in connections:
        connection.close()
    return events * subscribers / seconds


def bare(port: int, subscribers: int, events: int) -> float:
    connections = [opened(port) for _ in range(subscribers)]
    seconds = timed(connections, masked(str(events)), events * len(frame(NEXT)))
    for connection in connections:
        connection.close()
    return events * subscribers / seconds


@contextlib.contextmanager
def one_event() -> Iterator[str]:
    """An endpoint whose subscriptions have one event; gives its origin."""
    ready: queue.Queue[tuple[str, Callable[[], None]]] = queue.Queue()

    async def talk(connection):
        async for text in connection:
            message = json.loads(text)
            if message["type"] == "connection_init":
                await connection.send('{"type":"connection_ack"}')
            elif message["type"] == "subscribe":
                for kind in (f'"next","payload":{EVENT}', '"complete"'):
                    await connection.send('{"id":"%s","type":%s}' % (message["id"], kind))

    async def serve():
        done, loop = asyncio.Event(), asyncio.get_running_loop()
        async with websockets.serve(talk, "127.0.0.1", 0, subprotocols=["graphql-transport-ws"]) as server:
            port = server.sockets[0].getsockname()[1]
            ready.put((f"http://127.0.0.1:{port}", lambda: loop.call_soon_threadsafe(done.set)))
            await done.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    origin, stop = ready.get(timeout=30)
    try:
        yield origin
    finally:
        stop()
        thread.join()


def recording(folder: Path, events: int) -> None:
    """A recorded stream of many events: the program's own recording of one, repeated."""
    with one_event() as upstream:
        arguments = ["--upstream", f"{upstream}/graphql", "--endpoint", "trips", "--recordings", folder]
        with running(understudy("record", *arguments)) as recorder:
            connection = initialised(recorder.port)
            connection.sendall(masked(json.dumps({"id": "1", "type": "subscribe", "payload": {"query": QUERY}})))
            expect(connection, frame(NEXT) + frame(COMPLETE))
            connection.close()
            assert recorder.stop() == 0
    (path,) = folder.rglob("*.json")
    recorded = json.loads(path.read_text("utf-8"))
    (response,) = recorded["responses"].values() if isinstance(recorded["responses"], dict) else recorded["responses"]
    response["events"] *= events
    path.write_text(json.dumps(recorded, indent=2), "utf-8")


@dataclass
class Turn:
    name: str
    run: Callable[[], float]


def medians(turns: list[Turn], rounds: int) -> dict[str, float]:
    found: dict[str, list[float]] = {turn.name: [] for turn in turns}
    for _ in range(rounds):
        for turn in turns:
            found[turn.name].append(turn.run())
    return {name: statistics.median(rates) for name, rates in found.items()}


def speed(rounds: int, events: int) -> None:
    for subscribers in SUBSCRIBERS:
        each = max(events // subscribers, 100)
        with tempfile.TemporaryDirectory(prefix="understudy-bench-") as name:
            folder = Path(name)
            recording(folder / "recordings", each)
            (folder / "message").write_text(NEXT)
            recordings = ["--recordings", str(folder / "recordings")]
            replay = [str(BINARY), "replay", *recordings, "--port", "0", "--threads", "1", "--quiet"]
            peer = [str(BARE_SOCKETS), "--message-file", str(folder / "message")]
            with running(Server(pinned(0, replay))) as us, running(Server(pinned(0, peer))) as them:
                rates = medians(
                    [
                        Turn("ours", lambda: ours(us.port, subscribers, each)),
                        Turn("bare", lambda: bare(them.port, subscribers, each)),
                    ],
                    rounds,
                )
        print(
            f"| messages a second to {subscribers} subscriber{'s' if subscribers > 1 else ''} | {rates['ours']:,.0f} |"
            f" {rates['bare']:,.0f} | {rates['ours'] / rates['bare']:.2f} | ≥ 0.5 |",
            flush=True,
        )


def memory() -> None:
    with tempfile.TemporaryDirectory(prefix="understudy-bench-") as name:
        (Path(name) / "trips.graphqls").write_text(SDL)
        with running(understudy("fake", "--schemas", name, "--no-learn", "--quiet")) as server:
            first = [initialised(server.port) for _ in range(20)]  # what is made once
            before = processes.memory(server.process.pid)
            connections = [initialised(server.port) for _ in range(SOCKETS)]
            each = (processes.memory(server.process.pid) - before) / SOCKETS
            for connection in first + connections:
                connection.close()
    print(f"| memory of an open socket, of {SOCKETS:,} | {each / 1000:.1f} kB | | | < 30 kB |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures WebSockets against a bare SwiftNIO server.")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each contestant (default 5)")
    parser.add_argument("--events", type=int, default=500_000, help="messages of one measurement (default 500,000)")
    parser.add_argument("--only", default="speed,memory")
    options = parser.parse_args()
    only = set(options.only.split(","))
    print("\n| measured | Understudy | bare SwiftNIO | ratio | to reach |\n|---|---:|---:|---:|---:|")
    if "speed" in only:
        speed(options.rounds, options.events)
    if "memory" in only:
        memory()


if __name__ == "__main__":
    main()
