"""Filters: asks lists with values that members have, and judges the members of the answers (rule 11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fakes.contradictions.filtering import RELATION_KEYS, Filter, filters, values_at
from fakes.contradictions.lookups import Ask, plain_leaves
from fakes.contradictions.objects import Thing, World
from fakes.contradictions.reading import PAGING, VIEWERS, is_list, items_of, member_type, moment, number
from fakes.contradictions.report import Finding
from graphql import (
    get_named_type,
    is_abstract_type,
    is_leaf_type,
    is_required_argument,
    parse,
)

Holds = Callable[[Any], bool]


def known(thing: Thing, path: tuple[str, ...]) -> bool:
    return path[0] in thing.values or path[0] in thing.links or path[0] in thing.lists


def holds(thing: Thing, each: Filter, value: Any) -> bool:
    """Returns whether a member has the value that a filter asks for."""
    found = values_at(thing, each.path)
    kind, _, text = each.relation.partition(" ")
    if kind == "is":
        return any(str(one) == text for one in found)
    if kind in ("true", "false", "not"):
        wanted = text == "true" if kind == "not" else kind == "true"
        has = bool(found and found[0] not in (None, False))
        return has != wanted if kind == "not" else has == wanted or found == [None]
    bound = moment(value) or number(value)
    held = next(((moment(one) or number(one)) for one in found if one is not None), None)
    if held is None or bound is None or type(held) is not type(bound):
        return held is not None or bound is None
    low, high = (bound, held) if kind == "lower" else (held, bound)
    return low.before(high) if hasattr(low, "before") else low <= high


def selection(type_: Any) -> str:
    """A selection of the leaves of members, and of the keys of all objects that are linked to them."""
    parts = ["__typename", *plain_leaves(type_)]
    for name, field in type_.fields.items():
        inner = get_named_type(field.type)
        if is_leaf_type(inner) or any(is_required_argument(one) for one in field.args.values()):
            continue
        member = member_type(field.type) or inner
        if is_abstract_type(member) and not hasattr(member, "fields"):
            continue
        keys = [
            key
            for key in (*RELATION_KEYS, "amount")
            if key in member.fields
            and not member.fields[key].args
            and is_leaf_type(get_named_type(member.fields[key].type))
        ]
        if keys:
            parts.append(f"{name} {{ {wrapped(field.type, ' '.join(['__typename', *keys]))} }}")
    return " ".join(parts)


def wrapped(type_: Any, inner: str) -> str:
    """A selection of members inside of their connection or page."""
    named = get_named_type(type_)
    if is_list(type_) or (name := items_of(named)) is None:
        return inner
    return f"{name} {{ node {{ {inner} }} }}" if name == "edges" else f"{name} {{ {inner} }}"


def ask_list(world: World, ask: Ask, field: Any, outer: str, call: str) -> list[Thing] | None:
    """The members of a list, read with a world of their own; None if the answer is null."""
    type_ = member_type(field.type)
    text = f"{call} {{ {wrapped(field.type, selection(type_))} }}"
    text = f"{{ {outer} {{ __typename {text} }} }}" if outer else f"{{ {text} }}"
    data = ask(text)
    if data is None:
        return None
    own = World(world.schema)
    own.add(parse(text, no_location=True), data)
    name = call.partition("(")[0]
    return next((things for label, things in own.seen if label.endswith(f".{name}")), None)


def judge(world: World, ask: Ask) -> Iterator[Finding]:
    """Rule 11: a list holds only members that its filter allows, and the member that the filter's value is from.

    Every argument counts that names a field or a relation of the members, alone or inside an input object. Text search
    does not count. A relation is compared by its id, or by the key that the argument's description names, or by a login
    or slug. An empty answer is a contradiction unless the key of a relation is a name or an e-mail address.
    """
    places = [("", world.schema.query_type)]
    query = world.schema.query_type.fields
    places += [
        (name, get_named_type(query[name].type)) for name in sorted(VIEWERS & set(query)) if not query[name].args
    ]
    for outer, owner in places:
        for name, field in owner.fields.items():
            type_ = member_type(field.type)
            if type_ is None or is_leaf_type(type_) or not hasattr(type_, "fields"):
                continue
            if not set(field.args) - PAGING or any(is_required_argument(one) for one in field.args.values()):
                continue
            members = ask_list(world, ask, field, outer, name) or []
            for each in filters(field, type_, members, world):
                yield from judge_one(world, ask, field, outer, name, each)


def judge_one(world: World, ask: Ask, field: Any, outer: str, name: str, each: Filter) -> Iterator[Finding]:
    """Asks a list with one filter."""
    call = f"{name}({each.arguments})"
    above = f"{outer} " if outer else ""
    found = ask_list(world, ask, field, outer, call)
    value = each.relation.partition(" ")[2]
    if found == [] and each.relation.startswith("is ") and each.path[1:] not in (("email",), ("name",)):
        yield Finding(
            11,
            f"Query.{name}",
            f"{above}{call} is empty, but without the filter a member has {'.'.join(each.path)} {value}",
        )
    for thing in found or []:
        literal_value: Any = int(value) if value.isdigit() and each.relation.startswith(("lower", "upper")) else value
        if known(thing, each.path) and not holds(thing, each, literal_value):
            yield Finding(
                11, str(thing), f"{above}{call} has it, and its {'.'.join(each.path)} is {values_at(thing, each.path)}"
            )
