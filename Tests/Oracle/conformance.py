"""Runs the recorded cases of graphql-js's own tests through `graphql-oracle`, where they are at hand.

usage: conformance.py [--program PATH] [--show N]

Prints passed and failed for each file, and each exception with its reason. Exits with 1 when a case fails that
`EXCEPTIONS` does not list, or when a listed one passes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines import Answer, Request, ours, shared_folder
from exceptions import EXCEPTIONS

Case = dict[str, Any]


@dataclass(frozen=True)
class Check:
    """How the cases of a file are asked, and what of a case and of its answer must be the same."""

    request: Callable[[Case], Request]
    expected: Callable[[Case], Any]
    given: Callable[[Case, Answer], Any]


def errors_of(members: Case) -> Any:
    return {"errors": [{key: error[key] for key in ("message", "locations") if key in error}
                       for error in members.get("errors") or []]}


def tree_or_errors(members: Case) -> Any:
    return {"ast": members["ast"]} if "ast" in members else errors_of(members)


def text_or_errors(case: Case, answer: Answer) -> Any:
    """The recorded failures of a build are one message of many, without places."""
    if "text" in case:
        return answer.get("text", answer)
    messages = "\n\n".join(error["message"] for error in answer.get("errors", []))
    return [{"message": messages}]


def options(case: Case) -> Request:
    return {key: value for key, value in (case.get("options") or {}).items() if key != "noLocation"}


def of_source(operation: str) -> Check:
    return Check(
        lambda case: {"op": operation, "source": case["source"], "noLocation": True, **options(case)},
        tree_or_errors,
        lambda _, answer: tree_or_errors(answer),
    )


def optional(request: Request) -> Request:
    return {key: value for key, value in request.items() if value is not None}


def changes(kind: str) -> Check:
    return Check(
        lambda case: {"op": "breaking", "old": case["old"], "new": case["new"], "assumeValid": True},
        lambda case: case["changes"],
        lambda _, answer: answer.get(kind, answer),
    )


def built(key: str) -> Check:
    return Check(
        # Recorded before the types were checked: what the text alone shows is wrong, the rest is printed.
        lambda case: {"op": "build", "schema": case[key], "assumeValidTypes": True, **options(case)},
        lambda case: case.get("text", case.get("errors")),
        text_or_errors,
    )


CHECKS: dict[str, Check] = {
    "parse": of_source("parse"),
    "parseValue": of_source("parseValue"),
    "parseConstValue": of_source("parseConstValue"),
    "parseType": of_source("parseType"),
    "print": Check(
        lambda case: {"op": "print", "ast": case["ast"]},
        lambda case: case["text"],
        lambda _, answer: answer.get("text", answer),
    ),
    "stripIgnoredCharacters": Check(
        lambda case: {"op": "strip", "source": case["source"]},
        lambda case: case["text"],
        lambda _, answer: answer.get("text", answer),
    ),
    "validate": Check(
        lambda case: optional(
            {"op": "validate", "schema": case["schema"], "query": case["query"], "rules": case.get("rules")}
        ),
        errors_of,
        lambda _, answer: errors_of(answer),
    ),
    "validateSDL": Check(
        lambda case: optional(
            {"op": "validateSDL", "schema": case["sdl"], "rules": case["rules"], "extends": case.get("base")}
        ),
        errors_of,
        lambda _, answer: errors_of(answer),
    ),
    "execute": Check(
        lambda case: optional(
            {"op": "execute", "schema": case["schema"], "query": case["query"], "variables": case.get("variables"),
             "root": case.get("root"), "skipValidation": True}
        ),
        lambda case: case["result"],
        lambda _, answer: answer.get("result", answer),
    ),
    "buildSchema": built("schema"),
    "printSchema": built("builtFrom"),
    "findBreakingChanges": changes("breaking"),
    "findDangerousChanges": changes("dangerous"),
}


def cases(folder: Path, name: str) -> Iterator[tuple[str, Case]]:
    """The cases of a file with a name each; a printed schema whose definition was not recorded is its own."""
    numbers: dict[str, int] = {}
    for case in json.loads((folder / f"{name}.json").read_text(encoding="utf-8")):
        title = case.get("test") or "unnamed"
        numbers[title] = numbers.get(title, 0) + 1
        if name == "printSchema":
            case.setdefault("builtFrom", case["text"])
        yield (f"{title} #{numbers[title]}", case)


def run(folder: Path, program: str | None, show: int) -> int:
    """Prints the table and what failed; returns the number of surprises."""
    surprises = 0
    print(f"{'file':26}{'cases':>8}{'passed':>8}{'listed':>8}{'failed':>8}")
    details: list[str] = []
    with ours(program) as engine:
        for name, check in CHECKS.items():
            named = list(cases(folder, name))
            answers = engine.ask_all(check.request(case) for _, case in named)
            passed = listed = failed = 0
            for (title, case), answer in zip(named, answers, strict=True):
                expected, given = check.expected(case), check.given(case, answer)
                exception = EXCEPTIONS.get((name, title))
                if (expected == given) == (exception is None):
                    passed += expected == given
                    if exception:
                        listed += 1
                        details.append(f"listed: {name}: {title}: {exception}")
                    continue
                failed += 1
                if exception:
                    details.append(f"FAILED: {name}: {title}: passes, but is listed as an exception")
                elif failed <= show:
                    question = json.dumps(check.request(case), ensure_ascii=False)[:1500]
                    details.append(f"FAILED: {name}: {title}\n  asked    {question}\n"
                                   f"  expected {json.dumps(expected, ensure_ascii=False)[:1500]}\n"
                                   f"  given    {json.dumps(given, ensure_ascii=False)[:1500]}")
            surprises += failed
            print(f"{name:26}{len(named):8}{passed:8}{listed:8}{failed:8}")
    print("\n".join(details))
    return surprises


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--program", help="the graphql-oracle to judge")
    arguments.add_argument("--show", type=int, default=5, help="how many failures of a file to show")
    given = arguments.parse_args()
    shared = shared_folder()
    folder = shared / "conformance" / "graphql-js-16" if shared else None
    if folder is None or not folder.is_dir():
        print("conformance: the recorded cases are not here (beside the package, or where UNDERSTUDY_SHARED points)")
        return
    if surprises := run(folder, given.program, given.show):
        sys.exit(f"conformance: {surprises} cases differ and are not listed")


if __name__ == "__main__":
    main()
