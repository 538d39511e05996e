#!/usr/bin/env python3
"""Measures recording: new answers as fast as they come, from a bare SwiftNIO server; prints a table.

    make bench
    python recording.py [--count N] [--answer BYTES] [--folder FOLDER]

Each request has a variable that no other has, so that each answer is a new file. Rates are those of files on the disk: the
recorder counts them below `.unwritten/`. Recorder, upstream and load generator share all cores: a recorder writes beside its
event loops. `--folder` names a folder on the disk that is to be measured. ext4 makes new files up to 25 times slower for
minutes after many were deleted beside them, so `make bench` begins with this, and a few lines which do nothing but write such
files are measured in the same run.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from bench import BARE_SERVER, BINARY, CONNECTIONS, Row  # noqa: E402
from harness import Server, running  # noqa: E402
from processes import peak_memory  # noqa: E402

QUERY = "query Item($n: Int!) { item(n: $n) { id name price } }"
# Of the first and the last of so many parts the rates are compared.
PARTS = 5


def counts(folder: Path) -> tuple[int, int]:
    """How many answers clients got, and how many are written."""
    for path in folder.glob("items/.unwritten/*-*"):
        answered, written = path.read_text().split()
        return int(answered), int(written)
    return 0, 0


def wrk(url: str, body: Path, seconds: int, first: int) -> subprocess.Popen[str]:
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "30s", "-s", str(HERE / "requests.lua"), url]
    environment = {**os.environ, "BENCH_BODY": str(body), "BENCH_FIRST": str(first)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def bare_writing(folder: Path, count: int, size: int, together: int = 256) -> list[tuple[float, int]]:
    """When how many files were written and synced in groups, then named, by lines that do nothing else."""
    folder.mkdir()
    content = b"x" * size
    samples = [(time.perf_counter(), 0)]
    for first in range(0, count, together):
        files = {folder / f".{number}": folder / f"n={number}.json" for number in range(first, first + together)}
        descriptors = [os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644) for temporary in files]
        for descriptor in descriptors:
            os.write(descriptor, content)
        for descriptor in [*descriptors, os.open(folder, os.O_RDONLY)]:
            os.fsync(descriptor)
            os.close(descriptor)
        for temporary, name in files.items():
            temporary.rename(name)
        samples.append((time.perf_counter(), first + together))
    return samples


def sample(folder: Path, count: int) -> tuple[list[tuple[float, int]], int]:
    """When how many were written, until all that is measured is; and how many were unwritten at most."""
    samples: list[tuple[float, int]] = []
    most = 0
    while not samples or samples[-1][1] < count:
        answered, written = counts(folder)
        most = max(most, answered - written)
        samples.append((time.perf_counter(), written))
        time.sleep(0.05)
    return samples, most


def rate(samples: list[tuple[float, int]], first: int, last: int) -> float:
    """Answers written a second between two numbers of them."""
    begin = max((each for each in samples if each[1] <= first), key=lambda each: each[0])
    end = next(each for each in samples if each[1] >= last)
    return (end[1] - begin[1]) / (end[0] - begin[0])


def rows(folder: Path, count: int, answer: int) -> list[Row]:
    body = folder / "request.json"
    body.write_text(json.dumps({"query": QUERY, "variables": {"n": "\x01"}}).replace('"\\u0001"', "\x01"))
    text = json.dumps({"data": {"item": {"id": "7", "name": "x" * answer, "price": 1}}})
    (folder / "answer.json").write_text(text)
    recordings = folder / "recordings"
    with running(Server([str(BARE_SERVER), "--body-file", str(folder / "answer.json")])) as upstream:
        where = ["--upstream", upstream.origin, "--endpoint", "items", "--recordings", str(recordings)]
        recorder = Server([str(BINARY), "record", *where, "--port", "0", "--quiet"])
        with running(recorder):
            load = wrk(f"{recorder.origin}/items", body, 600, 1)
            try:
                samples, most = sample(recordings, count)
            finally:
                load.send_signal(signal.SIGINT)
                load.wait()
            peak = peak_memory(recorder.process.pid) >> 20
            begin = time.perf_counter()
            code = recorder.stop(signal.SIGINT)
            ended = time.perf_counter() - begin
            if code != 0:
                raise SystemExit(f"the recorder ended with {code}\n{recorder.stderr[-3000:]}")
    written = next(recordings.glob("items/*/*.json")).stat().st_size
    bare = bare_writing(folder / "bare", count, written)
    part = count // PARTS
    first, last = rate(samples, 0, part), rate(samples, count - part, count)
    bare_first, bare_last = rate(bare, 0, part), rate(bare, count - part, count)
    return [
        Row(f"recording {count:,} new answers of {len(text):,} bytes", f"{rate(samples, 0, count):,.0f}/s", "", "", "2,000/s"),
        Row(
            f"the same : writing such files ({written:,} bytes) and nothing else, in Python",
            f"{rate(samples, 0, count):,.0f}/s",
            f"{rate(bare, 0, count):,.0f}/s",
            f"{rate(samples, 0, count) / rate(bare, 0, count):.2f}",
            "",
        ),
        Row(
            f"the last {part:,} of them : the first {part:,}",
            f"{last:,.0f}/s",
            f"{first:,.0f}/s",
            f"{last / first:.2f}",
            ">= 0.9",
        ),
        Row(
            f"the same of those lines in Python: the last {part:,} : the first {part:,}",
            "",
            f"{bare_last:,.0f}/s : {bare_first:,.0f}/s",
            f"{bare_last / bare_first:.2f}",
            "",
        ),
        Row("unwritten answers at most", f"{most:,}", "", "", "about 10,000"),
        Row("peak memory of the recorder", f"{peak:,} MB", "", "", ""),
        Row("from Ctrl-C to the end, everything written", f"{ended:.1f} s", "", "", "< 10 s"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures recording.")
    parser.add_argument("--count", type=int, default=100_000, help="new answers (default 100,000)")
    parser.add_argument("--answer", type=int, default=200, help="bytes of text in each answer (default 200)")
    parser.add_argument("--folder", help="a folder on the disk that is measured (default: that of temporary files)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="understudy-bench-", dir=options.folder) as name:
        found = rows(Path(name), options.count, options.answer)
    print("\n| measured | Understudy | against | ratio | to reach |\n|---|---:|---:|---:|---:|")
    for row in found:
        print(f"| {row.what} | {row.understudy} | {row.peer} | {row.ratio} | {row.goal} |")


if __name__ == "__main__":
    main()
