"""What a stranger gets who clones the project: four systems, replayed and faked at once, and recorded anew."""

import re
from itertools import islice

import clients
import flows_of_the_tutorials as flows
import pytest
import record_shipped
import shipped
from harness import ROOT, copy, run, running, tree, understudy
from rocket_reserver.store import token_of

SITTINGS = [
    pytest.param(system, sitting, id=f"{system.endpoint}-{sitting.name}")
    for system in shipped.ALL
    for sitting in system.sittings
]
# What the server hands out, and no file may hold.
TOKENS = [token_of(email) for email in flows.USERS]


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    """What the stand-ins answer while the shipped recordings are recorded over, in a copy."""
    folder = copy(ROOT / "recordings", tmp_path_factory.mktemp("shipped") / "recordings")
    return folder, {system.endpoint: record_shipped.record(system, folder) for system in shipped.ALL}


@pytest.fixture(scope="module")
def replayed():
    """What `understudy replay` answers, with no flag, when all sittings of all systems take turns."""
    answers = {}
    with running(understudy("replay", cwd=ROOT)) as server:
        left = {}
        for system in shipped.ALL:
            for sitting in system.sittings:
                place = (system.endpoint, sitting.name)
                answers[place] = []
                left[place] = sitting.run(f"{server.origin}/{system.endpoint}")
        while left:
            for place, exchanges in list(left.items()):
                exchange = next(exchanges, None)
                if exchange is None:
                    del left[place]
                else:
                    answers[place].append(exchange)
        assert server.stop() == 0
    return answers


def comparable(reply):
    """An answer with the order of its members and the digits of its numbers, but for the tokens in it."""
    return clients.exact(re.sub(rb'("token": *)"[^"]+"', rb'\1"a token"', reply.body))


@pytest.mark.parametrize("system, sitting", SITTINGS)
def test_a_sitting_in_its_own_session_is_answered_as_the_server_did(system, sitting, live, replayed):
    expected = live[1][system.endpoint].answers[sitting.name]
    exchanges = replayed[system.endpoint, sitting.name]
    assert len(exchanges) == len(expected)
    for (asking, reply), real in zip(exchanges, expected, strict=True):
        label = f"{asking.operation.label} {asking.variables}"
        assert (reply.source, reply.header("understudy-state")) == ("recorded", "exact"), label
        assert reply.status == real.status, label
        assert reply.header("content-type") == real.header("content-type"), label
        assert comparable(reply) == comparable(real), label


def test_the_recordings_know_what_changed(replayed):
    """The same request, before and after a mutation."""
    booked = [
        reply.json["data"]["launch"]["isBooked"]
        for asking, reply in replayed["rocket-reserver", "booking"]
        if asking.operation is flows.LAUNCH_DETAILS
    ]
    assert booked == [False, False, True, False]
    counts = [
        len(reply.json["data"]["conference"]["attendees"])
        for asking, reply in replayed["conference-planner", "attending"]
        if asking.operation is flows.CONFERENCE
    ]
    assert counts == [5, 6, 5, 6, 5, 6, 5] * 2
    titles = [
        [post["title"] for post in reply.json["data"]["posts"]]
        for asking, reply in replayed["posts", "posting"]
        if asking.operation is flows.ALL_POSTS
    ]
    first = "My first post"
    assert titles == [[first], [first, "New post"], [first, "Updated Title"], [first]]


def test_recording_over_them_changes_no_byte(live):
    folder, recorded = live
    assert tree(folder) == tree(ROOT / "recordings")
    for system in shipped.ALL:
        assert set(recorded[system.endpoint].outcomes) == {"known"}
        assert recorded[system.endpoint].stderr == ""


def test_recording_them_from_nothing_makes_the_same_bytes(tmp_path):
    record_shipped.main(tmp_path)
    made, shipped = (
        # How long an event took is no part of what was recorded: a busy machine takes longer.
        {name: re.sub(rb',\s*"wait": \d+', b"", content) for name, content in tree(folder).items()}
        for folder in (tmp_path, ROOT / "recordings")
    )
    assert made == shipped


def test_nothing_secret_is_in_them(live, replayed):
    done = run("scan", cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    handed_out = b"".join(reply.body for answers in live[1]["rocket-reserver"].answers.values() for reply in answers)
    shown = b"".join(reply.body for exchanges in replayed.values() for _, reply in exchanges)
    files = tree(ROOT / "recordings")
    for token in TOKENS:
        assert token.encode() in handed_out
        assert token.encode() not in shown
        assert not [name for name, content in files.items() if token.encode() in content or token in name]


@pytest.fixture(scope="module")
def faking():
    """What `understudy fake` serves, with no flag."""
    with running(understudy("fake", cwd=ROOT)) as server:
        yield server


@pytest.mark.parametrize("system, sitting", SITTINGS)
def test_the_shipped_schemas_are_faked_at_once(system, sitting, faking):
    """Every operation of the tutorials is one that the schema allows, and what comes is enough for the next ones."""
    for asking, reply in islice(sitting.run(f"{faking.origin}/{system.endpoint}"), 100):
        assert (reply.status, reply.source) == (200, "fake"), asking.operation.label
        assert "errors" not in reply.json, asking.operation.label


def test_one_path_for_each_endpoint_and_none_for_all():
    """With several, `/` is nobody's."""
    query = {"query": "{ __typename }"}
    for command in ("replay", "fake"):
        with running(understudy(command, cwd=ROOT)) as server:
            for path in ("/", "/graphql"):
                assert clients.post(server.origin + path, query).status == 404, path
            for system in shipped.ALL:
                answers = [clients.post(f"{server.origin}/{system.endpoint}{path}", query) for path in ("", "/graphql")]
                assert answers[0].status == 200
                assert answers[0].body == answers[1].body
