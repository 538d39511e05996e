#!/usr/bin/env python3
"""Measures one and two replicas: behind nothing, behind nginx, and with sessions in Redis. And what limits them: the CPU
time of each program.

    UNDERSTUDY_BIN=.build-redis/release/understudy python replicas.py [--seconds N] [--rounds N]

The program is built with the trait Redis. Sessions that change nothing read a recorded answer; those that change create an
object of generated data with every request. Replicas have one event loop. One replica with Redis keeps the leases of its
sessions; two that get requests of the same sessions at the same time do not. Nothing is pinned to a core: all programs
share this machine's cores, wrk, nginx and Redis included. nginx has the guide's file, and Redis the guide's command.
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import bench
from harness import BINARY

sys.path[:0] = [str(bench.HERE.parent / folder) for folder in ("EndToEnd/team", "EndToEnd", "Upstreams")]

import clients  # noqa: E402
import flows_of_the_tutorials as flows  # noqa: E402
import operations  # noqa: E402
from processes import processor_time  # noqa: E402
from replicas import Replica, nginx, redis, replicas  # noqa: E402

SESSIONS = 64
# All programs share all cores.
bench.pinned = lambda core, command: command


@dataclass(frozen=True)
class Load:
    """What the sessions send, and the command that answers it."""

    name: str
    command: str
    endpoint: str
    operation: operations.Operation


LOADS = (
    Load("unchanged", "replay", "countries", operations.country_detail("CA")),
    Load("changing", "fake", "conference-planner", flows.CREATE_ATTENDEE),
)
VARIABLES = {"CreateAttendee": {"name": "Sarah"}}


@dataclass
class Measured:
    """The rate of all clients together, and the CPU time of each program in microseconds a request."""

    a_second: float
    p99: float
    cpu: dict[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        times = ", ".join(f"{program} {time:.0f}" for program, time in self.cpu.items())
        return f"{self.a_second:,.0f}/s (p99 {self.p99:.1f} ms; CPU: {times} µs)"


def of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def begin(origin: str) -> None:
    """Begins the sessions of `requests.lua` again."""
    with contextlib.closing(http.client.HTTPConnection(origin.removeprefix("http://"), timeout=30)) as connection:
        for number in range(SESSIONS):
            connection.request("POST", f"/__understudy/sessions/{number}/reset", b"")
            with connection.getresponse() as reply:
                # 404: a session that begins with its first request.
                if (body := reply.read()) and reply.status not in (200, 404):
                    raise SystemExit(f"{origin}: {reply.status} {body!r}")


def measure(load: Load, body: Path, origins: list[str], programs: dict[str, list[int]], seconds: int) -> Measured:
    """Asks all origins at once, each by a wrk of its own."""
    for origin in origins:
        begin(origin)
        reply = clients.post(f"{origin}/{load.endpoint}/~0", body.read_bytes())
        if reply.status != 200 or "errors" in reply.json:
            raise SystemExit(f"{origin}: {reply.status} {reply.body[:500]!r}")
    before, wrk_before = {name: processor_time(*ids) for name, ids in programs.items()}, of_children()
    with ThreadPoolExecutor(len(origins)) as threads:
        rates = list(
            threads.map(lambda origin: bench.wrk(f"{origin}/{load.endpoint}", body, seconds, sessions=SESSIONS), origins)
        )
    total = sum(rate.a_second for rate in rates)
    cpu = {name: (processor_time(*ids) - before[name]) / (total * seconds) * 1e6 for name, ids in programs.items()}
    cpu["wrk"] = (of_children() - wrk_before) / (total * seconds) * 1e6
    return Measured(total, max(rate.p99 for rate in rates), cpu)


def ids(started: list[Replica]) -> list[int]:
    return [replica.server.process.pid for replica in started]


def median(found: list[Measured]) -> Measured:
    return sorted(found, key=lambda each: each.a_second)[len(found) // 2]


@contextlib.contextmanager
def contestants(load: Load, body: Path, folder: Path, seconds: int) -> Iterator[dict[str, Callable[[], Measured]]]:
    def loops(count: int, *arguments: str):
        return replicas(count, "--threads", "1", *arguments, command=load.command)

    with contextlib.ExitStack() as stack:
        one, two = (stack.enter_context(loops(count)) for count in (1, 2))
        front_of_one = stack.enter_context(nginx(folder / "one", one))
        front_of_two = stack.enter_context(nginx(folder / "two", two))
        fronts = {"1, nginx": (front_of_one, one), "2, nginx": (front_of_two, two)}
        found = {
            "1": lambda: measure(load, body, [one[0].origin], {"replica": ids(one)}, seconds),
            "2": lambda: measure(load, body, [each.origin for each in two], {"replicas": ids(two)}, seconds),
        }
        for name, (front, behind) in fronts.items():
            programs = {"replicas": ids(behind), "nginx": [front.process.process.pid]}
            found[name] = lambda f=front, p=programs: measure(load, body, [f.origin], p, seconds)
        for count in (1, 2):
            store = stack.enter_context(redis(folder / f"redis-{count}"))
            sharing = stack.enter_context(loops(count, "--sessions", store.url))
            programs = {"replicas": ids(sharing), "Redis": [store.process.process.pid]}
            origins = [each.origin for each in sharing]
            found[f"{count}, Redis"] = lambda o=origins, p=programs: measure(load, body, o, p, seconds)
        yield found


def rows(load: Load, folder: Path, options: argparse.Namespace) -> Iterator[tuple[str, Measured, Measured, str]]:
    body = bench.body_file(folder, operations.Operation(
        load.operation.label, load.operation.text, load.operation.name,
        VARIABLES.get(load.operation.name, load.operation.variables),
    ))  # fmt: skip
    with contestants(load, body, folder / load.name, options.seconds) as found:
        every: dict[str, list[Measured]] = {name: [] for name in found}
        for _ in range(options.rounds):
            for name, contestant in found.items():
                every[name].append(contestant())
    middle = {name: median(each) for name, each in every.items()}
    yield "2 replicas : 1 replica", middle["2"], middle["1"], ""
    yield "1 replica behind nginx : without nginx", middle["1, nginx"], middle["1"], ""
    yield "2 replicas behind nginx : 1 behind nginx", middle["2, nginx"], middle["1, nginx"], ""
    goal = "≥ 0.8" if load.name == "unchanged" else ""
    yield "1 replica with sessions in Redis : without", middle["1, Redis"], middle["1"], goal
    yield "2 replicas with the same sessions in Redis : 1", middle["2, Redis"], middle["1, Redis"], ""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures one and two replicas.")
    parser.add_argument("--seconds", type=int, default=2, help="of each measurement (default 2)")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each contestant (default 3)")
    options = parser.parse_args()
    print(f"{BINARY}, {SESSIONS} sessions, {bench.CONNECTIONS} connections a wrk, {os.cpu_count()} cores in all.\n")
    print("| replicas, measured : against | Understudy | the other | ratio | to reach |\n|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory(prefix="understudy-bench-") as name:
        for load in LOADS:
            for what, ours, theirs, goal in rows(load, Path(name), options):
                ratio = ours.a_second / theirs.a_second
                print(f"| {load.name} sessions, {what} | {ours} | {theirs} | {ratio:.2f} | {goal} |", flush=True)


if __name__ == "__main__":
    main()
