"""What the tests of the shop share. Nothing here knows of Understudy: the URL comes from the project's own variables."""

import os

import httpx
import pytest
from gql import Client
from gql.transport.httpx import HTTPXTransport

URL = os.environ["SHOP_URL"]


class Shop:
    """A client of the shop, as one user or nobody."""

    def __init__(self, token=None):
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def ask(self, query, **variables):
        with httpx.Client(headers=self.headers) as client:
            answer = client.post(URL, json={"query": query, "variables": variables}, timeout=10)
        body = answer.json()
        if "errors" in body:
            raise RuntimeError(body["errors"][0]["message"])
        return body["data"]


@pytest.fixture(scope="session")
def token():
    login = "mutation Login($email: String!) { login(email: $email) { token user { id } } }"
    return Shop().ask(login, email="ada@example.com")["login"]["token"]


@pytest.fixture
def shop(token):
    return Shop(token)


@pytest.fixture
def gql_client(token):
    transport = HTTPXTransport(url=URL, headers={"Authorization": f"Bearer {token}"})
    with Client(transport=transport) as session:
        yield session


@pytest.fixture(scope="module")
def product(token):
    """One product for each test file that wants it."""
    create = "mutation Create($name: String!, $price: Int!) { createProduct(name: $name, price: $price) { id name price } }"
    return Shop(token).ask(create, name="Figs", price=5)["createProduct"]


@pytest.fixture
def carts():
    """The carts of a test, each with the client that made it."""
    return []


@pytest.fixture(autouse=True)
def no_carts_left(carts):
    """Deletes the carts of each test."""
    yield
    for cart, client in carts:
        client.ask("mutation Delete($id: ID!) { deleteCart(id: $id) }", id=cart)
