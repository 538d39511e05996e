"""Recording the same thing again changes nothing; several recorders share a folder."""

import json
import socket
import threading

import clients
import operations
import pytest
from flows import askings, one, record_all
from harness import copy, recording_files, running, tree, understudy
from http_server import answer, sent_body, serving


def test_the_same_session_twice_changes_no_byte(recorded, countries, tmp_path):
    folder = copy(recorded.folder, tmp_path / "recordings")
    before = tree(folder)
    times = {name: (folder / name).stat().st_mtime_ns for name in before}
    backwards = [asking for asking in reversed(askings()) if "gql" not in asking.label]
    again = record_all(countries, folder, backwards)
    after = tree(folder)
    assert after == before
    assert {event["outcome"] for event in again.events if event["event"] == "exchange"} == {"known"}
    for name in before:
        assert (folder / name).stat().st_mtime_ns == times[name], f"{name} was written anew for nothing"


def test_two_sessions_in_two_folders_are_equal(recorded, countries, tmp_path):
    """Nothing of the time, the machine or chance gets into a file or a name."""
    folder = tmp_path / "elsewhere" / "recordings"
    record_all(countries, folder, [asking for asking in askings() if "gql" not in asking.label])
    mine, theirs = tree(folder), tree(recorded.folder)
    assert list(mine) == list(theirs)
    # Each names its own upstream.
    for files in (mine, theirs):
        assert files.pop("countries/endpoint.yaml").startswith(b"upstream: http://127.0.0.1:")
    assert mine == theirs


def test_what_a_run_does_not_see_stays(countries, folder):
    record_all(countries, folder, one(operations.country_detail("CA")))
    before = tree(folder)
    record_all(countries, folder, one(operations.country_detail("JP")))
    after = tree(folder)
    assert before.items() <= after.items()
    assert len(recording_files(folder)) == 2


def test_an_answer_that_changed_replaces_the_old_one(misbehaving, folder):
    arguments = ["record", "--upstream", f"{misbehaving.origin}/serial", "--endpoint", "serial", "--recordings", folder]
    answers = []
    for _ in range(2):
        with running(understudy(*arguments, "--json")) as recorder:
            answers.append(clients.post(recorder.origin, {"query": "{ serial }"}).exact)
            assert recorder.stop() == 0
            outcome = recorder.events("exchange")[0]["outcome"]
    assert outcome == "changed"
    assert answers[0] != answers[1]
    assert len(recording_files(folder)) == 1
    with running(understudy("replay", "--recordings", folder)) as replay:
        assert clients.post(replay.origin, {"query": "{ serial }"}).exact == answers[1]


def test_two_recorders_on_one_folder_lose_nothing(misbehaving, folder):
    count = 60
    arguments = ["record", "--upstream", f"{misbehaving.origin}/ok", "--endpoint", "shared", "--recordings", folder]

    def body(number):
        return {"query": "query Load($n: Int!) { ok(n: $n) }", "variables": {"n": number}}

    with running(understudy(*arguments)) as first, running(understudy(*arguments)) as second:

        def ask(recorder, numbers):
            for number in numbers:
                assert clients.raw(
                    recorder.port, clients.raw_post(recorder.port, clients.json.dumps(body(number)).encode())
                )

        # The ranges overlap in the middle third, and one of them goes backwards.
        threads = [
            threading.Thread(target=ask, args=(first, range(0, 2 * count // 3))),
            threading.Thread(target=ask, args=(second, range(count - 1, count // 3 - 1, -1))),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (first.stop(), second.stop()) == (0, 0)
    assert len(recording_files(folder)) == count
    with running(understudy("replay", "--recordings", folder)) as replay:
        for number in range(count):
            answer = clients.raw(replay.port, clients.raw_post(replay.port, clients.json.dumps(body(number)).encode()))
            assert b"Understudy-Source: recorded" in answer, answer


@pytest.mark.parametrize("last", ["batch", "subscription"])
def test_a_session_whose_last_answer_is_missing_keeps_its_recording(last, tmp_path):
    """The API is gone before it answers."""
    is_gone = False
    steps = {
        "batch": [{"query": "mutation Add { add }"}, {"query": "{ count }"}],
        "subscription": {"query": "subscription { tick }"},
    }
    event = b'event: next\ndata: {"data":{"tick":1}}\n\nevent: complete\ndata:\n\n'

    def respond(handler):
        asked = json.loads(sent_body(handler))
        if is_gone and asked == steps[last]:
            handler.connection.shutdown(socket.SHUT_RDWR)
        elif asked == steps["subscription"]:
            answer(handler, event, content_type="text/event-stream")
        else:
            answers = [{"data": {"add": True}}, {"data": {"count": 1}}][-len(asked) :]
            answer(handler, json.dumps(answers, separators=(",", ":")).encode())

    def ask(server, body, *headers):
        return clients.post(f"{server.origin}/api", body, "-H", "X-Understudy-Session: a", *headers)

    def both(server):
        accept = ("-H", "Accept: text/event-stream") if last == "subscription" else ()
        return [ask(server, [{"query": "{ count }"}]).body, ask(server, steps[last], *accept).body]

    with serving(respond) as url:
        record = ("record", "--upstream", url, "--endpoint", "api", "--recordings", tmp_path)
        with running(understudy(*record)) as recorder:
            recorded = both(recorder)
            assert recorder.stop() == 0, recorder.stderr
        is_gone = True
        with running(understudy(*record)) as recorder:
            assert both(recorder) != recorded
            recorder.stop()
            assert "The existing recording is kept" in recorder.stderr
    with running(understudy("replay", "--recordings", tmp_path)) as replay:
        assert both(replay) == recorded
