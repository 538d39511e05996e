#!/usr/bin/env python3
"""Measures how soon the first part of a deferred answer is there; prints a table.

    make bench
    python parts.py [--requests N] [--objects N]

A fake is asked for an object at once and for a long list of it by `@defer`. Beside it: the same operation without `@defer`,
which is there only when all of it is, and a bare SwiftNIO server that answers with the bytes of the first part. Medians of
requests on one connection each, in turns; of one core for each server, where there is taskset.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import statistics
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
os.environ.setdefault("UNDERSTUDY_BIN", str(ROOT / ".build" / "release" / "understudy"))
sys.path[:0] = [str(HERE), str(HERE.parent / "EndToEnd")]

from bench import pinned  # noqa: E402
from harness import BINARY, Server, running  # noqa: E402

BARE_SERVER = Path(os.environ.get("BARE_SERVER") or ROOT / ".build" / "release" / "bare-server")
SDL = """type Query { shelf: Shelf! books(first: Int): [Book!]! }
type Shelf { id: ID! name: String! }
type Book @fakeRule(population: %d) { id: ID! title: String! author: String! }"""
DEFERRED = "{ shelf { id name } ... @defer { books(first: %d) { id title author } } }"
WHOLE = "{ shelf { id name } books(first: %d) { id title author } }"
LAST_CHUNK = b"\r\n0\r\n\r\n"
ACCEPT = "multipart/mixed;deferSpec=20220824, application/json"


def request(port: int, path: str, query: str, accept: str) -> bytes:
    body = json.dumps({"query": query}).encode()
    return (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nAccept: {accept}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def ask(connection: socket.socket, data: bytes, mark: bytes, last: bytes) -> tuple[float, float, bytes]:
    """Seconds until `mark` and until `last` have come, and all that came."""
    start = time.perf_counter()
    connection.sendall(data)
    received, marked = b"", 0.0
    while not marked or last not in received:
        if not (chunk := connection.recv(1 << 20)):
            raise SystemExit(f"the connection ended: {received[-300:]!r}")
        received += chunk
        if not marked and mark in received:
            marked = time.perf_counter() - start
    return marked, time.perf_counter() - start, received


def connected(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures the first part of a deferred answer.")
    parser.add_argument("--requests", type=int, default=300, help="requests of each kind (default 300)")
    parser.add_argument("--objects", type=int, default=1_000, help="objects in the deferred list (default 1,000)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="understudy-bench-") as name:
        folder = Path(name)
        (folder / "shelves.graphqls").write_text(SDL % options.objects)
        fake = [str(BINARY), "fake", "--schemas", name, "--no-learn", "--port", "0", "--threads", "1", "--quiet"]
        with running(Server(pinned(0, fake))) as us:
            ours = connected(us)
            deferred = request(us.port, "/shelves", DEFERRED % options.objects, ACCEPT)
            whole = request(us.port, "/shelves", WHOLE % options.objects, "application/json")
            _, _, received = ask(ours, deferred, b'"hasNext":true}', LAST_CHUNK)
            if received.count(b'"title"') != options.objects:
                raise SystemExit(f"not {options.objects} objects: {received.count(b'title')}")
            first = received[received.index(b'{"data"') : received.index(b'"hasNext":true}') + 15]
            (folder / "first").write_bytes(first)
            with running(Server(pinned(0, [str(BARE_SERVER), "--port", "0", "--body-file", str(folder / "first")]))) as them:
                bare = connected(them)
                times: dict[str, list[float]] = {"first": [], "last": [], "whole": [], "bare": []}
                for _ in range(options.requests):
                    part, rest, _ = ask(ours, deferred, b'"hasNext":true}', LAST_CHUNK)
                    times["first"].append(part)
                    times["last"].append(rest)
                    times["whole"].append(ask(ours, whole, b'{"data"', b"]}}")[1])
                    times["bare"].append(ask(bare, deferred, b'{"data"', b'"hasNext":true}')[1])
    median = {name: statistics.median(values) * 1e6 for name, values in times.items()}
    print("\n| an answer with 1 object, and one of "
          f"{options.objects:,} deferred | microseconds | of a bare server's answer |\n|---|---:|---:|")
    for what, name in (("its first part", "first"), ("its last part", "last"), ("the same without @defer, which is kept when it is repeated", "whole")):
        print(f"| {what} | {median[name]:,.0f} | {median[name] / median['bare']:.1f} |")
    print(f"| a bare SwiftNIO server with the first part's bytes | {median['bare']:,.0f} | 1 |", flush=True)


if __name__ == "__main__":
    main()
