"""Examples of the rules for ids: near twins that must not be derived beside those that must.

Each row is a query, recorded queries with their answers, and the data, or None for a miss.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from derivation_examples import Example

ID_SDL = """
type Query {
  product(id: ID!, currency: String): Product
  byNumber(productId: ID!): Product
  shop(name: String): Shop
  products(first: Int, currency: String): [Product!]!
  best: Product
  newest: Product
  makers: [Maker!]!
  orders: [Order!]!
  any(id: ID!): Thing
}
interface Thing { id: ID!  name: String }
type Shop { best: Product  products: [Product!]!  owner: Maker }
type Product implements Thing {
  id: ID!  name: String  price: Int  text(length: Int): String  maker: Maker  tags: [Tag!]!  size: Int
}
type Maker implements Thing { id: ID!  name: String  price: Int  city: String }
type Tag { id: ID!  label: String  color: String }
type Order { id: ID!  lines: [Line!]! }
type Line { id: ID!  name: String  count: Int }
"""


@dataclass(frozen=True)
class IdExample(Example):
    """An example with the look-ups in endpoint.yaml, if it has any."""

    lookups: tuple[tuple[str, str], ...] = ()


def typed(type: str, id: Any, **fields: Any) -> dict[str, Any]:
    return {"__typename": type, "id": id, **fields}


def product(id: Any, **fields: Any) -> dict[str, Any]:
    return typed("Product", id, **fields)


def tag(id: Any, **fields: Any) -> dict[str, Any]:
    return typed("Tag", id, **fields)


def row(root: str, fields: str, value: Any) -> tuple[str, Any]:
    """A recorded query of one root field."""
    return f"{{ {root} {{ __typename id {fields} }} }}", {root.split("(")[0]: value}


# The price is the same in the list and in the details of product 1.
LIST = row("products", "price", [product("1", price=10), product("2", price=20)])
DETAILS = row('product(id: "1")', "price", product("1", price=10))
NAME_OF_2 = row('product(id: "2")', "name", product("2", name="B"))
PRICE_OF_2 = '{ product(id: "2") { name price } }'
JOINED = {"product": {"name": "B", "price": 20}}
DETAILS_OF_2 = row('product(id: "2")', "price", product("2", price=20))
LIST_OF_3 = row("products", "price", [product("1", price=10), product("2", price=20), product("3", price=30)])
PRICE_OF_3 = '{ product(id: "3") { price } }'
LOOKED_UP = {"product": {"price": 30}}
BY_ID = (("product", "id"),)
# The label of tag 5 is the same at both paths. The tags of product 1 are recorded in the shop only.
TAGS_OF_1 = "{ products(first: 1) { tags { label } } }"
TAGS_ELSEWHERE = [
    row("products(first: 1)", "name", [product("1", name="A")]),
    row("products(first: 2)", "tags { __typename id label }", [product("2", tags=[tag("5", label="x")])]),
    (
        "{ shop { products { __typename id tags { __typename id label } } } }",
        {"shop": {"products": [product("1", tags=[tag("5", label="x")]), product("3", tags=[tag("6", label="z")])]}},
    ),
]
JOIN_EXAMPLES = [
    IdExample("join: a field of the list", PRICE_OF_2, [LIST, DETAILS, NAME_OF_2], JOINED),
    IdExample("join: no object has the field twice", PRICE_OF_2, [LIST, NAME_OF_2], None),
    IdExample(
        "join: one difference in another object",
        PRICE_OF_2,
        [LIST_OF_3, DETAILS, NAME_OF_2, row("best", "price", product("3", price=31))],
        None,
    ),
    IdExample(
        "join: one difference in this object",
        PRICE_OF_2,
        [LIST, DETAILS, NAME_OF_2, row("best", "price", product("2", price=21))],
        None,
    ),
    IdExample(
        "join: twice at one path",
        PRICE_OF_2,
        [LIST, row("products", "price size", [product("1", price=10, size=1)]), NAME_OF_2],
        None,
    ),
    IdExample(
        "join: null is no evidence",
        PRICE_OF_2,
        [
            row("products", "price", [product("1", price=None), product("2", price=20)]),
            row('product(id: "1")', "price", product("1", price=None)),
            NAME_OF_2,
        ],
        None,
    ),
    IdExample(
        "join: null, with evidence by another object",
        PRICE_OF_2,
        [row("products", "price", [product("1", price=10), product("2", price=None)]), DETAILS, NAME_OF_2],
        {"product": {"name": "B", "price": None}},
    ),
    IdExample(
        "join: another argument of the list",
        PRICE_OF_2,
        [row('products(currency: "CAD")', "price", LIST[1]["products"]), DETAILS, NAME_OF_2],
        None,
    ),
    IdExample(
        "join: arguments that select members",
        PRICE_OF_2,
        [row("products(first: 2)", "price", LIST[1]["products"]), DETAILS, NAME_OF_2],
        JOINED,
    ),
    IdExample(
        "join: another argument of the field",
        '{ product(id: "2") { name text(length: 5) } }',
        [
            row("products", "text(length: 3)", [product("1", text="a…"), product("2", text="b…")]),
            row('product(id: "1")', "text(length: 3)", product("1", text="a…")),
            NAME_OF_2,
        ],
        None,
    ),
    IdExample(
        "join: another type with the same id",
        "{ shop { owner { name price } } }",
        [
            LIST,
            DETAILS,
            ("{ shop { owner { __typename id name } } }", {"shop": {"owner": typed("Maker", "2", name="B")}}),
        ],
        None,
    ),
    IdExample(
        "join: the same id and another name",
        PRICE_OF_2,
        [row("products", "name price", [product("1", name="A", price=10), product("2", name="C", price=20)])]
        + [DETAILS, NAME_OF_2],
        None,
    ),
    IdExample(
        "join: no type",
        PRICE_OF_2,
        [
            ("{ products { id price } }", {"products": [{"id": "1", "price": 10}, {"id": "2", "price": 20}]}),
            ('{ product(id: "1") { id price } }', {"product": {"id": "1", "price": 10}}),
            ('{ product(id: "2") { id name } }', {"product": {"id": "2", "name": "B"}}),
        ],
        None,
        with_schema=JOINED,
    ),
    IdExample(
        "join: no key",
        PRICE_OF_2,
        [LIST, DETAILS, ('{ product(id: "2") { __typename name } }', {"product": {"__typename": "Product", "name": "B"}})],
        None,
    ),
    IdExample(
        "join: a key under an alias",
        PRICE_OF_2,
        [
            LIST,
            DETAILS,
            ('{ product(id: "2") { t: __typename k: id name } }', {"product": {"t": "Product", "k": "2", "name": "B"}}),
        ],
        JOINED,
    ),
    IdExample(
        "join: a field that is called id",
        PRICE_OF_2,
        [LIST, DETAILS, ('{ product(id: "2") { __typename id: name } }', {"product": {"__typename": "Product", "id": "2"}})],
        None,
    ),
    IdExample(
        "join: numbers as keys",
        PRICE_OF_2,
        [
            row("products", "price", [product(1, price=10), product(2, price=20)]),
            row('product(id: "1")', "price", product(1, price=10)),
            row('product(id: "2")', "name", product(2, name="B")),
        ],
        JOINED,
    ),
    IdExample(
        "join: an object that is not recorded at the path",
        "{ best { price } }",
        [LIST, DETAILS],
        None,
    ),
    IdExample(
        "join: the null of an answer with errors",
        PRICE_OF_2,
        [
            LIST[:1] + ({"data": LIST[1], "errors": [{"message": "failed", "path": ["products", 0, "price"]}]},),
            DETAILS,
            NAME_OF_2,
        ],
        None,
    ),
    IdExample(
        "join: an object inside",
        '{ product(id: "2") { name maker { city } } }',
        [
            row("products", "maker { city }", [product("1", maker={"city": "Ulm"}), product("2", maker={"city": "Rom"})]),
            row('product(id: "1")', "maker { city }", product("1", maker={"city": "Ulm"})),
            NAME_OF_2,
        ],
        {"product": {"name": "B", "maker": {"city": "Rom"}}},
    ),
    IdExample(
        "join: an object inside of one that is looked up, whose id may be unique only there",
        '{ product(id: "2") { name maker { city } } }',
        [
            row('product(id: "2")', "name maker { __typename id }", product("2", name="B", maker=typed("Maker", "8"))),
            row("makers", "city", [typed("Maker", "8", city="Rom"), typed("Maker", "9", city="Ulm")]),
            row(
                'product(id: "1")',
                "maker { __typename id city }",
                product("1", maker=typed("Maker", "9", city="Ulm")),
            ),
        ],
        None,
    ),
    IdExample(
        "join: a list inside",
        '{ product(id: "2") { name tags { label } } }',
        [
            row("products", "tags { label }", [product("1", tags=[{"label": "x"}]), product("2", tags=[{"label": "y"}])]),
            row('product(id: "1")', "tags { label }", product("1", tags=[{"label": "x"}])),
            NAME_OF_2,
        ],
        {"product": {"name": "B", "tags": [{"label": "y"}]}},
    ),
    IdExample("join: the members of a list that no object has twice", TAGS_OF_1, TAGS_ELSEWHERE, None),
]
LOOKUP_EXAMPLES = [
    IdExample("look-up: two that agree", PRICE_OF_3, [LIST_OF_3, DETAILS, DETAILS_OF_2], LOOKED_UP),
    IdExample("look-up: by configuration", PRICE_OF_3, [LIST_OF_3], LOOKED_UP, lookups=BY_ID),
    IdExample("look-up: one piece of evidence only", PRICE_OF_3, [LIST_OF_3, DETAILS], None),
    IdExample(
        "look-up: one piece of evidence in two queries",
        PRICE_OF_3,
        [LIST_OF_3, DETAILS, row('product(id: "1")', "price name", product("1", price=10, name="A"))],
        None,
    ),
    IdExample(
        "look-up: only the keys agree",
        PRICE_OF_3,
        [LIST_OF_3, row('product(id: "1")', "name", product("1", name="A")), NAME_OF_2],
        None,
    ),
    IdExample(
        "look-up: one disagrees",
        PRICE_OF_3,
        [row("products", "price", [*LIST_OF_3[1]["products"], product("4", price=40)]), DETAILS, DETAILS_OF_2]
        + [row('product(id: "4")', "price", product("4", price=41))],
        None,
    ),
    IdExample(
        "look-up: one answers another object",
        PRICE_OF_3,
        [LIST_OF_3, DETAILS, DETAILS_OF_2, row('product(id: "4")', "price", product("5", price=41))],
        None,
    ),
    IdExample(
        "look-up: one answers null for a recorded object",
        PRICE_OF_3,
        [row("products", "price", [*LIST_OF_3[1]["products"], product("4", price=40)]), DETAILS, DETAILS_OF_2]
        + [row('product(id: "4")', "price", None)],
        None,
    ),
    IdExample(
        "look-up: one answers null for an unknown object",
        PRICE_OF_3,
        [LIST_OF_3, DETAILS, DETAILS_OF_2, row('product(id: "4")', "price", None)],
        LOOKED_UP,
    ),
    IdExample(
        "look-up: null is not derived from absence",
        '{ product(id: "4") { price } }',
        [LIST_OF_3, DETAILS, DETAILS_OF_2],
        None,
    ),
    IdExample(
        "look-up: another argument is given",
        '{ product(id: "3", currency: "CAD") { price } }',
        [LIST_OF_3, DETAILS, DETAILS_OF_2],
        None,
    ),
    IdExample(
        "look-up: the list has another argument",
        PRICE_OF_3,
        [row('products(currency: "CAD")', "price", LIST_OF_3[1]["products"]), DETAILS, DETAILS_OF_2],
        None,
    ),
    IdExample(
        "look-up: another type with the same id",
        PRICE_OF_3,
        [LIST, DETAILS, DETAILS_OF_2, row("makers", "price", [typed("Maker", "3", price=30)])],
        None,
    ),
    IdExample(
        "look-up: a field that is not recorded",
        '{ product(id: "3") { price size } }',
        [LIST_OF_3, DETAILS, DETAILS_OF_2],
        None,
    ),
    IdExample(
        "look-up: a field that differs elsewhere",
        '{ product(id: "3") { price size } }',
        [
            row("products", "price size", [product(str(n), price=n * 10, size=n) for n in (1, 2, 3)]),
            DETAILS,
            DETAILS_OF_2,
            row("best", "size", product("1", size=7)),
        ],
        None,
    ),
    IdExample(
        "look-up: an argument with the type",
        '{ byNumber(productId: "3") { price } }',
        [LIST_OF_3]
        + [row(f'byNumber(productId: "{n}")', "price", product(str(n), price=n * 10)) for n in (1, 2)],
        {"byNumber": {"price": 30}},
    ),
    IdExample(
        "look-up: the rest is joined",
        '{ product(id: "3") { price name } }',
        [
            LIST_OF_3,
            row('product(id: "1")', "price name", product("1", price=10, name="A")),
            DETAILS_OF_2,
            (
                "{ shop { products { __typename id name } } }",
                {"shop": {"products": [product("1", name="A"), product("3", name="C")]}},
            ),
        ],
        {"product": {"price": 30, "name": "C"}},
    ),
    IdExample(
        "look-up: by configuration, and another key",
        PRICE_OF_3,
        [LIST_OF_3, row('product(id: "9")', "price", product("9", price=1))],
        LOOKED_UP,
        lookups=BY_ID,
    ),
]
SHORT = [product(str(number), price=number * 10, text="shor…") for number in (1, 2, 3)]
# Texts are shorter in lists. The evidence must be about the requested path and about the one that has the value.
PATH_EXAMPLES = [
    IdExample(
        "path: two others agree",
        '{ product(id: "2") { name text } }',
        [
            row("products", "text", [product("2", text="shor…")]),
            row('product(id: "1")', "text", product("1", text="shorter in lists")),
            row("best", "text", product("1", text="shorter in lists")),
            NAME_OF_2,
        ],
        None,
    ),
    IdExample(
        "path: the arguments that select members differ",
        '{ product(id: "2") { name text } }',
        [row("products(first: 2)", "text", SHORT[:2]), row("products(first: 3)", "text", SHORT), NAME_OF_2],
        None,
    ),
    IdExample(
        "path: the looked-up objects around differ",
        "{ shop { owner { name city } } }",
        [
            *(
                row(f'product(id: "{id}")', "maker { __typename id city }", product(id, maker=typed("Maker", "1", city="U…")))
                for id in ("7", "8")
            ),
            ("{ shop { owner { __typename id name } } }", {"shop": {"owner": typed("Maker", "1", name="M")}}),
        ],
        None,
    ),
    IdExample(
        "path: two lists agree",
        '{ product(id: "2") { name text } }',
        [
            row("products", "text", SHORT),
            ("{ shop { products { __typename id text } } }", {"shop": {"products": SHORT}}),
            NAME_OF_2,
        ],
        None,
    ),
    IdExample(
        "path: empty lists are no evidence",
        '{ product(id: "2") { name tags { label } } }',
        [
            row("products", "tags { label }", [product("1", tags=[]), product("2", tags=[{"label": "shor…"}])]),
            row('product(id: "1")', "tags { label }", product("1", tags=[])),
            NAME_OF_2,
        ],
        None,
    ),
    IdExample(
        "path: a look-up with a text that no details have",
        '{ product(id: "3") { price text } }',
        [row("products", "price text", SHORT), DETAILS, DETAILS_OF_2],
        None,
    ),
    IdExample(
        "path: one id of two objects in a list",
        '{ product(id: "2") { name price } }',
        [row("products", "price size", [product("1", price=10, size=1), product("2", price=20, size=2)])]
        + [row("products(first: 3)", "size", [product("1", size=1), product("2", size=2), product("2", size=3)])]
        + [DETAILS, NAME_OF_2],
        None,
    ),
]
ID_EXAMPLES = JOIN_EXAMPLES + LOOKUP_EXAMPLES + PATH_EXAMPLES
