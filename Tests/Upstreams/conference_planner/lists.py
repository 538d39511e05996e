"""Filters, orders and windows of the lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from .store import MODELS, Node, Store, UserError

MOST = 1000

# What stands behind a field's name in a filter. A text is compared as it is.
FORMS: dict[str, Callable[[Any, Any], bool]] = {
    "": lambda value, given: value == given,
    "_not": lambda value, given: value != given,
    "_in": lambda value, given: value in given,
    "_not_in": lambda value, given: value not in given,
    "_lt": lambda value, given: value < given,
    "_lte": lambda value, given: value <= given,
    "_gt": lambda value, given: value > given,
    "_gte": lambda value, given: value >= given,
    "_contains": lambda value, given: given in value,
    "_not_contains": lambda value, given: given not in value,
    "_starts_with": lambda value, given: value.startswith(given),
    "_not_starts_with": lambda value, given: not value.startswith(given),
    "_ends_with": lambda value, given: value.endswith(given),
    "_not_ends_with": lambda value, given: not value.endswith(given),
}
CONDITION = re.compile(r"([a-zA-Z]+)((?:_[a-z]+)*)")


def passes(store: Store, node: Node, filter: dict[str, Any] | None) -> bool:
    """Whether an object passes all that a filter says."""
    return all(holds(store, node, name, given) for name, given in (filter or {}).items())


def holds(store: Store, node: Node, name: str, given: Any) -> bool:
    if name == "AND":
        return all(passes(store, node, one) for one in given or [])
    if name == "OR":
        return not given or any(passes(store, node, one) for one in given)
    field, form = CONDITION.fullmatch(name).groups()
    if field != MODELS[node["__typename"]].relation:
        return given is not None and FORMS[form](node[field], given)
    verdicts = [passes(store, other, given) for other in store.related(node)]
    return {"_every": all(verdicts), "_some": any(verdicts), "_none": not any(verdicts)}[form]


def ordered(nodes: Iterable[Node], order: str | None) -> list[Node]:
    """By id unless told otherwise; the id decides where the values are equal."""
    field, direction = (order or "id_ASC").rsplit("_", 1)
    by_id = sorted(nodes, key=lambda node: node["id"])
    return sorted(by_id, key=lambda node: node[field], reverse=direction == "DESC")


def window(store: Store, model: str, nodes: Iterable[Node], arguments: dict[str, Any]) -> list[Node]:
    """The part of a list that the arguments choose. Cursors are ids; one that is of no object leaves nothing."""
    first, last, skip = (arguments.get(name) for name in ("first", "last", "skip"))
    if first is not None and last is not None:
        raise UserError(
            3014,
            "Including a value for both first and last is not supported. See the spec for a discussion of why "
            "https://facebook.github.io/relay/graphql/connections.htm#sec-Pagination-algorithm",
        )
    for code, name, value in ((3026, "first", first), (3027, "last", last), (3028, "skip", skip)):
        if value is not None and value < 0:
            raise UserError(code, f"The '{name}' argument must be non negative")
    order = arguments.get("orderBy")
    # A cursor has its place among all objects, whether or not it passes the filter.
    places = {node["id"]: place for place, node in enumerate(ordered(store.nodes[model].values(), order))}
    rows = [node for node in ordered(nodes, order) if passes(store, node, arguments.get("filter"))]
    for name, behind in (("after", True), ("before", False)):
        cursor = arguments.get(name)
        if cursor is None:
            continue
        if cursor not in places:
            return []
        rows = [row for row in rows if row["id"] != cursor and (places[row["id"]] > places[cursor]) is behind]
    if last is not None:
        rows.reverse()
    limit = min(MOST, first if first is not None else MOST, last if last is not None else MOST)
    rows = rows[skip or 0 :][:limit]
    if last is not None:
        rows.reverse()
    return rows
