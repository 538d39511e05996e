"""Sessions: histories that do not disturb each other, by header and by path; what is told of them, and starting over."""

import json
import re

import clients
import flows_of_the_tutorials as tutorials
import pytest
from harness import copy, eventually, recording_files, running, tree, understudy
from session_support import ENDPOINT, HEADER, LAUNCH, Caller, record_booking, request, reset, sessions


@pytest.fixture(scope="module")
def booked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("booked") / "recordings"
    record_booking(folder)
    return folder


@pytest.fixture
def server(booked):
    with running(understudy("replay", "--recordings", booked)) as server:
        yield server


@pytest.mark.parametrize("by", ["header", "path"])
def test_what_one_session_books_is_not_booked_in_another(server, by):
    booker, onlooker = Caller(server, "booker", by), Caller(server, "onlooker", by)
    for caller in (booker, onlooker):
        assert caller.is_booked() is False
        caller.log_in()
    assert booker.book().json["data"]["bookTrips"]["success"] is True
    assert booker.is_booked() is True
    assert onlooker.is_booked() is False
    onlooker.book()
    booker.ask(tutorials.CANCEL_TRIP, {"id": LAUNCH})
    assert booker.is_booked() is False
    assert onlooker.is_booked() is True


def test_header_and_path_name_the_same_session(server):
    by_path, by_header = Caller(server, "Tests.book it", "path"), Caller(server, "Tests.book it")
    by_path.log_in()
    by_header.headers = by_path.headers
    by_path.book()
    assert by_header.is_booked() is True
    assert list(sessions(server)) == ["Tests.book it", "default"]
    deeper = request(
        server, "POST", f"/{ENDPOINT}/~Tests.book%20it/graphql",
        json.dumps({"query": tutorials.LAUNCH_DETAILS.text, "variables": {"launchId": LAUNCH}}).encode(),
        {"Content-Type": "application/json", **by_path.headers},
    )  # fmt: skip
    assert deeper.json["data"]["launch"]["isBooked"] is True


def test_who_names_none_is_in_the_default_session(server):
    nobody, named = Caller(server), Caller(server, "default")
    nobody.log_in()
    named.headers = nobody.headers
    nobody.book()
    assert named.is_booked() is True
    assert list(sessions(server)) == ["default"]


def test_the_list_says_what_each_has_changed(server):
    assert sessions(server) == {"default": {}}, "the default session is always there"
    looker, booker = Caller(server, "looker"), Caller(server, "booker")
    looker.is_booked()
    booker.log_in()
    booker.book()
    told = sessions(server)
    assert list(told) == ["booker", "default", "looker"]
    assert (told["looker"]["mutations"], told["looker"]["state"]) == (0, "start")
    assert told["booker"]["mutations"] == 2
    assert told["booker"]["state"] != "start"
    one = request(server, "GET", "/__understudy/sessions/booker").json
    assert one["endpoints"] == [told["booker"]]
    assert booker.headers["Authorization"] not in json.dumps(told), "a list is no place for credentials"


def test_a_session_starts_over_and_others_stay(server):
    first, second = Caller(server, "first"), Caller(server, "second")
    for caller in (first, second):
        caller.log_in()
        caller.book()
    for _ in range(3):  # so that the answer is kept by its bytes
        assert first.is_booked() is True
    answer = reset(server, "first")
    assert answer.status == 200
    assert first.is_booked() is False
    assert second.is_booked() is True
    assert sessions(server)["first"]["mutations"] == 0
    assert sessions(server)["second"]["mutations"] == 2


def test_a_session_that_nobody_knows_cannot_be_reset(server):
    Caller(server, "known").is_booked()
    answer = reset(server, "unknown")
    assert (answer.status, answer.code) == (404, "UNDERSTUDY_UNKNOWN_SESSION")
    assert '"unknown"' in answer.message and "known" in answer.message.replace("unknown", "")
    answer = reset(server, "known", method="GET")
    assert (answer.status, answer.header("allow")) == (405, "POST")


def test_two_names_in_one_request_are_refused(server):
    caller = Caller(server, "one", "path", headers={HEADER: "two"})
    answer = caller.ask(tutorials.LAUNCH_DETAILS, {"launchId": LAUNCH})
    assert (answer.status, answer.code) == (400, "UNDERSTUDY_BAD_SESSION")
    assert '"one"' in answer.message and '"two"' in answer.message
    caller = Caller(server, "one", "path", headers={HEADER: "one"})
    assert caller.is_booked() is False
    assert list(sessions(server)) == ["default", "one"]


def test_another_header_can_name_sessions(booked):
    with running(understudy("replay", "--recordings", booked, "--session-header", "X-Test-Name")) as server:
        ours, usual = Caller(server, "ours", header="X-Test-Name"), Caller(server, "usual")
        ours.is_booked()
        usual.is_booked()
        assert list(sessions(server)) == ["default", "ours"]


def test_an_idle_session_is_dropped_and_says_so_until_it_is_reset(booked):
    with running(understudy("replay", "--recordings", booked, "--session-idle", "1")) as server:
        idle, looker = Caller(server, "idle"), Caller(server, "looker")
        idle.log_in()
        idle.book()
        looker.is_booked()
        eventually(lambda: sessions(server).get("idle", {}).get("dropped"), "the idle session is dropped")
        for _ in range(2):
            answer = idle.ask(tutorials.LAUNCH_DETAILS, {"launchId": LAUNCH})
            assert (answer.status, answer.code) == (410, "UNDERSTUDY_DROPPED_SESSION")
            assert "/__understudy/sessions/idle/reset" in answer.message
        eventually(lambda: "looker" not in sessions(server), "a session that changed nothing is forgotten")
        assert looker.is_booked() is False
        assert reset(server, "idle").status == 200
        assert idle.is_booked() is False


def test_the_printed_reset_works_for_the_name_of_a_test(booked):
    name = "tests/a b.py::test_x[1]"
    with running(understudy("replay", "--recordings", booked, "--session-idle", "1")) as server:
        idle = Caller(server, name)
        idle.log_in()
        idle.book()
        eventually(lambda: sessions(server).get(name, {}).get("dropped"), "the idle session is dropped")
        answer = idle.ask(tutorials.LAUNCH_DETAILS, {"launchId": LAUNCH})
        [path] = re.findall(r"POST (\S+/reset)", answer.message)
        assert clients.curl(f"{server.origin}{path}", "-X", "POST").status == 200, path
        assert idle.is_booked() is False


def test_the_default_session_is_never_dropped(booked):
    with running(understudy("replay", "--recordings", booked, "--session-idle", "1")) as server:
        default, other = Caller(server), Caller(server, "other")
        for caller in (default, other):
            caller.log_in()
            caller.book()
        eventually(lambda: sessions(server).get("other", {}).get("dropped"), "the other session is dropped")
        assert default.is_booked() is True


def test_the_name_of_the_session_stays_here_while_recording(misbehaving, folder):
    arguments = ["--upstream", f"{misbehaving.origin}/echo", "--endpoint", "echo", "--recordings", folder]
    headers = {"X-Other": "goes on", "Content-Type": "application/json"}
    name, start = {HEADER: "mine"}, {"X-Understudy-Start": "mine"}
    body = json.dumps({"query": "{ a }"}).encode()
    with running(understudy("record", *arguments)) as recorder:
        for path, own in (("/echo", name), ("/echo/~mine", {}), ("/echo", start)):
            answer = request(recorder, "POST", path, body, headers | own)
            sent = {name.lower(): value for name, value in dict(answer.json["headers"]).items()}
            assert sent["x-other"] == "goes on"
            assert not [name for name in sent if "understudy" in name]
            assert "mine" not in answer.json["target"]
        # A recording under a name has no start.
        assert request(recorder, "POST", "/echo", body, headers | name | start).status == 409


def test_a_fake_takes_the_name_too(booked, tmp_path):
    (tmp_path / "thing.graphqls").write_text("type Query { name: String! }")
    with running(understudy("fake", "--schemas", tmp_path)) as server:
        answers = [
            clients.post(f"{server.origin}{path}", {"query": "{ name }"}, "-H", f"{HEADER}: a")
            for path in ("/thing", "/thing/~a", "/thing/~a/graphql")
        ]
    assert {answer.source for answer in answers} == {"fake"}
    assert len({answer.body for answer in answers}) == 1


def test_a_named_start_is_another_start(booked, tmp_path):
    """The same flow recorded from a start with a name: nobody else gets its answers, and it gets no others."""
    folder = copy(booked, tmp_path / "recordings")
    before = tree(folder)
    with_start = {"X-Understudy-Start": "monday"}
    with running(understudy("replay", "--recordings", folder)) as server:
        answer = Caller(server, "monday", headers=dict(with_start)).ask(
            tutorials.LAUNCH_DETAILS, {"launchId": LAUNCH}
        )
        assert answer.source == "miss", "nothing was recorded from this start"
        caller = Caller(server, "usual")
        caller.log_in()
        answer = caller.ask(tutorials.LAUNCH_DETAILS, {"launchId": LAUNCH}, **with_start)
        assert answer.status == 409 and "monday" in answer.message, "a session starts once"
    assert tree(folder) == before
    assert len(recording_files(folder)) > 3
