#!/usr/bin/env python3
"""Measures Understudy against peers in the same run, and prints one table (Markdown).

    make bench
    python bench.py [--seconds N] [--rounds N] [--only replay,pages,mitmproxy,cold,loops,start,million,all,programs,state,proxy]

Everything is on loopback. Programs: UNDERSTUDY_BIN and BARE_SERVER (a bare SwiftNIO HTTP server,
`bare-server --port N --body-file F`, which prints its URL first); release builds unless told otherwise. Each server has one
event loop; where there is taskset, it runs on one core and wrk on another. Contestants take turns, and the median counts.
A row whose server answers anything but 200 with the expected bytes stops the run: there are no figures for wrong answers.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
os.environ.setdefault("UNDERSTUDY_BIN", str(ROOT / ".build" / "release" / "understudy"))
sys.path[:0] = [str(HERE), str(HERE.parent / "EndToEnd")]

import clients  # noqa: E402
import generate  # noqa: E402
import operations  # noqa: E402
from harness import (  # noqa: E402
    BINARY,
    Process,
    Server,
    closed_port,
    countries_upstream,
    eventually,
    misbehaving_upstream,
    running,
    understudy,
)

BARE_SERVER = Path(os.environ.get("BARE_SERVER") or ROOT / ".build" / "release" / "bare-server")
MITMDUMP = ROOT / ".test-env" / "bench" / "bin" / "mitmdump"
CONNECTIONS = 16
COUNTS = (100, 10_000, 100_000)
CASES = {"CountryDetail": operations.country_detail("CA"), "AllCountries": operations.ALL_COUNTRIES}


def pinned(core: int, command: list[str]) -> list[str]:
    """A command on one core, where the system can do that and has two."""
    if shutil.which("taskset") and (os.cpu_count() or 1) > 1:
        return ["taskset", "-c", str(core), *command]
    return command


@dataclass
class Row:
    what: str
    understudy: str
    peer: str
    ratio: str
    goal: str


@dataclass
class Rate:
    """Requests a second, and how long half and nearly all of them took."""

    a_second: float
    p50: float
    p99: float

    def __str__(self) -> str:
        return f"{self.a_second:,.0f}/s (p50 {self.p50:.2f} ms, p99 {self.p99:.2f} ms)"


# The header for a number in every request, so that the engine answers each (`requests.lua`).
FRESH = "If-None-Match"


def wrk(
    url: str, body: Path, seconds: int, cold: bool = False, library: Path | None = None, **more: object
) -> Rate:
    """Asks by wrk for some seconds, with a library loaded into it; `requests.lua` says what else can be said to it."""
    environment = {**os.environ, "BENCH_BODY": str(body), "BENCH_COLD": "1" if cold else "0"}
    if library:
        environment["LD_PRELOAD"] = str(library)
    environment |= {f"BENCH_{name.upper()}": str(value) for name, value in more.items()}
    command = [
        "wrk",
        "-t1",
        f"-c{CONNECTIONS}",
        f"-d{seconds}s",
        "--timeout",
        "10s",
        "-s",
        str(HERE / "requests.lua"),
        url,
    ]
    done = subprocess.run(pinned(1, command), env=environment, capture_output=True, text=True, check=True, timeout=120)
    result = json.loads(re.search(r"^RESULT (.*)$", done.stdout, re.MULTILINE)[1])
    if result["status_errors"] or result["socket_errors"] or not result["requests"]:
        raise SystemExit(f"{url}: wrong answers\n{done.stdout}")
    return Rate(result["requests"] / result["microseconds"] * 1e6, result["p50"] / 1000, result["p99"] / 1000)


def median(rates: list[Rate]) -> Rate:
    return sorted(rates, key=lambda rate: rate.a_second)[len(rates) // 2]


def in_turns(rounds: int, contestants: dict[str, Callable[[], Rate]]) -> dict[str, Rate]:
    """Every contestant once a round, so that what the machine does meanwhile hits all alike."""
    rates: dict[str, list[Rate]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, contestant in contestants.items():
            rates[name].append(contestant())
    return {name: median(found) for name, found in rates.items()}


def body_file(folder: Path, operation: operations.Operation, cold: bool = False) -> Path:
    """The body of the request, compact; with the mark for other spellings before the last brace if asked for."""
    members = operation.body()
    text = json.dumps(members, separators=(",", ":"))
    if cold:
        place = text.index("}", text.index('"query":"'))
        text = text[:place] + "\x01" + text[place:]
    path = folder / f"{operation.name}{'-cold' if cold else ''}.json"
    path.write_text(text)
    return path


def server(command: list[str]) -> Server:
    return Server(pinned(0, command))


def replay(folder: Path) -> Server:
    """Replays a folder; a miss has a status that stops the run."""
    command = [str(BINARY), "replay", "--recordings", str(folder), "--port", "0", "--quiet", "--miss-status", "500"]
    return server([*command, "--threads", "1"])


@contextlib.contextmanager
def mitmproxy(upstream: str, arguments: list[str]) -> Iterator[str]:
    """mitmdump as a reverse proxy; gives its origin."""
    port = closed_port()
    command = [
        str(MITMDUMP),
        "-q",
        "--mode",
        f"reverse:{upstream}",
        "--listen-host",
        "127.0.0.1",
        "--listen-port",
        str(port),
        "--set",
        "connection_strategy=lazy",
        "--set",
        f"confdir={tempfile.gettempdir()}/mitmproxy-bench",
        *arguments,
    ]
    process = Process(pinned(0, command))
    try:
        eventually(lambda: listens(port) or process.process.poll() is not None, "mitmproxy listens")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.stop()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@dataclass
class Exchanges:
    """Both operations as recorded by Understudy and by mitmproxy from the same upstream, which is gone."""

    folder: Path
    recordings: Path
    upstream: str
    answers: dict[str, bytes]

    def flows(self, name: str) -> Path:
        return self.folder / f"{name}.flows"


def record(folder: Path, with_mitmproxy: bool) -> Exchanges:
    exchanges = Exchanges(folder, folder / "recordings", "", {})
    with running(countries_upstream("--compression", "none")) as upstream:
        exchanges.upstream = upstream.origin
        arguments = ["--upstream", upstream.origin, "--endpoint", "countries", "--recordings", exchanges.recordings]
        with running(understudy("record", *arguments)) as recorder:
            for name, operation in CASES.items():
                exchanges.answers[name] = clients.post(
                    f"{recorder.origin}/", body_file(folder, operation).read_bytes()
                ).body
            assert recorder.stop() == 0
        for name, operation in CASES.items() if with_mitmproxy else ():
            with mitmproxy(upstream.origin, ["-w", str(exchanges.flows(name))]) as origin:
                clients.post(f"{origin}/", body_file(folder, operation).read_bytes())
    return exchanges


def expect(url: str, body: Path, expected: bytes) -> None:
    answer = clients.post(url, body.read_bytes())
    if (answer.status, answer.body) != (200, expected):
        raise SystemExit(f"{url} does not answer what was recorded: {answer.status} {answer.body[:200]!r}")


def against_bare_server(exchanges: Exchanges, seconds: int, rounds: int) -> Iterator[Row]:
    for name, operation in CASES.items():
        body = body_file(exchanges.folder, operation)
        answer = exchanges.folder / f"{name}.answer"
        answer.write_bytes(exchanges.answers[name])
        bare = server([str(BARE_SERVER), "--port", "0", "--body-file", str(answer)])
        with running(replay(exchanges.recordings)) as ours, running(bare):
            for origin in (ours.origin, bare.origin):
                expect(f"{origin}/", body, exchanges.answers[name])
            rates = in_turns(rounds, {
                "ours": lambda: wrk(f"{ours.origin}/", body, seconds),
                "bare": lambda: wrk(f"{bare.origin}/", body, seconds),
            })  # fmt: skip
        ratio = rates["ours"].a_second / rates["bare"].a_second
        size = f"{len(exchanges.answers[name]):,} bytes"
        yield Row(
            f"replay {name} ({size}) : bare SwiftNIO server",
            str(rates["ours"]),
            str(rates["bare"]),
            f"{ratio:.2f}",
            "≥ 1.0",
        )


def against_mitmproxy(exchanges: Exchanges, seconds: int, rounds: int) -> Iterator[Row]:
    for name, operation in CASES.items():
        body = body_file(exchanges.folder, operation)
        arguments = [
            "--server-replay",
            str(exchanges.flows(name)),
            "--set",
            "server_replay_reuse=true",
            "--set",
            "server_replay_extra=kill",
            "--set",
            "server_replay_refresh=false",
        ]
        with running(replay(exchanges.recordings)) as ours, mitmproxy(exchanges.upstream, arguments) as theirs:
            for origin in (ours.origin, theirs):
                expect(f"{origin}/", body, exchanges.answers[name])
            rates = in_turns(rounds, {
                "ours": lambda: wrk(f"{ours.origin}/", body, seconds),
                "theirs": lambda: wrk(f"{theirs}/", body, seconds),
            })  # fmt: skip
        ratio = rates["ours"].a_second / rates["theirs"].a_second
        yield Row(
            f"replay {name} : mitmproxy's server replay",
            str(rates["ours"]),
            str(rates["theirs"]),
            f"{ratio:.0f}",
            "≥ 20",
        )


def cold_against_warm(exchanges: Exchanges, seconds: int, rounds: int) -> Iterator[Row]:
    for name, operation in CASES.items():
        warm, cold = body_file(exchanges.folder, operation), body_file(exchanges.folder, operation, cold=True)
        with running(replay(exchanges.recordings)) as ours:
            spelled = exchanges.folder / "spelled.json"
            spelled.write_text(cold.read_text().replace("\x01", "\\n#1\\n  "))
            expect(f"{ours.origin}/", spelled, exchanges.answers[name])
            rates = in_turns(rounds, {
                "cold": lambda: wrk(f"{ours.origin}/", cold, seconds, cold=True),
                "unknown": lambda: wrk(f"{ours.origin}/", warm, seconds, bodies=warm, fresh="X-Number"),
                "unseen": lambda: wrk(f"{ours.origin}/", warm, seconds, bodies=warm, fresh=FRESH),
                "warm": lambda: wrk(f"{ours.origin}/", warm, seconds),
            })  # fmt: skip
        for what, which, goal in (
            ("every request spelled differently", "cold", "≥ 0.5"),
            ("an unknown header in every request", "unknown", ""),
            ("an unseen If-None-Match in every request", "unseen", ""),
        ):
            ratio = rates[which].a_second / rates["warm"].a_second
            what = f"replay {name}, {what} : the same bytes again"
            yield Row(what, str(rates[which]), str(rates["warm"]), f"{ratio:.2f}", goal)


@contextlib.contextmanager
def template() -> Iterator[Path]:
    """The program's own recording of `generate.request(0)`, and of another one to check the names with."""
    with tempfile.TemporaryDirectory() as name, running(misbehaving_upstream()) as upstream:
        folder = Path(name) / "recordings"
        arguments = [
            "--upstream",
            f"{upstream.origin}/generated",
            "--endpoint",
            generate.ENDPOINT,
            "--recordings",
            folder,
        ]
        with running(understudy("record", *arguments)) as recorder:
            for number in (0, 12_345):
                clients.post(recorder.origin, generate.request(number))
            assert recorder.stop() == 0
        for number in (0, 12_345):
            generate.check(folder, number)
        yield folder


def first_answer(folder: Path, number: int) -> float:
    """Seconds from the start of the process to the first answer of a recorded operation."""
    body = json.dumps(generate.request(number)).encode()
    start = time.perf_counter()
    process = subprocess.Popen(
        [str(BINARY), "replay", "--recordings", str(folder), "--port", "0", "--quiet"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        port = int(process.stdout.readline().rsplit(":", 1)[1])
        received = clients.raw(port, clients.raw_post(port, body))
        taken = time.perf_counter() - start
    finally:
        process.terminate()
        process.wait(20)
    if json.dumps(generate.answer(number), separators=(",", ":")).encode() not in received:
        raise SystemExit(f"not what was recorded: {received!r}")
    return taken


def listing(folder: Path) -> float:
    start = time.perf_counter()
    subprocess.run(["sh", "-c", 'find "$0" | wc -l', str(folder)], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def start_up(rounds: int) -> Iterator[Row]:
    with template() as recorded, tempfile.TemporaryDirectory(prefix="understudy-bench-") as name:
        for count in COUNTS:
            folder = Path(name) / str(count)
            generate.generate(count, folder, recorded)
            for _ in range(2):  # into the page cache, for both
                listing(folder), first_answer(folder, count // 2)
            ours, theirs = [], []
            for _ in range(max(5, rounds)):
                theirs.append(listing(folder))
                ours.append(first_answer(folder, count // 2))
            mine, find = statistics.median(ours), statistics.median(theirs)
            goal = "≤ 8" if count == max(COUNTS) else ""
            yield Row(
                f"start to first answer, {count:,} recordings : find on the folder",
                f"{mine * 1000:.0f} ms",
                f"{find * 1000:.0f} ms",
                f"{mine / find:.1f}",
                goal,
            )
            shutil.rmtree(folder)


def against_programs(exchanges: Exchanges, rounds: int) -> Iterator[Row]:
    """Start to first answer against mitmdump's server replay, and against a Node process that prints one line."""
    name, operation = next(iter(CASES.items()))
    body = body_file(exchanges.folder, operation).read_bytes()

    def ours() -> float:
        start = time.perf_counter()
        with running(replay(exchanges.recordings)) as server:
            received = clients.raw(server.port, clients.raw_post(server.port, body))
            taken = time.perf_counter() - start
        return verified(received, taken)

    def mitmdump() -> float:
        arguments = ["--server-replay", str(exchanges.flows(name)), "--set", "server_replay_extra=kill"]
        start = time.perf_counter()
        with mitmproxy(exchanges.upstream, arguments) as origin:
            port = int(origin.rsplit(":", 1)[1])
            received = clients.raw(port, clients.raw_post(port, body))
            taken = time.perf_counter() - start
        return verified(received, taken)

    def verified(received: bytes, taken: float) -> float:
        if exchanges.answers[name] not in received:
            raise SystemExit(f"not what was recorded: {received!r}")
        return taken

    def node() -> float:
        start = time.perf_counter()
        subprocess.run(pinned(0, ["node", "-e", "console.log(1)"]), stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - start

    peers = {"mitmdump, start to first answer": mitmdump}
    if shutil.which("node"):
        peers["node -e 'console.log(1)', start to end"] = node
    times: dict[str, list[float]] = {each: [] for each in ("ours", *peers)}
    for turn in range(max(5, rounds) + 1):
        for each, measure in {"ours": ours, **peers}.items():
            taken = measure()
            # The first turn brings the files into the page cache.
            if turn:
                times[each].append(taken)
    mine = statistics.median(times["ours"])
    for peer in peers:
        theirs = statistics.median(times[peer])
        yield Row(
            f"start to first answer of {name} : {peer}",
            f"{mine * 1000:.0f} ms",
            f"{theirs * 1000:.0f} ms",
            f"{mine / theirs:.2f}",
            "< 1",
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures Understudy against peers.")
    parser.add_argument("--seconds", type=int, default=3, help="of each measurement (default 3)")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each contestant (default 5)")
    parser.add_argument("--only", default="replay,pages,mitmproxy,cold,loops,start,million,all,programs,state,proxy")
    options = parser.parse_args()
    only = set(options.only.split(","))
    rows: list[Row] = []

    def take(found: Iterator[Row]) -> None:
        for row in found:
            rows.append(row)
            print(f"  {row.what}: {row.ratio}", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="understudy-bench-") as name:
        import scaling  # it uses what is above

        if only & {"replay", "pages", "mitmproxy", "cold", "loops", "programs", "proxy"}:
            exchanges = record(Path(name), bool(only & {"mitmproxy", "programs"}))
            # Many short turns: what else the machine does comes and goes in seconds.
            turns = options.seconds * options.rounds
            if "replay" in only:
                take(against_bare_server(exchanges, 1, turns))
            if "pages" in only:
                import pages  # it uses what is above

                take(pages.rows(exchanges, turns))
            if "mitmproxy" in only:
                take(against_mitmproxy(exchanges, options.seconds, min(2, options.rounds)))
            if "cold" in only:
                take(cold_against_warm(exchanges, 1, turns))
            if "loops" in only:
                take(scaling.loops(exchanges, 1, turns))
            if "proxy" in only:
                import forward_proxy  # it uses what is above

                take(forward_proxy.rows(exchanges, options.seconds, options.rounds))
        if "start" in only:
            take(start_up(options.rounds))
        if "million" in only:
            import million  # it uses what is above

            take(million.rows(options.rounds))
        if "all" in only:
            take(scaling.all_asked(options.seconds))
        if "programs" in only:
            take(against_programs(exchanges, options.rounds))
        if "state" in only:
            import state  # it uses what is above

            take(state.rows(Path(name), options.seconds, options.rounds))

    print(
        f"\nMedian of {options.rounds} turns of {options.seconds} s, or of {options.rounds * options.seconds} of 1 s"
        f" (replay); {CONNECTIONS} connections, wrk with one thread, {os.cpu_count()} cores, one event loop a server.\n"
    )
    print(
        "| measured : against | Understudy (cold, where so named) | the other | ratio | to reach |\n|---|---:|---:|---:|---:|"
    )
    for row in rows:
        print(f"| {row.what} | {row.understudy} | {row.peer} | {row.ratio} | {row.goal} |")


if __name__ == "__main__":
    main()
