"""Literals and JSON values for input types: fitting ones, and ones that are wrong somewhere."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInputType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLScalarType,
    is_required_input_field,
)

STRINGS = ["", "a", "two words", "CA", "5", "-1.5", "true", "é ü 漢", "tab\there", 'quote " and \\', "line\nbreak", "🙂", "it's"]
INTEGERS = [0, 1, -1, 7, 42, 2147483647, -2147483648]
NUMBERS = [0.0, 1.5, -2.25, 1e10, 1.0e-7, 3.0, 123456789.125, 1e21]
ODD_JSON: list[Any] = [
    None, True, False, 0, -1, 2147483648, -2147483649, 1.5, -0.0, 1e100, 3.0, "", "x", "1", "true", "null", [], [None],
    [1], [[1]], {}, {"a": 1}, {"a": {"b": [None, "x"]}}, "RED", 9007199254740993, 1e21, 123456789012, "it's", 'say "x"',
]
ODD_LITERALS = [
    "null", "true", "false", "0", "-1", "2147483648", "-2147483649", "99999999999999999999", "1.5", "-0.0", "1e100",
    '""', '"x"', '"1"', "[]", "[null]", "[1]", "[[1]]", "{}", "{a: 1}", "{a: {b: [null, X]}}", "RED", "UNKNOWN", "$odd",
    '"""block"""', '"\\u00e9"', "3.0", "[1, \"two\", THREE, null]", "{id: \"1\", id: \"2\"}",
]


def scalar_value(name: str, random: Random) -> Any:
    """A JSON value that the scalar takes as input; of a custom scalar, any."""
    if name == "Int":
        return random.choice(INTEGERS)
    if name == "Float":
        return random.choice(NUMBERS + INTEGERS)
    if name == "Boolean":
        return random.random() < 0.5
    if name == "ID":
        return random.choice(["1", "abc", 7, "", "it's"])
    if name == "String":
        return random.choice(STRINGS)
    return random.choice(["2020-01-01", 5, True, 1.5, "x"])


def json_value(type_: GraphQLInputType, random: Random, depth: int = 0) -> Any:
    """A value that a variable of the type takes."""
    if isinstance(type_, GraphQLNonNull):
        return json_value(type_.of_type, random, depth) if depth < 12 else required_value(type_.of_type, random, depth)
    if random.random() < 0.08 or depth > 5:
        return None
    return required_value(type_, random, depth)


def required_value(type_: GraphQLInputType, random: Random, depth: int) -> Any:
    if isinstance(type_, GraphQLNonNull):
        return required_value(type_.of_type, random, depth)
    if isinstance(type_, GraphQLList):
        if random.random() < 0.15:
            return json_value(type_.of_type, random, depth + 1)
        return [json_value(type_.of_type, random, depth + 1) for _ in range(random.randrange(3))]
    if isinstance(type_, GraphQLEnumType):
        return random.choice(list(type_.values))
    if isinstance(type_, GraphQLInputObjectType):
        members = {}
        for name, field in type_.fields.items():
            if is_required_input_field(field) or random.random() < (0.5 if depth < 3 else 0.1):
                # An input type that needs itself has no value; the depth ends it.
                members[name] = None if depth > 14 else json_value(field.type, random, depth + 1)
        return members
    assert isinstance(type_, GraphQLScalarType)
    return scalar_value(type_.name, random)


def spoiled(value: Any, random: Random) -> Any:
    """The value with something odd in one place of it."""
    if isinstance(value, dict) and value and random.random() < 0.8:
        name = random.choice(list(value))
        choice = random.random()
        if choice < 0.15:
            return {key: member for key, member in value.items() if key != name}
        if choice < 0.3:
            return {**value, random.choice([name + "s", "unknown", name[:-1], name.swapcase()]): 1}
        return {**value, name: spoiled(value[name], random)}
    if isinstance(value, list) and value and random.random() < 0.8:
        index = random.randrange(len(value))
        return [spoiled(item, random) if place == index else item for place, item in enumerate(value)]
    return random.choice(ODD_JSON)


def spoiled_members(values: dict[str, Any], random: Random) -> dict[str, Any]:
    """Variables with something odd in one of them; it stays an object."""
    found = spoiled(values, random)
    return found if isinstance(found, dict) else {name: random.choice(ODD_JSON) for name in values}


def literal(type_: GraphQLInputType, random: Random, depth: int = 0) -> str:
    """A literal of the type, as a document spells it."""
    if isinstance(type_, GraphQLNonNull):
        return required_literal(type_.of_type, random, depth)
    if random.random() < 0.06 or depth > 4:
        return "null"
    return required_literal(type_, random, depth)


def required_literal(type_: GraphQLInputType, random: Random, depth: int) -> str:
    if isinstance(type_, GraphQLList):
        if random.random() < 0.15:
            return literal(type_.of_type, random, depth + 1)
        return "[" + ", ".join(literal(type_.of_type, random, depth + 1) for _ in range(random.randrange(3))) + "]"
    if isinstance(type_, GraphQLEnumType):
        return random.choice(list(type_.values))
    if isinstance(type_, GraphQLInputObjectType):
        members = []
        for name, field in type_.fields.items():
            if is_required_input_field(field) or random.random() < (0.4 if depth < 2 else 0.05):
                members.append(f"{name}: {'null' if depth > 12 else literal(field.type, random, depth + 1)}")
        random.shuffle(members)
        return "{" + ", ".join(members) + "}"
    return scalar_literal(scalar_value(type_.name, random), random)


def scalar_literal(value: Any, random: Random) -> str:
    """A scalar's JSON value as a literal; now and then a string as a block string."""
    if isinstance(value, str) and random.random() < 0.1 and '"' not in value and "\\" not in value:
        return f'"""{value}"""'
    return json.dumps(value, ensure_ascii=random.random() < 0.3)
