"""A session that differs from its own recording: a client forgot a mutation, or sends one more."""

import json
import os
import sys

import clients
import pytest
from harness import run, running, understudy
from http_server import answer, sent_body, serving

NO_CI = {name: value for name, value in os.environ.items() if name != "CI"}
CART = 'query Cart { cart(id: "c1") { id count } }'
STOCK = 'query Stock { product(id: "p1") { id stock } }'
ADD = 'mutation Add { add(cartId: "c1", productId: "p1") { id count } }'
OTHER = 'mutation Other { add(cartId: "c2", productId: "p2") { id count } }'
CLEAR = "mutation Clear { clear }"
CHECKOUT = 'mutation Checkout { checkout(cartId: "c1") { id } }'
TRACK = 'mutation Track { track(event: "seen") }'


class Shop:
    """A cart and one product. `checkout` changes the stock of a product that it does not name."""

    def __init__(self, count=0):
        self.count, self.stock = count, 9

    def data(self, query):
        name = query.split()[1]
        if name == "Add":
            self.count += 1
        if name == "Clear":
            self.count = 0
        if name == "Checkout":
            self.stock, self.count = self.stock - self.count, 0
        cart = {"id": "c1", "count": self.count}
        return {
            "Cart": {"cart": cart},
            "Stock": {"product": {"id": "p1", "stock": self.stock}},
            "Add": {"add": cart},
            "Other": {"add": {"id": "c2", "count": 1}},
            "Clear": {"clear": True},
            "Checkout": {"checkout": {"id": "o1"}},
            "Track": {"track": True},
        }[name]

    def respond(self, handler):
        answer(handler, json.dumps({"data": self.data(json.loads(sent_body(handler))["query"])}).encode())


def ask(server, query, *options):
    options = options or ("-H", "X-Understudy-Session: test")
    return clients.post(f"{server.origin}/shop", json.dumps({"query": query}), *options)


def record(folder, queries, count=0):
    with serving(Shop(count).respond) as url:
        command = understudy("record", "--upstream", url, "--endpoint", "shop", "--recordings", folder, env=NO_CI)
        with running(command) as server:
            for query in queries:
                assert ask(server, query).status == 200
            assert server.stop() == 0, server.stderr


@pytest.mark.parametrize(
    ("recorded", "sent", "mutation"),
    [
        ([ADD, CLEAR, CART], [ADD, CART], "clear"),
        ([ADD, CART, CLEAR], [ADD, CLEAR, CART], "clear"),
        ([ADD, STOCK, CHECKOUT], [ADD, CHECKOUT, STOCK], "checkout"),
        ([ADD, CHECKOUT, STOCK], [ADD, STOCK], "checkout"),
        ([STOCK], [TRACK, STOCK], "track"),
        # The answer to a mutation, too.
        ([ADD, CLEAR, ADD], [ADD, ADD], "clear"),
        ([ADD, CLEAR, OTHER], [ADD, OTHER], "clear"),
        ([ADD, OTHER, CART], [OTHER], "add"),
    ],
)
def test_an_answer_past_a_mutation_is_a_miss(recorded, sent, mutation, tmp_path):
    record(tmp_path, recorded)
    live = Shop()
    with running(understudy("replay", "--recordings", tmp_path, env=NO_CI)) as server:
        replies = [ask(server, query) for query in sent]
        truth = [live.data(query) for query in sent]
    last = replies[-1]
    assert last.source == "miss", (last.body, truth[-1])
    assert mutation in last.json["errors"][0]["message"].lower()
    # What was served before is right.
    assert [(reply.json["data"], right) for reply, right in zip(replies, truth) if reply.source == "recorded"] == [
        (right, right) for reply, right in zip(replies, truth) if reply.source == "recorded"
    ]


@pytest.mark.parametrize(
    ("recorded", "sent", "rules"),
    [
        # Two equal answers show that it has no effect.
        ([STOCK, TRACK, STOCK, ADD], [STOCK, STOCK, ADD], ""),
        ([STOCK, TRACK, STOCK], [TRACK, STOCK], ""),
        # So does a rule.
        ([STOCK], [TRACK, STOCK], "operations: { Track: { changes: nothing } }\n"),
        ([ADD, CHECKOUT, STOCK], [ADD, STOCK], "operations: { Stock: { independentOf: [Checkout] } }\n"),
        ([ADD, CHECKOUT, STOCK], [TRACK, STOCK], "operations: { Stock: { independentOf: ['*'] } }\n"),
        # Another order of mutations that do not affect each other.
        (
            [ADD, OTHER, CART],
            [OTHER, ADD, CART],
            "operations: { Other: { independentOf: [Add] }, Add: { independentOf: [Other] } }\n",
        ),
    ],
)
def test_a_mutation_without_an_effect_is_not_missed(recorded, sent, rules, tmp_path):
    record(tmp_path, recorded)
    (tmp_path / "shop/endpoint.yaml").write_text(rules, "utf-8")
    with running(understudy("replay", "--recordings", tmp_path, env=NO_CI)) as server:
        replies = {query: ask(server, query) for query in sent}
    reads = [reply for query, reply in replies.items() if query.startswith("query")]
    assert {reply.source for reply in reads} == {"recorded"}, [reply.body for reply in reads]


SENDER = """
import os, sys, urllib.request
for query in sys.argv[2:]:
    headers = {"content-type": "application/json"} | ({"x-understudy-session": sys.argv[1]} if sys.argv[1] else {})
    body = ('{"query": "' + query.replace('"', '\\\\"') + '"}').encode()
    urllib.request.urlopen(urllib.request.Request(os.environ["UNDERSTUDY_URL"] + "/shop", body, headers)).read()
"""


@pytest.mark.parametrize(
    ("session", "queries", "warns"), [("", [ADD, CART], True), ("test", [ADD, CART], False), ("", [CART], False)]
)
def test_a_recorded_suite_without_sessions_is_told(session, queries, warns, tmp_path):
    with serving(Shop().respond) as url:
        arguments = ["--mode", "record", "--upstream", url, "--endpoint", "shop", "--recordings", tmp_path]
        done = run("exec", *arguments, "--", sys.executable, "-c", SENDER, session, *queries, env=NO_CI)
    assert done.returncode == 0, done.stderr
    assert ("No request named a session, so the mutations of one test" in done.stderr) == warns, done.stderr


@pytest.mark.parametrize("changes_nothing", [True, False])
def test_a_read_beside_a_mutation_that_changes_nothing_is_certain(changes_nothing, tmp_path):
    record(tmp_path, [CART, TRACK])
    [file] = (tmp_path / "shop/sessions").iterdir()
    recording = json.loads(file.read_text())
    recording["steps"] = [{"together": list(reversed(recording["steps"]))}]
    file.write_text(json.dumps(recording))
    assert run("fmt", "--recordings", tmp_path).returncode == 0
    if changes_nothing:
        with (tmp_path / "shop/endpoint.yaml").open("a") as rules:
            rules.write("operations: { Track: { changes: nothing } }\n")
    for queries in ([CART, TRACK, CART], [TRACK, CART]):
        with running(understudy("replay", "--recordings", tmp_path)) as server:
            answers = [ask(server, query) for query in queries]
        states = {answer.header("understudy-state") for answer in answers}
        if changes_nothing:
            assert states == {"exact"}


def test_an_answer_that_was_edited_is_replaced_when_the_api_gives_it_again(tmp_path):
    record(tmp_path, [CART])
    [file] = (tmp_path / "shop").glob("*/answers/*.json")
    real = file.read_text()
    file.write_text(real.replace('"count": 0', '"count": 77'))
    assert "77" in file.read_text()
    with running(understudy("replay", "--recordings", tmp_path)) as server:
        assert ask(server, CART).json["data"]["cart"]["count"] == 77
    record(tmp_path, [CART])
    assert file.read_text() == real


def counted(reply):
    return reply.json["data"].popitem()[1]["count"]


def control(server, page, **body):
    reply = clients.post(f"{server.origin}/__understudy/{page}", json.dumps(body))
    assert reply.status == 200, reply.body
    return reply.json


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_session_is_not_answered_from_two_recordings(is_packed, tmp_path):
    """The API counts on, so each recording has numbers of its own, and no request has one."""
    folder = tmp_path / "recordings"
    record(folder, [ADD, CART])

    def served():
        if not is_packed:
            return folder
        assert run("pack", "--recordings", folder, "--output", tmp_path / "new").returncode == 0
        (tmp_path / "packed").mkdir(exist_ok=True)
        os.replace(tmp_path / "new/shop.pack", tmp_path / "packed/shop.pack")
        return tmp_path / "packed"

    with running(understudy("replay", "--recordings", served(), env=NO_CI)) as server:
        assert counted(ask(server, ADD)) == 1
        record(folder, [ADD, CART], count=5)
        served()
        control(server, "reload")
        for query in (CART, ADD):
            reply = ask(server, query)
            assert reply.status == 409, reply.body
            message = reply.json["errors"][0]["message"]
            assert 'The recording of session "test" was replaced or removed after the session\'s first answer' in message
        # The advice helps.
        control(server, message.rsplit("POST /__understudy/", 1)[1])
        assert [counted(ask(server, query)) for query in (ADD, CART)] == [6, 6]
        # An edit by hand is no other recording.
        control(server, "sessions/test/reset")
        assert counted(ask(server, ADD)) == 6
        if not is_packed:
            [file] = (folder / "shop").glob("query.Cart*/answers/*.json")
            file.write_text(file.read_text().replace('"count": 6', '"count": 77'))
            control(server, "reload")
            assert counted(ask(server, CART)) == 77


def test_a_test_is_not_answered_beside_another_recording_of_its_setup(tmp_path):
    def play(server, after=lambda: None):
        setup = control(server, "begin", session="setup", scope=True)
        added = counted(ask(server, ADD, "-H", "Accept: application/json"))
        test = control(server, "begin", session="test")
        after()
        reply = ask(server, CART, "-H", "Accept: application/json")
        for session in (test, setup):
            control(server, "end", token=session["token"], outcome="passed")
        return added, reply

    def record_again(count):
        with serving(Shop(count).respond) as url:
            words = ("record", "--replace", "--upstream", url, "--endpoint", "shop", "--recordings", tmp_path)
            with running(understudy(*words, env=NO_CI)) as server:
                play(server)
                assert server.stop() == 0, server.stderr

    record_again(0)
    with running(understudy("replay", "--recordings", tmp_path, env=NO_CI)) as server:

        def replace():
            record_again(5)
            control(server, "reload")

        added, reply = play(server, replace)
        assert added == 1 and reply.status == 409, reply.body
        assert 'The recording of session "setup" was replaced' in reply.json["errors"][0]["message"]
        added, reply = play(server)
        assert (added, counted(reply)) == (6, 6)
