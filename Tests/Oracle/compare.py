"""Compares `graphql-oracle` with graphql-core, and with Debian's node-graphql where that is there.

usage: compare.py [--program PATH] [--seed N] [--documents N] [--schemas N] [--only OP,…] [--judge NAME] [--small]

Prints a table of what was compared and each difference that `differences.py` does not list, made as small as it gets,
with both answers. Exits with 1 when there is one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import islice

from answers import agree, errors_of, signature
from cases import all_cases
from differences import DIFFERENCES, Difference
from engines import Answer, Engine, Request, graphql_core, graphql_js, ours
from shrink import shrunk

BATCH = 400

# None: the same. A list: explained. A tuple: what is not, by which surprises are put together.
Verdict = list[Difference] | tuple[str, ...] | None


@dataclass
class Surprise:
    """An unlisted difference: what was asked, and what both said."""

    judge: Engine
    request: Request
    ours: Answer
    theirs: Answer
    times: int = 1


@dataclass
class Comparison:
    """Counts what agrees, and keeps one example of each kind of surprise."""

    program: Engine
    judges: list[Engine]
    counts: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    listed: Counter[str] = field(default_factory=Counter)
    surprises: dict[tuple[str, ...], Surprise] = field(default_factory=dict)
    documents: set[str] = field(default_factory=set)

    def run(self, requests: Iterable[Request]) -> None:
        """Asks all engines at once, some hundred requests at a time."""
        remaining = iter(requests)
        with ThreadPoolExecutor(len(self.judges) + 1) as pool:
            while batch := list(islice(remaining, BATCH)):
                asked = [pool.submit(engine.ask_all, batch) for engine in (self.program, *self.judges)]
                mine, *answers = [each.result() for each in asked]
                self.documents.update(each.get("query") or each.get("source") or each.get("schema", "") for each in batch)
                for judge, theirs in zip(self.judges, answers, strict=True):
                    for request, our_answer, their_answer in zip(batch, mine, theirs, strict=True):
                        self.judge(judge, request, our_answer, their_answer)

    def judge(self, judge: Engine, request: Request, mine: Answer, theirs: Answer) -> None:
        operation = request["op"]
        verdict = verdict_of(judge.name, request, mine, theirs)
        if verdict is None:
            self.counts[operation, judge.name, "equal"] += 1
        elif isinstance(verdict, list):
            self.counts[operation, judge.name, "listed"] += 1
            self.listed.update(f"{judge.name}: {difference.name}" for difference in verdict)
        else:
            self.counts[operation, judge.name, "unlisted"] += 1
            kind = (judge.name, *verdict)
            if kind in self.surprises:
                known = self.surprises[kind]
                known.times += 1
                if len(json.dumps(request)) >= len(json.dumps(known.request)):
                    return
                self.surprises[kind] = Surprise(judge, request, mine, theirs, known.times)
            else:
                self.surprises[kind] = Surprise(judge, request, mine, theirs)

    def smallest(self, surprise: Surprise) -> Surprise:
        """The same kind of surprise from a smaller document."""
        kind = verdict_of(surprise.judge.name, surprise.request, surprise.ours, surprise.theirs)

        def still_differs(request: Request) -> bool:
            answers = self.program.ask(request), surprise.judge.ask(request)
            return verdict_of(surprise.judge.name, request, *answers) == kind

        request = shrunk(surprise.request, still_differs)
        return Surprise(
            surprise.judge, request, self.program.ask(request), surprise.judge.ask(request), surprise.times)

    def report(self, show: int) -> None:
        """The table, the listed differences and the smallest form of the unlisted ones."""
        print(f"{'op':16}{'judge':14}{'compared':>10}{'equal':>10}{'listed':>8}{'unlisted':>10}")
        for operation, judge in sorted({key[:2] for key in self.counts}):
            equal, listed, unlisted = (
                self.counts[operation, judge, outcome] for outcome in ("equal", "listed", "unlisted"))
            print(f"{operation:16}{judge:14}{equal + listed + unlisted:10}{equal:10}{listed:8}{unlisted:10}")
        for name, times in sorted(self.listed.items()):
            print(f"listed {times:6}  {name}")
        ordered = sorted(self.surprises.values(), key=lambda surprise: -surprise.times)
        for surprise in ordered[:show]:
            found = self.smallest(surprise)
            print(f"\nUNLISTED ({found.times} times, judge {found.judge.name}) {found.request['op']}")
            for key, value in found.request.items():
                if key != "op":
                    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                    print(f"  {key}: {shortened(text, 4000)}")
            for name, answer, other in (("ours:", found.ours, found.theirs), ("theirs:", found.theirs, found.ours)):
                print(f"  {name:7} {shortened(json.dumps(distinct(answer, other, found.judge.name), ensure_ascii=False), 1200)}")
        if len(ordered) > show:
            print(f"\n{len(ordered) - show} further kinds of differences are not shown (--show)")


def verdict_of(judge: str, request: Request, mine: Answer, theirs: Answer) -> Verdict:
    """None where the answers agree, the listed differences that explain them, or what kind of surprise they are."""
    operation = request["op"]
    if agree(mine, theirs, judge):
        return None
    applied: list[Difference] = []
    for difference in DIFFERENCES:
        if difference.concerns(judge, request):
            adjusted = difference.adjust(request, mine, theirs)
            if adjusted != (mine, theirs):
                applied.append(difference)
                mine, theirs = adjusted
                if agree(mine, theirs, judge):
                    return applied
    return signature(operation, mine, theirs)


def distinct(answer: Answer, other: Answer, judge: str) -> Answer:
    """An answer without the errors that the other one has as well, which are many in a large document."""
    mine, theirs = errors_of(answer, judge), errors_of(other, judge)
    if "errors" not in answer or len(mine) != len(answer["errors"]):
        return answer
    return {**answer, "errors": [error for error, read in zip(answer["errors"], mine, strict=True)
                                 if mine.count(read) != theirs.count(read)] or answer["errors"]}


def shortened(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[:length]}… ({len(text)} characters)"


def chosen(requests: Iterator[Request], only: set[str]) -> Iterator[Request]:
    return (request for request in requests if not only or request["op"] in only)


def compare(program: str | None, seed: int, documents: int, schemas: int, *, only: set[str] = frozenset(),
            judge: str | None = None, large: bool = True, show: int = 20) -> int:
    """Runs the comparison and prints its report; returns the number of kinds of unlisted differences."""
    started = time.monotonic()
    with ExitStack() as open_engines:
        judges = [each for each in (graphql_core(), graphql_js()) if each and judge in (None, each.name)]
        for engine in (program_engine := ours(program), *judges):
            open_engines.enter_context(engine)
        if all(each.name != "graphql-js" for each in judges):
            print("node-graphql is not here, or not asked for: graphql-core judges alone")
        comparison = Comparison(program_engine, judges)
        comparison.run(chosen(all_cases(seed, documents, schemas, large), set(only)))
        comparison.report(show)
    print(f"seed {seed}, {len(comparison.documents)} different documents, "
          f"{sum(comparison.counts.values())} comparisons in {time.monotonic() - started:.0f} s")
    return len(comparison.surprises)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--program", help="the graphql-oracle to judge")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--documents", type=int, default=100, help="generated documents for each schema; six more are made from each")
    arguments.add_argument("--schemas", type=int, default=12, help="how many random schemas")
    arguments.add_argument("--only", default="", help="ops to compare, by commas")
    arguments.add_argument("--judge", help="graphql-core or graphql-js, instead of both")
    arguments.add_argument("--small", action="store_true", help="leave the large public schemas out")
    arguments.add_argument("--show", type=int, default=20, help="how many kinds of differences to show")
    given = arguments.parse_args()
    only = set(filter(None, given.only.split(",")))
    if compare(given.program, given.seed, given.documents, given.schemas, only=only, judge=given.judge,
               large=not given.small, show=given.show):
        sys.exit("compare: there are unlisted differences")


if __name__ == "__main__":
    main()
