"""Changes of two answers that take errors away, or places of errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from answers import loosened
from engines import Answer, Request

Answers = tuple[Answer, Answer]
Adjustment = Callable[[Request, Answer, Answer], Answers]


def with_errors(answer: Answer, change: Callable[[list[Any]], list[Any]]) -> Answer:
    """The answer with other errors; without any it is a good one, if being wrong was all that it said."""
    if "errors" not in answer:
        result = answer.get("result")
        if not result or "errors" not in result:
            return answer
        return {**answer, "result": {**result, "errors": change(result["errors"])}}
    errors = change(answer["errors"])
    return {**answer, "errors": errors} if errors else {"ok": True}


def without_messages(pattern: str) -> Adjustment:
    """Ours finds what the reference does not look for, unless it does."""
    matching = re.compile(pattern)

    def adjust(_: Request, mine: Answer, theirs: Answer) -> Answers:
        if any(matching.search(error["message"]) for error in theirs.get("errors", [])):
            return mine, theirs
        return with_errors(mine, lambda errors: [e for e in errors if not matching.search(e["message"])]), theirs

    return adjust


def tolerated(pattern: str) -> Adjustment:
    """Theirs without what ours takes with a warning; if theirs found nothing else, it did not get any further."""
    matching = re.compile(pattern)

    def adjust(_: Request, mine: Answer, theirs: Answer) -> Answers:
        found = theirs.get("errors", [])
        said = {loosened(error["message"]) for error in mine.get("errors", [])}
        rest = [error for error in found
                if not matching.search(error["message"]) or loosened(error["message"]) in said]
        if len(rest) == len(found):
            return mine, theirs
        return (mine, {**theirs, "errors": rest}) if rest else (theirs, theirs)

    return adjust


def excused(holds: Callable[[Request, Answer, Answer], bool]) -> Adjustment:
    """Nothing can be learnt from the reference's answer."""

    def adjust(request: Request, mine: Answer, theirs: Answer) -> Answers:
        return (theirs, theirs) if holds(request, mine, theirs) else (mine, theirs)

    return adjust


def texts(request: Request) -> str:
    return "".join(str(request.get(key, "")) for key in ("source", "query", "schema"))


def first_message(answer: Answer) -> str:
    return (answer.get("errors") or [{"message": ""}])[0]["message"]


def first_place(answer: Answer) -> tuple[int, int]:
    """Line and column of the first error, zeros where it says none."""
    places = answer["errors"][0].get("locations") or [{"line": 0, "column": 0}]
    return places[0]["line"], places[0]["column"]


def places_dropped(request: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both without lines and columns, where the text has what is counted otherwise."""
    if not re.search(r"\r|[^\u0000-\uffff]", texts(request)):
        return mine, theirs
    if "tokens" in mine and "tokens" in theirs:
        return ({**mine, "tokens": [token[:2] for token in mine["tokens"]]},
                {**theirs, "tokens": [token[:2] for token in theirs["tokens"]]})

    def without(errors: list[Any]) -> list[Any]:
        return [{**error, "locations": []} for error in errors]

    return with_errors(mine, without), with_errors(theirs, without)


def first_columns_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both without the places that ours has in the first column of a later line."""
    ours_found, theirs_found = (answer.get("result", answer).get("errors") or [] for answer in (mine, theirs))
    if len(ours_found) != len(theirs_found):
        return mine, theirs
    dropped = [
        [index for index, place in enumerate(error.get("locations") or []) if place["column"] == 1 and place["line"] > 1]
        for error in ours_found
    ]

    def without(errors: list[Any]) -> list[Any]:
        return [
            {**error, "locations": [place for at, place in enumerate(error.get("locations") or []) if at not in gone]}
            for error, gone in zip(errors, dropped, strict=True)
        ]

    return with_errors(mine, without), with_errors(theirs, without)


def locations_in_capitals(_: Request, mine: Answer, theirs: Answer) -> Answers:
    def capitals(errors: list[Any]) -> list[Any]:
        return [{**error, "message": re.sub(r"(?<=may not be used on )[a-z ]+(?=\.$)",
                                            lambda match: match.group().upper().replace(" ", "_"), error["message"])}
                for error in errors]

    return mine, with_errors(theirs, capitals)
