"""Filters of a schema's lists, written with values that members have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fakes.contradictions.objects import Thing, World
from fakes.contradictions.reading import PAGING, is_list, number, singular, words
from graphql import GraphQLInputObjectType, get_named_type, is_enum_type, is_input_object_type, is_leaf_type

WRAPPERS = {"filter", "where", "filterby", "filters", "condition", "query"}

OPERATORS = {"eq", "equals", "_eq", "is", "in", "_in"}

RELATION_KEYS = ("id", "login", "username", "handle", "slug", "email", "key", "code", "name")

AUTHORS = ("author", "creator", "createdBy", "user")

LOWER = {"min", "minimum", "after", "since", "from", "gte", "least"}

UPPER = {"max", "maximum", "before", "until", "to", "lte", "most"}

# Booleans of which the opposite is a date or another Boolean.
NEGATED = {"unread": ("readAt", "read", "isRead"), "open": ("closedAt", "closed", "isClosed"),
           "unpaid": ("paidAt", "paid", "isPaid"), "incomplete": ("completedAt", "completed", "done")}  # fmt: skip


@dataclass
class Filter:
    """A filter of a list. `path` is the field of the members, and `relation` compares the argument's value to it."""

    arguments: str
    path: tuple[str, ...]
    relation: str
    text: str


def literal(value: Any, kind: Any) -> str:
    if is_enum_type(kind):
        return str(value)
    if kind.name in ("Int", "Float") and isinstance(value, str):
        return value
    if kind.name in ("ID", "String") and not isinstance(value, bool):
        return json.dumps(str(value), ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False)


def field_for(name: str, type_: Any) -> tuple[str, ...] | None:
    """The field of the members that a filter names, and for a relation the path without the key."""
    fields, found = type_.fields, words(name)
    if name in ("createdBy", "author", "creator") and name not in fields:
        name = next((each for each in AUTHORS if each in fields), name)
    for each in fields:
        spoken = words(each)
        if each == name or [singular(word) for word in spoken] == [singular(word) for word in found]:
            return (each,)
        if len(spoken) > 1 and spoken[0] == "is" and spoken[1:] == found:
            return (each,)
    if len(found) > 1 and found[-1] in {"id", "ids", *RELATION_KEYS}:
        link = next((each for each in fields if words(each) == found[:-1]), None)
        inner = getattr(get_named_type(fields[link].type), "fields", {}) if link else {}
        if singular(found[-1]) in inner:
            return (link, singular(found[-1]))
    return None


def range_for(name: str, type_: Any) -> tuple[str, str] | None:
    """The field and the side of a bound: `minPrice`, `priceMin`, `createdAfter`, `startsBefore`."""
    found = words(name)
    for side, spoken in (("lower", LOWER), ("upper", UPPER)):
        rest = [word for word in found if word not in spoken]
        if len(rest) + 1 != len(found) or not rest:
            continue
        for each in type_.fields:
            if words(each) in (rest, [*rest, "at"], [*rest, "date"], [*rest, "on"], [*rest, "time"]):
                return each, side
    return None


def values_at(thing: Thing, path: tuple[str, ...]) -> list[Any]:
    """The values of a member at a path: one for a leaf, and all keys of linked objects for a relation."""
    name = path[0]
    if name in thing.values and len(path) == 1:
        value = thing.values[name]
        return value if isinstance(value, list) else [value]
    linked = [thing.links[name]] if thing.links.get(name) is not None else []
    linked += thing.lists[name].things if name in thing.lists else []
    keys = path[1:] or RELATION_KEYS
    return [other.values[key] for other in linked for key in keys if other.values.get(key) is not None]


def keyed(path: tuple[str, ...], argument: Any, members: list[Thing]) -> tuple[str, ...]:
    """A path with the key that an argument compares: an id, the key that its description names, or a readable key."""
    linked = [thing.links[path[0]] for thing in members if thing.links.get(path[0]) is not None]
    linked += [each for thing in members if path[0] in thing.lists for each in thing.lists[path[0]].things]
    if len(path) > 1 or not linked:
        return path
    spoken = (argument.description or "").lower().replace(".", " ").split()
    named = [key for key in RELATION_KEYS if key in spoken]
    wanted = ["id"] if get_named_type(argument.type).name == "ID" else [*named, *RELATION_KEYS[1:], "id"]
    return (path[0], next((key for key in wanted if linked[0].values.get(key) is not None), "id"))


def samples(members: list[Thing], path: tuple[str, ...], count: int = 2) -> list[Any]:
    """Some different values of members at a path."""
    found: list[Any] = []
    for thing in members:
        for value in values_at(thing, path)[:1]:
            if value is not None and not isinstance(value, dict) and value not in found:
                found.append(value)
    return found[:count]


def inputs(arguments: dict[str, Any], around: str = "%s", depth: int = 0) -> Iterator[tuple[str, Any, str]]:
    """The name, the definition and the place of each argument and each field of a filter's input object."""
    for name, argument in arguments.items():
        kind = get_named_type(argument.type)
        place = around % f"{name}: %s"
        if not is_input_object_type(kind):
            yield name, argument, place
        elif "".join(words(name)) in WRAPPERS and depth < 2 and not is_list(argument.type):
            yield from inputs(kind.fields, around % f"{name}: {{ %s }}", depth + 1)
        elif (operator := next((each for each in kind.fields if each in OPERATORS), None)) and not is_list(
            argument.type
        ):
            yield name, kind.fields[operator], around % f"{name}: {{ {operator}: %s }}"
        elif isinstance(kind, GraphQLInputObjectType) and set(kind.fields) & {"min", "max", "from", "to", "gte", "lte"}:
            for each in kind.fields:
                yield f"{name}_{each}", kind.fields[each], around % f"{name}: {{ {each}: %s }}"


def filters(field: Any, type_: Any, members: list[Thing], world: World) -> Iterator[Filter]:
    """The filters of a list with values that some of its members have."""
    for name, argument, place in inputs({key: each for key, each in field.args.items() if key not in PAGING}):
        kind, many = get_named_type(argument.type), is_list(argument.type)
        word = "".join(words(name))
        path = field_for(name, type_)
        if kind.name == "Boolean":
            targets = [("", path)] if path else []
            targets += [("not ", (each,)) for each in NEGATED.get(word, ()) if each in type_.fields]
            for negation, target in targets:
                if is_leaf_type(get_named_type(type_.fields[target[0]].type)):
                    for value in ("true", "false"):
                        yield Filter(place % value, target, f"{negation}{value}", name)
            continue
        if path is not None:
            path = keyed(path, argument, members)
            for value in samples(members, path):
                if is_enum_type(kind) and value not in kind.values:
                    continue
                if kind.name in ("Int", "Float") and number(value) is None:
                    continue
                given = literal(value, kind)
                yield Filter(place % (f"[{given}]" if many else given), path, f"is {value}", name)
        elif not many and (found := range_for(name, type_)) is not None:
            for value in sorted(samples(members, (found[0],), 20), key=str)[2:9:4]:
                if kind.name == "Int" and isinstance(value, float):
                    value = int(value)
                yield Filter(place % literal(value, kind), (found[0],), f"{found[1]} {value}", name)
