"""Examples of the rules for derived answers, for the reference and for the program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphql import parse
from query_trees import Operation, Request

SDL = """
directive @tag on FIELD
type Query { item(id: ID): Item  items: [Item!]!  some: [Thing]  node: Node  user: User }
interface Node { id: ID!  name: String  peer: Node  label(n: Int = 1): String }
type Item implements Node {
  id: ID!  name: String  peer: Node  label(n: Int = 2): String  size(unit: Unit = CM): Int  user: User
}
type User implements Node {
  id: ID!  name: String  peer: Node  label(n: Int = 1): String  nick: String  age: Int!  items: [Item!]
}
union Thing = Item | User
enum Unit { CM IN }
"""
SAME = object()


@dataclass(frozen=True)
class Example:
    """A query, recorded queries with their answers, and the data that is derived, or None for a miss."""

    why: str
    asked: Any
    recorded: list[tuple[Any, Any]]
    data: Any
    # The data with a schema, if it differs.
    with_schema: Any = SAME

    def expected(self, with_schema: bool) -> Any:
        return self.with_schema if with_schema and self.with_schema is not SAME else self.data

    @staticmethod
    def request(asked: Any) -> Request:
        text, variables = asked if isinstance(asked, tuple) else (asked, {})
        return Request(Operation(), text, variables, parse(text))

    @property
    def requests(self) -> list[tuple[Request, dict[str, Any]]]:
        """The recorded requests. An answer is data, or has the member `data`."""
        answers = [(text, answer if "data" in answer else {"data": answer}) for text, answer in self.recorded]
        return [(self.request(text), answer) for text, answer in answers]


def error_at(*path: Any) -> list[dict[str, Any]]:
    return [{"message": "failed", "path": list(path)}]


ONE, TWO = {"id": "1", "name": "A"}, {"id": "2", "name": "B"}
AGE, NAME = ("{ user { age } }", {"user": {"age": 3}}), ("{ user { name } }", {"user": {"name": None}})
NAMES = ("{ items { k: id name } }", {"items": [{"k": "1", "name": "A"}, {"k": "2", "name": "B"}]})
BOTH = "{ items { name size } }"
BY_TYPE = "{ node { t: __typename name label } }", {"node": {"t": "Item", "name": "A", "label": "L"}}
NAME_AND_AGE = {"user": {"name": None, "age": 3}}
EXAMPLES = [
    Example("an alias", "{ a: user { age } }", [("{ user { b: age } }", {"user": {"b": 3}})], {"a": {"age": 3}}),
    Example(
        "one field under two aliases",
        "{ user { age name } }",
        [("{ a: user { age } b: user { name } }", {"a": {"age": 3}, "b": {"name": "A"}})],
        {"user": {"age": 3, "name": "A"}},
    ),
    Example(
        "another argument", '{ item(id: "2") { id } }', [('{ item(id: "1") { id } }', {"item": {"id": "1"}})], None
    ),
    Example(
        "a literal for a variable",
        '{ item(id: "1") { size(unit: IN) } }',
        [
            (
                (
                    "query($id: ID!, $unit: Unit = IN) { item(id: $id) { size(unit: $unit) } }",
                    {"id": "1"},
                ),
                {"item": {"size": 4}},
            )
        ],
        {"item": {"size": 4}},
    ),
    Example(
        "an absent variable",
        ("query($unit: Unit) { item { size(unit: $unit) } }", {}),
        [("{ item { size } }", {"item": {"size": 4}})],
        {"item": {"size": 4}},
    ),
    Example(
        "null for an absent argument",
        "{ item { size(unit: null) } }",
        [("{ item { size } }", {"item": {"size": 4}})],
        None,
    ),
    Example(
        "a default that is written out",
        "{ item { size(unit: CM) } }",
        [("{ item { size } }", {"item": {"size": 4}})],
        None,
        with_schema={"item": {"size": 4}},
    ),
    Example(
        "the default of the interface, which is not the object's",
        "{ node { label(n: 1) } }",
        [BY_TYPE],
        None,
    ),
    Example(
        "the default of the object", "{ node { label(n: 2) } }", [BY_TYPE], None, with_schema={"node": {"label": "L"}}
    ),
    Example(
        "@skip and @include", "{ user { age @include(if: true) name @skip(if: true) } }", [AGE], {"user": {"age": 3}}
    ),
    Example(
        "an enum's literal for a variable",
        "{ item { size(unit: IN) } }",
        [(("query($unit: Unit!) { item { size(unit: $unit) } }", {"unit": "IN"}), {"item": {"size": 4}})],
        {"item": {"size": 4}},
    ),
    Example(
        "a fragment whose fields are skipped",
        "{ a: user { age } ... on Query { a: user @skip(if: true) { name } } }",
        [("{ ... on Query { a: user { age name } } }", {"a": {"age": 3, "name": "A"}})],
        {"a": {"age": 3}},
    ),
    Example("a fragment at the root", "{ ...F } fragment F on Query { user { b: age } }", [AGE], {"user": {"b": 3}}),
    Example(
        "a recorded fragment at the root",
        "{ user { b: age } }",
        [("{ ... on Query { user { age } } }", AGE[1])],
        {"user": {"b": 3}},
    ),
    Example("another directive", "{ user { age @tag } }", [AGE], None),
    Example(
        "a type from the schema", "{ user { __typename } }", [AGE], None, with_schema={"user": {"__typename": "User"}}
    ),
    Example(
        "a type as recorded",
        "{ node { ... on Item { name } kind: __typename } }",
        [BY_TYPE],
        {"node": {"name": "A", "kind": "Item"}},
    ),
    Example("another type", "{ node { ... on User { name } } }", [BY_TYPE], None, with_schema={"node": {}}),
    Example("an interface", "{ node { ... on Node { name } } }", [BY_TYPE], None, with_schema={"node": {"name": "A"}}),
    Example(
        "the same condition, and there",
        "{ node { ... on User { n: name } } }",
        [("{ node { ... on User { name } id } }", {"node": {"name": "A", "id": "1"}})],
        {"node": {"n": "A"}},
    ),
    Example(
        "the same condition, and not there",
        "{ node { ... on User { n: name } } }",
        [("{ node { ... on User { name } id } }", {"node": {"id": "1"}})],
        {"node": {}},
    ),
    Example(
        "a key that is there anyway",
        "{ node { ... on User { name } } }",
        [("{ node { ... on User { name } name } }", {"node": {"name": "A"}})],
        None,
    ),
    Example(
        "a key of two fields",
        "{ node { name } }",
        [("{ node { ... on Item { x: name } ... on User { x: nick } } }", {"node": {"x": "A"}})],
        None,
    ),
    Example(
        "the same condition in a fragment that was not applied",
        "{ node { ... on Item { peer { ... on Item { name } } } } }",
        [
            (
                "{ node { __typename ... on Item { peer { id } } ... on User { peer { ... on Item { name } } } } }",
                {"node": {"__typename": "Item", "peer": {"id": "7"}}},
            )
        ],
        None,
    ),
    Example(
        "null",
        "{ user { age } }",
        [("{ user { age name } }", {"user": None})],
        {"user": None},
    ),
    Example(
        "an error elsewhere",
        "{ user { name } }",
        [("{ user { age name } }", {"data": NAME_AND_AGE, "errors": error_at("user", "age")})],
        {"user": {"name": None}},
    ),
    Example(
        "an error as null",
        "{ user { name } }",
        [("{ user { age name } }", {"data": NAME_AND_AGE, "errors": error_at("user", "name")})],
        None,
    ),
    Example(
        "an error further down",
        "{ user { name } }",
        [("{ user { age name } }", {"data": {"user": None}, "errors": error_at("user", "age")})],
        None,
    ),
    Example(
        "an error further up",
        "{ user { name } }",
        [("{ user { age name } }", {"data": NAME_AND_AGE, "errors": error_at("user")})],
        None,
    ),
    Example(
        "a value below an error",
        "{ user { age } }",
        [("{ user { age name } }", {"data": NAME_AND_AGE, "errors": error_at("user")})],
        {"user": {"age": 3}},
    ),
    Example(
        "an error in an element",
        "{ items { name } }",
        [
            (
                "{ items { id name size } }",
                {"data": {"items": [ONE | {"size": None}]}, "errors": error_at("items", 0, "size")},
            )
        ],
        {"items": [{"name": "A"}]},
    ),
    Example(
        "an error without a path",
        "{ user { age } }",
        [("{ user { age name } }", {"data": NAME_AND_AGE, "errors": [{"message": "failed"}]})],
        None,
    ),
    Example(
        "roots of two",
        "{ user { age } items { id } }",
        [AGE, ("{ items { id } }", {"items": [{"id": "1"}]})],
        {"user": {"age": 3}, "items": [{"id": "1"}]},
    ),
    Example("one object of two", "{ user { age name } }", [AGE, NAME], {"user": {"age": 3, "name": None}}),
    Example(
        "one object of two, with other arguments",
        '{ item(id: "1") { id name } }',
        [('{ item(id: "1") { id } }', {"item": {"id": "1"}}), ('{ item(id: "2") { name } }', {"item": {"name": "B"}})],
        None,
    ),
    Example(
        "a list of two, with ids",
        BOTH,
        [NAMES, ("{ items { id size } }", {"items": [{"id": "1", "size": 4}, {"id": "2", "size": 5}]})],
        {"items": [{"name": "A", "size": 4}, {"name": "B", "size": 5}]},
    ),
    Example(
        "a list of two, in another order",
        BOTH,
        [NAMES, ("{ items { id size } }", {"items": [{"id": "2", "size": 5}, {"id": "1", "size": 4}]})],
        None,
    ),
    Example(
        "a list of two, with one more",
        BOTH,
        [NAMES, ("{ items { id size } }", {"items": [{"id": "1", "size": 4}]})],
        None,
    ),
    Example(
        "a list of two, without ids in one",
        BOTH,
        [NAMES, ("{ items { size } }", {"items": [{"size": 4}, {"size": 5}]})],
        None,
    ),
    Example(
        "a list of two, with one id twice",
        BOTH,
        [
            ("{ items { id name } }", {"items": [ONE, ONE]}),
            ("{ items { id size } }", {"items": [{"id": "1", "size": 4}, {"id": "1", "size": 4}]}),
        ],
        None,
    ),
    Example(
        "a list inside of a list of two",
        "{ user { items { name user { age } } } }",
        [
            ("{ user { items { id name } } }", {"user": {"items": [ONE, TWO]}}),
            (
                "{ user { items { id user { age } } } }",
                {"user": {"items": [{"id": "1", "user": {"age": 3}}, {"id": "2", "user": None}]}},
            ),
        ],
        {"user": {"items": [{"name": "A", "user": {"age": 3}}, {"name": "B", "user": None}]}},
    ),
    Example(
        "different values of two",
        "{ user { age } items { name } }",
        [AGE, ("{ user { age id } }", {"user": {"age": 4, "id": "1"}}), ("{ items { name } }", {"items": []})],
        None,
    ),
    Example(
        "different whole answers of two",
        "{ user { b: age } }",
        [AGE, ("{ user { age id } }", {"user": {"age": 4, "id": "1"}})],
        None,
    ),
    Example(
        "different values of two that were not requested",
        "{ user { age name } }",
        [
            ("{ user { age id } }", {"user": {"age": 3, "id": "1"}}),
            ("{ user { id name } }", {"user": {"id": "2", "name": "A"}}),
        ],
        None,
    ),
    Example(
        "different values of donors that are not joined",
        "{ user { age name } }",
        [AGE, NAME, ("{ items { id } }", {"items": []}), ("{ items { id name } }", {"items": [ONE]})],
        {"user": {"age": 3, "name": None}},
    ),
    Example(
        "an operation's name",
        "query Other { user { b: age } }",
        [("query One { user { age } }", {"user": {"age": 3}})],
        {"user": {"b": 3}},
    ),
]
# Every server refuses these.
INVALID = [
    ("a required variable is missing", "query($id: ID!) { a: item(id: $id) { id } }"),
    ("a variable has the wrong type", ("query($if: Boolean!) { a: user { age @include(if: $if) } }", {"if": "yes"})),
    (
        "a variable of a skipped field has the wrong type",
        ("query($n: Int) { a: user { age } node @skip(if: true) { label(n: $n) } }", {"n": "1"}),
    ),
    ("a variable is not declared", "{ a: item(id: $id) { id } }"),
    ("a variable is not used", "query($id: ID) { a: user { age } }"),
    ("a fragment is not used", "{ a: user { age } } fragment F on User { age }"),
    ("a fragment is missing", "{ a: user { age ...F } }"),
    ("two fields have one key", "{ a: user { x: age x: id } }"),
    ("a key has two arguments", '{ item { id } item(id: "1") { id } }'),
    ("two operations without a name", "{ a: user { age } } query { b: user { age } }"),
]
RECORDED_FOR_INVALID = [
    (
        '{ item { id } user { age id } b: item(id: "1") { id } }',
        {"item": {"id": "5"}, "user": {"age": 3, "id": "1"}, "b": {"id": "1"}},
    ),
]
