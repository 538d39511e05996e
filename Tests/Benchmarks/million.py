"""Rows of `bench.py` about 1,000,000 recordings in 10,000 operations, against `find` and against few recordings.

Only the recordings that are requested are files of their own; the others are names of one file (`generate.py`).
"""

from __future__ import annotations

import http.client
import json
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import bench
import generate
import processes
from bench import Row
from harness import Server, running

MANY, FEW = 1_000_000, 1_000
# The recordings that are requested: as many whole operations of each folder.
OPERATIONS = FEW // generate.FILES_A_FOLDER
IDLE_SECONDS = 10
# By then, all folders are watched.
WATCHED_SECONDS = 2


def asked(count: int) -> list[int]:
    size = generate.FILES_A_FOLDER
    step = count // size // OPERATIONS
    return [operation * step * size + number for operation in range(OPERATIONS) for number in range(size)]


def lookups(server: Server, count: int) -> float:
    """Milliseconds of the first request for a recording, the median of many."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    times = []
    for number in asked(count):
        body = json.dumps(generate.request(number))
        start = time.perf_counter()
        connection.request("POST", f"/{generate.ENDPOINT}", body, {"Content-Type": "application/json"})
        received = json.loads(connection.getresponse().read())
        times.append(time.perf_counter() - start)
        if received != generate.answer(number):
            raise SystemExit(f"not what was recorded: {received}")
    return statistics.median(times) * 1000


def idle(server: Server) -> float:
    """Milliseconds of processor time a second, while nothing is requested and nothing changes."""
    time.sleep(3)
    before = processes.processor_time(server.process.pid)
    time.sleep(IDLE_SECONDS)
    return (processes.processor_time(server.process.pid) - before) * 1000 / IDLE_SECONDS


def rows(rounds: int) -> Iterator[Row]:
    with bench.template() as recorded, tempfile.TemporaryDirectory(prefix="understudy-bench-") as name:
        folders = {count: Path(name) / str(count) for count in (MANY, FEW)}
        for count, folder in folders.items():
            generate.generate(count, folder, recorded, set(asked(count)))
        many = folders[MANY]
        bench.listing(many), bench.first_answer(many, asked(MANY)[-1])
        ours, theirs = [], []
        for _ in range(max(5, rounds)):
            theirs.append(bench.listing(many))
            ours.append(bench.first_answer(many, asked(MANY)[-1]))
        mine, find = statistics.median(ours), statistics.median(theirs)
        yield Row(
            f"start to first answer, {MANY:,} recordings : find on the folder",
            f"{mine * 1000:.0f} ms", f"{find * 1000:.0f} ms", f"{mine / find:.2f}", "≤ 1.3",
        )  # fmt: skip
        packed = Path(name) / "packed"
        subprocess.run([str(bench.BINARY), "pack", "--recordings", str(many), "--output", str(packed)], check=True)
        bench.first_answer(packed, asked(MANY)[-1])
        packs = statistics.median(bench.first_answer(packed, asked(MANY)[-1]) for _ in range(max(5, rounds)))
        yield Row(
            f"start to first answer, {MANY:,} packed recordings : the folder",
            f"{packs * 1000:.0f} ms", f"{mine * 1000:.0f} ms", f"{packs / mine:.2f}", "≤ 1",
        )  # fmt: skip
        with running(bench.replay(packed)) as server:
            packed_memory = processes.memory(server.process.pid)
        memory: dict[int, int] = {}
        times: dict[int, list[float]] = {MANY: [], FEW: []}
        rest: dict[int, float] = {}
        # In turns: one measurement of each differs by more than what is looked for.
        for turn in range(max(5, rounds)):
            for count, folder in folders.items():
                with running(bench.replay(folder)) as server:
                    if turn == 0:
                        rest[count] = idle(server)
                        memory[count] = processes.memory(server.process.pid)
                    else:
                        time.sleep(WATCHED_SECONDS)
                    times[count].append(lookups(server, count))
        first = {count: statistics.median(found) for count, found in times.items()}
        yield Row(
            f"memory after the start, {MANY:,} recordings : {FEW:,}, in MB, and bytes a recording",
            f"{memory[MANY] / 1e6:.0f}", f"{memory[FEW] / 1e6:.0f}",
            f"{(memory[MANY] - memory[FEW]) / (MANY - FEW):.0f}", "≤ 300",
        )  # fmt: skip
        yield Row(
            "the same, packed, in MB, and bytes a recording", f"{packed_memory / 1e6:.0f}", f"{memory[FEW] / 1e6:.0f}",
            f"{(packed_memory - memory[FEW]) / (MANY - FEW):.0f}", "≤ 300",
        )  # fmt: skip
        yield Row(
            f"first request for a recording of {MANY:,} : of {FEW:,}",
            f"{first[MANY]:.2f} ms", f"{first[FEW]:.2f} ms", f"{first[MANY] / first[FEW]:.2f}", "≤ 1.2",
        )  # fmt: skip
        yield Row(
            f"processor time while idle, {MANY:,} recordings : {FEW:,}",
            f"{rest[MANY]:.1f} ms/s", f"{rest[FEW]:.1f} ms/s", f"{rest[MANY] - rest[FEW]:+.1f} ms/s", "≤ +1",
        )  # fmt: skip
