"""Lookups of a schema: fields that answer one object for its keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from fakes.contradictions.objects import World
from fakes.contradictions.reading import KEYS, is_list, items_of, words
from graphql import (
    GraphQLField,
    get_named_type,
    is_abstract_type,
    is_input_object_type,
    is_leaf_type,
    is_required_argument,
)

NAMING = {"id", "slug", "login", "email", "code", "number", "key", "sku", "handle", "username", "uuid", "name", "owner",
          "iata", "isbn", "token", "reference", "barcode", "cca2", "shortcode", "title"}  # fmt: skip

NOBODY = {"String": "zz-nobody-47", "ID": "zz-nobody-47", "Int": 918273}

OWNER_KEYS = ("login", "slug", "handle", "username", "key", "code", "name", "id")


@dataclass
class Lookup:
    """A field that answers one object for keys. `keys` leads from each argument to the path of its field."""

    name: str
    field: GraphQLField
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)
    wrapper: str | None = None

    def call(self, values: dict[str, Any]) -> str:
        inner = ", ".join(f"{key}: {literal(self.argument(key), value)}" for key, value in values.items())
        return f"{self.name}({self.wrapper}: {{ {inner} }})" if self.wrapper else f"{self.name}({inner})"

    def argument(self, key: str) -> Any:
        if self.wrapper:
            return get_named_type(self.field.args[self.wrapper].type).fields[key].type
        return self.field.args[key].type


def literal(type_: Any, value: Any) -> str:
    """A key as a literal of an argument's type."""
    kind = get_named_type(type_)
    if is_input_object_type(kind):
        return f"{{ eq: {literal(kind.fields['eq'].type, value)} }}"
    named = kind.name
    if named == "Int" or isinstance(value, bool) or named not in NOBODY:
        return (
            str(value).lower()
            if isinstance(value, bool)
            else str(value)
            if not isinstance(value, str)
            else json.dumps(value)
        )
    return json.dumps(str(value), ensure_ascii=False)


def path_of(name: str, type_: Any, world: World) -> tuple[str, ...] | None:
    """The field that an argument names: `slug`, `ownerLogin` or `productId` of the type itself."""
    named = type_
    fields = named.fields if hasattr(named, "fields") else {}
    own = words(named.name)
    spoken = words(name)
    if is_abstract_type(named) and not fields and name == "id":
        return ("id",)
    if name in fields and is_leaf_type(get_named_type(fields[name].type)) and not is_list(fields[name].type):
        return (name,) if spoken[-1] in NAMING or name in KEYS else None
    if name in fields and not is_list(fields[name].type):
        inner = getattr(get_named_type(fields[name].type), "fields", {})
        return next(((name, key) for key in OWNER_KEYS if key in inner), None)
    for link, each in fields.items():
        # The owner of a repository: `issue(owner, repository, number)`.
        inner = getattr(get_named_type(each.type), "fields", {})
        if not is_list(each.type) and name in inner and name == "owner":
            last = getattr(get_named_type(inner[name].type), "fields", {})
            return next(((link, name, key) for key in OWNER_KEYS if key in last), None)
    if spoken[: len(own)] == own and len(spoken) > len(own):
        rest = next((each for each in fields if words(each) == spoken[len(own) :]), None)
        return (rest,) if rest and spoken[-1] in NAMING else None
    if len(spoken) > 1 and spoken[-1] in NAMING:
        link = next((each for each in fields if words(each) == spoken[:-1] and not is_list(fields[each].type)), None)
        inner = getattr(get_named_type(fields[link].type), "fields", {}) if link else {}
        key = next((each for each in inner if words(each) == spoken[-1:]), None)
        return (link, key) if link and key else None
    return None


def comparable(type_: Any) -> bool:
    """Returns whether an argument takes one key: a leaf, or an input object with `eq`."""
    kind = get_named_type(type_)
    if is_input_object_type(kind):
        return "eq" in kind.fields and is_leaf_type(get_named_type(kind.fields["eq"].type))
    return is_leaf_type(kind) and not is_list(type_)


def lookups(type_: Any, world: World) -> Iterator[Lookup]:
    """The lookups among the fields of a type, one for each set of keys."""
    for name, definition in type_.fields.items():
        target = get_named_type(definition.type)
        if is_list(definition.type) or is_leaf_type(target) or items_of(target) or not definition.args:
            continue
        found = {key: path_of(key, target, world) for key, each in definition.args.items() if comparable(each.type)}
        required = [key for key, argument in definition.args.items() if is_required_argument(argument)]
        if required and all(found.get(key) for key in required):
            yield Lookup(name, definition, {key: found[key] for key in required})
        elif not required:
            yield from (Lookup(name, definition, {key: path}) for key, path in found.items() if path)
        for wrapper, argument in definition.args.items():
            kind = get_named_type(argument.type)
            own = wrapper not in getattr(target, "fields", {})
            if own and is_input_object_type(kind) and not comparable(kind) and set(required) <= {wrapper}:
                for key in (key for key, each in kind.fields.items() if comparable(each.type)):
                    if (path := path_of(key, target, world)) is not None:
                        yield Lookup(name, definition, {key: path}, wrapper)


def nobody(type_: Any) -> Any:
    """A key of a type that nothing has. None if the type is no text and no number."""
    kind = get_named_type(type_)
    return nobody(kind.fields["eq"].type) if is_input_object_type(kind) else NOBODY.get(kind.name)
