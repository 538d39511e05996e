"""Generated data for a suite with shared fixtures: a test knows what the set-up around it made."""

import os
import sys

import pytest
from harness import run

NO_CI = {name: value for name, value in os.environ.items() if name != "CI"}
SCHEMA = """
type Query { product(id: ID!): Product  products: [Product!]!  me: User }
type Mutation { createProduct(name: String!): Product!  logIn(email: String!, password: String!): Session!
  renameProduct(id: ID!, name: String!): Product! }
type Product { id: ID!  name: String! }
type User { id: ID!  email: String! }
type Session { token: String!  user: User! }
"""
TESTS = """
import json, os, urllib.request
import pytest

def ask(query, token=None):
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(os.environ["SHOP_URL"], json.dumps({"query": query}).encode(), headers)
    answer = json.load(urllib.request.urlopen(request))
    assert "errors" not in answer, answer
    return answer["data"]

def name(product):
    return ask('{ product(id: "%s") { name } }' % product["id"])["product"]["name"]

@pytest.fixture(scope="session")
def token():
    return ask('mutation { logIn(email: "a@b.example", password: "x") { token } }')["logIn"]["token"]

@pytest.fixture(scope="module")
def product(token):
    return ask('mutation { createProduct(name: "Lamp") { id } }')["createProduct"]

def test_product(product):
    assert name(product) == "Lamp"

def test_viewer(token):
    assert ask("{ me { email } }", token)["me"]["email"] == "a@b.example"

@pytest.mark.parametrize("new", ["Chair", "Table"])
def test_renaming(product, new):
    assert name(product) == "Lamp"
    ask('mutation { renameProduct(id: "%s", name: "%s") { id } }' % (product["id"], new))
    assert name(product) == new
"""


@pytest.mark.parametrize("order", [[], ["-n", "2"], ["-p", "no:randomly"]])
def test_tests_know_what_their_fixtures_made(order, tmp_path):
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas/shop.graphqls").write_text(SCHEMA, "utf-8")
    (tmp_path / "test_shop.py").write_text(TESTS, "utf-8")
    command = ["--", sys.executable, "-m", "pytest", "-q", "test_shop.py", *order]
    options = ["--mode", "fake", "--each-test", "pytest", "--env", "SHOP_URL=shop"]
    done = run("exec", *options, *command, cwd=tmp_path, env=NO_CI)
    assert done.returncode == 0 and "4 passed" in done.stdout, done.stdout + done.stderr
