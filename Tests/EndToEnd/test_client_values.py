"""Values that a client makes anew at every run: misses propose rules, `exec --fix` writes them."""

import http.server
import json
import re
import sys
import threading
import uuid

import pytest
from accounts import Caller
from harness import run, running, understudy

SIGN_UP = "mutation SignUp($email: String!, $at: Float) { signUp(email: $email, at: $at) { id email greeting } }"
LOG_IN = "mutation LogIn($email: String!) { logIn(email: $email) { token } }"
ME = "query Me { me { email } }"
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
            data = {"signUp": {"id": str(len(self.members)), "email": email, "greeting": f"Hello {email}!"}}
        elif "logIn" in query:
            data = {"logIn": {"token": next(t for t, e in self.members.items() if e == variables["email"])}}
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


def email():
    return f"u-{uuid.uuid4()}@example.com"


def flow(address):
    """Signs up, logs in and looks who that is."""

    def story(caller):
        replies = [caller.ask(SIGN_UP, email=address, at=1.5), caller.ask(LOG_IN, email=address)]
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
    assert lines == "operations:\n  SignUp:\n    variables:\n      email: { any: true, echo: true }\n"
    assert str(folder / "shop" / "endpoint.yaml") in message(first)
    # The same cause: the rule for the first request is enough.
    assert proposed(second) is None
    with (folder / "shop" / "endpoint.yaml").open("a") as file:
        file.write(lines)
    for address in (email(), email()):
        assert_is_own(replayed(folder, flow(address)), address)
    assert run("check", "--recordings", folder).returncode == 0


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
    assert "Run the command again." in fixed.stderr
    added = "  SignUp:\n    variables:\n      email: { any: true, echo: true }\n"
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

    assert proposed(replayed(folder, served(one))) == "operations:\n  Find:\n    variables:\n      name: any\n"
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
