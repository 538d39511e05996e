"""What differs about values: variables, results, and what messages show of them."""

from __future__ import annotations

import re
from typing import Any

from adjust.errors import Answers, with_errors
from answers import loosened
from engines import Answer, Request


def integers_rounded(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Ours with integers as a double has them."""
    def rounded(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: rounded(item) for key, item in value.items()}
        if isinstance(value, list):
            return [rounded(item) for item in value]
        if isinstance(value, int) and abs(value) > 2**53:
            return int(float(value))
        if isinstance(value, str):
            return re.sub(r"\b\d{16,19}\b", lambda match: str(int(float(match.group()))), value)
        return value

    return rounded(mine), rounded(theirs)


def floats_taken(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Ours with theirs for each integer of more than 53 bits for which theirs has the nearest double."""
    def taken(ours: Any, other: Any) -> Any:
        if isinstance(ours, dict) and isinstance(other, dict):
            return {key: taken(item, other.get(key)) for key, item in ours.items()}
        if isinstance(ours, list) and isinstance(other, list) and len(ours) == len(other):
            return [taken(*pair) for pair in zip(ours, other, strict=True)]
        is_rounded = type(ours) is int and isinstance(other, float) and abs(ours) > 2**53 and float(ours) == other
        return other if is_rounded else ours

    return taken(mine, theirs), theirs


SHOWN = re.compile(r"^(Variable .*? got invalid value )(.*)(; .*)$", re.DOTALL)


def shown_values_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Ours with the value as theirs shows it, where theirs shows only parts of it and says the same before and after."""
    def shown(error: Any, other: Any) -> Any:
        ours_parts, parts = SHOWN.match(loosened(error["message"])), SHOWN.match(loosened(other["message"]))
        if not ours_parts or not parts or "..." not in parts.group(2):
            return error
        same = ours_parts.group(1, 3) == parts.group(1, 3)
        return {**error, "message": other["message"]} if same else error

    errors, others = ((answer.get("result") or answer).get("errors", []) for answer in (mine, theirs))
    if len(errors) != len(others):
        return mine, theirs
    return with_errors(mine, lambda _: [shown(*pair) for pair in zip(errors, others, strict=True)]), theirs


def numbers_spelled_alike(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both with strings that are numbers as Python writes the number."""
    def alike(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: alike(item) for key, item in value.items()}
        if isinstance(value, list):
            return [alike(item) for item in value]
        if isinstance(value, str):
            value = re.sub(r"(non-string value: -?[0-9][-+.0-9e]*\.) Did you mean .*\?$", r"\1", value)
            return re.sub(r"(?<![\w.])-?\d+(\.\d+)?(e[+-]?\d+)?(?![\w.])", lambda match: repr(float(match.group()) + 0.0), value)
        return value

    return alike(mine), alike(theirs)


def lists_for_objects_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both without what they say of the list."""
    about = [match.group(1) for error in mine.get("errors", [])
             if (match := re.match(r"(.* got invalid value \[.*; )Expected type \S+ to be an object\.$", error["message"],
                                   re.DOTALL))]
    if not about:
        return mine, theirs

    def others(errors: list[Any]) -> list[Any]:
        return [error for error in errors if not error["message"].startswith(tuple(about))]

    mine, theirs = with_errors(mine, others), with_errors(theirs, others)
    # Without errors the one has values, which the other does not tell.
    return (theirs, theirs) if mine["ok"] and theirs["ok"] else (mine, theirs)


def lists_in_results_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both with null where ours refused a list, or where that null went, and without errors of what is in there."""
    ours_result, theirs_result = mine.get("result") or {}, theirs.get("result") or {}
    paths = [_null_path(ours_result.get("data"), error["path"]) for error in ours_result.get("errors", [])
             if error["message"].startswith("Expected a single value for field ")]
    if not paths or not theirs_result:
        return mine, theirs

    def without(result: Any) -> Any:
        errors = [error for error in result.get("errors", [])
                  if not any((error.get("path") or [])[: len(path)] == path for path in paths)]
        data = result.get("data")
        for path in paths:
            data = _with_null(data, path)
        return {"data": data, "errors": errors}

    return {**mine, "result": without(ours_result)}, {**theirs, "result": without(theirs_result)}


def _null_path(data: Any, path: list[Any]) -> list[Any]:
    """The start of the path at which the data is null."""
    for depth, key in enumerate(path):
        if data is None:
            return path[:depth]
        data = data[key]
    return path


def _with_null(data: Any, path: list[Any]) -> Any:
    if not path or data is None:
        return None
    key, *rest = path
    if isinstance(data, list):
        return [_with_null(item, rest) if index == key else item for index, item in enumerate(data)]
    return {name: _with_null(item, rest) if name == key else item for name, item in data.items()}


def errors_sorted(_: Request, mine: Answer, theirs: Answer) -> Answers:
    if mine.get("ok") and theirs.get("ok"):
        return tuple(with_errors(answer, lambda errors: sorted(errors, key=lambda error: str(error.get("path"))))
                     for answer in (mine, theirs))
    return mine, theirs
