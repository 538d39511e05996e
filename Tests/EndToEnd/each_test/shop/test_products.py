import os

import pytest
from gql import Client, gql
from gql.transport.websockets import WebsocketsTransport

PRODUCT = "query Product($id: ID!) { product(id: $id) { id name price } }"
PAGE = "query Page($after: String) { products(after: $after) { cursor items { id name } } }"


def page(client, after=None):
    request = gql(PAGE)
    request.variable_values = {"after": after}
    return client.execute(request)["products"]


def test_created(shop, product):
    assert shop.ask(PRODUCT, id=product["id"])["product"]["price"] == 5


def test_rename(shop, product):
    rename = "mutation Rename($id: ID!, $name: String!) { renameProduct(id: $id, name: $name) { id name } }"
    shop.ask(rename, id=product["id"], name="Dried figs")
    assert shop.ask(PRODUCT, id=product["id"])["product"]["name"] == "Dried figs"
    shop.ask(rename, id=product["id"], name="Figs")


def test_unknown(shop):
    assert shop.ask(PRODUCT, id="0")["product"] is None


def test_pages(gql_client):
    first = page(gql_client)
    second = page(gql_client, after=first["cursor"])
    assert [item["name"] for item in first["items"] + second["items"]] == ["Apples", "Bread", "Cheese", "Dates"]


def test_count_goes_up(shop):
    count = "query Count { productCount }"
    before = shop.ask(count)["productCount"]
    shop.ask('mutation Create { createProduct(name: "Grapes", price: 6) { id } }')
    assert shop.ask(count)["productCount"] == before + 1


@pytest.mark.asyncio
async def test_subscription():
    transport = WebsocketsTransport(url=os.environ["SHOP_SOCKET"])
    countdown = gql("subscription { countdown(start: 3) }")
    async with Client(transport=transport) as session:
        assert [event["countdown"] async for event in session.subscribe(countdown)] == [3, 2, 1]


def test_asked_for_late(shop, request):
    before = shop.ask(PRODUCT, id="1")["product"]["name"]
    product = request.getfixturevalue("product")
    assert (before, shop.ask(PRODUCT, id=product["id"])["product"]["price"]) == ("Apples", 5)
