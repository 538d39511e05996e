"""The judge of responses itself: what is right passes, and every kind of fault is found."""

from __future__ import annotations

import pytest
from fakes.checker import check_response
from graphql import build_schema, parse

SCHEMA = build_schema(
    """
    scalar Any
    enum Colour { RED GREEN }
    interface Named { name: String! }
    type Dog implements Named { name: String! age: Int }
    type Cat implements Named { name: String! lives: Float! }
    type Rock { weight: Int }
    union Pet = Dog | Cat
    type Query {
      id: ID!
      pet: Pet
      pets: [Pet!]!
      named: Named
      rows: [[Int!]]
      colour: Colour
      any: Any
      yes: Boolean
      dog(age: Int): Dog!
    }
    """
)
QUERY = """query Q($no: Boolean!) {
  id pet { __typename ...D ... on Cat { lives } } pets { ... on Named { name } } named { name ...D }
  rows colour any yes hidden: id @skip(if: $no) dog { name }
}
fragment D on Dog { age }"""

RIGHT = {
    "id": "1",
    "pet": {"__typename": "Dog", "age": 3},
    "pets": [{"name": "a"}, {"name": "b"}],
    "named": {"name": "c", "age": None},
    "rows": [[1, 2], None, []],
    "colour": "RED",
    "any": {"x": [1]},
    "yes": False,
    "dog": {"name": "d"},
}


def faults(response, query=QUERY, **variables):
    document = parse(query)
    return check_response(SCHEMA, document, document.definitions[0], variables or {"no": True}, response)


def test_a_right_response_passes():
    assert faults({"data": RIGHT}) == []
    assert faults({"data": {**RIGHT, "pet": {"__typename": "Cat", "lives": 9}}}) == []
    assert faults({"data": {**RIGHT, "named": {"name": "a cat"}}}) == []
    assert faults({"data": {**RIGHT, "pet": None}, "errors": [{"message": "x", "path": ["pet", "age"]}]}) == []
    assert faults({"data": {**RIGHT, "rows": [None]}, "errors": [{"message": "x", "path": ["rows", 0, 1]}]}) == []
    assert faults({"data": None, "errors": [{"message": "x", "path": ["id"]}]}) == []
    assert faults({"data": {"__schema": {"queryType": {"name": "Query"}}}}, "{ __schema { queryType { name } } }") == []


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("id", 1, "id: 1 is no ID"),
        ("id", None, "id: null in a ID!"),
        ("pet", {"__typename": "Rock"}, "'Rock' is no possible type of Pet"),
        ("pet", {"__typename": "Pet"}, "'Pet' is no possible type of Pet"),
        ("pet", {"__typename": "Dog", "age": 3, "lives": 9}, "pet: missing [], extra ['lives']"),
        ("pet", {"__typename": "Cat", "age": 3}, "pet: missing ['lives'], extra ['age']"),
        ("pet", {"age": 3, "__typename": "Dog"}, "pet: in the order ['age', '__typename']"),
        ("pet", {"__typename": "Dog", "age": 2**31}, "pet.age: 2147483648 is no Int"),
        ("pet", {"__typename": "Dog", "age": True}, "pet.age: True is no Int"),
        ("pet", {"__typename": "Dog", "age": 1.0}, "pet.age: 1.0 is no Int"),
        ("pet", {"__typename": "Cat", "lives": "9"}, "pet.lives: '9' is no Float"),
        ("pet", {"__typename": "Cat", "lives": float("inf")}, "pet.lives: inf is no Float"),
        ("pet", [], "pet: no object: []"),
        ("pets", None, "pets: null in a [Pet!]!"),
        ("pets", [None], "pets.0: null in a Pet!"),
        ("pets", {"name": "a"}, "pets: no list: {'name': 'a'}"),
        ("pets", [{"name": 1}], "pets.0.name: 1 is no String (as the Pet that fits best)"),
        ("pets", [{}], "pets.0: missing ['name'], extra [] (as the Pet that fits best)"),
        ("named", {"name": "c", "age": "3"}, "named.age: '3' is no Int (as the Named that fits best)"),
        ("rows", [[None]], "rows.0.0: null in a Int!"),
        ("rows", [1], "rows.0: no list: 1"),
        ("colour", "BLUE", "'BLUE' is no value of the enum Colour"),
        ("colour", ["RED"], "is no value of the enum Colour"),
        ("yes", "false", "yes: 'false' is no Boolean"),
        ("dog", None, "dog: null in a Dog!"),
    ],
)
def test_a_wrong_value_is_found(key, value, told):
    found = faults({"data": {**RIGHT, key: value}})
    assert len(found) == 1 and told in found[0], found


@pytest.mark.parametrize(
    ("response", "told"),
    [
        ({"data": {key: value for key, value in RIGHT.items() if key != "any"}}, "data: missing ['any'], extra []"),
        ({"data": {**RIGHT, "hidden": "1"}}, "data: missing [], extra ['hidden']"),
        ({"data": None}, "data is null without an error"),
        ({"data": []}, "data is no object: []"),
        ({"errors": [{"message": "x"}]}, "no response of an execution"),
        ({"data": RIGHT, "other": 1}, "no response of an execution"),
        ({"data": RIGHT, "errors": []}, "errors must be a list that is not empty"),
        ({"data": RIGHT, "errors": [{"path": ["pet"]}]}, "an error without a message"),
        ({"data": RIGHT, "errors": [{"message": "x"}]}, "an error of execution without a path"),
        ({"data": RIGHT, "errors": [{"message": "x", "path": ["colour"]}]}, "an error at ['colour'], and a value"),
        ({"data": RIGHT, "errors": [{"message": "x", "path": ["other"]}]}, "the path ['other'] leads nowhere"),
        ({"data": RIGHT, "errors": [{"message": "x", "path": ["pets", 2]}]}, "the path ['pets', 2] leads nowhere"),
        ({"data": RIGHT, "errors": [{"message": "x", "path": ["pets", "a"]}]}, "leads nowhere"),
        ({"data": RIGHT, "errors": [{"message": "x", "path": "pets"}]}, "a path that is none"),
    ],
)
def test_a_wrong_response_is_found(response, told):
    found = faults(response)
    assert len(found) == 1 and told in found[0], found


def test_variables_decide_what_was_asked_for():
    assert faults({"data": RIGHT}, no=False) == ["data: missing ['hidden'], extra []"]


def test_a_name_that_is_wrong_in_an_object_type_is_found():
    assert faults({"data": {"dog": {"__typename": "Cat"}}}, "{ dog { __typename } }") == [
        "dog.__typename: __typename is 'Cat' in a Dog"]  # fmt: skip
