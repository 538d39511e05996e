"""How long PyPI's graphql-core takes: the same JSON lines as GraphQLBench and FakesBench read.

Run by language.py and fakes.py.
"""

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


CONSTANTS = {"Int": 7, "Float": 7.5, "Boolean": True}


def with_constants(schema: graphql.GraphQLSchema, lists: dict[str, int]) -> graphql.GraphQLSchema:
    """Has every field return a constant: a leaf's value, an empty object, or a list of as many as its name says."""
    for type_ in schema.type_map.values():
        if not graphql.is_object_type(type_) or type_.name.startswith("__"):
            continue
        for name, field in type_.fields.items():
            named = graphql.get_named_type(field.type)
            one = CONSTANTS.get(named.name, "a constant") if graphql.is_leaf_type(named) else {}
            is_list = graphql.is_list_type(graphql.get_nullable_type(field.type))
            value = [one] * lists.get(name, 0) if is_list else one
            field.resolve = lambda _source, _info, value=value: value
    return schema


def objects(value: object) -> int:
    if isinstance(value, dict):
        return 1 + sum(map(objects, value.values()))
    return sum(map(objects, value)) if isinstance(value, list) else 0


def response(schema: graphql.GraphQLSchema, document: graphql.DocumentNode) -> dict:
    """The response to an operation that was parsed before, over constants."""
    result = graphql.execute_sync(schema, document)
    assert not result.errors, result.errors
    return {"data": result.data}


def answer(request: dict) -> dict:
    schema = with_constants(graphql.build_schema(Path(request["schema"]).read_text()), request["lists"])
    document = graphql.parse(Path(request["document"]).read_text())
    if request["op"] == "shape":
        return {"objects": objects(response(schema, document))}
    if request["op"] == "text":
        return {"nanoseconds": best(request["seconds"], lambda: len(json.dumps(response(schema, document))))}
    return {"nanoseconds": best(request["seconds"], lambda: len(response(schema, document)))}


for line in sys.stdin:
    if line.strip() == "version":
        print(json.dumps({"version": f"graphql-core {graphql.version}"}), flush=True)
    else:
        asked = json.loads(line)
        print(json.dumps(answer(asked) if "lists" in asked else {"nanoseconds": measure(asked)}), flush=True)
