#!/usr/bin/env python3
"""Measures the first answer that is derived from other recordings, against the first recorded one; prints a table.

    make bench
    python derived.py [--requests N]

Each request is sent once, on one connection, in turns: a recorded query, a query with one of its two fields under
another alias (derived), and a query with a field that no recording has (a miss). The first derived answer reads all
recordings of the root field; it is a row of its own.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
os.environ.setdefault("UNDERSTUDY_BIN", str(ROOT / ".build" / "release" / "understudy"))
sys.path[:0] = [str(HERE), str(HERE.parent / "EndToEnd")]

import generate  # noqa: E402
from bench import pinned, template  # noqa: E402
from harness import BINARY, Server, running  # noqa: E402

COUNTS = (1_000, 100_000)
QUERIES = {
    "recorded": None,
    "derived": "query Card($n: Int!) { thing(n: $n) { label: name } }",
    "miss": "query Card($n: Int!) { thing(n: $n) { name weight } }",
}


def ask(connection: http.client.HTTPConnection, kind: str, number: int) -> float:
    query = QUERIES[kind]
    body = json.dumps({"query": query, "variables": {"n": number}} if query else generate.request(number))
    start = time.perf_counter()
    connection.request("POST", f"/{generate.ENDPOINT}", body, {"content-type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    taken = time.perf_counter() - start
    if (source := answer.getheader("understudy-source")) != kind:
        raise SystemExit(f"{kind} {number}: {source}")
    return taken


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=200)
    requests = parser.parse_args().requests
    print("\n| each request for the first time | recordings | milliseconds | of a recorded answer |\n|---|---:|---:|---:|")
    with template() as recorded, tempfile.TemporaryDirectory(prefix="understudy-bench-") as name:
        for count in COUNTS:
            folder = Path(name) / str(count)
            generate.generate(count, folder, recorded)
            replay = [str(BINARY), "replay", "--recordings", str(folder), "--port", "0", "--quiet"]
            with running(Server(pinned(0, replay))) as server:
                with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)) as connection:
                    first = ask(connection, "derived", 0)
                    times: dict[str, list[float]] = {kind: [] for kind in QUERIES}
                    for turn in range(1, requests + 1):
                        number = turn * (count // (requests + 1))
                        for kind, all_times in times.items():
                            all_times.append(ask(connection, kind, number))
            median = {kind: statistics.median(values) * 1e3 for kind, values in times.items()}
            for kind, value in median.items():
                print(f"| {kind} | {count:,} | {value:.2f} | {value / median['recorded']:.2f} |")
            print(f"| the first derived one | {count:,} | {first * 1e3:,.0f} | |", flush=True)


if __name__ == "__main__":
    main()
