"""Rows of `bench.py` about size: many recordings that are all asked for, and a second event loop."""

from __future__ import annotations

import json
import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import bench
import generate
from bench import Row, wrk
from harness import Server, running, understudy
from processes import memory

ALL, SOME = 100_000, 1_000


def bodies_file(path: Path, numbers: range) -> Path:
    """The requests of these recordings, one a line, in an order that is the same in each run."""
    shuffled = list(numbers)
    random.Random(18).shuffle(shuffled)
    path.write_text("".join(json.dumps(generate.request(number)) + "\n" for number in shuffled))
    return path


def asked(server: Server, bodies: Path, count: int, seconds: int) -> bench.Rate:
    """The rate of asking for all of `bodies` in turn, after two passes through them."""
    wanted = 2 * count
    for length in (5, 20, 40, 80):
        rate = wrk(f"{server.origin}/{generate.ENDPOINT}", bodies, length, bodies=bodies).a_second
        # Each time wrk begins at the first: a pass counts if it came to the last.
        wanted -= int(rate * length) if rate * length >= count else 0
        if wanted <= 0:
            break
    return wrk(f"{server.origin}/{generate.ENDPOINT}", bodies, max(seconds, int(count / rate) + 1), bodies=bodies)


def all_asked(seconds: int) -> Iterator[Row]:
    with bench.template() as recorded, tempfile.TemporaryDirectory(prefix="understudy-bench-") as name:
        folder = Path(name) / "recordings"
        generate.generate(ALL, folder, recorded)
        few, many = bodies_file(Path(name) / "few", range(SOME)), bodies_file(Path(name) / "many", range(ALL))
        with running(bench.replay(folder)) as server:
            # Of each request the engine answers the first two; the others come from the table.
            some = asked(server, few, SOME, seconds)
            before = memory(server.process.pid) // 1_000_000
            every = asked(server, many, ALL, seconds)
            after = memory(server.process.pid) // 1_000_000
            yield Row(
                f"{ALL:,} recordings, all asked for in random order ({after} MB) : "
                f"{SOME:,} of them ({before} MB)",
                str(every),
                str(some),
                f"{every.a_second / some.a_second:.2f}",
                "≥ 0.5",
            )


def loops(exchanges: bench.Exchanges, seconds: int, rounds: int) -> Iterator[Row]:
    """Two loops against one, with requests that the engine answers each time: of a request from the table the load
    generator, which needs a core as well, takes as much time as the server."""
    for name, operation in bench.CASES.items():
        body = bench.body_file(exchanges.folder, operation)
        with running(replaying(exchanges, 2)) as two, running(replaying(exchanges, 1)) as one:
            rates = bench.in_turns(rounds, {
                "two": lambda: wrk(f"{two.origin}/", body, seconds, bodies=body, fresh=bench.FRESH),
                "one": lambda: wrk(f"{one.origin}/", body, seconds, bodies=body, fresh=bench.FRESH),
            })  # fmt: skip
        ratio = rates["two"].a_second / rates["one"].a_second
        what = f"replay {name} with two event loops, {os.cpu_count()} cores in all : with one"
        yield Row(what, str(rates["two"]), str(rates["one"]), f"{ratio:.2f}", "≥ 1.5")


def replaying(exchanges: bench.Exchanges, threads: int) -> Server:
    """A replay that may use all cores."""
    return understudy(
        "replay", "--recordings", exchanges.recordings, "--quiet", "--miss-status", "500", "--threads", threads)
