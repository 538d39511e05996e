"""The rows of the benchmark for the GraphQL engine: against Debian's node-graphql and PyPI's graphql-core, in one run.

    python Tests/Benchmarks/language.py [--seconds N]

GRAPHQL_BENCH is the engine's program (a release build of `graphql-bench`), NODE the node to take. Every contestant is warm:
it runs each case for so many seconds in four turns of ever longer rounds, and its best round counts.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import documents

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GRAPHQL_BENCH = os.environ.get("GRAPHQL_BENCH") or str(ROOT / ".build" / "release" / "graphql-bench")
NODE = os.environ.get("NODE") or shutil.which("node")
COUNTRIES = ROOT / "schemas" / "countries.graphqls"

# What is measured: our op, the peers' op, the document, the schema, and how many times faster we are to be.
CASES = [
    ("parse", "parse", "CountryDetail (small)", None, 2),
    ("parse", "parse", "CountryScreen (a screen)", None, 2),
    ("parse", "parse", "2,000 lines", None, 2),
    ("key", "parse", "CountryDetail (small)", None, 1),
    ("key", "parse", "CountryScreen (a screen)", None, 1),
    ("key", "parse", "2,000 lines", None, 1),
    ("parse and key", "parse", "CountryDetail (small)", None, None),
    ("parse and key", "parse", "CountryScreen (a screen)", None, None),
    ("parse and key", "parse", "2,000 lines", None, None),
    ("validate", "validate", "CountryDetail (small)", COUNTRIES, 5),
    ("validate", "validate", "CountryScreen (a screen)", COUNTRIES, 5),
    ("validate", "validate", "2,000 lines", COUNTRIES, 5),
    ("load", "load", None, "60,000 lines", 3),
]
TURNS = 4
WORDS = {
    "parse": "parse",
    "key": "normalise and key : their parse",
    "parse and key": "parse, normalise and key : their parse",
    "validate": "parse and validate",
    "load": "load a schema of",
}


class Engine:
    """A program that answers JSON lines with times."""

    def __init__(self, command: list[str]) -> None:
        environment = {**os.environ, "NODE_PATH": os.environ.get("NODE_PATH", "/usr/share/nodejs")}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, line: str) -> dict:
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"{self.process.args} ended at: {line}")
        return json.loads(answer)

    def nanoseconds(self, op: str, document: Path | None, schema: Path | None, seconds: float) -> int:
        request = {"op": op, "seconds": seconds}
        if document:
            request["document"] = str(document)
        if schema:
            request["schema"] = str(schema)
        return self.ask(json.dumps(request))["nanoseconds"]


def shown(nanoseconds: int) -> str:
    """The time in the unit that reads best."""
    for unit, size in (("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:,.{1 if nanoseconds >= 10 * size else 2}f} {unit}"
    return f"{nanoseconds} ns"


def rows(seconds: float, only: str | None = None) -> list[list[str]]:
    """A row a case: what, our time, each peer's time with its ratio, the goal."""
    if not NODE:
        raise SystemExit("node is missing: run Tests/setup-test-env.sh --bench")
    ours = Engine([GRAPHQL_BENCH])
    node = Engine([NODE, str(HERE / "engines.js")])
    core = Engine([sys.executable, str(HERE / "engines.py")])
    print(f"{node.ask('version')['version']}; {core.ask('version')['version']}", file=sys.stderr)
    table = []
    with tempfile.TemporaryDirectory() as folder:
        paths = documents.write_all(Path(folder))
        for op, peers, document, schema, goal in CASES:
            if only and only not in (op, document):
                continue
            where = paths.get(schema, schema) if schema else None
            what = paths[document] if document else None
            # They take turns, so that a machine that is slower for a while is so for all; the best turn counts. The
            # first one is the warm-up.
            own = js = py = sys.maxsize
            for _ in range(TURNS):
                own = min(own, ours.nanoseconds(op, what, where, seconds / TURNS))
                js = min(js, node.nanoseconds(peers, what, where, seconds / TURNS))
                py = min(py, core.nanoseconds(peers, what, where, seconds / TURNS))
            name = f"{WORDS[op]} {document or schema}" if op == peers else f"{WORDS[op]}, {document}"
            table.append(
                [name, shown(own), f"{shown(js)} ({js / own:.1f})", f"{shown(py)} ({py / own:.0f})", f"≥ {goal}" if goal else ""]
            )
            print(" | ".join(table[-1]), file=sys.stderr)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--only", help="one op, or one document")
    arguments = parser.parse_args()
    print("| measured | Understudy | node-graphql (times slower) | graphql-core (times slower) | to reach, of node-graphql |")
    print("|---|---:|---:|---:|---:|")
    for row in rows(arguments.seconds, arguments.only):
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
