"""Values that a client makes anew at every run: misses propose rules, `exec --fix` writes them."""

import http.server
import json
import re
import sys
import threading
import uuid

import pytest
from accounts import Caller
from harness import run, running, tree, understudy

SIGN_UP = "mutation SignUp($email: String!, $at: Float) { signUp(email: $email, at: $at) { id email greeting } }"
LOG_IN = "mutation LogIn($email: String!) { logIn(email: $email) { token } }"
ME = "query Me { me { email } }"
GREET = "query Greet($name: String!) { hello(name: $name) }"
FIND = "query Find($name: String!) { find(name: $name) }"


class Members(http.server.BaseHTTPRequestHandler):
    """Knows whoever has signed up, and says who is logged in."""

    members: dict[str, str] = {}
    issued = f"h-{uuid.uuid4()}"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        variables, query = body.get("variables") or {}, body["query"]
        if "signUp" in query:
            email = variables["email"]
            token = f"token-{len(self.members)}-{uuid.uuid4()}"
            self.members[token] = email
            data = {"signUp": {"id": f"m-{uuid.uuid4()}", "email": email, "greeting": f"Hello {email}!"}}
        elif "logIn" in query:
            data = {"logIn": {"token": next(t for t, e in self.members.items() if e == variables["email"])}}
        elif "hello" in query:
            data = {"hello": f"Hello {variables['name']}!"}
        elif "everyone" in query:
            data = {"everyone": list(self.members.values())}
        elif "find" in query:
            data = {"find": f"found {len(variables['name'])}"}
        elif "greeting" in query:
            data = {"greeting": self.issued}
        elif "tick" in query:
            data = {"tick": 1}
        else:
            token = self.headers.get("Authorization", "").removeprefix("Bearer ")
            data = {"me": {"email": self.members[token]} if token in self.members else None}
        answer = json.dumps({"data": data}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def upstream():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Members)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/graphql"
    server.shutdown()


def recorded(upstream, folder, story, session="test"):
    words = ("record", "--upstream", upstream, "--endpoint", "shop", "--recordings", folder)
    with running(understudy(*words)) as recorder:
        story(Caller(f"{recorder.origin}/shop", session))
        assert recorder.stop() == 0, recorder.stderr


def replayed(folder, story, session="test"):
    with running(understudy("replay", "--recordings", folder)) as replay:
        return story(Caller(f"{replay.origin}/shop", session))


# The rule that a miss proposes for `email`.
UUID = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
EMAIL = f'email: {{ matches: "/^u-{UUID}@example[.]com$/", echo: true }}'


def email():
    return f"u-{uuid.uuid4()}@example.com"


def flow(address, at=1.5):
    """Signs up, logs in and looks who that is."""

    def story(caller):
        replies = [caller.ask(SIGN_UP, email=address, at=at), caller.ask(LOG_IN, email=address)]
        token = (replies[-1].json.get("data") or {"logIn": {"token": "none"}})["logIn"]["token"]
        return [*replies, caller.ask(ME, {"Authorization": f"Bearer {token}"})]

    return story


def message(reply):
    return reply.json["errors"][0]["message"]


def proposed(reply):
    """The lines of YAML in a miss."""
    assert reply.source == "miss", reply.body
    found = re.search(r"\n\n(operations:\n(?:  .*\n)+)\n", message(reply))
    return found and found[1]


def assert_is_own(replies, address):
    assert [reply.source for reply in replies] == ["recorded"] * 3
    assert [reply.header("understudy-state") for reply in replies] == ["exact"] * 3
    signed_up = replies[0].json["data"]["signUp"]
    assert (signed_up["email"], signed_up["greeting"]) == (address, f"Hello {address}!")
    assert replies[2].json["data"]["me"]["email"] == address


def test_following_the_advice_makes_the_whole_flow_exact(upstream, tmp_path):
    folder = tmp_path / "recordings"
    recorded(upstream, folder, flow(email()))
    first, second, _ = replayed(folder, flow(email()))
    lines = proposed(first)
    assert lines == f"operations:\n  SignUp:\n    variables:\n      {EMAIL}\n"
    assert str(folder / "shop" / "endpoint.yaml") in message(first)
    # The same cause: the rule for the first request is enough.
    assert proposed(second) is None
    with (folder / "shop" / "endpoint.yaml").open("a") as file:
        file.write(lines)
    for address in (email(), email()):
        assert_is_own(replayed(folder, flow(address)), address)
    # A fixed value is another request, which the rule does not cover.
    assert replayed(folder, flow("admin@example.com"))[0].source == "miss"
    assert run("check", "--recordings", folder).returncode == 0


def rule(folder):
    (folder / "shop").mkdir(parents=True, exist_ok=True)
    (folder / "shop" / "endpoint.yaml").write_text(
        "operations:\n  SignUp:\n    variables:\n      email: { any: true, echo: true }\n      at: any\n"
    )


@pytest.mark.parametrize("has_recording", [True, False])
def test_recording_again_with_the_rule_follows_the_value_and_changes_no_byte(upstream, tmp_path, has_recording):
    folder = tmp_path / "recordings"
    first = email()
    if has_recording:
        recorded(upstream, folder, flow(first))
    rule(folder)
    recorded(upstream, folder, flow(first if not has_recording else email()))
    (file,) = (folder / "shop" / "sessions").iterdir()
    assert first in file.read_text()
    before = tree(folder)
    for at in (1.5, 2.5):
        recorded(upstream, folder, flow(email(), at))
    assert tree(folder) == before
    for address in (email(), email()):
        assert_is_own(replayed(folder, flow(address, 3.5)), address)


def test_recording_again_keeps_values_apart_that_the_api_knows_both(upstream, tmp_path):
    folder = tmp_path / "recordings"
    rule(folder)

    def story(address):
        def ask(caller):
            caller.data(SIGN_UP, email=address, at=1.5)
            return caller.ask("query Everyone { everyone }")

        return ask

    for _ in range(2):
        recorded(upstream, folder, story(email()))
    address = email()
    reply = replayed(folder, story(address))
    assert (reply.source, reply.header("understudy-state")) == ("recorded", "exact")
    everyone = reply.json["data"]["everyone"]
    assert everyone[-1] == address
    assert len(set(everyone)) == len(everyone)


def test_what_is_recorded_after_a_followed_value_has_the_recorded_value(upstream, tmp_path):
    folder = tmp_path / "recordings"
    old, new = f"n-{uuid.uuid4()}", f"n-{uuid.uuid4()}"
    recorded(upstream, folder, lambda caller: caller.ask(FIND, name=old))
    (folder / "shop" / "endpoint.yaml").write_text(
        f"upstream: {upstream}\noperations:\n  Find:\n    variables:\n      name: any\n"
    )

    def story(name):
        def ask(caller):
            assert caller.ask(FIND, name=name).source == "recorded"
            return caller.ask(GREET, name=name)

        return ask

    # An unnamed session that named ones answer: only such a session records after a followed value.
    with running(understudy("replay", "--recordings", folder, "--on-miss", "record")) as server:
        reply = story(new)(Caller(f"{server.origin}/shop"))
        assert (reply.source, reply.json["data"]["hello"]) == ("upstream", f"Hello {new}!")
        assert server.stop() == 0
    (file,) = folder.glob("shop/query.Greet-*/*.json")
    assert f"Hello {old}!" in file.read_text()
    assert new not in file.read_text()
    reply = replayed(folder, lambda caller: caller.ask(GREET, name=old), session=None)
    assert (reply.source, reply.json["data"]["hello"]) == ("recorded", f"Hello {old}!")


def test_a_request_that_was_recorded_twice_is_one(upstream, tmp_path):
    folder = tmp_path / "recordings"

    def story(address):
        return lambda caller: [caller.ask(SIGN_UP, email=address, at=1) for _ in range(2)]

    recorded(upstream, folder, story(email()))
    first, _ = replayed(folder, story(email()))
    with (folder / "shop" / "endpoint.yaml").open("a") as file:
        file.write(proposed(first))
    assert [reply.header("understudy-state") for reply in replayed(folder, story(email()))] == ["exact"] * 2


def test_no_rule_is_proposed_for_words_that_another_answer_has(upstream, tmp_path):
    """The list would have the recorded word, beside an answer with the sent one."""

    def story(address, then="query Everyone { everyone }"):
        return lambda caller: (caller.ask(SIGN_UP, email=address, at=1), caller.ask(then, name="Ann"))

    recorded(upstream, tmp_path, story("Middlemarch"))
    first, _ = replayed(tmp_path, story("Deronda"))
    assert "any" not in message(first) and "To record this test again" in message(first), message(first)
    recorded(upstream, tmp_path / "alone", story("Middlemarch", GREET))
    first, _ = replayed(tmp_path / "alone", story("Deronda", GREET))
    assert "email: { any: true, echo: true }" in message(first)


def test_exec_fix_writes_the_lines(upstream, tmp_path):
    folder = tmp_path / "recordings"
    recorded(upstream, folder, flow(email()))
    script = (
        "import json, os, sys, urllib.request\n"
        "body = {'query': sys.argv[1], 'variables': {'email': sys.argv[2], 'at': 1.5}}\n"
        "request = urllib.request.Request(os.environ['UNDERSTUDY_URL_SHOP'], json.dumps(body).encode(),\n"
        "    {'Content-Type': 'application/json', 'X-Understudy-Session': 'test'})\n"
        "print(urllib.request.urlopen(request).read().decode())\n"
    )

    def execute(*options):
        command = (sys.executable, "-c", script, SIGN_UP, email())
        return run("exec", "--recordings", folder, *options, "--", *command)

    configuration = folder / "shop" / "endpoint.yaml"
    before = "# a comment\noperations:\n  Other:\n    changes: nothing # stays\n"
    configuration.write_text(before)
    assert execute().returncode == 1
    assert configuration.read_text() == before
    fixed = execute("--fix")
    assert fixed.returncode == 1
    assert f"Added to {configuration}:" in fixed.stderr
    assert "Run the command again, without --fix." in fixed.stderr
    added = f"  SignUp:\n    variables:\n      {EMAIL}\n"
    assert configuration.read_text() == before.replace("operations:\n", f"operations:\n{added}")
    again = execute("--fix")
    assert again.returncode == 0, again.stderr
    assert "No file was changed." in again.stderr
    assert execute("--fix", "--mode", "record").returncode == 2


def test_what_is_no_random_value_stays_a_miss(upstream, tmp_path):
    folder = tmp_path / "recordings"
    one, two = f"n-{uuid.uuid4()}", f"n-{uuid.uuid4()}"

    def story(caller):
        caller.ask(FIND, name=one)
        caller.ask(FIND, name=two)
        caller.ask(SIGN_UP, email="alice@example.com", at=1)

    recorded(upstream, folder, story)
    assert proposed(replayed(folder, lambda caller: caller.ask(SIGN_UP, email="bob@example.com", at=1))) is None
    # Two requests that it might be, then one, then none.
    assert proposed(replayed(folder, lambda caller: caller.ask(FIND, name=f"n-{uuid.uuid4()}"))) is None

    def served(*names):
        def story(caller):
            for name in names:
                assert caller.ask(FIND, name=name).source == "recorded"
            return caller.ask(FIND, name=f"n-{uuid.uuid4()}")

        return story

    lines = f'operations:\n  Find:\n    variables:\n      name: {{ matches: "/^n-{UUID}$/" }}\n'
    assert proposed(replayed(folder, served(one))) == lines
    assert proposed(replayed(folder, served(one, two))) is None
    # Another session's recording and another user's requests are none of this session's.
    assert proposed(replayed(folder, served(), "other")) is None

    def as_somebody(caller):
        caller.ask(FIND, name=one)
        return caller.ask(FIND, {"Authorization": "Bearer somebody"}, name=f"n-{uuid.uuid4()}")

    assert proposed(replayed(folder, as_somebody)) is None


def test_a_value_that_the_api_issued_is_not_made_by_the_client(upstream, tmp_path):
    folder = tmp_path / "recordings"
    hello = "query Hello { greeting }"

    def greeted(caller):
        caller.ask(hello)
        caller.ask("mutation Tick { tick }")
        caller.ask(FIND, name=Members.issued)

    recorded(upstream, folder, greeted)
    assert proposed(replayed(folder, lambda caller: caller.ask(FIND, name=f"h-{uuid.uuid4()}"))) is None
