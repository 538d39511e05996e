"""The rows of the benchmark for fakes: a response of 10,000 objects, and the memory that a large schema's world takes.

    python Tests/Benchmarks/fakes.py [--seconds N] [--skip-memory]

The peers execute the same operation over the same schema with resolvers that return constants, where ours makes values
up; their lists are as long as ours. Nobody parses or validates in the measured time. FAKES_BENCH is the engine's
program (a release build of `fakes-bench`), NODE the node to take. Every contestant is warm: it runs each case for so
many seconds in four turns of ever longer rounds, and its best round counts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import documents
from language import HERE, NODE, ROOT, TURNS, Engine, shown

FAKES_BENCH = os.environ.get("FAKES_BENCH") or str(ROOT / ".build" / "release" / "fakes-bench")
SCHEMA = HERE / "fakes.graphqls"
# A schema of 64,000 lines that is not part of this project; where it is not there, one of 60,000 is generated.
GITHUB = ROOT.parent / "shared" / "schemas" / "github.graphql"

OPERATIONS = {
    "100 lists of 100": "{ departments { id name city employees { id name email jobTitle phone } } }",
    "one list of 10,000": "{ products { id name sku price inStock createdAt } }",
}
# Our op, what it is, and how many times faster than node-graphql and graphql-core we are to be.
CASES = [("answer", "answer", 2, 20), ("text", "answer, with its text", 2, 20)]

LARGE_OPERATIONS = {
    "github": [
        "{ viewer { login name bio avatarUrl } }",
        "{ viewer { repositories(first: 10) { totalCount nodes { name description stargazerCount } } } }",
        '{ repository(owner: "o", name: "n") { issues(first: 20) { edges { '
        "node { title body author { login } } } } } }",
        '{ repository(owner: "o", name: "n") { pullRequests(last: 5) { nodes { '
        "title mergeable commits(first: 3) { totalCount } } } } }",
        '{ search(query: "q", type: REPOSITORY, first: 10) { repositoryCount '
        "nodes { __typename ... on Repository { name } } } }",
        '{ organization(login: "o") { name teams(first: 5) { nodes { name '
        "members(first: 5) { nodes { login } } } } } }",
        '{ user(login: "u") { followers(first: 10) { totalCount nodes { '
        "login followers(first: 2) { totalCount } } } } }",
        '{ node(id: "x") { id __typename } }',
        "{ licenses { key name } codesOfConduct { name url } }",
        '{ topic(name: "t") { name relatedTopics { name } stargazerCount } rateLimit { limit remaining } }',
    ],
    "generated": [
        f"{{ things{number} {{ id name created old before {{ id }} parts(first: 3) {{ __typename }} }} }}"
        for number in range(100, 1100, 100)
    ],
}


def rows(seconds: float) -> list[list[str]]:
    """A row a case: what, our time, each peer's time with its ratio, the goal."""
    if not NODE:
        raise SystemExit("node is missing: run Tests/setup-test-env.sh --bench")
    ours = Engine([FAKES_BENCH])
    peers = [Engine([NODE, str(HERE / "engines.js")]), Engine([sys.executable, str(HERE / "engines.py")])]
    print("; ".join(peer.ask("version")["version"] for peer in peers), file=sys.stderr)
    table = []
    with tempfile.TemporaryDirectory() as folder:
        for name, text in OPERATIONS.items():
            document = Path(folder) / f"{len(table)}.graphql"
            document.write_text(text)
            where = {"schema": str(SCHEMA), "document": str(document)}
            shape = ours.ask(json.dumps({"op": "shape", **where}))
            for peer in peers:
                theirs = peer.ask(json.dumps({"op": "shape", **where, "lists": shape["lists"]}))
                assert theirs["objects"] == shape["objects"], (shape, theirs)
            for op, what, than_node, than_core in CASES:
                own, js, py = turns(
                    [ours, *peers], {"op": op, **where, "lists": shape["lists"], "seconds": seconds / TURNS}
                )
                table.append([
                    f"{what}: {shape['objects']:,} objects, {name}", shown(own), f"{shown(js)} ({js / own:.1f})",
                    f"{shown(py)} ({py / own:.0f})", f"≥ {than_node}, ≥ {than_core}",
                ])  # fmt: skip
                print(" | ".join(table[-1]), file=sys.stderr)
    return table


def turns(engines: list[Engine], request: dict) -> list[int]:
    """The best turn of each. They take turns, so that a machine that is slower for a while is so for all."""
    best = [sys.maxsize] * len(engines)
    for _ in range(TURNS):
        for place, engine in enumerate(engines):
            best[place] = min(best[place], engine.ask(json.dumps(request))["nanoseconds"])
    return best


def most_memory(request: dict) -> tuple[int, dict]:
    """The most memory, in bytes, that a process of ours takes to answer one request; and the answer."""
    child = subprocess.Popen([FAKES_BENCH], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert child.stdin and child.stdout
    child.stdin.write(json.dumps(request) + "\n")
    child.stdin.close()
    answer = child.stdout.read()
    child.stdout.close()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{FAKES_BENCH} ended with {child.returncode}: {request}")
    # Linux counts kilobytes, macOS bytes.
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024), json.loads(answer)


def memory() -> list[str]:
    """A row: the memory of a large schema alone, of its world with ten operations answered, and the ratio."""
    kind = "github" if GITHUB.is_file() else "generated"
    with tempfile.TemporaryDirectory() as folder:
        schema = GITHUB
        if kind == "generated":
            schema = Path(folder) / "large.graphqls"
            schema.write_text(documents.large_schema())
        paths = []
        for number, text in enumerate(LARGE_OPERATIONS[kind]):
            paths.append(Path(folder) / f"{number}.graphql")
            paths[-1].write_text(text)
        alone, _ = most_memory({"op": "schema", "schema": str(schema)})
        world, answer = most_memory({"op": "load", "schema": str(schema), "documents": [str(path) for path in paths]})
        lines = schema.read_text("utf-8").count("\n")
    return [
        f"memory: {lines:,} lines of schema, ten operations answered ({answer['bytes']:,} bytes) : the schema alone",
        f"{world / 1e6:.0f} MB", f"{alone / 1e6:.0f} MB", f"{world / alone:.2f}",
    ]  # fmt: skip


def long_session(count: int) -> str:
    """What a mutation and a look-up cost at the beginning of a session and after so many, and the ratio."""
    ours = Engine([FAKES_BENCH])
    took = ours.ask(json.dumps({
        "op": "session", "schema": str(ROOT / "schemas" / "conference-planner.graphqls"), "count": count,
        "mutation": "mutation($name: String!) { createAttendee(name: $name) { id name } }",
        "lookup": "query($id: ID!) { Attendee(id: $id) { name } }",
    }))  # fmt: skip
    return (
        f"a mutation and a look-up, after {count:,} : at first: {shown(took['last'])} : {shown(took['first'])} "
        f"({took['last'] / took['first']:.2f} times, to stay below 1.5)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--skip-memory", action="store_true")
    arguments = parser.parse_args()
    print("| measured | Understudy | node-graphql (times slower) | graphql-core (times slower) | to reach |")
    print("|---|---:|---:|---:|---:|")
    for row in rows(arguments.seconds):
        print("| " + " | ".join(row) + " |")
    print(f"\n{long_session(6_000)}")
    if not arguments.skip_memory:
        what, world, alone, ratio = memory()
        print(f"\n{what}: {world} : {alone} ({ratio} times)")


if __name__ == "__main__":
    main()
