"""Conflicts of fields, of which graphql-js before 16.9 misses some and tells others more or less often."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from copy import copy
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    InlineFragmentNode,
    OverlappingFieldsCanBeMergedRule,
    SelectionSetNode,
    Source,
    SourceLocation,
    Visitor,
    parse,
    validate,
    visit,
)
from graphql.validation.rules import overlapping_fields_can_be_merged as merging

import reference
from adjust.errors import Adjustment, Answers, with_errors
from answers import loosened
from engines import Answer, Request

LIMIT = "Too many validation errors, error limit reached. Validation aborted."


def conflicts_remembered(*, as_javascript: bool) -> Adjustment:
    """Theirs with the conflicts that graphql-core finds, in words, order and places, if it remembers as 16.9 does.

    So it is only if each conflict that this adds is also found with the fragments put in their places, and if what
    conflicts in each that it leaves out is told in a conflict within it, or around it. Without `as_javascript` quotes
    and places are graphql-core's.
    """

    def adjust(request: Request, mine: Answer, theirs: Answer) -> Answers:
        if not theirs["ok"] and theirs.get("phase") != "validate":
            return mine, theirs
        if not any(is_conflict(error) for answer in (mine, theirs) for error in answer.get("errors", [])):
            return mine, theirs
        newer = newer_answer(request, as_javascript=as_javascript)
        if newer.get("phase") != "validate":
            return mine, theirs
        if as_javascript:
            newer = with_errors(newer, _but_of_repeated_arguments(request))
            if newer["ok"]:
                return mine, theirs
        before, after = _conflicts(theirs), _conflicts(newer)
        if not all(conflict.is_told_in(after) for conflict in before) and newer["errors"][-1]["message"] != LIMIT:
            return mine, theirs
        added = [conflict for conflict in after if not conflict.is_part_of(before)]
        if added:
            inlined = _inlined_conflicts(request, as_javascript)
            if not all(conflict.is_part_of(inlined) for conflict in added):
                return mine, theirs
        errors = _replaced(theirs.get("errors", []), newer["errors"], as_javascript)
        return mine, theirs if errors is None else {"ok": False, "phase": "validate", "errors": errors}

    return adjust


def repeated_arguments_dropped(request: Request, mine: Answer, theirs: Answer) -> Answers:
    """Both without conflicts for their arguments of fields that give an argument twice."""
    if not any(_is_of_arguments(error) for answer in (mine, theirs) for error in answer.get("errors", [])):
        return mine, theirs
    others = _but_of_repeated_arguments(request)
    return with_errors(mine, others), with_errors(theirs, others)


def newer_answer(request: Request, *, as_javascript: bool) -> Answer:
    """What graphql-core answers with the memory of graphql-js 16.9; with right places, if `as_javascript`."""
    with _newer_memory(), _places(as_javascript):
        return reference.answer(request)


def is_conflict(error: Any) -> bool:
    return bool(re.match(r"Fields ['\"]\w+['\"] conflict because ", error["message"]))


def _is_of_arguments(error: Any) -> bool:
    return is_conflict(error) and "they have differing arguments" in error["message"]


def _replaced(errors: list[Any], newer: list[Any], as_javascript: bool) -> list[Any] | None:
    """The newer conflicts between the other errors as they were told; None if these are not as many."""
    others = [error for error in errors if not is_conflict(error) and error["message"] != LIMIT]
    wanted = sum(not is_conflict(error) and error["message"] != LIMIT for error in newer)
    if len(others) < wanted or (len(others) > wanted and newer[-1]["message"] != LIMIT):
        return None
    rest = iter(others)
    made = []
    for error in newer:
        if is_conflict(error):
            made.append({**error, "message": error["message"].replace("'", '"')} if as_javascript else error)
        else:
            made.append(error if error["message"] == LIMIT else next(rest))
    return made


def _but_of_repeated_arguments(request: Request) -> Callable[[list[Any]], list[Any]]:
    source = Source(request["query"])
    places = []

    class Repeated(Visitor):
        def enter_field(self, node: FieldNode, *_: Any) -> None:
            if len({argument.name.value for argument in node.arguments}) < len(node.arguments):
                places.append(_location(source, node.loc.start).formatted)

    visit(parse(source), Repeated())

    def others(errors: list[Any]) -> list[Any]:
        return [error for error in errors
                if not (_is_of_arguments(error) and any(place in places for place in error.get("locations") or []))]

    return others


@dataclass(frozen=True)
class Conflict:
    """What conflicts, by its key, the keys furthest down in it and why these conflict; and all places."""

    key: str
    reasons: frozenset[tuple[str, str]]
    places: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, message: str, places: Iterable[Any]) -> Conflict:
        told = loosened(message).partition(". Use different aliases")[0]
        key = told.split('"')[1]
        reasons = []
        for part in re.split(r" and (?=subfields \")", told):
            *_, inner, reason = re.split(r'(?:^Fields|subfields) "(\w+)" conflict because ', part)
            # Sorted, since of two fields or types the one may come first as well as the other.
            reasons.append((inner, " ".join(sorted(reason.split()))))
        return cls(key, frozenset(reasons), frozenset((place["line"], place["column"]) for place in places))

    def is_part_of(self, others: list[Conflict]) -> bool:
        """Whether one of the others has its key, its reasons and its places, and maybe more."""
        return any(self.key == other.key and self.reasons <= other.reasons and self.places <= other.places
                   for other in others)

    def is_told_in(self, others: list[Conflict]) -> bool:
        """Whether each reason is told in one of the others that is within this one, or around it."""
        near = [other for other in others if other.places <= self.places or self.places <= other.places]
        return self.reasons <= {reason for other in near for reason in other.reasons}


def _conflicts(answer: Answer) -> list[Conflict]:
    return [Conflict.of(error["message"], error["locations"])
            for error in answer.get("errors", []) if is_conflict(error)]


def _inlined_conflicts(request: Request, as_javascript: bool) -> list[Conflict]:
    """The conflicts with the fragments put in their places, where no memory of theirs counts."""
    document = _inlined(parse(request["query"]))
    if document is None:
        return []
    with _places(as_javascript):
        errors = validate(reference.schema_of(request), document, [OverlappingFieldsCanBeMergedRule], max_errors=1000)
    return [Conflict.of(error.message, error.formatted["locations"]) for error in errors if error.message != LIMIT]


@contextmanager
def _newer_memory() -> Iterator[None]:
    """Within it one document may be validated as graphql-js 16.9 does it.

    What is remembered is that a set of fields was compared with a fragment; before, it was that the fragment was
    compared with the one that spreads it, whatever the fields.
    """
    compared: dict[tuple[int, str], tuple[bool, Any]] = {}

    def compare(context: Any, conflicts: Any, cached: Any, pairs: Any, exclusive: bool, fields: Any, name: str) -> None:
        # The fields are kept, lest others get their identity.
        known, _ = compared.get((id(fields), name), (None, None))
        if known is False or (known and exclusive):
            return
        compared[id(fields), name] = (exclusive, fields)
        fragment = context.get_fragment(name)
        if fragment is None:
            return
        others, names = merging.get_referenced_fields_and_fragment_names(context, cached, fragment)
        if others is not fields:
            merging.collect_conflicts_between(context, conflicts, cached, pairs, exclusive, fields, others)
            for each in names:
                compare(context, conflicts, cached, pairs, exclusive, fields, each)

    with patch.object(merging, "collect_conflicts_between_fields_and_fragment", compare):
        yield


def _places(as_javascript: bool) -> Any:
    """Within it graphql-core's places are right, if `as_javascript`."""
    return patch.object(Source, "get_location", _location) if as_javascript else nullcontext()


def _location(source: Source, position: int) -> SourceLocation:
    """Where a position is, as the specification ends lines and JavaScript counts columns."""
    before = re.split(r"\r\n|\n|\r", source.body[:position])
    return SourceLocation(len(before), len(before[-1].encode("utf-16-le", "surrogatepass")) // 2 + 1)


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
