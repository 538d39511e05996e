"""What differs about documents that are parsed and validated."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import patch

from graphql import ExecutableDefinitionNode, Source, get_location, parse
from graphql.language import block_string, printer

import reference
from adjust.errors import Answers, first_message, first_place, with_errors
from answers import loosened
from engines import Answer, Request


def executable_description_excused(_: Request, mine: Answer, theirs: Answer) -> Answers:
    refused = theirs.get("phase") == "syntax" and re.search(
        r"(Unexpected|found) (Block)?String|descriptions are supported only on type definitions", first_message(theirs))
    if theirs.get("phase") == "syntax" and "descriptions are not supported on shorthand" in first_message(mine):
        return (theirs, theirs) if first_place(mine) < first_place(theirs) else (mine, theirs)
    # If ours stops as well, it must be behind the description.
    further = mine.get("phase") != "syntax" or first_place(mine) > first_place(theirs)
    return (theirs, theirs) if refused and further else (mine, theirs)


def unexecutable_skipped(request: Request, mine: Answer, theirs: Answer) -> Answers:
    """Theirs without what it finds inside of definitions that both refuse."""
    if not any(error["message"].endswith("definition is not executable.") for error in mine.get("errors", [])):
        return mine, theirs
    source = Source(request["query"])
    inside = []
    for node in parse(source).definitions:
        if not isinstance(node, ExecutableDefinitionNode):
            start, end = get_location(source, node.loc.start), get_location(source, node.loc.end)
            inside.append(((start.line, start.column), (end.line, end.column)))

    def is_inside(error: Any) -> bool:
        places = [(place["line"], place["column"]) for place in error.get("locations") or []]
        return bool(places) and all(any(start <= place < end for start, end in inside) for place in places)

    def others(errors: list[Any]) -> list[Any]:
        return [error for error in errors
                if error["message"].endswith("definition is not executable.") or not is_inside(error)]

    return mine, with_errors(theirs, others)


def root_conditions_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both without what they say of the root of a subscription, where ours finds conditions in one of its name."""
    forbidden = " must not use `@skip` or `@include` directives in the top level selection."
    counted = (" must select only one top level field.", " must not select an introspection top level field.")
    subjects = [loosened(error["message"]).removesuffix(forbidden) for error in mine.get("errors", [])
                if error["message"].endswith(forbidden)]
    dropped = {subject + words for subject in subjects for words in (forbidden, *counted)}

    def others(errors: list[Any]) -> list[Any]:
        return [error for error in errors if loosened(error["message"]) not in dropped]

    return with_errors(mine, others), with_errors(theirs, others)


def lines_measured(request: Request, mine: Answer, theirs: Answer) -> Answers:
    """What graphql-core prints if it takes the length of a text in UTF-16 code units."""
    if not (re.search(r"[^\u0000-\uffff]", mine.get("text", "")) and "text" in theirs):
        return mine, theirs

    def length(value: Any) -> int:
        return len(value.encode("utf-16-le", "surrogatepass")) // 2 if isinstance(value, str) else len(value)

    with patch.object(printer, "len", length, create=True), patch.object(block_string, "len", length, create=True):
        measured = reference.answer(request)
    return mine, measured if "text" in measured else theirs
