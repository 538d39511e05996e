"""Lookups by keys: asks for members of lists, and for objects that do not exist (rule 10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fakes.contradictions.keys import Lookup, lookups, nobody
from fakes.contradictions.objects import Thing, World
from fakes.contradictions.reading import VIEWERS, member_type, words
from fakes.contradictions.report import Finding
from graphql import (
    get_named_type,
    is_abstract_type,
    is_leaf_type,
    is_required_argument,
)

Ask = Callable[[str], Any]


def at(thing: Thing | None, path: tuple[str, ...]) -> Any:
    for step in path[:-1]:
        thing = thing.links.get(step) if thing is not None else None
    return thing.values.get(path[-1]) if thing is not None else None


def shown_fields(type_: Any, world: World, paths: list[tuple[str, ...]]) -> str:
    """A selection of an object's leaves and keys, with a fragment for each type of an interface or union."""
    if is_abstract_type(type_):
        parts = ["__typename"]
        for each in world.schema.get_possible_types(type_):
            leaves = plain_leaves(each)
            parts.append(
                f"... on {each.name} {{ {' '.join(f'{each.name}_{leaf}: {leaf}' for leaf in leaves)} }}"
                if leaves
                else ""
            )
        return " ".join(parts)
    nested = [nest(path) for path in paths if len(path) > 1]
    return " ".join(["__typename", *plain_leaves(type_), *nested])


def nest(path: tuple[str, ...]) -> str:
    """A selection of the keys at the end of a path, with an alias for the path."""
    inner = path[-1]
    for step in path[-2:0:-1]:
        inner = f"{step} {{ {inner} }}"
    return f"{'_'.join(path)}_: {path[0]} {{ {inner} }}"


def asked_key(plain: dict[str, Any], path: tuple[str, ...]) -> Any:
    """The value of an answer at the path of a key."""
    found = plain.get(path[0]) if len(path) == 1 else plain.get(f"{'_'.join(path)}_")
    for step in path[1:]:
        found = found.get(step) if isinstance(found, dict) else None
    return found


def plain_leaves(type_: Any) -> list[str]:
    return [
        name for name, each in type_.fields.items()
        if is_leaf_type(get_named_type(each.type)) and not any(is_required_argument(one) for one in each.args.values())
    ][:40]  # fmt: skip


def unwrapped(answer: dict[str, Any], type_name: str) -> dict[str, Any]:
    """The fields of an answer without the aliases of its type."""
    return {key.removeprefix(f"{type_name}_"): value for key, value in answer.items()}


def differences(thing: Thing, answer: dict[str, Any]) -> list[str]:
    """The leaves of an answer that differ from those of the object in the list."""
    if answer.get("__typename") != thing.type:
        return [f"__typename is {answer.get('__typename')!r}"]
    plain = unwrapped(answer, thing.type)
    same = ((name, value, plain[name]) for name, value in thing.values.items() if name in plain)
    return [f"{name} is {short(two)}, in the list {short(one)}" for name, one, two in same if one != two]


def short(value: Any) -> str:
    """The beginning of a value."""
    text = repr(value)
    return text if len(text) <= 50 else f"{text[:47]}..."


def identifies(thing: Thing, path: tuple[str, ...]) -> bool:
    """Returns whether a key belongs to one object only: its id, slug or number, also as `databaseId` or `issueNumber`.

    Several objects may have a name, a title, or the key of another object (`parentId`, `taxonomyName`).
    """
    found = words(path[-1])
    if len(path) > 1 or found[-1] in ("name", "title"):
        return False
    return len(found) == 1 or found == ["database", "id"] or found[: len(words(thing.type))] == words(thing.type)


def shared(lookup: Lookup, thing: Thing, values: dict[str, Any], answer: dict[str, Any]) -> bool:
    """Returns whether an answer has the keys of a lookup, and other objects than the asked one may have them, too."""
    plain = unwrapped(answer, str(answer.get("__typename")))
    if any(identifies(thing, path) for path in lookup.keys.values()):
        return False
    return all(asked_key(plain, path) == values[key] for key, path in lookup.keys.items())


def ask_one(ask: Ask, outer: str, inner: str) -> Any:
    """The answer of a field, below the field of its parent where it has one. None if the answer is null."""
    data = ask(f"{{ {outer} {{ {inner} }} }}" if outer else f"{{ {inner} }}")
    for _ in range(2 if outer else 1):
        data = (
            next((value for key, value in data.items() if key != "__typename"), None)
            if isinstance(data, dict)
            else None
        )
    return data


def judge_one(
    world: World, ask: Ask, lookup: Lookup, members: list[Thing], outer: str, above: str
) -> Iterator[Finding]:
    """Asks a lookup for members, and for an object that does not exist."""
    type_ = get_named_type(lookup.field.type)
    paths = list(lookup.keys.values())
    selection = shown_fields(type_, world, paths)
    for thing in members:
        values = {key: at(thing, path) for key, path in lookup.keys.items()}
        if any(value is None for value in values.values()):
            continue
        call = lookup.call(values)
        answer = ask_one(ask, outer, f"{call} {{ {selection} }}")
        if answer is None:
            yield Finding(10, str(thing), f"{above}{call} is null")
        elif (found := differences(thing, answer)) and not shared(lookup, thing, values, answer):
            yield Finding(10, str(thing), f"{above}{call}: {'; '.join(found[:3])}")
    for wrong in without_object(lookup, members):
        call = lookup.call(wrong)
        answer = ask_one(ask, outer, f"{call} {{ {selection} }}")
        if not isinstance(answer, dict):
            continue
        plain = unwrapped(answer, str(answer.get("__typename")))
        for key, path in lookup.keys.items():
            got = asked_key(plain, path)
            if got is not None and str(got) != str(wrong[key]):
                found = " ".join(filter(None, (answer.get("__typename"), str(plain.get("id") or ""))))
                yield Finding(10, found, f"{above}{call} has {'.'.join(path)} {got!r}")


def without_object(lookup: Lookup, members: list[Thing]) -> Iterator[dict[str, Any]]:
    """Keys that no object has: all of them, and each of several with the other keys of a member."""
    nothing = {key: nobody(lookup.argument(key)) for key in lookup.keys}
    if None in nothing.values():
        return
    yield nothing
    for thing in members[:1] if len(nothing) > 1 else []:
        known = {key: at(thing, path) for key, path in lookup.keys.items()}
        if None not in known.values():
            yield from ({**known, key: value} for key, value in nothing.items())


def spread(things: list[Thing], count: int) -> list[Thing]:
    """Some objects from the beginning to the end of a list."""
    return things[:: max(1, (len(things) - 1) // max(count - 1, 1))][:count]


def judge(world: World, ask: Ask, each: int = 3) -> Iterator[Finding]:
    """Rule 10: a lookup answers the object that its keys name, and no other object for keys that nothing has.

    Only members of lists count, for a program may generate other objects when it is asked for them. A lookup below an
    object (`repository(…) { issue(number: …) }`) is asked for members of that object's lists. Any answer is consistent
    for a key that does not exist if it has that key. For a name or another object's key, any object with it is right.
    """
    query = world.schema.query_type
    roots = list(lookups(query, world))
    for lookup in roots:
        type_ = get_named_type(lookup.field.type)
        kinds = world.schema.get_possible_types(type_) if is_abstract_type(type_) else [type_]
        members = [thing for kind in kinds[:12] for thing in spread(world.of(kind), each)]
        yield from judge_one(world, ask, lookup, members, "", "")
        if is_abstract_type(type_):
            continue
        for parent in members[:2]:
            values = {key: at(parent, path) for key, path in lookup.keys.items()}
            if None not in values.values():
                yield from below(world, ask, parent, lookup.call(values), each)
    for name in VIEWERS & set(query.fields):
        if world.viewer is not None and not query.fields[name].args:
            yield from below(world, ask, world.viewer, name, each)


def below(world: World, ask: Ask, parent: Thing, call: str, each: int) -> Iterator[Finding]:
    """Asks the lookups among the fields of an object for members of its lists."""
    type_ = world.schema.type_map[parent.type]
    for inner in lookups(type_, world):
        target = get_named_type(inner.field.type)
        lists = [name for name, field in type_.fields.items() if member_type(field.type) is target]
        own = [
            thing
            for name in lists
            if name in parent.lists
            for thing in parent.lists[name].things
            if thing in world.listed
        ]
        yield from judge_one(world, ask, inner, spread(own, each), call, f"{call} ")
