"""`@defer`, built by hand: graphql-core 3.2 cannot execute it.

An operation is executed twice: without what is deferred, which is the first part, and with it as if nothing were, from
which the later part is taken. Inline fragments below fields that are no lists are enough here.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from graphql import FieldNode, InlineFragmentNode, OperationDefinitionNode


@dataclass
class Deferred:
    """A fragment that is delivered later."""

    path: list[str]
    label: str | None
    keys: list[str]


def deferral(node: InlineFragmentNode):
    return next((directive for directive in node.directives if directive.name.value == "defer"), None)


def split(operation: OperationDefinitionNode) -> tuple[Any, Any, list[Deferred]]:
    """The operation without what is deferred, with it at once, and what that is."""
    early, whole = copy.deepcopy(operation), copy.deepcopy(operation)
    found: list[Deferred] = []

    def key(field: FieldNode) -> str:
        return (field.alias or field.name).value

    def walk(node: Any, path: list[str], keeps: bool) -> None:
        if node.selection_set is None:
            return
        kept = []
        for selection in node.selection_set.selections:
            if isinstance(selection, InlineFragmentNode) and (directive := deferral(selection)):
                if keeps:
                    selection.directives = ()
                else:
                    labels = [argument.value.value for argument in directive.arguments if argument.name.value == "label"]
                    inner = [key(one) for one in selection.selection_set.selections if isinstance(one, FieldNode)]
                    found.append(Deferred(path, labels[0] if labels else None, inner))
                    continue
            inner = path + [key(selection)] if isinstance(selection, FieldNode) else path
            walk(selection, inner, keeps)
            kept.append(selection)
        node.selection_set.selections = tuple(kept)

    walk(early, [], False)
    walk(whole, [], True)
    return early, whole, found


def parts(first: dict[str, Any], whole: dict[str, Any], deferred: list[Deferred], spec: bool) -> Iterator[Any]:
    """The parts of the answer: in the spelling of 2022-08-24 (`spec`), or in that of the current draft."""

    def pending(number: int, one: Deferred) -> dict[str, Any]:
        label = {"label": one.label} if one.label else {}
        return {"id": str(number), "path": one.path, **label}

    def data(one: Deferred) -> Any:
        value = whole["data"]
        for name in one.path:
            value = None if value is None else value[name]
        return None if value is None else {name: value[name] for name in one.keys}

    numbered = list(enumerate(deferred))
    if spec:
        yield {**first, "hasNext": True}
    else:
        yield {**first, "pending": [pending(number, one) for number, one in numbered], "hasNext": True}
    for number, one in numbered:
        more = number + 1 < len(deferred)
        if spec:
            label = {"label": one.label} if one.label else {}
            yield {"incremental": [{**label, "path": one.path, "data": data(one)}], "hasNext": more}
        else:
            yield {
                "incremental": [{"id": str(number), "data": data(one)}],
                "completed": [{"id": str(number)}],
                "hasNext": more,
            }
