"""Set-up shared by tests: scopes around them, whose ids are known to every test inside."""

import datetime
import itertools
import json
import os
import random
import re
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import session_support
from graphql import build_schema, graphql_sync
from harness import run, running, understudy

NO_CI = {name: value for name, value in os.environ.items() if name != "CI"}
SDL = """
type Query { product(id: ID!): Product  products: [Product!]!  me: User  cart(id: Int!): Cart }
type Mutation {
  login(name: String!): Session!
  createProduct(name: String!): Product!
  addToCart(productId: ID!, quantity: Int!): Cart!
  toggleFavorite(productId: Int!): [Int!]!
  replace(input: Replacement!): Product!
}
input Replacement { originId: ID!  target: ID! }
type Session { token: String!  user: User! }
type User { id: ID!  name: String! }
type Product { id: ID!  name: String!  stock: Int!  slug: String!  createdAt: String!  owner: User }
type Cart { id: Int!  items: [Item!]! }
type Item { product: Product!  quantity: Int! }
"""
SCHEMA = build_schema(SDL)


class Shop:
    """A shop that nobody resets: short ids that go up, lists that grow, and tokens such as `t7`."""

    tells_schema = True

    def __init__(self, first=1):
        self.ids = {kind: itertools.count(first) for kind in ("user", "product", "cart", "token")}
        self.users, self.products, self.carts, self.tokens = {}, {}, {}, {}
        self.lock = threading.Lock()

    def login(self, info, name):
        user = self.users.setdefault(name, {"id": str(next(self.ids["user"])), "name": name})
        token = f"t{next(self.ids['token'])}"
        self.tokens[token] = user
        return {"token": token, "user": user}

    def me(self, info):
        return self.tokens.get(info.context)

    def createProduct(self, info, name):
        number = str(next(self.ids["product"]))
        made = datetime.datetime.now(datetime.timezone.utc).isoformat()
        product = {"id": number, "name": name, "stock": int(number), "owner": self.me(info)}
        self.products[number] = product | {"slug": f"{name.lower()}-{number}", "createdAt": made}
        return self.products[number]

    def product(self, info, id):
        return self.products.get(id)

    def addToCart(self, info, productId, quantity):
        number = next(self.ids["cart"])
        item = {"product": self.products[productId], "quantity": quantity}
        self.carts[number] = {"id": number, "items": [item]}
        return self.carts[number]

    def toggleFavorite(self, info, productId):
        return [productId]

    def replace(self, info, input):
        assert input["originId"] == input["target"]
        return self.products[input["target"]]

    def cart(self, info, id):
        return self.carts.get(id)

    def answer(self, body, token):
        if not self.tells_schema and "__schema" in body["query"]:
            return b'{"errors": [{"message": "introspection is disabled"}]}'
        names = ("login", "me", "createProduct", "product", "addToCart", "cart", "toggleFavorite", "replace")
        root = {name: getattr(self, name) for name in names}
        with self.lock:
            root["products"] = list(self.products.values())
            result = graphql_sync(
                SCHEMA, body["query"], root, context_value=token, variable_values=body.get("variables")
            )
        return json.dumps(result.formatted).encode()


@pytest.fixture
def shop():
    """A running shop; `shop.of(first)` is another that counts from there."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            answer = server.shop.answer(body, self.headers.get("authorization", "").removeprefix("Bearer "))
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.shop = Shop()
    server.url = f"http://127.0.0.1:{server.server_port}/graphql"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()


class Worker(session_support.Port):
    """Runs tests of the shop as one worker of a test framework does."""

    path = "/shop"
    token = None
    product = None
    # What else is asked of the user.
    also = ""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.answers = {}
        self.sources = set()

    def send(self, query, **variables):
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {}
        answer = self.ask({"query": query, "variables": variables}, **headers)
        self.sources.add(answer.headers["understudy-state"][0] if answer.source == "recorded" else answer.source)
        assert answer.status == 200 and "errors" not in answer.json, answer.body
        return answer.json["data"]

    def set_up(self):
        """The log-in of the whole run, and the product of the test file."""
        self.scopes = [self.begin("session", scope=True)]
        self.token = self.send("mutation { login(name: \"ada\") { token user { id } } }")["login"]["token"]
        self.scopes.append(self.begin("tests/test_shop.py", scope=True))
        query = "mutation($name: String!) { createProduct(name: $name) { key: id owner { id } } }"
        self.product = self.send(query, name="Lamp")["createProduct"]["key"]

    def tear_down(self):
        return [saved for token in reversed(self.scopes) for saved in self.end(token)["recorded"]]

    def run(self, name):
        token = self.begin(f"tests/test_shop.py::{name}")
        getattr(self, name)()
        ended = self.end(token)
        assert not ended["misses"]
        return ended["recorded"]

    def test_details(self):
        query = f"query($id: ID!) {{ product(id: $id) {{ id name owner {{ name }} }} me {{ name {self.also} }} }}"
        data = self.send(query, id=self.product)
        assert data["product"] == {"id": self.product, "name": "Lamp", "owner": {"name": "ada"}}
        assert data["me"]["name"] == "ada"

    def test_text(self):
        """The id stands in the document, as a string and as a number."""
        assert self.send(f'{{ product(id: "{self.product}") {{ name }} }}')["product"]["name"] == "Lamp"
        assert self.send(f"{{ product(id: {self.product}) {{ id }} }}")["product"]["id"] == self.product

    def test_list(self):
        """The list has the products of earlier runs, too."""
        products = self.send("{ products { id name stock } }")["products"]
        assert len({product["id"] for product in products}) == len(products)
        assert self.product in [product["id"] for product in products]

    def test_cart(self):
        """A quantity that looks like an id is none."""
        quantity = 2
        cart = self.send(
            "mutation($p: ID!, $n: Int!) { addToCart(productId: $p, quantity: $n) { id } }", p=self.product, n=quantity
        )["addToCart"]["id"]
        cart = self.send("query($id: Int!) { cart(id: $id) { items { quantity product { id } } } }", id=cart)["cart"]
        assert cart == {"items": [{"quantity": quantity, "product": {"id": self.product}}]}


    def test_roles(self):
        """The names of input fields tell the role of an object, not its type."""
        query = "mutation($in: Replacement!) { replace(input: $in) { id name } }"
        replaced = self.send(query, **{"in": {"originId": self.product, "target": self.product}})["replace"]
        assert replaced == {"id": self.product, "name": "Lamp"}


TESTS = ["test_details", "test_text", "test_list", "test_cart", "test_roles"]


def record(shop, folder, *workers, worker=Worker, options=(), code=0):
    """Records tests, those of each worker between its set-up and its tear-down."""
    arguments = ["--upstream", shop.url, "--endpoint", "shop", "--recordings", folder, *options]
    with running(understudy("record", *arguments, env=NO_CI)) as server:
        saved = []
        main = worker(server.port)
        ports = [main] + [main.listen() for _ in workers[1:]]
        for port in ports:
            port.set_up()
        for port, names in zip(ports, workers, strict=True):
            for name in names:
                saved += port.run(name)
        for port in ports:
            saved += port.tear_down()
        assert server.stop() == code
    assert code or all(each["saved"] for each in saved), saved
    return saved


def replays(folder, seed=0, count=1, worker=Worker):
    """Replays all tests in a random order on several listeners; everything is exact."""
    with running(understudy("replay", "--strict", "--recordings", folder, env=NO_CI)) as server:
        main = worker(server.port)
        for port in [main] + [main.listen() for _ in range(count - 1)]:
            port.set_up()
            for name in random.Random(seed).sample(TESTS, len(TESTS)):
                port.run(name)
            port.tear_down()
            assert port.sources == {"exact"}
        assert server.stop() == 0


def files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.json")}


@pytest.mark.parametrize("first", [1, 20])
def test_one_test_is_recorded_again(shop, tmp_path, first):
    record(shop, tmp_path, TESTS)
    replays(tmp_path)
    before = files(tmp_path)
    # The same shop, and one that counts from elsewhere.
    if first > 1:
        shop.shop = Shop(first)
    for name in TESTS:
        record(shop, tmp_path, [name])
        replays(tmp_path, seed=first)
    # What tells nothing of earlier runs is the same, byte for byte.
    after = files(tmp_path)
    sessions = [path for path in before if path.parent.name == "sessions"]
    assert {path.name.split("-test_")[-1].split("-")[0] for path in sessions if before[path] != after.get(path)} <= {
        "list",
        "cart",
    }


def test_a_fresh_server_counts_into_recorded_ids(shop, tmp_path):
    shop.shop = Shop(3)
    record(shop, tmp_path, TESTS)
    # Now product 3 is another one, which the list shows.
    shop.shop = Shop(1)
    for name in ("Chair", "Table"):
        shop.shop.answer({"query": f'mutation {{ createProduct(name: "{name}") {{ id }} }}'}, "")
    record(shop, tmp_path, ["test_list"])
    replays(tmp_path)


def test_parallel_workers_record_the_same_set_up(shop, tmp_path):
    saved = record(shop, tmp_path, TESTS[:2], TESTS[2:], [])
    assert len({each["file"] for each in saved}) == len(TESTS) + 2
    replays(tmp_path, seed=3, count=3)
    record(shop, tmp_path, TESTS[1:2], TESTS[3:])
    replays(tmp_path, seed=4)


def test_the_first_whole_recording_of_a_scope_is_kept(shop, tmp_path):
    arguments = ["--upstream", shop.url, "--endpoint", "shop", "--recordings", tmp_path]
    with running(understudy("record", *arguments, env=NO_CI)) as server:
        failing = Worker(server.port)
        passing = failing.listen()
        failing.set_up()
        passing.set_up()
        assert failing.product != passing.product
        for name in TESTS:
            passing.run(name)
        # The first worker dies: nobody says that its scopes passed.
        for token in reversed(failing.scopes):
            assert not failing.end(token, "failed")["recorded"][0]["saved"]
        assert all(saved["saved"] for saved in passing.tear_down())
        server.stop()
    replays(tmp_path)


class Owning(Worker):
    """Without a schema, nothing tells that `me` is a user."""

    also = "id"


def test_without_a_schema_an_id_may_be_one_of_two(shop, tmp_path):
    folder, schemas = tmp_path / "recordings", tmp_path / "schemas"
    options = ["--schemas", schemas]
    schemas.mkdir()
    shop.shop.tells_schema = False
    record(shop, folder, TESTS, worker=Owning, options=options)
    before = files(folder)
    saved = record(shop, folder, TESTS[:1], worker=Owning, options=options, code=1)
    (reason,) = {each["reason"] for each in saved if not each["saved"]}
    assert reason.startswith("id 1 may be the id that its setup issued")
    assert f"(understudy schema fetch {shop.url} --output schemas/shop.graphqls)" in reason
    assert files(folder) == before
    replays(folder, worker=Owning)
    # The advice helps.
    shop.shop.tells_schema = True
    fetched = run("schema", "fetch", shop.url, "--output", schemas / "shop.graphqls", env=NO_CI)
    assert fetched.returncode == 0, fetched.stderr
    shop.shop.tells_schema = False
    record(shop, folder, TESTS[:1], worker=Owning, options=options)
    replays(folder, worker=Owning)


class Favoring(Worker):
    """Asks for bare numbers, which may be ids."""

    def test_details(self):
        query = "mutation($id: Int!) { toggleFavorite(productId: $id) }"
        assert self.send(query, id=int(self.product))["toggleFavorite"] == [int(self.product)]


def test_a_bare_number_may_be_an_id(shop, tmp_path):
    record(shop, tmp_path, TESTS, worker=Favoring)
    saved = record(shop, tmp_path, TESTS[:1], worker=Favoring, code=1)
    (reason,) = {each["reason"] for each in saved if not each["saved"]}
    assert reason.startswith("id 2 may be the id that its setup issued")
    replays(tmp_path, worker=Favoring)
    # The advice helps.
    assert reason.endswith(" is kept. Record all tests again with --replace, in one run with one worker"), reason
    assert all(saved["saved"] for saved in record(shop, tmp_path, TESTS, worker=Favoring, options=["--replace"]))
    replays(tmp_path, worker=Favoring)


def in_scope(port, *names):
    """A scope whose fixtures log users in."""
    token = port.begin("run", scope=True)
    for name in names:
        port.send(f'mutation {{ login(name: "{name}") {{ token }} }}')
    (saved,) = port.end(token)["recorded"]
    return saved


def recording(shop, folder):
    return running(
        understudy("record", "--upstream", shop.url, "--endpoint", "shop", "--recordings", folder, env=NO_CI)
    )


def test_workers_that_fill_a_scope_differently_are_told(shop, tmp_path):
    with recording(shop, tmp_path) as server:
        main = Worker(server.port)
        other = main.listen()
        assert in_scope(main, "ada", "bob")["saved"]
        assert in_scope(other, "ada")["saved"], "fewer requests"
        saved = in_scope(other, "ada", "eve")
        assert not saved["saved"]
        assert saved["reason"].startswith("another worker of this run sent other requests in this scope")
        assert server.stop() == 1


def test_a_scope_that_is_recorded_again_with_fewer_requests_is_kept(shop, tmp_path):
    for names in (("ada", "bob"), ("ada",), ("bob",)):
        with recording(shop, tmp_path) as server:
            assert in_scope(Worker(server.port), *names)["saved"]
            assert server.stop() == 0
        with running(understudy("replay", "--strict", "--recordings", tmp_path, env=NO_CI)) as server:
            worker = Worker(server.port)
            token = worker.begin("run", scope=True)
            for name in ("ada", "bob"):
                worker.send(f'mutation {{ login(name: "{name}") {{ token }} }}')
            assert not worker.end(token)["misses"]


def test_a_retry_that_passes_is_saved(shop, tmp_path):
    with recording(shop, tmp_path) as server:
        worker = Worker(server.port)
        for outcome in ("failed", "passed"):
            token = worker.begin("flaky")
            worker.send("{ products { id } }")
            (saved,) = worker.end(token, outcome)["recorded"]
            assert saved["saved"] is (outcome == "passed")
        assert server.stop() == 0


@pytest.mark.parametrize("outcome", ["failed", "passed"])
def test_an_answer_that_an_open_scope_uses_is_kept(outcome, shop, tmp_path):
    """The scope was recorded before, so that its file does not yet have the answer that a test inside removes: one that
    fails, or whose answer changed."""
    query = "{ products { id } }"

    def grow():
        shop.shop.answer({"query": 'mutation { createProduct(name: "Lamp") { id } }'}, "")

    with recording(shop, tmp_path) as server:
        worker = Worker(server.port)
        scope = worker.begin("file", scope=True)
        worker.send(query)
        worker.end(scope)
        grow()
        token = worker.begin("file::test")
        worker.send(query)
        worker.end(token)
        server.stop()
    with recording(shop, tmp_path) as server:
        worker = Worker(server.port)
        if outcome == "failed":
            grow()
        scope = worker.begin("file", scope=True)
        worker.send(query)
        if outcome == "passed":
            grow()
        token = worker.begin("file::test")
        worker.send(query)
        worker.end(token, outcome)
        (saved,) = worker.end(scope)["recorded"]
        assert saved["saved"], saved
        server.stop()
    checked = run("check", "--recordings", tmp_path, env=NO_CI)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_new_test_inside_a_replayed_scope_is_not_asked_of_the_endpoint(shop, tmp_path):
    """Its token and its ids come from recordings: the endpoint knows neither."""
    record(shop, tmp_path, ["test_details"])
    asked = dict(shop.shop.products)
    query = "mutation($name: String!) { createProduct(name: $name) { id } }"
    arguments = ["--on-miss", "record", "--recordings", tmp_path]
    with running(understudy("replay", *arguments, env=NO_CI)) as server:
        port = Worker(server.port)
        port.set_up()
        assert port.sources == {"exact"}
        token = port.begin("tests/test_shop.py::test_new", rerun="pytest -k test_new")
        headers = {"authorization": f"Bearer {port.token}"}
        missed = port.ask({"query": query, "variables": {"name": "Chair"}}, **headers)
        assert missed.source == "miss", missed.body
        assert "pytest -k test_new" in port.end(token)["misses"][0]["message"]
        port.tear_down()
        # A session that names itself, with a token from the recordings.
        named = port.ask({"query": query, "variables": {"name": "Chair"}}, "/shop/~another", **headers)
        assert named.source == "miss", named.body
        server.stop()
        assert "its setup tests/test_shop.py was answered from its recording" in server.stderr
    assert shop.shop.products == asked


def test_scopes_pause_and_end_in_any_order(shop, tmp_path):
    """As fixtures of pytest do: one begins inside a test, and a wider one may begin after a narrower one."""

    def run_tests(port):
        first = port.begin("tests/test_shop.py::test_first")
        port.scopes = [port.begin("file", scope=True)]
        query = "mutation($name: String!) { createProduct(name: $name) { key: id } }"
        port.product = port.send(query, name="Lamp")["createProduct"]["key"]
        assert not port.control("pause", {"token": port.scopes[0]}).json["misses"]
        assert port.send("query($id: ID!) { product(id: $id) { name } }", id=port.product)["product"]["name"] == "Lamp"
        login = port.begin("run", scope=True)
        port.token = port.send("mutation { login(name: \"ada\") { token user { id } } }")["login"]["token"]
        port.control("pause", {"token": login})
        assert port.send("{ me { name } }")["me"]["name"] == "ada"
        ended = port.end(first)
        assert [saved["requests"] for saved in ended["recorded"]] in ([], [2])
        second = port.begin("tests/test_shop.py::test_second")
        assert port.send("query($id: ID!) { product(id: $id) { name } }", id=port.product)["product"]["name"] == "Lamp"
        port.control("resume", {"token": port.scopes[0]})
        port.send("query($id: ID!) { product(id: $id) { stock } }", id=port.product)
        port.end(port.scopes[0])
        assert port.send("{ me { name } }")["me"]["name"] == "ada"
        port.end(second)
        port.end(login)

    arguments = ["--upstream", shop.url, "--endpoint", "shop", "--recordings", tmp_path]
    for _ in range(2):
        with running(understudy("record", *arguments, env=NO_CI)) as server:
            run_tests(Worker(server.port))
            assert server.stop() == 0
        recorded = files(tmp_path)
    assert len([path for path in recorded if path.parent.name == "sessions"]) == 4
    with running(understudy("replay", "--strict", "--recordings", tmp_path, env=NO_CI)) as server:
        port = Worker(server.port)
        run_tests(port)
        assert port.sources == {"exact"}
        assert server.stop() == 0


def test_a_client_that_goes_on_after_its_test(shop, tmp_path):
    """What only the ended test has recorded is answered from its recording, though another one is open."""
    create = "mutation($name: String!) { createProduct(name: $name) { id } }"
    read = "query($id: ID!) { product(id: $id) { name stock } }"

    def run_tests(port, names):
        answers = {}
        for name in names:
            token = port.begin(name)
            made = port.send(create, name=name)["createProduct"]["id"]
            answers[name] = port.send(read, id=made)
            # The thread of the test before goes on.
            for other in answers:
                if name != other and answers[other].get("late") is None:
                    late = port.ask({"query": read, "variables": {"id": answers[other]["id"]}})
                    answers[other]["late"] = late.json["data"]
            answers[name]["id"] = made
            ended = port.control("end", {"token": token, "outcome": "passed", "goesOn": True}).json
            assert not ended["misses"]
        return {name: answer.get("late") for name, answer in answers.items()}

    arguments = ["--upstream", shop.url, "--endpoint", "shop", "--recordings", tmp_path]
    with running(understudy("record", *arguments, env=NO_CI)) as server:
        port = Worker(server.port)
        for name in ("a", "b", "c"):
            run_tests(port, [name])
        assert server.stop() == 0
    for names in (["a", "b", "c"], ["c", "a", "b"]):
        with running(understudy("replay", "--strict", "--recordings", tmp_path, env=NO_CI)) as server:
            late = run_tests(Worker(server.port), names)
            assert late[names[0]] == {"product": {"name": names[0], "stock": {"a": 1, "b": 2, "c": 3}[names[0]]}}
            assert server.stop() == 0


PROJECT = '''
import json, os, urllib.request, pytest

def ask(query):
    request = urllib.request.Request(os.environ["API_URL"], json.dumps({"query": query}).encode())
    request.add_header("content-type", "application/json")
    return json.load(urllib.request.urlopen(request, timeout=30))["data"]

@pytest.fixture(scope="module")
def lamp():
    return ask('mutation { createProduct(name: "Lamp") { id FIELDS } }')["createProduct"]

@pytest.mark.parametrize("number", range(3))
def test_lamp(lamp, number):
    assert ask('{ product(id: "%s") { id FIELDS } }' % lamp["id"])["product"] == lamp
'''


@pytest.mark.parametrize("fields", ["stock", "name", "slug createdAt"])
def test_a_setup_with_other_answers_than_recorded_is_reported(fields, shop, tmp_path):
    """The new id is written as the recorded one, and so are its date and a text that contains the id. A stock that is
    made of the id is not, so other tests may contradict it."""
    (tmp_path / "test_shop.py").write_text(PROJECT.replace("FIELDS", fields), "utf-8")
    words = ["exec", "--mode", "record", "--each-test", "pytest", "--env", "API_URL=shop", "--upstream", shop.url]
    words += ["--endpoint", "shop", "--", sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]

    def reported(*names):
        done = run(*words, *names, cwd=tmp_path, env=NO_CI)
        assert done.returncode == 0, done.stdout + done.stderr
        return re.findall(r"The setup (\S+.*?) was recorded again, with other answers\..*\((\d) sessions? w(?:as|ere) not recorded in this run, of", done.stderr)

    assert reported() == []
    expected = [("test_shop.py::fixture lamp", "2")] if fields == "stock" else []
    assert reported("test_shop.py::test_lamp[1]") == expected
    replay = [word if word != "record" else "replay" for word in words if word not in ("--upstream", shop.url)]
    replayed = run(*replay[:3], "--strict", *replay[3:], cwd=tmp_path, env=NO_CI)
    assert (replayed.returncode == 0) is (fields != "stock"), replayed.stdout + replayed.stderr
    # The whole suite again, as the message says.
    assert reported() == []
