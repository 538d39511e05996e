#!/usr/bin/env python3
"""Measures recordings of named sessions: 500 sessions of 200 requests each against the shop of `shop.py`; prints a table.

    make bench
    python sessions.py [--sessions N] [--length N] [--seconds N] [--rounds N] [--keep FOLDER]
                       [--only size,start,replay,unrecorded,repeated]

Named sessions are recorded, and replayed as they were recorded; each answer is compared. Peers, in the same run: the shop
itself, `find` on the folder, and the same requests without a session's name. `--keep` keeps the recordings, or uses those
that are in the folder.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import shop  # noqa: E402
from bench import BINARY, CONNECTIONS, FRESH, Row, in_turns, listing, replay, wrk  # noqa: E402
from harness import Server, running  # noqa: E402
from processes import memory, peak_memory  # noqa: E402

ENDPOINT = "shop"
WORKERS = 8
NAME = "tests/test_shop.py::test_%d"
# Times that a new process is asked, for medians.
STARTS = 5


@dataclass
class Run:
    """What came of sending sessions to a server."""

    seconds: float = 0
    requests: int = 0
    bytes: int = 0
    # The digests of all answers but those with tokens, by session.
    answers: dict[int, list[bytes]] = field(default_factory=dict)
    states: dict[str, int] = field(default_factory=dict)

    @property
    def rate(self) -> float:
        return self.requests / self.seconds


class Connection:
    """HTTP/1.1 on one socket."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def open(self) -> Connection:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        return self

    async def ask(self, body: bytes, session: str = "", token: str = "") -> tuple[str, bytes]:
        """The head and the body of an answer."""
        head = f"POST /{ENDPOINT} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Type: application/json\r\n"
        head += f"Accept: application/json\r\nContent-Length: {len(body)}\r\n"
        head += f"X-Understudy-Session: {session}\r\n" if session else ""
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        self.writer.write(f"{head}\r\n".encode() + body)
        got = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = int(re.search(r"(?i)^content-length: (\d+)", got, re.MULTILINE)[1])
        return got, await self.reader.readexactly(length)


async def send(port: int, sessions: range, length: int) -> Run:
    """Sends sessions to a server, so many at a time, each from beginning to end."""
    run = Run()
    waiting = iter(sessions)

    async def work() -> None:
        connection = await Connection(port).open()
        for session in waiting:
            token, items, digests = "", [], []
            for step in shop.plan(session, length):
                body = shop.body(step.name, step.variables(session, items))
                head, answer = await connection.ask(body, NAME % session, token)
                if not head.startswith("HTTP/1.1 200") or b'"errors"' in answer:
                    raise SystemExit(f"{NAME % session}: {step}: {head}{answer[:2000].decode()}")
                if step.name == "Login":
                    token = json.loads(answer)["data"]["login"]["token"]
                else:
                    digests.append(answer)
                if step.name == "AddToCart":
                    items.append(json.loads(answer)["data"]["addToCart"]["id"])
                elif step.name == "PlaceOrder":
                    items.clear()
                state = re.search(r"(?im)^understudy-state: (.*?)\r?$", head)
                run.states[state[1] if state else ""] = run.states.get(state[1] if state else "", 0) + 1
                run.requests += 1
                run.bytes += len(answer)
            run.answers[session] = [shop.sha256(each).digest()[:8] for each in digests]

    start = time.perf_counter()
    await asyncio.gather(*(work() for _ in range(WORKERS)))
    run.seconds = time.perf_counter() - start
    return run


def recorder(upstream: str, folder: Path) -> Server:
    where = ["--upstream", upstream, "--endpoint", ENDPOINT, "--recordings", str(folder)]
    return Server([str(BINARY), "record", *where, "--port", "0", "--quiet"])


def end(server: Server) -> None:
    """Ends a recorder, which saves all sessions."""
    server.process.terminate()
    if (code := server.wait(600)) != 0:
        raise SystemExit(f"the recorder ended with {code}\n{server.stderr[-3000:]}")


def record(folder: Path, sessions: int, length: int) -> tuple[list[Row], Run]:
    with running(Server([sys.executable, str(HERE / "shop.py")])) as upstream:
        # The peer gets a tenth: it forgets nothing.
        direct = asyncio.run(send(upstream.port, range(max(WORKERS, sessions // 10)), length))
        server = recorder(upstream.origin, folder)
        with running(server):
            run = asyncio.run(send(server.port, range(sessions), length))
            peak = peak_memory(server.process.pid)
            start = time.perf_counter()
            end(server)
            saving = time.perf_counter() - start
    run.seconds += saving
    return [
        Row(
            f"record {sessions} sessions of {length} requests, {WORKERS} at a time, until all are saved : the API alone",
            f"{run.rate:,.0f}/s (saving {saving:.1f} s, at most {peak >> 20:,} MB)",
            f"{direct.rate:,.0f}/s",
            f"{run.rate / direct.rate:.2f}",
            "≥ 500/s",
        )
    ], run


def size_on_disk(folder: Path, run: Run | None) -> Row:
    files = [path for path in folder.rglob("*") if path.is_file()]
    stats = [path.stat() for path in files]
    own = sum(path.stat().st_size for path in (folder / ENDPOINT / "sessions").iterdir())
    total, blocks = sum(each.st_size for each in stats), sum(each.st_blocks * 512 for each in stats)
    sent = f"{run.bytes / 1e6:.0f} MB" if run else ""
    ratio = f"{total / run.bytes:.2f}" if run else ""
    what = f"{total / 1e6:.0f} MB in {len(files):,} files (sessions/ {own / 1e6:.0f} MB; {blocks / 1e6:.0f} MB of blocks)"
    return Row("size on disk : the answers as they were sent", what, sent, ratio, "")


async def timed(port: int, asked: list[tuple[bytes, str]]) -> list[tuple[float, str, bytes]]:
    """Milliseconds, head and body of each answer, one request after the other."""
    connection = await Connection(port).open()
    found = []
    for body, session in asked:
        start = time.perf_counter()
        head, answer = await connection.ask(body, session)
        found.append(((time.perf_counter() - start) * 1000, head, answer))
    return found


def replay_of(folder: Path) -> Server:
    return Server([str(BINARY), "replay", "--recordings", str(folder), "--port", "0", "--quiet"])


def start(folder: Path) -> float:
    """Seconds from the start of the process until it listens."""
    begin = time.perf_counter()
    with running(replay_of(folder)):
        return time.perf_counter() - begin


def start_up(folder: Path, work: Path) -> Row:
    """What the recordings add to the start of the program: listing the folder is all that has to be done."""
    small = work / "small" / ENDPOINT
    small.mkdir(parents=True)
    (small / "endpoint.yaml").write_text("")
    turns = [(start(small.parent), listing(folder), start(folder)) for _ in range(STARTS * 4 + 1)][1:]
    alone, find, ours = (statistics.median(each) * 1000 for each in zip(*turns))
    return Row(
        "start, less that on an empty folder : find on the folder",
        f"{ours - alone:.0f} ms ({ours:.0f} ms, empty {alone:.0f} ms)", f"{find:.0f} ms", f"{(ours - alone) / find:.2f}",
        "≤ 1.5",
    )  # fmt: skip


def unrecorded(folder: Path, idle: float) -> Iterator[Row]:
    """The first requests of a session that was never recorded, in new processes."""
    asked = {
        "inferred answer": ("ProductDetails", {"id": "3"}, "inferred"),
        "miss of a key": ("ProductDetails", {"id": "9999"}, "miss"),
        "miss of an operation": ("CartDetails", {}, "miss"),
    }
    shop.OPERATIONS["CartDetails"] = ("query", "", "cart { total currency }")
    when = "at once" if not idle else f"after {idle:.0f} s"
    for what, (name, variables, expected) in asked.items():
        times, again, held, peak = [], [], 0, 0
        for _ in range(STARTS):
            with running(replay_of(folder)) as server:
                time.sleep(idle)
                # The program has answered before, though nothing of this session.
                body, before = shop.body(name, variables), shop.body("CategoryList", {"page": 1})
                first = asyncio.run(timed(server.port, [(before, NAME % 3), (body, "never recorded")]))
                times.append(first[1][0])
                if expected not in first[1][1].lower():
                    raise SystemExit(f"not {expected}: {first[1][1]}{first[1][2][:1000]!r}")
                second = asyncio.run(timed(server.port, [(body, "another session")]))
                again.append(second[0][0])
                time.sleep(0.2)
                held = max(held, memory(server.process.pid))
                peak = max(peak, peak_memory(server.process.pid))
        yield Row(
            f"first {what} in a session never recorded, {when} : the next one",
            f"{statistics.median(times):.1f} ms (at most {max(times):.1f}); {held >> 20} MB, peak {peak >> 20} MB",
            f"{statistics.median(again):.2f} ms",
            f"{statistics.median(times) / statistics.median(again):.1f}",
            "≤ 5 ms, ≤ 100 MB",
        )




def all_sessions(folder: Path, sessions: int, length: int, recorded: Run | None) -> Row:
    """Replays every session in another order, and compares each answer with the recorded one."""
    with running(replay_of(folder)) as server:
        order = range(sessions - 1, -1, -1)
        run = asyncio.run(send(server.port, order, length))
        held, peak = memory(server.process.pid), peak_memory(server.process.pid)
    if set(run.states) != {"exact"} or (recorded and run.answers != recorded.answers):
        raise SystemExit(f"not replayed as recorded: {run.states}")
    other = f"{recorded.rate:,.0f}/s" if recorded else ""
    return Row(
        f"replay all {sessions} sessions once, all exact : recording them",
        f"{run.rate:,.0f}/s; {held >> 20} MB, peak {peak >> 20} MB", other,
        f"{run.rate / recorded.rate:.1f}" if recorded else "", "",
    )  # fmt: skip


def repeated(folder: Path, work: Path, sessions: int, seconds: int, rounds: int) -> Iterator[Row]:
    """The landing page's requests over and over: in recorded sessions, and without a name from key files."""
    steps = shop.plan(0, shop.LANDING)
    bodies = work / "landing"
    bodies.write_bytes(b"\n".join(shop.body(step.name, step.variables(0, [])) for step in steps))
    unnamed = work / "unnamed"
    with running(Server([sys.executable, str(HERE / "shop.py")])) as upstream:
        server = recorder(upstream.origin, unnamed)
        with running(server):
            asyncio.run(timed(server.port, [(body, "") for body in bodies.read_bytes().split(b"\n")]))
            end(server)

    def measure(server: Server, count: int, fresh: bool) -> Callable[[], object]:
        how = {"bodies": bodies, "names": NAME if count else "", "sessions": count} | ({"fresh": FRESH} if fresh else {})
        return lambda: wrk(f"{server.origin}/{ENDPOINT}", bodies, seconds, **how)

    with running(replay(folder)) as ours, running(replay(unnamed)) as theirs:
        for count in sorted({1, min(16, sessions)}):
            # Each session's file is read before anything is measured.
            asyncio.run(timed(ours.port, [(shop.body("CategoryList", {"page": 1}), NAME % each) for each in range(count)]))
            for fresh, how in ((False, "the same bytes again"), (True, "with a number in the head")):
                rates = in_turns(
                    rounds, {"ours": measure(ours, count, fresh), "theirs": measure(theirs, 0, fresh)}
                )
                yield Row(
                    f"requests of {count} recorded session(s) in turn, {how} : the same, unnamed",
                    str(rates["ours"]), str(rates["theirs"]),
                    f"{rates['ours'].a_second / rates['theirs'].a_second:.2f}", "≥ 0.9",
                )  # fmt: skip


def rows(options: argparse.Namespace, work: Path) -> Iterator[Row]:
    only = set(options.only.split(","))
    folder, recorded = Path(options.keep) if options.keep else work / "recordings", None
    if not folder.exists():
        found, recorded = record(folder, options.sessions, options.length)
        yield from found
    if "size" in only:
        yield size_on_disk(folder, recorded)
    if "start" in only:
        yield start_up(folder, work)
    if "replay" in only:
        yield all_sessions(folder, options.sessions, options.length, recorded)
    if "unrecorded" in only:
        yield from unrecorded(folder, 0)
        yield from unrecorded(folder, 3)
    if "repeated" in only:
        yield from repeated(folder, work, options.sessions, options.seconds, options.rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures recordings of named sessions.")
    parser.add_argument("--sessions", type=int, default=500)
    parser.add_argument("--length", type=int, default=200, help="requests of each session (default 200)")
    parser.add_argument("--seconds", type=int, default=3, help="of each measurement by wrk (default 3)")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each contestant (default 3)")
    parser.add_argument("--only", default="size,start,replay,unrecorded,repeated")
    parser.add_argument("--keep", help="a folder for the recordings, which stays")
    options = parser.parse_args()
    found: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="understudy-bench-") as work:
        for row in rows(options, Path(work)):
            found.append(row)
            print(f"  {row.what}: {row.understudy} : {row.peer} = {row.ratio}", file=sys.stderr, flush=True)
    print(f"\n{options.sessions} sessions of {options.length} requests, {CONNECTIONS} connections of wrk, {os.cpu_count()} cores.\n")
    print("| named sessions, measured : against | Understudy | the other | ratio | to reach |\n|---|---:|---:|---:|---:|")
    for row in found:
        print(f"| {row.what} | {row.understudy} | {row.peer} | {row.ratio} | {row.goal} |")


if __name__ == "__main__":
    main()
