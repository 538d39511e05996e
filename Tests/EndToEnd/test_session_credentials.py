"""Credentials that no recorded answer issued, in named sessions: tokens that tests sign, API keys, cookies."""

import base64
import itertools
import json

import accounts
import clients
import pytest
from accounts import ANA, ANAS_KEY, BEN, BENS_KEY, Caller, bearer, leaks, recording, replaying, written
from harness import run, running, understudy
from http_server import answer, sent_body, serving


@pytest.fixture(scope="module")
def upstream():
    with running(accounts.accounts_upstream()) as server:
        yield server


@pytest.fixture(autouse=True)
def at_its_start(upstream):
    assert clients.curl(f"{upstream.origin}/reset", "-X", "POST").status == 204


def signed(subject, issued):
    """A JSON Web Token as a test suite signs it."""

    def part(value):
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    return f"{part({'alg': 'HS256', 'typ': 'JWT'})}.{part({'sub': subject, 'iat': issued})}.c2lnbmF0dXJlLW9mLSd0b2tlbg"


def source(caller, headers, name):
    return caller.ask(f"query {name} {{ __typename }}", headers).source


def test_a_token_signed_for_each_test(upstream, folder):
    tokens = [signed(user, issued) for issued, user in enumerate(("ada", "bob", "eve"))]
    with recording(upstream, folder) as recorder:
        for number, token in enumerate(tokens):
            source(Caller(recorder.origin, f"test-{number}"), bearer(token), f"Of{number}")
    assert not leaks(written(folder, recorder), tokens)
    with replaying(folder) as replay:
        for number, user in enumerate(("ada", "bob", "eve")):
            caller = Caller(replay.origin, f"test-{number}")
            # Another run signs other tokens, and another user is another user.
            assert source(caller, bearer(signed(user, 1000 + number)), f"Of{number}") == "recorded"
            assert source(caller, bearer(signed("mallory", 0)), f"Of{number}") == "miss"
            assert source(caller, None, f"Of{number}") == "miss"


def test_keys_count_by_the_order_of_first_use(upstream, folder):
    with recording(upstream, folder) as recorder:
        for session, keys in (("one", (ANAS_KEY, BENS_KEY)), ("two", (BENS_KEY, ANAS_KEY))):
            caller = Caller(recorder.origin, session)
            for number, key in enumerate(keys):
                source(caller, bearer(key), f"Of{session}{number}")
    assert not leaks(written(folder, recorder), [ANAS_KEY, BENS_KEY])
    with replaying(folder) as replay:
        for session in ("one", "two"):
            caller = Caller(replay.origin, session)
            assert source(caller, bearer("first"), f"Of{session}0") == "recorded"
            assert source(caller, bearer("second"), f"Of{session}1") == "recorded"
            # Derived from what the second caller recorded.
            assert source(caller, bearer("second"), f"Of{session}0") == "derived"


def test_a_cookie_is_an_identity_without_a_rule(upstream, folder):
    with recording(upstream, folder) as recorder:
        caller = Caller(recorder.origin, "test")
        cookies = [caller.sign_in(who) for who in (ANA, BEN)]
        names = [caller.me({"Cookie": f"theme=dark; session={cookie}"})["name"] for cookie in cookies]
    assert names == ["Ana", "Ben"]
    assert not leaks(written(folder, recorder), [*cookies, ANA[1], BEN[1]])
    with replaying(folder) as replay:
        caller = Caller(replay.origin, "test")
        issued = [caller.sign_in(who) for who in (ANA, BEN)]
        assert len({*issued, *cookies}) == 4
        for name, cookie in reversed(list(zip(names, issued, strict=True))):
            assert caller.me({"Cookie": f"session={cookie}"})["name"] == name
        assert caller.ask(accounts.ME, {"Cookie": f"session={cookies[0]}"}).source == "miss"


LOGIN = "mutation Login($name: String!) { login(name: $name) { token } }"
ME = "query Me { me { name } }"


class Server:
    """Gives a new token for each login. Unless it keeps them, a login ends the earlier session of its user."""

    def __init__(self, keeps_sessions):
        self.keeps_sessions = keeps_sessions
        self.users = {}
        self.logins = 0

    def respond(self, handler):
        body = json.loads(sent_body(handler))
        token = (handler.headers.get("authorization") or "").removeprefix("Bearer ")
        if "login" in body["query"]:
            name = body["variables"]["name"]
            if not self.keeps_sessions:
                self.users = {other: user for other, user in self.users.items() if user != name}
            self.logins += 1
            new = base64.b16encode(f"the token {self.logins} of {name}".encode()).decode().lower()
            self.users[new] = name
            data = {"login": {"token": new}}
        else:
            user = self.users.get(token)
            data = {"me": user and {"name": user}}
        answer(handler, json.dumps({"data": data}).encode())


class Devices:
    """The devices of one user, who logs in on each."""

    def __init__(self, origin, session="test", logins=2):
        self.url, self.session = f"{origin}/app", session
        self.tokens = [self.ask(LOGIN, {"name": "ada"}).json["data"]["login"]["token"] for _ in range(logins)]

    def ask(self, query, variables=None, token=None):
        headers = ["-H", f"X-Understudy-Session: {self.session}", *(["-H", f"Authorization: Bearer {token}"] if token else [])]
        return clients.post(self.url, json.dumps({"query": query, "variables": variables or {}}), *headers)

    def me(self, device):
        return self.ask(ME, token=self.tokens[device])


def record_devices(folder, order, keeps_sessions):
    """Records the question of each device, and returns the answers and the session's file."""
    with serving(Server(keeps_sessions).respond) as url:
        with running(understudy("record", "--upstream", url, "--endpoint", "app", "--recordings", folder)) as recorder:
            devices = Devices(recorder.origin)
            answers = [devices.me(device).json for device in order]
            assert recorder.stop() == 0, recorder.stderr
    (file,) = (folder / "app" / "sessions").glob("*.json")
    return answers, file


@pytest.mark.parametrize("recorded", [(0, 1), (1, 0)])
def test_each_credential_of_a_user_keeps_its_answers(recorded, tmp_path):
    answers, file = record_devices(tmp_path, recorded, keeps_sessions=False)
    expected = dict(zip(recorded, answers, strict=True))
    assert expected == {0: {"data": {"me": None}}, 1: {"data": {"me": {"name": "ada"}}}}
    for order in itertools.product((0, 1), repeat=3):
        with running(understudy("replay", "--recordings", tmp_path)) as replay:
            devices = Devices(replay.origin)
            for device in order:
                reply = devices.me(device)
                assert (reply.source, reply.json) == ("recorded", expected[device]), order
            # The same answer in a smaller query is not derived: it depends on the credential.
            assert devices.ask("query Other { me { other: name } }", token=devices.tokens[0]).source == "miss"


@pytest.mark.parametrize("keeps_sessions", [False, True])
@pytest.mark.parametrize("device", [0, 1])
def test_a_credential_that_was_not_recorded_gets_no_answer(device, keeps_sessions, tmp_path):
    """The server may have ended its login, whatever it did with the other one."""
    record_devices(tmp_path, [device], keeps_sessions)
    with running(understudy("replay", "--recordings", tmp_path)) as replay:
        devices = Devices(replay.origin)
        assert [devices.me(each).source for each in (1 - device, device)] == ["miss", "recorded"]


def test_one_login_in_a_session_has_no_credentials_in_its_file(tmp_path):
    """A login from elsewhere, such as a fixture of each worker, may have another credential in each run."""
    with serving(Server(keeps_sessions=True).respond) as url:
        record = ("record", "--upstream", url, "--endpoint", "app", "--recordings", tmp_path)
        with running(understudy(*record)) as recorder:
            for session in ("one", "two"):
                caller = Devices(recorder.origin, session, logins=1)
                assert caller.me(0).json == {"data": {"me": {"name": "ada"}}}
            assert recorder.stop() == 0, recorder.stderr
    assert not [file for file in (tmp_path / "app/sessions").iterdir() if '"credential"' in file.read_text()]
    with running(understudy("replay", "--recordings", tmp_path)) as replay:
        for session in ("two", "one"):
            assert Devices(replay.origin, session, logins=1).me(0).source == "recorded"


@pytest.mark.parametrize("keeps_sessions", [False, True])
def test_a_session_without_a_recording_gets_the_same_answers_whatever_was_replayed_before(keeps_sessions, tmp_path):
    with serving(Server(keeps_sessions).respond) as url:
        with running(understudy("record", "--upstream", url, "--endpoint", "app", "--recordings", tmp_path)) as recorder:
            for session, logins in (("one", 1), ("two", 2)):
                caller = Devices(recorder.origin, session, logins=logins)
                # The first login of "two" is recorded, and its token is not.
                assert caller.me(logins - 1).json == {"data": {"me": {"name": "ada"}}}
            assert recorder.stop() == 0, recorder.stderr

    def told(before, logins):
        with running(understudy("replay", "--recordings", tmp_path)) as replay:
            for session, its_logins in before:
                Devices(replay.origin, session, logins=its_logins).me(its_logins - 1)
            fresh = Devices(replay.origin, "fresh", logins=logins)
            replies = [fresh.me(device) for device in range(logins)]
            return [(reply.source, reply.json["data"] if reply.source == "recorded" else None) for reply in replies]

    for logins in (1, 2):
        alone = told((), logins)
        assert alone[-1] == ("recorded", {"me": {"name": "ada"}})
        for before in ([("one", 1)], [("two", 2)], [("one", 1), ("two", 2)], [("two", 2), ("one", 1)]):
            assert told(before, logins) == alone, before


@pytest.mark.parametrize("recorded", [(0, 1), (1, 0)])
def test_no_credential_gets_the_answer_of_another_in_a_session_without_a_recording(recorded, tmp_path):
    answers, _ = record_devices(tmp_path, recorded, keeps_sessions=False)
    expected = dict(zip(recorded, answers, strict=True))
    for order in itertools.product((0, 1), repeat=3):
        with running(understudy("replay", "--recordings", tmp_path)) as replay:
            fresh = Devices(replay.origin, "fresh")
            replies = [fresh.me(device) for device in order]
            assert [(reply.source, reply.json) for reply in replies] == [("recorded", expected[device]) for device in order]


def test_a_credential_in_a_file_must_be_a_placeholder(tmp_path):
    _, file = record_devices(tmp_path, (0, 1), keeps_sessions=False)
    session = json.loads(file.read_text())
    session["steps"][-1]["credential"] = "real-token"
    file.write_text(json.dumps(session))
    check = run("check", "--recordings", tmp_path)
    assert check.returncode == 1
    assert '"real-token" is not a placeholder: expected one that a recorded answer issued.' in check.stdout
