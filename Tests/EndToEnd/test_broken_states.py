"""Recordings whose chain of states is broken, rules that cannot be obeyed, and bodies that cannot be kept without secrets."""

import json

import clients
import flows_of_the_tutorials as tutorials
import pytest
from harness import copy, recording_files, run, running, tree, understudy
from session_support import ENDPOINT, LAUNCH, Caller, record_booking


@pytest.fixture(scope="module")
def booked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("booked") / "recordings"
    record_booking(folder)
    return folder


@pytest.fixture
def broken(booked, tmp_path):
    """The file of the booking is gone, so no session ever comes into the states behind it."""
    folder = copy(booked, tmp_path / "recordings")
    (path,) = [path for path in recording_files(folder) if path.parent.name.startswith("mutation.BookTrip-")]
    path.unlink()
    return folder


def test_check_finds_nothing_wrong_with_whole_recordings(booked):
    done = run("check", "--recordings", booked)
    assert done.returncode == 0, done.stdout + done.stderr


def test_check_names_what_can_never_be_reached(broken):
    before = tree(broken)
    done = run("check", "--recordings", broken)
    assert done.returncode == 1, done.stdout + done.stderr
    said = done.stdout + done.stderr
    assert "mutation.CancelTrip-" in said, "it was only recorded after the booking"
    assert "query.LaunchDetails-" in said, "two of its states were"
    assert "mutation.Login-" not in said
    assert tree(broken) == before


def test_replay_says_so_at_its_start_and_goes_on(broken):
    with running(understudy("replay", "--recordings", broken)) as server:
        caller = Caller(server, "one")
        assert caller.is_booked() is False
        caller.log_in()
        assert caller.is_booked() is False
        answer = caller.book()
        assert answer.source == "miss" and answer.code == "UNDERSTUDY_NO_RECORDING"
        after = caller.ask(tutorials.LAUNCH_DETAILS, {"launchId": LAUNCH})
        assert after.source == "miss", "nobody knows what the booking did"
        assert server.stop() == 0
        assert "can never be served" in server.stderr and "mutation.CancelTrip-" in server.stderr, server.stderr


def test_whole_recordings_start_without_a_word_of_it(booked):
    with running(understudy("replay", "--recordings", booked)) as server:
        assert server.stop() == 0
        assert "never" not in server.stderr


SCHEMA = "type Query { me: User } type User { token: String name: String } type Mutation { login: User }"


@pytest.mark.parametrize("text, words", [
    ("operations: { LaunchDetails: { variables: { launchId: { matches: '/[/' } } } }", ["1:", "regular expression"]),
    ("operations: { LaunchDetails: { variables: { launchId: anny } } }", ["anny", "any"]),
    ("redaction: { redact: [user.token] }", ["user.token", "User.token"]),
    ("redaction: { redcat: [User.token] }", ["redcat", 'Did you mean "redact"?']),
    ("volatile: [Query.a(b:)]", ["Query.a"]),
])  # fmt: skip
def test_a_rule_that_cannot_be_obeyed_stops_the_start(text, words, booked, tmp_path):
    folder = copy(booked, tmp_path / "recordings")
    (folder / ENDPOINT / "endpoint.yaml").write_text(text)
    done = run("replay", "--recordings", folder, "--port", "0")
    assert done.returncode == 2, done.stdout + done.stderr
    for word in ["endpoint.yaml:", *words]:
        assert word in done.stderr


@pytest.mark.parametrize("rule, wrong, right", [
    ("redaction: { redact: [User.tokn] }", "tokn", 'Did you mean "token"?'),
    ("redaction: { redact: [Usr.token] }", "Usr", 'Did you mean "User"?'),
    ("volatile: [User.nam]", "nam", 'Did you mean "name"?'),
])  # fmt: skip
def test_a_coordinate_that_the_schema_does_not_have(rule, wrong, right, booked, tmp_path):
    """Only a schema can say so; then it does, with what comes nearest."""
    folder = copy(booked, tmp_path / "recordings")
    (folder / ENDPOINT / "endpoint.yaml").write_text(rule)
    schemas = tmp_path / "schemas"
    schemas.mkdir()
    (schemas / f"{ENDPOINT}.graphqls").write_text(SCHEMA)
    done = run("check", "--recordings", folder, "--schemas", schemas)
    said = done.stdout + done.stderr
    assert done.returncode in (1, 2), said
    assert f'"{wrong}"' in said and right in said and "endpoint.yaml:1:" in said


SECRET = "tok-3f9a1c77e5d24b0e"


@pytest.mark.parametrize("how", ["invalid-json", "bad-gzip", "text", "binary"])
def test_a_body_that_cannot_be_read_is_not_kept_and_the_log_says_so(how, misbehaving, folder):
    arguments = ["--upstream", f"{misbehaving.origin}/{how}", "--endpoint", "thing", "--recordings", folder]
    body = {"query": "query Me($token: String) { me(token: $token) { name } }", "variables": {"token": SECRET}}
    with running(understudy("record", *arguments, "--json")) as recorder:
        direct = clients.post(f"{misbehaving.origin}/{how}", body)
        through = clients.post(f"{recorder.origin}/thing", body)
        assert through.body == direct.body, "the client gets what came"
        # What could not be recorded is no success.
        assert recorder.stop() == (1 if recorder.events("exchange")[0]["outcome"] == "failed" else 0)
        (event,) = recorder.events("exchange")
    assert recording_files(folder) == []
    assert event["outcome"] not in ("new", "changed", "known"), event
    assert SECRET not in json.dumps(recorder.events()) + recorder.stderr
    assert not [name for name, data in tree(folder).items() if SECRET.encode() in data] if folder.exists() else True
