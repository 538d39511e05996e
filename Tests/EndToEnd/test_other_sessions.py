"""Sessions without a recording, which are answered as recorded ones were."""

import json
import threading

import clients
import pytest
from harness import running, understudy
from http_server import answer, sent_body, serving

NOTES = "query Notes { notes }"
ADD = "mutation Add { add }"


class Board:
    """Has a note more after each `add`, and counts how often the notes were read for `ticks`."""

    def __init__(self):
        self.count = self.reads = 0
        self.lock = threading.Lock()

    def respond(self, handler):
        query = json.loads(sent_body(handler))["query"]
        with self.lock:
            if "add" in query:
                self.count += 1
                data = {"add": self.count}
            else:
                self.reads += 1
                data = {"notes": [f"note {number}" for number in range(min(self.reads - 1, 2))]}
        answer(handler, json.dumps({"data": data}).encode())


def ask(origin, query, session):
    return clients.post(f"{origin}/board", {"query": query}, "-H", f"X-Understudy-Session: {session}")


@pytest.fixture
def recordings(tmp_path):
    """A session that polled the notes until there were two."""
    with serving(Board().respond) as url:
        with running(understudy("record", "--upstream", url, "--endpoint", "board", "--recordings", tmp_path)) as recorder:
            read = [ask(recorder.origin, NOTES, "polling").json["data"]["notes"] for _ in range(3)]
            assert recorder.stop() == 0, recorder.stderr
    assert [len(notes) for notes in read] == [0, 1, 2]
    return tmp_path


def test_answers_in_turn_come_in_turn(recordings):
    """However often the same bytes come, and in one session after another."""
    with running(understudy("replay", "--recordings", recordings)) as replay:
        for number, session in enumerate(("new", "other", "new")):
            if number == 2:
                clients.post(f"{replay.origin}/__understudy/sessions/new/reset", {})
            replies = [ask(replay.origin, NOTES, session) for _ in range(5)]
            assert {reply.header("understudy-state") for reply in replies} == {"inferred"}
            assert [len(reply.json["data"]["notes"]) for reply in replies] == [0, 1, 2, 2, 2], session


def test_recordings_that_change_all_the_time(tmp_path):
    """As while other tests are recorded: an answer is right, or a miss, and never an error."""

    def respond(handler):
        sent_body(handler)
        answer(handler, b'{"data": {"notes": []}}')

    with serving(respond) as url:
        with running(understudy("record", "--upstream", url, "--endpoint", "board", "--recordings", tmp_path)) as recorder:
            for number in range(200):
                assert ask(recorder.origin, NOTES, f"recorded {number}").status == 200
            assert recorder.stop() == 0, recorder.stderr
    file = min((tmp_path / "board/sessions").glob("*.json"))
    with running(understudy("replay", "--recordings", tmp_path)) as replay:
        over = threading.Event()

        def change():
            while not over.is_set():
                for here, there in ((file, tmp_path / "aside"), (tmp_path / "aside", file)):
                    here.rename(there)
                    clients.curl(f"{replay.origin}/__understudy/reload", "-X", "POST")

        changing = threading.Thread(target=change)
        changing.start()
        try:
            replies = [ask(replay.origin, NOTES, f"new {number}") for number in range(60)]
        finally:
            over.set()
            changing.join()
    assert {reply.status for reply in replies} == {200}, [reply.body for reply in replies if reply.status != 200][:1]
    assert {reply.body for reply in replies if reply.source == "recorded"} == {b'{"data":{"notes":[]}}'}
