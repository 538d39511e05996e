"""A shop with numbered pages: trees, tags, profiles, interfaces, and mutations with ids beside the input."""

from __future__ import annotations

import pytest
from fakes.walking import agree, flat, is_sorted

UNKNOWN = "no-such-object"
PRODUCT = "id sku name description stock price { amount currency } category { id } tags { id } createdAt"
CREATE = f"mutation($p: NewProduct!) {{ createProduct(product: $p) {{ {PRODUCT} }} }}"
UPDATE = f"mutation($id: ID!, $p: ProductPatch!) {{ updateProduct(id: $id, patch: $p) {{ {PRODUCT} }} }}"
DELETE = "mutation($id: ID!) { deleteProduct(id: $id) }"


@pytest.fixture
def shop(world):
    return world("offset-shop")


def page(shop, root="products", fields="id", arguments=""):
    return shop.ask(
        f"{{ {root}{arguments and f'({arguments})'} {{ items {{ {fields} }} page perPage total hasNextPage }} }}"
    )[root]


def items(shop, root="products", fields=PRODUCT, arguments=""):
    found = page(shop, root, fields, f"page: 1, perPage: 500{arguments}")
    assert found["total"] == len(found["items"]) and not found["hasNextPage"]
    return found["items"]


def keys(found):
    return [each["id"] for each in found]


@pytest.mark.parametrize("root", ["products", "customers"])
def test_pages_hold_the_list_once(root, shop):
    whole = keys(items(shop, root, "id"))
    assert len(whole) > 1 and len(set(whole)) == len(whole)
    for size in (1, 2, len(whole), len(whole) + 1):
        walked, number = [], 1
        while True:
            found = page(shop, root, "id", f"page: {number}, perPage: {size}")
            assert (found["page"], found["perPage"], found["total"]) == (number, size, len(whole))
            walked.append(keys(found["items"]))
            assert found["hasNextPage"] == (number * size < len(whole))
            if not found["hasNextPage"]:
                break
            number += 1
        assert flat(walked) == whole
        assert page(shop, root, "id", f"page: {number + 1}, perPage: {size}")["items"] == []
    first = page(shop, root, "id")
    assert (first["page"], first["perPage"]) == (1, 10) and keys(first["items"]) == whole[:10]


def categories(shop):
    return shop.ask("{ categories { id slug parent { id } children { id } products { id } } }")["categories"]


def test_a_tree_of_categories(shop):
    found = categories(shop)
    assert len(found) > 1
    agree(
        [(each["id"], keys(each["children"])) for each in found],
        [(each["id"], [each["parent"]["id"]] if each["parent"] else []) for each in found],
    )
    parents = {each["id"]: each["parent"] and each["parent"]["id"] for each in found}
    for id in parents:
        seen = set()
        while id is not None:
            assert id not in seen, "a category is its own ancestor"
            seen.add(id)
            id = parents[id]
    assert None in parents.values()


@pytest.mark.parametrize(("root", "fields"), [("categories", "category { id }"), ("tags", "tags { id }")])
def test_products_agree_with(root, fields, shop):
    name = fields.split()[0]
    products = [
        (each["id"], keys(each[name] if isinstance(each[name], list) else [each[name]]))
        for each in items(shop, fields=f"id {fields}")
    ]
    assert agree(
        [(each["id"], keys(each["products"])) for each in shop.ask(f"{{ {root} {{ id products {{ id }} }} }}")[root]],
        products,
    )


def test_a_profile_belongs_to_one_customer(shop):
    found = items(shop, "customers", "id profile { id customer { id } }")
    profiles = [each["profile"]["id"] for each in found if each["profile"]]
    assert profiles and len(set(profiles)) == len(profiles)
    assert all(each["profile"]["customer"]["id"] == each["id"] for each in found if each["profile"])


def test_orders_agree_with_customers_and_lines(shop):
    orders = shop.ask("{ orders { id customer { id } lines { id order { id } } } }")["orders"]
    assert agree(
        [(each["id"], keys(each["orders"])) for each in items(shop, "customers", "id orders { id }")],
        [(each["id"], [each["customer"]["id"]]) for each in orders],
    )
    lines = [line for each in orders for line in each["lines"]]
    assert lines and len(set(keys(lines))) == len(lines)
    assert all(line["order"]["id"] == each["id"] for each in orders for line in each["lines"])


def test_what_is_sold_is_a_product_or_a_gift_card_that_is_listed(shop):
    found = shop.ask("{ sellables { __typename id name } orders { lines { item { __typename id name } } } }")
    kinds = {each["__typename"] for each in found["sellables"]}
    assert kinds == {"Product", "GiftCard"}
    sold = [line["item"] for each in found["orders"] for line in each["lines"]]
    assert all(each in found["sellables"] for each in sold)
    products = {each["id"]: each["name"] for each in items(shop)}
    assert {each["id"]: each["name"] for each in found["sellables"] if each["__typename"] == "Product"} == products


@pytest.mark.parametrize(("one", "key", "many", "fields"), [
    ("product", "id", "products { items { FIELDS } }", PRODUCT),
    ("product", "sku", "products { items { FIELDS } }", PRODUCT),
    ("category", "slug", "categories { FIELDS }", "id name slug"),
    ("order", "number", "orders { FIELDS }", "id number status"),
    ("customer", "id", "customers { items { FIELDS } }", "id name email"),
    ("warehouse", "code", "warehouses { FIELDS }", "code city shelves"),
])  # fmt: skip
def test_a_lookup_is_the_member_of_the_list(one, key, many, fields, shop):
    found = next(iter(shop.ask(f"{{ {many.replace('FIELDS', fields)} }}").values()))
    found = found["items"] if isinstance(found, dict) else found
    assert found
    kind = "ID" if key in ("id", "code") else "String"
    for each in found:
        variable = f"${key}: {kind}" + ("" if one == "product" else "!")
        assert shop.ask(f"query({variable}) {{ {one}({key}: ${key}) {{ {fields} }} }}", **{key: each[key]})[one] == each


def test_a_status_chooses_orders(shop):
    whole = shop.ask("{ orders { id status } }")["orders"]
    for status in ("CART", "PAID", "SHIPPED", "DELIVERED", "CANCELLED"):
        found = shop.ask(f"{{ orders(status: {status}) {{ id status }} }}")["orders"]
        assert found == [each for each in whole if each["status"] == status]


@pytest.mark.parametrize("field", ["name", "stock"])
def test_order(field, shop):
    for suffix in ("ASC", "DESC"):
        found = items(shop, arguments=f", sort: {field.upper()}_{suffix}")
        assert sorted(keys(found)) == sorted(keys(items(shop)))
        assert is_sorted([each[field] for each in found], suffix == "DESC")


def new_product(shop, **more):
    category, tags = categories(shop)[0]["id"], keys(shop.ask("{ tags { id } }")["tags"])[:2]
    given = {
        "name": "Ünï",
        "sku": "NEW-1",
        "price": {"amount": 12.5, "currency": "USD"},
        "categoryId": category,
        "tagIds": tags,
        **more,
    }
    return given, shop.ask(CREATE, p=given)["createProduct"]


def test_a_product_from_its_making_to_its_end(shop):
    before = items(shop)
    given, made = new_product(shop, stock=5, description="<b>New</b>")
    assert (made["name"], made["sku"], made["stock"], made["description"]) == ("Ünï", "NEW-1", 5, "<b>New</b>")
    assert (made["category"]["id"], sorted(keys(made["tags"]))) == (given["categoryId"], sorted(given["tagIds"]))
    assert (float(made["price"]["amount"]), made["price"]["currency"]) == (12.5, "USD")
    assert made in items(shop) and len(items(shop)) == len(before) + 1
    assert shop.ask(f'{{ product(sku: "NEW-1") {{ {PRODUCT} }} }}')["product"] == made
    test_products_agree_with("categories", "category { id }", shop)
    test_products_agree_with("tags", "tags { id }", shop)

    changed = shop.ask(UPDATE, id=made["id"], p={"name": "Other", "description": None})["updateProduct"]
    assert changed == {**made, "name": "Other", "description": None} and changed in items(shop)
    stock = "mutation($id: ID!) { setStock(productId: $id, stock: 77) { id stock } }"
    assert shop.ask(stock, id=made["id"])["setStock"] == {"id": made["id"], "stock": 77}
    assert {**changed, "stock": 77} in items(shop)

    assert shop.ask(DELETE, id=made["id"]) == {"deleteProduct": True}
    assert items(shop) == before
    assert made["id"] not in keys(shop.ask("{ sellables { id } }")["sellables"])
    assert shop.refused_or_null("query($id: ID) { product(id: $id) { id } }", id=made["id"])
    test_products_agree_with("tags", "tags { id }", shop)


def test_defaults_of_an_input_are_its_values(shop):
    given, made = new_product(shop, price={"amount": 1})
    assert (made["stock"], made["price"]["currency"]) == (0, "EUR")


def test_a_category_below_another(shop):
    parent = categories(shop)[0]["id"]
    text = (
        'mutation($p: ID) { createCategory(name: "Below", parentId: $p) { id name '
        "parent { id } children { id } products { id } } }"
    )
    made = shop.ask(text, p=parent)["createCategory"]
    assert (made["name"], made["parent"], made["children"], made["products"]) == ("Below", {"id": parent}, [], [])
    assert made["id"] in keys(next(each for each in categories(shop) if each["id"] == parent)["children"])
    root = shop.ask(text)["createCategory"]
    assert root["parent"] is None
    test_a_tree_of_categories(shop)


def test_tags_are_added_and_removed(shop):
    product = items(shop)[0]
    tag = next(each for each in keys(shop.ask("{ tags { id } }")["tags"]) if each not in keys(product["tags"]))
    both = {"p": product["id"], "t": tag}
    for name, expected in (
        ("addTagToProduct", {*keys(product["tags"]), tag}),
        ("removeTagFromProduct", set(keys(product["tags"]))),
    ):
        text = f"mutation($p: ID!, $t: ID!) {{ {name}(productId: $p, tagId: $t) {{ id tags {{ id }} }} }}"
        for _ in range(2):  # Once more changes nothing.
            shop.answer(text, **both)
            assert set(keys(items(shop)[0]["tags"])) == expected
        test_products_agree_with("tags", "tags { id }", shop)


def test_an_order_of_several_products(shop):
    """A valid answer that agrees with the rest of the world."""
    customer = keys(items(shop, "customers", "id"))[0]
    text = (
        "mutation($c: ID!, $p: [ID!]!) { placeOrder(customerId: $c, productIds: $p) "
        "{ id number customer { id } lines { item { id } } } }"
    )
    shop.ask(text, c=customer, p=keys(items(shop))[:2])
    test_orders_agree_with_customers_and_lines(shop)


def test_an_unknown_id_changes_nothing(shop):
    before = items(shop)
    assert shop.refused_or_null(UPDATE, id=UNKNOWN, p={"name": "X"})
    assert shop.answer(DELETE, id=UNKNOWN)["data"] in ({"deleteProduct": False}, None)
    assert items(shop) == before
