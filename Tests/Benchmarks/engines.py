"""How long PyPI's graphql-core takes: the same JSON lines as GraphQLBench reads. Run by language.py."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import graphql


def best(seconds: float, body: Callable[[], int]) -> int:
    end = time.perf_counter_ns() + int(seconds * 1e9)
    calls, fewest = 1, float("inf")
    while True:
        start = time.perf_counter_ns()
        for _ in range(calls):
            body()
        took = time.perf_counter_ns() - start
        fewest = min(fewest, took / calls)
        if took < seconds * 1e8:
            calls *= 2
        if time.perf_counter_ns() >= end:
            return round(fewest)


def measure(request: dict) -> int:
    source = Path(request["document"]).read_text() if request.get("document") else ""
    sdl = Path(request["schema"]).read_text() if request.get("schema") else ""
    op, seconds = request["op"], request["seconds"]
    if op == "parse":
        return best(seconds, lambda: len(graphql.parse(source).definitions))
    if op == "load":
        return best(seconds, lambda: len(graphql.build_schema(sdl).type_map))
    schema = graphql.build_schema(sdl)
    return best(seconds, lambda: len(graphql.validate(schema, graphql.parse(source))))


for line in sys.stdin:
    if line.strip() == "version":
        print(json.dumps({"version": f"graphql-core {graphql.version}"}), flush=True)
    else:
        print(json.dumps({"nanoseconds": measure(json.loads(line))}), flush=True)
