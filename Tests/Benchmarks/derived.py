#!/usr/bin/env python3
"""Measures the first answer that is derived from other recordings, against the first recorded one; prints a table.

    make bench
    python derived.py [--requests N]

Each request is sent once, on one connection, in turns:

- a recorded query,
- a query with one of its two fields under another alias (derived),
- a query with a field that no recording has (a miss),
- a query for an object with a field that is recorded for it at another path (joined by id),
- a query for an object that only a list has (looked up).

The first one of a kind reads all recordings of its root field, or all of the endpoint; these are rows of their own.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
os.environ.setdefault("UNDERSTUDY_BIN", str(ROOT / ".build" / "release" / "understudy"))
sys.path[:0] = [str(HERE), str(HERE.parent / "EndToEnd")]

import generate  # noqa: E402
from bench import pinned, template  # noqa: E402
from harness import BINARY, Server, running, understudy  # noqa: E402
from http_server import answer, sent_body, serving  # noqa: E402

COUNTS = (1_000, 100_000)
# The cards that are recorded one by one: the name in `card`, and the weight in `detail`.
CARDS = 450
# The cards that only a list has.
LISTED = 300
WHOLE = 5
CARD = "query Card($id: ID!) { card(id: $id) { __typename id name } }"
DETAIL = "query Detail($id: ID!) { detail(id: $id) { __typename id weight } }"
WEIGHED = "query Weighed($id: ID!) { card(id: $id) { __typename id name weight } }"
LIST = "query Cards { cards { __typename id name } }"


def generated(query: str | None) -> Callable[[int, int], dict[str, Any]]:
    """A request about one of many objects without ids."""

    def body(turn: int, step: int) -> dict[str, Any]:
        number = turn * step
        return {"query": query, "variables": {"n": number}} if query else generate.request(number)

    return body


def of_card(query: str, first: int) -> Callable[[int, int], dict[str, Any]]:
    return lambda turn, _: {"query": query, "variables": {"id": str(first + turn)}}


# The source of the answer, and the body by the turn and the step between numbers.
REQUESTS: dict[str, tuple[str, Callable[[int, int], dict[str, Any]]]] = {
    "recorded": ("recorded", generated(None)),
    "derived": ("derived", generated("query Card($n: Int!) { thing(n: $n) { label: name } }")),
    "miss": ("miss", generated("query Card($n: Int!) { thing(n: $n) { name weight } }")),
    "joined by id": ("derived", of_card("query Whole($id: ID!) { card(id: $id) { id name weight } }", WHOLE)),
    "looked up": ("derived", of_card("query Named($id: ID!) { card(id: $id) { name } }", CARDS)),
}


def card(number: int) -> dict[str, Any]:
    return {"__typename": "Card", "id": str(number), "name": f"Card {number}", "weight": 100 + number}


def respond(handler: Any) -> None:
    """Answers the queries for cards."""
    body = json.loads(sent_body(handler))
    names = re.findall(r"\w+", body["query"].rsplit("{", 1)[1])
    root = re.findall(r"\{ (\w+)", body["query"])[0]
    numbers = range(CARDS + LISTED) if root == "cards" else [int(body["variables"]["id"])]
    found = [{name: card(number)[name] for name in names} for number in numbers]
    answer(handler, json.dumps({"data": {root: found if root == "cards" else found[0]}}).encode())


def record_cards(folder: Path) -> int:
    """Records cards, and returns the number of recordings."""
    bodies: list[dict[str, Any]] = [{"query": LIST}]
    for query, numbers in ((CARD, range(CARDS)), (DETAIL, range(CARDS)), (WEIGHED, range(WHOLE))):
        bodies += [{"query": query, "variables": {"id": str(number)}} for number in numbers]
    with serving(respond) as url:
        record = ("record", "--upstream", url, "--endpoint", generate.ENDPOINT, "--recordings", folder, "--quiet")
        with running(understudy(*record)) as recorder:
            with closing(http.client.HTTPConnection("127.0.0.1", recorder.port, timeout=60)) as connection:
                for body in bodies:
                    send(connection, body)
            assert recorder.stop() == 0, recorder.stderr
    return len(bodies)


def send(connection: http.client.HTTPConnection, body: dict[str, Any]) -> http.client.HTTPResponse:
    connection.request("POST", f"/{generate.ENDPOINT}", json.dumps(body), {"content-type": "application/json"})
    response = connection.getresponse()
    response.read()
    return response


def ask(connection: http.client.HTTPConnection, kind: str, turn: int, step: int) -> float:
    source, body = REQUESTS[kind]
    request = body(turn, step)
    start = time.perf_counter()
    response = send(connection, request)
    taken = time.perf_counter() - start
    if (found := response.getheader("understudy-source")) != source:
        raise SystemExit(f"{kind} {turn}: {found}")
    return taken


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=200)
    requests = min(parser.parse_args().requests, LISTED - 1, CARDS - WHOLE - 1)
    print("\n| each request for the first time | recordings | milliseconds | of a recorded answer |\n|---|---:|---:|---:|")
    with template() as recorded, tempfile.TemporaryDirectory(prefix="understudy-bench-") as name:
        for count in COUNTS:
            folder = Path(name) / str(count)
            others = count - record_cards(folder)
            generate.generate(others, folder, recorded)
            replay = [str(BINARY), "replay", "--recordings", str(folder), "--port", "0", "--threads", "1", "--quiet"]
            with running(Server(pinned(0, replay))) as server:
                with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)) as connection:
                    first = {kind: ask(connection, kind, 0, 0) for kind in ("derived", "joined by id", "looked up")}
                    times: dict[str, list[float]] = {kind: [] for kind in REQUESTS}
                    step = others // (requests + 1)
                    for turn in range(1, requests + 1):
                        for kind, all_times in times.items():
                            all_times.append(ask(connection, kind, turn, step))
            median = {kind: statistics.median(values) * 1e3 for kind, values in times.items()}
            for kind, value in median.items():
                print(f"| {kind} | {count:,} | {value:.2f} | {value / median['recorded']:.2f} |")
            for kind, value in first.items():
                print(f"| the first one {kind} | {count:,} | {value * 1e3:,.0f} | |", flush=True)


if __name__ == "__main__":
    main()
