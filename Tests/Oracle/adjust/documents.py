"""What differs about documents that are parsed and validated."""

from __future__ import annotations

import re
from copy import copy
from typing import Any

from graphql import (
    DocumentNode,
    ExecutableDefinitionNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    OverlappingFieldsCanBeMergedRule,
    SelectionSetNode,
    Source,
    get_location,
    parse,
    validate,
)

from adjust.errors import Answers, first_message, first_place, with_errors
from answers import loosened
from engines import Answer, Request
from reference import Refused, schema_of


def executable_description_excused(_: Request, mine: Answer, theirs: Answer) -> Answers:
    refused = theirs.get("phase") == "syntax" and re.search(
        r"(Unexpected|found) (Block)?String|descriptions are supported only on type definitions", first_message(theirs))
    if theirs.get("phase") == "syntax" and "descriptions are not supported on shorthand" in first_message(mine):
        return (theirs, theirs) if first_place(mine) < first_place(theirs) else (mine, theirs)
    # If ours stops as well, it must be behind the description.
    further = mine.get("phase") != "syntax" or first_place(mine) > first_place(theirs)
    return (theirs, theirs) if refused and further else (mine, theirs)


def hidden_conflicts_dropped(request: Request, mine: Answer, theirs: Answer) -> Answers:
    """Ours without conflicts that only ours found, if the reference finds them with the fragments put in their places."""
    ours = mine.get("errors", [])
    # One of theirs that is to the letter another of ours stands for that one.
    free = [other for other in theirs.get("errors", []) if other not in ours]
    extra = [error for error in ours
             if " conflict because " in error["message"] and error not in theirs.get("errors", [])
             and not any(_same_conflict(error, other) for other in free)]
    if not extra:
        return mine, theirs
    document = _inlined(parse(request["query"]))
    if document is None:
        return mine, theirs
    try:
        schema = schema_of(request)
    except Refused:  # a schema that was made smaller, and is none any more
        return mine, theirs
    errors = validate(schema, document, [OverlappingFieldsCanBeMergedRule], max_errors=1000)
    confirmed = {loosened(error.message) for error in errors}
    dropped = [error for error in extra if loosened(error["message"]) in confirmed]
    return with_errors(mine, lambda all_errors: [error for error in all_errors if error not in dropped]), theirs


def repeated_conflicts_dropped(_: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both with each conflict once: of what is said twice in the same words, of the same places, only the first."""
    def once(errors: list[Any]) -> list[Any]:
        return [error for index, error in enumerate(errors)
                if " conflict because " not in error["message"] or error not in errors[:index]]

    return with_errors(mine, once), with_errors(theirs, once)


def _same_conflict(one: Any, other: Any) -> bool:
    """Whether two conflicts are told alike, and of one place at least."""
    same = loosened(one["message"]) == loosened(other["message"])
    return same and any(place in other.get("locations", []) for place in one.get("locations", []))


def _inlined(document: Any) -> Any:
    """The document with each spread as an inline fragment; None if a fragment is not there or needs itself."""
    fragments = {node.name.value: node for node in document.definitions if isinstance(node, FragmentDefinitionNode)}

    def selection_set(node: Any, inside: tuple[str, ...]) -> Any:
        selections = []
        for selection in node.selections:
            if isinstance(selection, FragmentSpreadNode):
                name = selection.name.value
                if name not in fragments or name in inside:
                    raise RecursionError(name)
                fragment = fragments[name]
                selections.append(InlineFragmentNode(
                    type_condition=fragment.type_condition, directives=selection.directives,
                    selection_set=selection_set(fragment.selection_set, (*inside, name))))
            else:
                made = copy(selection)
                if made.selection_set:
                    made.selection_set = selection_set(made.selection_set, inside)
                selections.append(made)
        return SelectionSetNode(selections=tuple(selections))

    definitions = []
    try:
        for definition in document.definitions:
            if hasattr(definition, "selection_set") and definition.selection_set:
                definition = copy(definition)
                definition.selection_set = selection_set(definition.selection_set, ())
            definitions.append(definition)
    except RecursionError:
        return None
    return DocumentNode(definitions=tuple(definitions))


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
