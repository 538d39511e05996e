"""The ids of setups in shards, and in recordings that a run adds to: objects that differ never become one."""

import json
import sys
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from textwrap import dedent

import pytest
from harness import BINARY
from http_server import answer, sent_body, serving
from test_each_test import shell

CONFTEST = '''
import contextlib, json, os, urllib.request, uuid
import pytest

CREATE = "mutation Create($name: String!) { createProduct(name: $name) { id name owner url } }"
GET = "query Get($id: ID!) { product(id: $id) { id name } }"
LIST = "query List { products { id name } }"

def ask(query, **variables):
    body = json.dumps({"query": query, "variables": variables}).encode()
    with urllib.request.urlopen(urllib.request.Request(os.environ["API_URL"], body, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)["data"]

def create(name):
    return ask(CREATE, name=name)["createProduct"]

def name(product):
    return ask(GET, id=product["id"])["product"]["name"]

@pytest.fixture(scope="session")
def chair(): return create("Chair")

@pytest.fixture(scope="session")
def book(chair): return ask("mutation Add($p: ID!) { createBook(product: $p) { id } }", p=chair["id"])["createBook"]

@pytest.fixture(scope="session")
def lamp(): return create("Lamp")

@pytest.fixture(scope="session")
def table(): return create("Table")

@pytest.fixture(scope="session")
def twins(): return [create("Twin") for _ in range(2 if os.path.exists("two") else 1)]

@pytest.fixture(scope="session")
def torn():
    yield create("Torn")
    if os.path.exists("fails"):
        with contextlib.suppress(OSError): ask("mutation { removeAll }")

@pytest.fixture(scope="session")
def placed(chair): return ask("mutation Put($p: Int!) { putIn(parent: $p) { ok } }", p=chair["id"])

@pytest.fixture(scope="session")
def token():
    query = "mutation LogIn($email: String!) { logIn(email: $email) { token } }"
    return ask(query, email=f"{uuid.uuid4()}@example.com")["logIn"]["token"]

@pytest.fixture(scope="session")
def links(chair): return ask("{ links }")["links"]
'''
IMPORTS = "from conftest import LIST, ask, create, name\n"
TESTS = {
    "chair": "def test_chair(chair): assert name(chair) == 'Chair'",
    "lamp": "def test_lamp(lamp, chair): assert [name(lamp), name(chair)] == ['Lamp', 'Chair']",
    "table": """
        def test_table(chair, table):
            assert [name(chair), name(table)] == ["Chair", "Table"]
            assert ask(LIST)["products"] == [{key: of[key] for key in ("id", "name")} for of in (chair, table)]
        """,
    "import": """
        DESK = create("Desk")
        def test_import(chair): assert [name(DESK), name(chair)] == ["Desk", "Chair"]
        """,
    "one_twin": "def test_one_twin(twins): assert name(twins[0]) == 'Twin'",
    "two_twins": "def test_two_twins(twins): assert name(twins[1]) == 'Twin'",
    "logged_in": "def test_logged_in(token): assert token",
    "user": "def test_user(token): assert token",
    "links": "def test_links(links): assert len(links) == 1",
    "filter": """
        def test_filter(chair):
            query = "query Filter($filter: String!) { products(filter: $filter) { id name } }"
            assert ask(query, filter="product:" + chair["id"])["products"]
        """,
    "favorites": "def test_favorites(chair): assert ask('{ favorites }')['favorites'] == [int(chair['id'])]",
    "stock": """
        def test_stock(chair):
            kind = "Int" if isinstance(chair["id"], int) else "String"
            query = f"mutation Stock($p: {kind}!) {{ addStock(product: $p) {{ product {{ id }} }} }}"
            assert ask(query, p=chair["id"])["addStock"]["product"]["id"] == chair["id"]
        """,
    "seven": "def test_seven(chair): assert ask('mutation { addStock(product: 7) { product { id } } }')",
    "node": """
        def test_node(chair):
            assert ask("query Node($id: ID!) { node(id: $id) { id name } }", id=chair["id"])["node"]["id"] == chair["id"]
        """,
    "found": "def test_found(chair): assert chair['id'] in [of['id'] for of in ask('{ found { id name } }')['found']]",
    "parent": "def test_parent(chair): assert ask('mutation Put($p: Int!) { putIn(parent: $p) { ok } }', p=chair['id'])",
    "inline": "def test_inline(chair): assert ask('mutation { putIn(parent: %s) { ok } }' % chair['id'])",
    "placed": "def test_placed(placed, chair): assert name(chair) == 'Chair'",
    "too": "def test_too(placed, chair): assert name(chair) == 'Chair'",
    "pinned": "def test_pinned(chair): assert ask('{ pinned }')['pinned'][-1] == chair['id']",
    "reference": """
        def test_reference(chair):
            query = "query Reference($id: ID!) { reference(id: $id) }"
            assert ask(query, id=chair["id"])["reference"] == f"P-{int(chair['id']):x}-"
        """,
    "counted": "def test_counted(chair): assert ask('{ productCount }')['productCount'] == len(ask(LIST)['products'])",
    "book": """
        def test_book(book, chair):
            assert ask("query Book($id: ID!) { book(id: $id) { id } }", id=book["id"])["book"] == book
            assert name(chair) == "Chair"
        """,
    "torn": "def test_torn(torn): assert name(torn) == 'Torn'",
    "newest": "def test_newest(chair): assert max(of['id'] for of in ask(LIST)['products']) == chair['id']",
    "owner": "def test_owner(chair): assert ask('{ owner }')['owner'] == chair['owner']",
}


class Shop:
    """A suite of its own, and an API that counts ids up."""

    def __init__(self, folder, url):
        self.folder, self.url = folder, url
        # The type of ids in JSON.
        self.id = str
        self.lock = threading.Lock()
        folder.mkdir()
        (folder / "conftest.py").write_text(CONFTEST)
        for name, text in TESTS.items():
            (folder / f"test_{name}.py").write_text(IMPORTS + dedent(text))
        self.reset()

    def reset(self, first=1, owner="Ana"):
        self.next, self.owner, self.products, self.books = first, owner, [], first - 1

    def respond(self, handler):
        sent = json.loads(sent_body(handler))
        query, variables = sent["query"], sent.get("variables")
        if "removeAll" in query:
            return answer(handler, b"busy", status=503)
        if "createBook" in query:
            self.books += 1
            return answer(handler, json.dumps({"data": {"createBook": {"id": str(self.books)}}}).encode())
        if "logIn" in query:
            return answer(handler, json.dumps({"data": {"logIn": {"token": uuid.uuid4().hex}}}).encode())
        if "book(" in query:
            return answer(handler, json.dumps({"data": {"book": {"id": variables["id"]}}}).encode())
        if "reference" in query:
            return answer(handler, json.dumps({"data": {"reference": f"P-{int(variables['id']):x}-"}}).encode())
        if "putIn" in query:
            return answer(handler, b'{"data": {"putIn": {"ok": true}}}')
        if "addStock" in query:
            given = (variables or {}).get("p", 7)
            return answer(handler, json.dumps({"data": {"addStock": {"product": {"id": given}}}}).encode())
        if "createProduct" in query:
            with self.lock:
                product = {"id": self.id(self.next), "name": variables["name"], "owner": self.owner}
                product["url"] = f"http://shop/p/{product['id']}"
                self.next += 1
                self.products.append(product)
            data = {"createProduct": product}
        elif "product(" in query or "node(" in query:
            data = {"product" if "product(" in query else "node": next((of for of in self.products if of["id"] == variables["id"]), None)}
        else:
            data = {"products": self.products, "owner": self.owner, "links": [f"http://shop/?product={of['id']}" for of in self.products]}
            data["favorites"] = [int(of["id"]) for of in self.products]
            data |= {"found": self.products, "pinned": [of["id"] for of in self.products], "productCount": len(self.products)}
        chosen = {"createProduct": ("id", "name", "owner", "url")}.get(next(iter(data)), ("id", "name"))

        def selected(value):
            if isinstance(value, list):
                return [selected(of) for of in value]
            return {key: value[key] for key in chosen} if isinstance(value, dict) else value

        asked = {name: selected(value) for name, value in data.items() if name in query}
        answer(handler, json.dumps({"data": asked}).encode())

    def run(self, *words):
        return shell([str(BINARY), *map(str, words)], self.folder)

    def tests(self, names, *options):
        files = [f"test_{name}.py" for name in names.split()]
        words = ["exec", "--each-test", "pytest", "--env", "API_URL=shop", *options]
        return self.run(*words, "--", sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *files)

    def record(self, recordings, names, *options, first=1, owner="Ana", resets=True, code=0):
        if resets:
            self.reset(first, owner)
        if not (self.folder / recordings).exists():
            assert self.run("shard", "init", recordings, "--upstream", self.url, "--endpoint", "shop").returncode == 0
        done = self.tests(names, "--mode", "record", "--recordings", recordings, *options)
        assert done.returncode == code, done.stdout + done.stderr
        return done

    def replay(self, recordings, names):
        done = self.tests(names, "--strict", "--recordings", recordings)
        assert done.returncode == 0, done.stdout + done.stderr

    def merge(self, *words):
        return self.run("merge", *words, "--into", "merged")

    def record_shards(self, names):
        """Records the chair in one shard, and tests in another one, with other ids. Returns the merge of both."""
        self.record("shard-1", "chair")
        self.record("shard-2", names, first=51)
        assert shell(["rm", "-rf", "merged"], self.folder).returncode == 0
        done = self.merge("shard-1", "shard-2")
        assert done.returncode == 0, done.stderr
        return done


@pytest.fixture
def shop(tmp_path):
    shops = []
    with serving(lambda handler: shops[0].respond(handler)) as url:
        shops.append(Shop(tmp_path / "shop", url))
        yield shops[0]


def test_an_object_whose_id_is_taken_gets_another_one(shop):
    """The chair was product 2 behind the lamp, and is product 1 now. The table, product 2 now, must not become the chair."""
    shop.record("recordings", "lamp")
    shop.record("recordings", "table")
    shop.replay("recordings", "lamp table")


def test_a_run_with_a_request_outside_tests_keeps_its_ids(shop):
    """What a module created without a session keeps its id, so no fixture's object is written with it."""
    shop.record("recordings", "chair")
    shop.record("recordings", "chair import")
    shop.replay("recordings", "chair import")


def test_an_id_outside_tests_that_a_setup_of_another_shard_issued_conflicts(shop):
    shop.record("shard-1", "chair")
    shop.record("shard-2", "import")
    done = shop.merge("shard-1", "shard-2")
    assert done.returncode == 1 and not (shop.folder / "merged").exists()
    assert 'requests without a session: mutation Create {"name":"Desk"} got ids that are, or may be, other ones in the tests' in done.stderr
    # The advice helps.
    assert "Send this request in a test or a fixture, so that it has a session. Then record the shards again." in done.stderr
    test = "@pytest.fixture(scope='module')\ndef desk(): return create('Desk')\n"
    test += "def test_import(desk, chair): assert [name(desk), name(chair)] == ['Desk', 'Chair']\n"
    (shop.folder / "test_import.py").write_text(IMPORTS + "import pytest\n" + test)
    assert shell(["rm", "-r", "shard-2"], shop.folder).returncode == 0
    shop.record("shard-2", "import")
    done = shop.merge("shard-1", "shard-2")
    assert done.returncode == 0, done.stderr
    shop.replay("merged", "chair import")


def test_different_answers_outside_tests_have_no_right_one(shop):
    for number, first in ((1, 1), (2, 51)):
        shop.record(f"shard-{number}", "import", first=first)
        other = {1: "chair", 2: "lamp"}[number]
        shop.record(f"shard-{number}", other, first=first + 20)
    done = shop.merge("shard-1", "shard-2")
    assert done.returncode == 1
    assert "neither answer is right for all" in done.stderr and "rm " not in done.stderr.split("without a session")[1].split("CONFLICT")[0]


def test_the_setup_of_a_killed_job_conflicts_if_its_answers_differ(shop):
    shop.record("shard-1", "chair")
    shop.record("shard-2", "owner", owner="Cy")
    [setup] = (shop.folder / "shard-2").glob("shop/sessions/*fixture-chair*")
    recording = json.loads(setup.read_text())
    setup.write_text(json.dumps({"format": recording.pop("format"), "incomplete": True, **recording}))
    assert shop.run("fmt", "--recordings", "shard-2").returncode == 0
    done = shop.merge("shard-1", "shard-2")
    assert done.returncode == 1, done.stdout
    assert 'data.createProduct.owner is "Ana"' in done.stderr and 'data.createProduct.owner is "Cy"' in done.stderr


def test_numbers_that_may_be_ids_conflict_and_the_advice_helps(shop):
    shop.record("shard-1", "chair")
    shop.record("shard-2", "favorites", first=51, owner="Cy")
    done = shop.merge("shard-1", "shard-2")
    assert done.returncode == 1 and "may be the id that a setup issued" in done.stderr, done.stdout + done.stderr
    assert "Or add the schema" in done.stderr
    # Both kinds of conflicts are listed at once.
    assert 'data.createProduct.owner is "Cy"' in done.stderr and "2 conflicts. Nothing was written." in done.stderr
    (shop.folder / "schemas").mkdir()
    schema = "type Query { products: [Product] product(id: ID!): Product owner: String links: [String] favorites: [Int] }"
    schema += " type Mutation { createProduct(name: String!): Product } type Product { id: ID! name: String owner: String url: String }"
    (shop.folder / "schemas/shop.graphqls").write_text(schema)
    done = shop.merge("shard-1", "shard-2")
    assert done.returncode == 1 and "dd the schema" not in done.stderr, done.stderr
    assert "Reset the API's data before each shard" in done.stderr and "in one shard" in done.stderr
    # After a reset, the setups issue the same ids. In one shard, there is one setup.
    for shards in ({"shard-1": "chair", "shard-2": "favorites"}, {"shard-2": "chair favorites"}):
        assert shell(["rm", "-rf", "merged", "shard-1", "shard-2"], shop.folder).returncode == 0
        for shard, names in shards.items():
            shop.record(shard, names, first=5)
        done = shop.merge(*shards)
        assert done.returncode == 0, done.stdout + done.stderr
        shop.replay("merged", "chair favorites")


def test_a_number_of_a_setup_that_is_no_time_conflicts(shop):
    """It may be the number of an order, by which a test finds it."""
    shop.record("one", "chair", owner=1000000417)
    shop.record("two", "table", owner=1000000418)
    done = shop.merge("one", "two")
    assert done.returncode == 1 and "owner is 1000000417" in done.stderr and "owner is 1000000418" in done.stderr, done


def test_a_setup_that_sent_a_request_more_often_is_the_merged_one(shop):
    shop.record("one", "one_twin")
    # Then the fixture creates two.
    shop.record("two", "two_twins")
    done = shop.merge("one", "two")
    assert done.returncode == 0, done.stderr
    shop.replay("merged", "one_twin two_twins")


def test_a_value_of_a_setup_that_is_volatile_by_a_rule_is_named(shop):
    rule = "volatile: [data.createProduct.owner]\n"
    for number, owner in ((1, "Ana"), (2, "Cy")):
        folder = f"shard-{number}"
        assert shop.run("shard", "init", folder, "--upstream", shop.url, "--endpoint", "shop").returncode == 0
        with (shop.folder / folder / "shop/endpoint.yaml").open("a") as file:
            file.write(rule)
        shop.record(folder, ["chair", "owner"][number - 1], owner=owner)
    done = shop.merge("shard-1", "shard-2")
    assert done.returncode == 0, done.stderr
    assert "note: shard-2/shop: a setup got another value, which is volatile by endpoint.yaml" in done.stderr, done.stderr
    assert 'data.createProduct.owner is "Cy". Tests that read it again keep' in done.stderr
    # The tests do not agree with their setup indeed.
    assert shop.tests("owner", "--recordings", "merged").returncode == 1
    assert "another value" not in shop.merge("shard-1").stderr


def test_other_ids_than_those_of_tests_that_stay_conflict_and_the_advice_helps(shop):
    """A shard's job failed, or recorded later, with a backend that nobody resets."""
    shop.record("merged", "lamp")
    shop.record("shard-1", "chair", first=51)
    done = shop.merge("shard-1")
    assert done.returncode == 1 and 'Tests that no shard recorded have those: "test_lamp.py::test_lamp".' in done.stderr, done
    shop.replay("merged", "lamp")
    assert shell(["rm", "-rf", "shard-1"], shop.folder).returncode == 0
    assert shop.run("shard", "init", "shard-1", "--from", "merged").returncode == 0
    shop.record("shard-1", "chair", first=51)
    done = shop.merge("shard-1")
    assert done.returncode == 0 and "replaced:" not in done.stdout + done.stderr, done
    shop.replay("merged", "lamp chair")


def test_other_ids_are_merged_if_no_test_with_them_stays(shop):
    shop.record("merged", "lamp")
    # After the chair and the lamp, which it does not use.
    shop.record("merged", "one_twin", first=3)
    shop.record("shard-1", "lamp chair", first=51)
    done = shop.merge("shard-1")
    assert done.returncode == 0, done
    shop.replay("merged", "lamp chair one_twin")


def test_a_merge_beside_a_test_that_stays_can_be_repeated(shop):
    shop.record("merged", "one_twin", first=91)
    shop.record("shard-1", "chair")
    shop.record("shard-2", "lamp", first=51)
    for _ in range(2):
        done = shop.merge("shard-1", "shard-2")
        assert done.returncode == 0, done
    shop.replay("merged", "one_twin chair lamp")


def test_what_is_replaced_beside_tests_that_stay_is_named(shop):
    shop.record("merged", "chair import")
    # The chair was 2, behind the desk.
    shop.record("shard-1", "chair", first=2, owner="Cy")
    done = shop.merge("shard-1")
    assert done.returncode == 0, done.stderr
    note = (done.stdout + done.stderr).partition("shop: setups that were replaced: ")[2].splitlines()[0]
    assert 'Record these, too: "test_import.py::test_import".' in note, done
    shop.record("shard-2", "import", owner="Zoe")
    done = shop.merge("shard-2")
    assert done.returncode == 0, done.stderr
    named = 'shop: requests without a session that were replaced: "mutation Create {\\"name\\":\\"Desk\\"}".'
    assert named in done.stdout + done.stderr


@pytest.mark.parametrize(
    "test, value", [("links", 'links is "http://shop/?product=51"'), ("filter", 'filter is "product:51"')]
)
def test_a_value_that_may_contain_a_replaced_id_is_named(shop, test, value):
    """In an answer, and in a request."""
    done = shop.record_shards(test)
    assert "Other values may not fit them, in 1 request: " in done.stderr, done.stderr
    assert value in done.stderr, done.stderr


NOTE = "Other values may not fit them, in 1 session, such as "
ADVICE = "Then record all tests again with --replace, in one run with one worker."


def test_recording_one_test_again_names_a_value_that_may_contain_a_replaced_id(shop):
    """The API was not reset. Where it was, nothing is replaced and nothing is said."""
    shop.record("merged", "chair links filter")
    assert NOTE not in shop.record("merged", "links").stderr
    assert NOTE not in shop.record("merged", "chair", first=51).stderr
    done = shop.record("merged", "links", first=51)
    assert NOTE in done.stderr and ' of shop: links is "http://shop/?product=51". If a test' in done.stderr, done.stderr
    done = shop.record("merged", "filter", first=61)
    assert NOTE in done.stderr and ' of shop: filter is "product:61". If a test' in done.stderr and ADVICE in done.stderr
    assert NOTE not in shop.record("merged", "chair links filter", "--replace", first=71).stderr
    shop.replay("merged", "chair links filter")


@pytest.mark.parametrize("kind", [int, str])
def test_an_id_whose_type_is_a_number_or_a_text_is_replaced_in_an_argument_with_the_name_of_its_object(shop, kind):
    """`addStock(product: $p)` with `$p: Int!` or `$p: String!`."""
    shop.id = kind
    shop.record("merged", "chair stock")
    for names in ("stock", "chair", "chair stock"):
        assert NOTE not in shop.record("merged", names, resets=False).stderr
        shop.replay("merged", "chair stock")
    assert "may not fit" not in shop.record_shards("stock").stderr
    shop.replay("merged", "chair stock")


def test_a_number_in_such_an_argument_that_no_setup_issued_may_be_another_one(shop):
    """The chair was product 7, and is product 51 now. A test sends 7, which may be anything."""
    shop.id = int
    shop.record("merged", "chair seven", first=7)
    done = shop.record("merged", "seven", first=51, code=1)
    assert "id 7 may be the id that its setup issued, which is recorded under another id." in done.stderr, done.stderr
    assert "record all tests again with --replace, in one run with one worker" in done.stderr
    shop.replay("merged", "chair seven")
    shop.record("merged", "chair seven", "--replace", first=51)
    shop.replay("merged", "chair seven")


SCHEMA = """
type Query { products: [Product] product(id: ID!): Product node(id: ID!): Node reference(id: ID!): String found: [Found] pinned: [ID!] productCount: Int book(id: ID!): Book }
type Mutation { createProduct(name: String!): Product createBook(product: ID!): Book }
type Book { id: ID! }
interface Node { id: ID! name: String }
type Product implements Node { id: ID! name: String owner: String url: String }
type User implements Node { id: ID! name: String }
union Found = Product | User
"""


@pytest.fixture
def typed(shop):
    (shop.folder / "schemas").mkdir()
    (shop.folder / "schemas/shop.graphqls").write_text(SCHEMA)
    return shop


@pytest.mark.parametrize("kind", [str, int, lambda number: f"product-{number}"])
def test_ids_of_nodes_are_replaced(typed, kind):
    """By the rules of Relay, a node's id is that of one object."""
    typed.id = kind
    typed.record("merged", "chair node")
    typed.record("merged", "node", resets=False)
    typed.replay("merged", "chair node")
    typed.record_shards("node")
    typed.replay("merged", "chair node")


def test_objects_of_different_types_that_have_the_same_numbers(typed):
    """The API counts products and books. Fixtures create a product, and a book of it."""
    typed.record("merged", "chair book")
    for names in ("book", "chair", "chair book"):
        done = typed.record("merged", names, resets=False)
        assert NOTE not in done.stderr and "was recorded again" not in done.stderr, done.stderr
        typed.replay("merged", "chair book")
    typed.record_shards("book")
    typed.replay("merged", "chair book")


def test_a_number_of_a_union_may_be_the_id_of_several_objects(typed):
    typed.record("merged", "chair found")
    done = typed.record("merged", "found", resets=False, code=1)
    assert "may be the id that its setup issued, which is recorded under another id." in done.stderr, done.stderr
    typed.replay("merged", "chair found")
    typed.record("merged", "chair found", "--replace", resets=False)
    typed.replay("merged", "chair found")


def test_ids_in_a_list_whose_name_tells_no_type_are_of_unknown_objects(typed):
    """With a schema, too: `pinned: [ID!]` may have the ids of any type."""
    typed.record("merged", "chair pinned")
    done = typed.record("merged", "pinned", resets=False, code=1)
    assert "id 1 may be the id that its setup issued, which is recorded under another id (in pinned)." in done.stderr, done.stderr
    assert "Record all tests again with --replace, in one run with one worker\n" in done.stderr, done.stderr
    typed.record("shard-1", "chair")
    typed.record("shard-2", "pinned", first=51)
    done = typed.run("merge", "shard-1", "shard-2", "--into", "joined")
    assert done.returncode == 1 and "id 51 may be the id that a setup issued, which differs by shard (in pinned)" in done.stderr, done.stderr


@pytest.mark.parametrize(
    "test, kind, value",
    [("parent", int, "p is 2"), ("parent", str, 'p is "2"'), ("inline", int, "parent is 2"), ("inline", str, "parent is 2")],
)
def test_an_id_in_an_argument_with_another_name_is_named(shop, test, kind, value):
    shop.id = kind
    shop.record("merged", f"chair {test}")
    done = shop.record("merged", test, resets=False)
    assert NOTE in done.stderr and f" of shop: {value}. If a test" in done.stderr and ADVICE in done.stderr, done.stderr
    missed = shop.tests(test, "--strict", "--recordings", "merged")
    assert missed.returncode == 1 and f"It contains the id 1 of a setup. {ADVICE.replace('Then', 'If the request misses again,')}" in missed.stderr
    shop.record("merged", f"chair {test}", "--replace", resets=False)
    shop.replay("merged", f"chair {test}")


def test_the_advice_for_a_setup_with_such_an_argument_helps(shop):
    shop.id = int
    shop.record("shard-1", "placed")
    shop.record("shard-2", "too", first=51)
    done = shop.merge("shard-1", "shard-2")
    assert done.returncode == 1 and "request 1 of the file differs in p." in done.stderr, done.stderr
    advice = "If p holds an id that another setup issued, record all tests that use either setup in one shard."
    assert f"  {advice} If it differs in every run, give it a rule" in done.stderr, done.stderr
    shop.record("shard-3", "placed too", first=61)
    shop.record("shard-4", "one_twin", first=71)
    assert shop.merge("shard-3", "shard-4").returncode == 0
    shop.replay("merged", "placed too one_twin")


def test_a_value_that_differs_from_the_earlier_recording_is_named(typed):
    """The API derives it from the id, in a form that does not show it."""
    typed.record("merged", "chair reference", first=10)
    done = typed.record("merged", "reference", first=30)
    assert NOTE in done.stderr and ' of shop: reference is "P-1e-". If a test' in done.stderr, done.stderr
    assert typed.tests("reference", "--recordings", "merged").returncode == 1
    assert NOTE not in typed.record("merged", "chair reference", "--replace", resets=False).stderr
    typed.replay("merged", "chair reference")


def test_a_value_of_a_test_that_was_never_recorded_is_named_if_it_may_be_derived(typed):
    """There is nothing to compare it with, so each text with a digit may be derived from the id."""
    typed.record("merged", "chair", first=10)
    done = typed.record("merged", "reference", first=30)
    assert NOTE in done.stderr and ' of shop: reference is "P-1e-". If a test' in done.stderr, done.stderr
    # It is wrong indeed, and the advice helps.
    assert typed.tests("reference", "--recordings", "merged").returncode == 1
    typed.record("merged", "chair reference", "--replace", resets=False)
    typed.replay("merged", "chair reference")
    done = typed.record_shards("reference")
    assert 'reference is "P-33-". If a test relies on such a value, reset the API' in done.stderr, done.stderr


def test_a_setup_that_a_shard_only_has_as_a_copy_does_not_conflict(shop):
    """No test of that shard uses it."""
    shop.record("recordings", "chair")
    for shard in ("one", "two", "three"):
        assert shop.run("shard", "init", shard).returncode == 0
    shop.record("one", "chair", owner="Cy")
    shop.record("two", "one_twin")
    for shards in (("one", "two"), ("two", "one")):
        done = shop.merge(*shards)
        assert done.returncode == 0, done.stderr
        shop.replay("merged", "chair one_twin")
        assert '"copied"' not in "".join(file.read_text() for file in (shop.folder / "merged/shop/sessions").iterdir())
    # Here one does, and its setup got what the copy has.
    shop.record("three", "chair lamp")
    done = shop.merge("one", "three")
    assert done.returncode == 1 and 'data.createProduct.owner is "Ana"' in done.stderr, done.stderr


def test_a_token_of_a_random_email_conflicts_and_the_advice_helps(shop):
    """Its placeholder is made from what was sent."""

    def recorded(folder, names, init=()):
        assert shop.run("shard", "init", folder, *init).returncode == 0
        rules = shop.folder / folder / "shop/endpoint.yaml"
        if "operations:" not in rules.read_text():
            rule = '{ matches: "/^[0-9a-f-]{36}@example[.]com$/", echo: true }'
            rules.write_text(f"{rules.read_text()}operations:\n  LogIn: {{ variables: {{ email: {rule} }} }}\n")
        shop.record(folder, names)

    new = ("--upstream", shop.url, "--endpoint", "shop")
    recorded("one", "logged_in", new)
    recorded("two", "user", new)
    done = shop.merge("one", "two")
    assert done.returncode == 1 and "Record a test of this setup without shards" in done.stderr, done.stderr
    recorded("recordings", "user", new)
    assert shell(["rm", "-r", "one", "two"], shop.folder).returncode == 0
    recorded("one", "logged_in")
    recorded("two", "user")
    done = shop.merge("one", "two")
    assert done.returncode == 0, done.stderr
    shop.replay("merged", "logged_in user")


def test_no_rule_makes_an_object_of_a_setup_another_one(shop):
    """Its id looks random. But the API issued it, and the client did not."""
    shop.id = lambda number: f"0190d3c4-8f2e-4b1a-9c77-{number * 977:012x}"
    test = shop.folder / "test_chosen.py"
    test.write_text(IMPORTS + "def test_chosen(chair, table): assert name(chair)\n")
    shop.record("merged", "chosen")
    test.write_text(test.read_text().replace("name(chair)", "name(table)"))
    done = shop.tests("chosen", "--fix", "--recordings", "merged")
    assert done.returncode == 1 and f"It contains the id {shop.id(2)} of a setup." in done.stderr, done.stderr
    assert "--fix: added no rule" in done.stderr and "variables: {" not in done.stderr, done.stderr
    shop.record("merged", "chosen", resets=False)
    shop.replay("merged", "chosen")


def test_the_report_of_a_recorder_and_of_programs_names_such_a_value(shop):
    shop.record("merged", "chair links", first=1)
    done = shop.record("merged", "links", "--json", first=51)
    sessions = json.loads(done.stdout.splitlines()[-1])["sessions"]
    assert [of["leftover"] for of in sessions if "leftover" in of] == ['links is "http://shop/?product=51"']


@pytest.mark.parametrize("kind", [str, int])
def test_a_count_is_no_id(shop, kind):
    """The API has two products, and the chair is number 2."""
    shop.id = kind
    shop.record("merged", "chair counted")
    shop.record("merged", "counted", resets=False)
    shop.replay("merged", "chair counted")


def test_numbers_that_change_their_order_are_named(shop):
    """The API still has the chair that is recorded as product 1."""
    shop.id = int
    shop.record("merged", "chair newest")
    done = shop.record("merged", "newest", resets=False)
    assert NOTE in done.stderr and " of shop: id 1 < 2 is written as 2 > 1. If a test" in done.stderr, done.stderr
    assert shop.tests("newest", "--recordings", "merged").returncode == 1
    assert ADVICE in done.stderr
    assert NOTE not in shop.record("merged", "chair newest", "--replace", resets=False).stderr
    shop.replay("merged", "chair newest")


def long_id(number):
    return f"product-number-{number:04}"


@pytest.mark.parametrize("kind", [str, long_id])
def test_a_setup_whose_new_ids_replace_the_recorded_ones_names_the_tests_that_stay(shop, kind):
    shop.id = kind
    shop.record("merged", "chair stock")
    done = shop.record("merged", "stock", "--replace", resets=False)
    assert "The setup fixture chair was recorded again, with other answers." in done.stderr, done.stderr
    shop.replay("merged", "stock")
    # As it advises.
    shop.record("merged", "chair stock", "--replace", resets=False)
    shop.replay("merged", "chair stock")


def test_tests_with_new_ids_of_a_setup_that_is_not_saved_are_named(shop):
    shop.record("merged", "torn")
    (shop.folder / "fails").touch()
    done = shop.record("merged", "torn", "--replace", resets=False, code=1)
    assert "NOT SAVED: shop fixture torn" in done.stderr, done.stderr
    assert "Record all tests again with --replace, because those of this run have its new ids" in done.stderr
    (shop.folder / "fails").unlink()
    shop.record("merged", "torn", "--replace", resets=False)
    shop.replay("merged", "torn")


@pytest.mark.long
@pytest.mark.parametrize("kind", [str, int])
def test_forty_shards_that_record_at_once_from_one_api_are_one_suite(shop, kind):
    """Nobody resets the API, so each shard's chair has another id, in the order in which they came."""
    shop.id = kind
    numbers = range(40)
    for number in numbers:
        test = f"def test_{number}(chair):\n    desk = create('Desk {number}')\n"
        test += f"    assert [name(desk), name(chair)] == ['Desk {number}', 'Chair']\n"
        (shop.folder / f"test_n{number}.py").write_text(IMPORTS + test)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: shop.record(f"shard-{number}", f"n{number}", resets=False), numbers))
    assert len({product["id"] for product in shop.products if product["name"] == "Chair"}) == len(numbers)
    done = shop.merge(*(f"shard-{number}" for number in numbers))
    assert done.returncode == 0, done.stderr
    shop.replay("merged", " ".join(f"n{number}" for number in numbers))
    # In any order.
    shop.replay("merged", " ".join(f"n{number}" for number in reversed(numbers)))


def test_a_copied_setup_keeps_its_ids_beside_a_new_one_with_the_same(shop):
    """The stool is product 1 in one shard, as the copied chair that no shard uses, and product 51 in the other."""
    shop.record("recordings", "chair")
    fixture = "import pytest\n@pytest.fixture(scope='session')\ndef stool(): return create('Stool')\n"
    with (shop.folder / "conftest.py").open("a") as file:
        file.write(fixture)
    for number, first in ((1, 1), (2, 51)):
        assert shop.run("shard", "init", f"shard-{number}").returncode == 0
        test = f"def test_stool_{number}(stool): assert name(stool) == 'Stool'\n"
        (shop.folder / f"test_stool_{number}.py").write_text(IMPORTS + test)
        shop.record(f"shard-{number}", f"stool_{number}", first=first)
    done = shop.merge("shard-1", "shard-2")
    assert done.returncode == 0, done.stderr
    shop.replay("merged", "stool_1 stool_2")
