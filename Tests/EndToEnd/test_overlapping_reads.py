"""Requests that overlap others or the end of their session, and what the recording says of them."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import clients
import pytest
from harness import PATIENCE, running, understudy
from http_server import answer, sent_body, serving

LOGIN = 'mutation Login { login(password: "wrong") { token } }'
ME = "query Me { me { name } }"
START = "mutation Start { start }"
TRACK = "mutation Track { track }"
STATUS = "query Status { status }"


class Api:
    """Answers a request that is held when it is let go."""

    def __init__(self):
        self.arrived, self.goes = threading.Event(), threading.Event()
        self.held = ""
        self.polls = 0

    def hold(self, name):
        self.held = name
        self.arrived.clear()
        self.goes.clear()

    def respond(self, handler):
        query = json.loads(sent_body(handler))["query"]
        if self.held and self.held in query:
            self.held = ""
            self.arrived.set()
            assert self.goes.wait(PATIENCE)
        if "login" in query:
            found = {"errors": [{"message": "wrong password"}]}
        elif "status" in query:
            self.polls += 1
            found = {"data": {"status": "PENDING" if self.polls < 2 else "DONE"}}
        elif "me" in query:
            found = {"data": {"me": {"name": "ada"}}}
        else:
            found = {"data": {"start": True} if "start" in query else {"track": True}}
        answer(handler, json.dumps(found).encode())


def ask(server, query):
    return clients.post(f"{server.origin}/api", {"query": query}, "-H", "X-Understudy-Session: a")


@pytest.fixture
def overlapping(tmp_path):
    """Records a session, with a second request during the first one, which ends first or last."""
    api = Api()

    def record(before, held, during):
        with serving(api.respond) as url, ThreadPoolExecutor() as pool:
            record = ("record", "--upstream", url, "--endpoint", "api", "--recordings", tmp_path)
            with running(understudy(*record)) as recorder:
                for query in before:
                    ask(recorder, query)
                api.hold(held.split()[1].lower())
                first = pool.submit(ask, recorder, held)
                assert api.arrived.wait(PATIENCE)
                replies = [ask(recorder, during)]
                api.goes.set()
                replies.append(first.result())
                assert recorder.stop() == 0, recorder.stderr
        return replies

    return record


def test_a_refused_mutation(overlapping, tmp_path):
    me, login = overlapping([], LOGIN, ME)
    with running(understudy("replay", "--recordings", tmp_path)) as replay:
        assert [ask(replay, query).json for query in (LOGIN, ME)] == [login.json, me.json]


@pytest.mark.parametrize(("held", "during"), [(TRACK, STATUS), (STATUS, TRACK)])
def test_a_mutation_that_changes_nothing(held, during, overlapping, tmp_path):
    (tmp_path / "api").mkdir()
    (tmp_path / "api/endpoint.yaml").write_text("operations:\n  Track: { changes: nothing }\n")
    overlapping([START, STATUS], held, during)
    with running(understudy("replay", "--recordings", tmp_path)) as replay:
        replies = [ask(replay, query).json["data"] for query in (START, STATUS, TRACK, STATUS, STATUS)]
        assert [reply.get("status") for reply in replies] == [None, "PENDING", None, "DONE", "DONE"]


def test_an_answer_after_the_end_of_its_session(tmp_path):
    """It is in no recording, not even in one without a session."""
    api = Api()
    with serving(api.respond) as url, ThreadPoolExecutor() as pool:
        record = ("record", "--upstream", url, "--endpoint", "api", "--recordings", tmp_path)
        with running(understudy(*record)) as recorder:
            token = clients.post(f"{recorder.origin}/__understudy/begin", {"session": "a"}).json["token"]
            ask(recorder, STATUS)
            api.hold("me")
            late = pool.submit(ask, recorder, ME)
            assert api.arrived.wait(PATIENCE)
            ended = clients.post(f"{recorder.origin}/__understudy/end", {"token": token, "outcome": "passed"}).json
            assert ended["unfinished"] == 1, ended
            api.goes.set()
            assert late.result().json == {"data": {"me": {"name": "ada"}}}
            assert recorder.stop() == 0, recorder.stderr
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and "ada" in path.read_text()]


def test_an_answer_that_is_missing_in_one_state(tmp_path):
    """The answer to the same request in a later state does not stand for it."""
    fails = [True]

    def respond(handler):
        query = json.loads(sent_body(handler))["query"]
        if "me" in query and fails.pop():
            return answer(handler, b'{"errors": [{"message": "try again"}]}', 503)
        fails.append(False)
        return answer(handler, json.dumps({"data": {"start": True} if "start" in query else {"me": None}}).encode())

    with serving(respond) as url:
        record = ("record", "--upstream", url, "--endpoint", "api", "--recordings", tmp_path)
        with running(understudy(*record)) as recorder:
            assert [ask(recorder, query).status for query in (ME, START, ME)] == [503, 200, 200]
            recorder.stop()
    assert not [file for file in (tmp_path / "api/sessions").glob("*.json") if '"incomplete"' not in file.read_text()]
