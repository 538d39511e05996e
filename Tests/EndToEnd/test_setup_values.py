"""Random values of a setup that tests share: its tests know them, and recording one test again keeps them."""

import random
import re
import secrets
import uuid

import pytest
from accounts import Caller
from harness import run, running, tree, understudy
from session_support import Port
from test_client_values import EMAIL, LOG_IN, ME, SIGN_UP, email, message, proposed, upstream  # noqa: F401

RULE = f"operations:\n  SignUp:\n    variables:\n      {EMAIL}\n"


class Run:
    """A run of a suite: a setup that signs somebody up, and tests inside it."""

    def __init__(self, server, worker=None):
        self.port = worker or Port(server.port)
        self.caller = Caller(f"{self.port.origin}/shop")
        self.setup = self.begin("fixture member", scope=True)
        self.email = email()
        self.signed_up = self.caller.ask(SIGN_UP, email=self.email, at=1.5)
        self.logged_in = self.caller.ask(LOG_IN, email=self.email)
        self.control("pause", token=self.setup)

    def control(self, page, **body):
        reply = self.port.control(page, body)
        assert reply.status == 200, reply.body
        return reply.json

    def begin(self, session, **more):
        return self.control("begin", session=session, **more)["token"]

    def end(self, token):
        return self.control("end", token=token, outcome="passed")

    def me(self, test):
        """Asks who is logged in, in a test of its own."""
        token = self.begin(test)
        login = (self.logged_in.json.get("data") or {"logIn": {"token": "none"}})["logIn"]["token"]
        reply = self.caller.ask(ME, {"Authorization": f"Bearer {login}"})
        self.end(token)
        return reply

    def close(self):
        return self.end(self.setup)


def record(upstream, folder, *tests):
    words = ("record", "--upstream", upstream, "--endpoint", "shop", "--recordings", folder)
    with running(understudy(*words)) as server:
        suite = Run(server)
        for test in tests:
            assert suite.me(test).json["data"]["me"]["email"] == suite.email
        ended = suite.close()
        assert server.stop() == 0, server.stderr
        return ended, server.stderr


@pytest.fixture
def ruled(upstream, tmp_path):  # noqa: F811
    folder = tmp_path / "recordings"
    record(upstream, folder, "a", "b")
    with (folder / "shop" / "endpoint.yaml").open("a") as file:
        file.write(RULE)
    return folder


def assert_replays(folder, *tests):
    with running(understudy("replay", "--recordings", folder)) as server:
        suite = Run(server)
        assert suite.signed_up.json["data"]["signUp"]["email"] == suite.email
        for test in tests:
            reply = suite.me(test)
            assert reply.source == "recorded", message(reply)
            assert reply.json["data"]["me"]["email"] == suite.email
        suite.close()


def test_tests_get_the_value_that_their_setup_sent(ruled):
    assert_replays(ruled, "a", "b")
    assert_replays(ruled, "b", "a")


def test_without_the_rule_the_setup_misses(upstream, tmp_path):  # noqa: F811
    record(upstream, tmp_path, "a")
    with running(understudy("replay", "--recordings", tmp_path)) as server:
        suite = Run(server)
        assert EMAIL in proposed(suite.signed_up)
        assert suite.me("a").source == "miss"


def test_recording_one_test_again_keeps_the_others(upstream, ruled):  # noqa: F811
    for _ in range(2):
        ended, stderr = record(upstream, ruled, "b")
        assert ended["recorded"][0]["saved"] and "answers changed" not in stderr, stderr
        assert_replays(ruled, "a", "b")
    before = tree(ruled)
    record(upstream, ruled, "a", "b")
    assert tree(ruled) == before


def test_parallel_workers_write_the_same_values(upstream, ruled):  # noqa: F811
    words = ("record", "--upstream", upstream, "--endpoint", "shop", "--recordings", ruled)
    with running(understudy(*words)) as server:
        listener = Port(server.port).control("listeners", {}).json
        first, second = Run(server), Run(server, Port(listener["port"], listener["listener"]))
        assert first.email != second.email
        for suite, test in ((second, "a"), (first, "b"), (second, "c")):
            assert suite.me(test).json["data"]["me"]["email"] == suite.email
        for suite in (second, first):
            assert suite.close()["recorded"][0]["saved"]
        assert server.stop() == 0, server.stderr
    assert_replays(ruled, "a", "b", "c")


NAMES = ("Bob", "Ann", "Joe", "Kim", "Liv", "Max")
JOIN = """mutation Join($email: String!, $name: String!, $password: String!) {
  signUp(email: $email, name: $name, password: $password) { id email }
}"""
ENTER = "mutation Enter($email: String!, $password: String!) { logIn(email: $email, password: $password) { token } }"


def joined(caller, word, password):
    address = email()
    replies = [caller.ask(JOIN, email=address, name=word, password=password)]
    return address, [*replies, caller.ask(ENTER, email=address, password=password)]


def test_values_that_do_not_look_random_come_with_one_that_does(upstream, tmp_path):  # noqa: F811
    """A random word and a random password, as most sign-ups have."""
    passwords = [secrets.token_urlsafe(16) for _ in range(5)]
    words = random.sample(NAMES, 3)
    with running(understudy("record", "--upstream", upstream, "--endpoint", "shop", "--recordings", tmp_path)) as server:
        joined(Caller(f"{server.origin}/shop", "test"), words[0], passwords[0])
        assert server.stop() == 0
    file = tmp_path / "shop" / "endpoint.yaml"
    with running(understudy("replay", "--recordings", tmp_path)) as server:
        # Of a password one salted byte is recorded, which is the same for one in 256.
        for password in passwords[3:] + passwords[1:2]:
            _, (reply, _) = joined(Caller(f"{server.origin}/shop", "test"), words[1], password)
            lines = proposed(reply)
            if "password" in lines:
                break
    assert "name: any\n" in lines and "password: any\n" in lines
    with file.open("a") as text:
        text.write(lines)
    with running(understudy("replay", "--recordings", tmp_path)) as server:
        address, replies = joined(Caller(f"{server.origin}/shop", "test"), words[2], passwords[2])
        assert [reply.source for reply in replies] == ["recorded"] * 2, replies[1].body
        assert replies[0].json["data"]["signUp"]["email"] == address
        # Another password than that of the sign-up is another one.
        caller = Caller(f"{server.origin}/shop", "other")
        address = email()
        caller.fields["X-Understudy-Session"] = "test"
        assert server.stop() == 0
    with running(understudy("replay", "--recordings", tmp_path)) as server:
        caller = Caller(f"{server.origin}/shop", "test")
        assert caller.ask(JOIN, email=address, name=words[2], password=passwords[2]).source == "recorded"
        wrong = [caller.ask(ENTER, email=address, password=f"{uuid.uuid4()}").source for _ in range(3)]
        assert "miss" in wrong


def test_values_of_which_none_looks_random_are_left_to_the_user(upstream, tmp_path):  # noqa: F811
    def story(caller, name):
        return caller.ask(JOIN, email="ada@example.com", name=name, password="12345678")

    with running(understudy("record", "--upstream", upstream, "--endpoint", "shop", "--recordings", tmp_path)) as server:
        story(Caller(f"{server.origin}/shop", "test"), "Bob")
        assert server.stop() == 0
    before = tree(tmp_path)
    with running(understudy("replay", "--recordings", tmp_path)) as server:
        reply = story(Caller(f"{server.origin}/shop", "test"), "Ann")
    assert proposed(reply) is None and "name: any" in message(reply)
    assert tree(tmp_path) == before


def test_generated_data_has_no_marker_of_a_rule(upstream, ruled, tmp_path):  # noqa: F811
    record(upstream, ruled, "a")
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "shop.graphqls").write_text(
        "type Query { me: Member  members: [Member!]! }\n"
        "type Mutation { signUp(email: String!, at: Float): Member!  logIn(email: String!): Login! }\n"
        "type Login { token: String! }\ntype Member { id: ID!  email: String!  greeting: String! }\n"
    )
    for seed in range(5):
        words = ("fake", "--recordings", ruled, "--schemas", tmp_path / "schemas", "--seed", seed)
        with running(understudy(*words)) as server:
            reply = Caller(f"{server.origin}/shop").ask("{ members { id email greeting } me { email } }")
            assert reply.source == "fake" and "understudy-" not in reply.body.decode(), reply.body


def test_check_knows_the_operations_of_sessions(ruled):
    done = run("check", "--rules", "--recordings", ruled)
    assert "is recorded" not in done.stdout and done.returncode in (0, 1), done.stdout
    (ruled / "shop" / "endpoint.yaml").write_text("operations: { SignIp: { idempotent: true } }\n")
    assert 'no operation "SignIp" is recorded' in run("check", "--rules", "--recordings", ruled).stdout


def test_generated_data_has_no_lists_and_no_viewer_of_single_tests(upstream, tmp_path):  # noqa: F811
    """Each test has a user of its own, and saw lists at other moments."""
    folder = tmp_path / "recordings"
    everyone = "query Everyone { members: everyone { id } }"
    with running(understudy("record", "--upstream", upstream, "--endpoint", "shop", "--recordings", folder)) as server:
        for test in ("a", "b"):
            caller = Caller(f"{server.origin}/shop", test)
            caller.ask(everyone)
            caller.ask(SIGN_UP, email=email(), at=1.5)
        assert server.stop() == 0
    answers = list((folder / "shop").glob("query.Everyone-*/answers/*.json"))
    assert answers
    for file in answers:
        file.write_text(re.sub(r'"data": \{.*?\n    \}', '"data": {\n      "members": []\n    }', file.read_text(), flags=re.S))
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "shop.graphqls").write_text(
        "type Query { everyone: [Member!]! }\ntype Mutation { signUp(email: String!, at: Float): Member! }\n"
        "type Member { id: ID!  email: String!  greeting: String! }\n"
    )
    with running(understudy("fake", "--recordings", folder, "--schemas", tmp_path / "schemas")) as server:
        assert Caller(f"{server.origin}/shop").data("{ everyone { id } }")["everyone"]
