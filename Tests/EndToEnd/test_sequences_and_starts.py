"""What sessions keep besides their history: where they began, and how many answers of a sequence they were given."""

import json
import threading

import clients
import flows_of_the_tutorials as tutorials
import pytest
from flows_of_the_tutorials import Asking
from harness import eventually, running, understudy
from http_server import answer, sent_body, serving
from lockstep import Client, Lockstep, Seen
from operations import Operation
from session_support import ENDPOINT, HEADER, LAUNCH, USER, Caller, record_booking, sessions, start_over
from standing_in import standing_in

SEEDED = {"X-Understudy-Start": "seeded"}


@pytest.fixture(scope="module")
def rockets():
    with standing_in("rocket_reserver", "/graphql") as stand_in:
        yield stand_in


@pytest.fixture(autouse=True)
def at_its_start(rockets):
    rockets.reset()


@pytest.fixture(scope="module")
def booked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("booked") / "recordings"
    record_booking(folder)
    return folder


def recorder_of(stand_in, folder):
    where = ["--upstream", stand_in.origin + stand_in.path, "--endpoint", ENDPOINT, "--recordings", folder]
    return running(understudy("record", *where))


def looks(caller):
    return caller.ask(tutorials.LAUNCH_DETAILS, {"launchId": LAUNCH})


# Sessions


def test_get_and_post_share_a_session(booked):
    with running(understudy("replay", "--recordings", booked)) as server:
        caller = Caller(server, "shared", "path")
        caller.log_in()
        look = Operation("", tutorials.LAUNCH_DETAILS.text, "LaunchDetails", {"launchId": LAUNCH})
        words = ["-H", f"Authorization: {caller.headers['Authorization']}"]

        def got(path, *more):
            return clients.get(f"{server.origin}{path}", look, *words, *more).json["data"]["launch"]["isBooked"]

        assert got(caller.path) is False
        caller.book()
        assert [got(caller.path), got(f"/{ENDPOINT}", "-H", f"{HEADER}: shared"), caller.is_booked()] == [True] * 3
        assert got(f"/{ENDPOINT}", "-H", f"{HEADER}: another", "-H", "X-Other: a") is False


def test_a_session_that_is_used_is_not_dropped(booked):
    """Answers from the table of ready ones are use as well."""
    with running(understudy("replay", "--recordings", booked, "--session-idle", "2")) as server:
        used, unused = Caller(server, "used"), Caller(server, "unused")
        for caller in (used, unused):
            caller.log_in()
            caller.book()

        def dropped():
            assert used.is_booked() is True
            return sessions(server)["unused"].get("dropped")

        eventually(dropped, "the other one is dropped")
        assert used.is_booked() is True


def test_sessions_that_are_recorded_at_the_same_time(rockets, folder):
    """Eight users book eight trips at once through one recorder; each is replayed by itself, exactly."""
    users = {f"user{number}@example.com": str(30 + number) for number in range(8)}
    answers = {}
    with recorder_of(rockets, folder) as recorder:

        def record(email, launch):
            client = Client(f"{recorder.origin}/{ENDPOINT}", email)
            flow = tutorials.booking(email, launch=launch)
            answers[email] = tutorials.run(flow, lambda *asked: client.send(Asking(*asked)).answer)
            client.close()

        threads = [threading.Thread(target=record, args=user) for user in users.items()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert recorder.stop() == 0
    assert len(answers) == len(users)
    assert "not recorded" not in recorder.stderr
    with running(understudy("replay", "--recordings", folder)) as server:
        for email, launch in users.items():
            client = Client(f"{server.origin}/{ENDPOINT}", email)
            known = iter(answers[email])
            both = Lockstep(client.send, lambda asking, known=known: Seen(next(known)))
            tutorials.run(tutorials.booking(email, launch=launch), lambda *asked, both=both: both.ask(Asking(*asked)))
            client.close()
            assert [verdict.kind for verdict in both.verdicts] == ["exact"] * 8, both.verdicts


# Starts


def test_what_was_recorded_from_a_named_start_is_replayed_from_it(rockets, folder):
    with recorder_of(rockets, folder) as recorder:
        usual, seeded = Caller(recorder), Caller(recorder, headers=dict(SEEDED))
        usual.log_in()
        assert looks(usual).json["data"]["launch"]["isBooked"] is False
        # Somebody else books meanwhile.
        token = rockets.ask(tutorials.LOGIN.text, loginEmail=USER)["data"]["login"]["token"]
        rockets.ask(tutorials.BOOK_TRIP.text, {"authorization": token}, id=LAUNCH)
        start_over(recorder)
        seeded.log_in()
        assert looks(seeded).json["data"]["launch"]["isBooked"] is True
        assert recorder.stop() == 0
    with running(understudy("replay", "--recordings", folder)) as server:
        for name, headers, is_booked in (("a", {}, False), ("b", SEEDED, True), ("c", {}, False), ("d", SEEDED, True)):
            caller = Caller(server, name, headers=dict(headers))
            caller.log_in()
            assert caller.is_booked() is is_booked
        del caller.headers["X-Understudy-Start"]
        assert caller.is_booked() is True, "it goes on where it began"


# How sure an answer is


def test_strict_serves_only_what_was_recorded_after_the_whole_history(rockets, folder):
    """A trip to another launch changes nothing for this one, but no recorder saw the two together."""
    with recorder_of(rockets, folder) as recorder:
        looking, booking = Caller(recorder), Caller(recorder)
        looking.log_in()
        assert looks(looking).json["data"]["launch"]["isBooked"] is False
        start_over(recorder)
        booking.log_in()
        booking.ask(tutorials.BOOK_TRIP, {"id": "26"})
        assert recorder.stop() == 0
    for arguments, state in (([], "inferred"), (["--strict"], None)):
        with running(understudy("replay", "--recordings", folder, *arguments)) as server:
            caller = Caller(server)
            caller.log_in()
            assert looks(caller).header("understudy-state") == "exact"
            assert caller.ask(tutorials.BOOK_TRIP, {"id": "26"}).header("understudy-state") == "exact"
            reply = looks(caller)
            assert reply.header("understudy-state") == state
            if state:
                assert caller.is_booked() is False
            else:
                assert (reply.source, reply.code) == ("miss", "UNDERSTUDY_NO_RECORDING")
                assert "strict" in reply.message
            server.stop()
            assert ("Inferred: 1 answer" in server.stderr) is (state is not None)
            assert ("\n  rocket-reserver query " in server.stderr) is (state is not None), server.stderr


# Several answers in one state


@pytest.fixture(scope="module")
def polled(misbehaving, tmp_path_factory):
    """Three answers to one request, and what they were."""
    folder = tmp_path_factory.mktemp("polled") / "recordings"
    arguments = ["--upstream", f"{misbehaving.origin}/serial", "--endpoint", "polled", "--recordings", folder]
    with running(understudy("record", *arguments)) as recorder:
        answers = [clients.post(recorder.origin, {"query": "{ serial }"}).json for _ in range(3)]
        assert recorder.stop() == 0
    return folder, answers


def test_each_session_has_a_cursor_of_its_own(polled):
    folder, answers = polled
    with running(understudy("replay", "--recordings", folder)) as server:
        urls = [f"{server.origin}/~{name}" for name in ("a", "b")]
        seen = {url: [] for url in urls}
        for place in (0, 1, 0, 0, 1, 0, 1, 1):
            seen[urls[place]].append(clients.post(urls[place], {"query": "{ serial }"}).json)
        assert list(seen.values()) == [[*answers, answers[2]]] * 2
        assert clients.curl(f"{server.origin}/__understudy/sessions/a/reset", "-X", "POST").status == 200
        assert clients.post(urls[0], {"query": "{ serial }"}).json == answers[0]
        assert clients.post(urls[1], {"query": "{ serial }"}).json == answers[2]


def test_running_out_can_be_a_miss(polled):
    folder, answers = polled
    with running(understudy("replay", "--recordings", folder, "--exhausted", "error")) as server:
        for session in ("a", "b"):
            words = ["-H", f"{HEADER}: {session}"]
            assert [clients.post(server.origin, {"query": "{ serial }"}, *words).json for _ in range(3)] == answers
            for _ in range(2):
                reply = clients.post(server.origin, {"query": "{ serial }"}, *words)
                assert (reply.source, reply.code) == ("miss", "UNDERSTUDY_NO_RECORDING")
                assert "3 recorded answers" in reply.message and "--exhausted error" in reply.message


def test_one_answer_is_no_sequence(booked):
    """Where one answer was seen, it is the answer, however often it is asked for."""
    with running(understudy("replay", "--recordings", booked, "--exhausted", "error")) as server:
        caller = Caller(server)
        caller.log_in()
        caller.book()
        assert [caller.is_booked() for _ in range(4)] == [True] * 4


# Mutations below a field


@pytest.mark.parametrize("text", ['cart { setNote(text: "%s") { ok } }', "cart { %s { ok } }", "cart { %s }"])
def test_mutations_below_a_field_that_groups_them_are_told_apart(text, folder):
    """Recorded without a name, each by a recorder of its own, as in two runs of a client."""
    note = []

    def respond(handler):
        query = json.loads(sent_body(handler))["query"]
        if "mutation" in query:
            note[:] = ["a" if "gift" in query else "b"]
        data = {"cart": None} if "mutation" in query else {"note": note[0]}
        answer(handler, json.dumps({"data": data}).encode())

    values = {"gift": "a", "plain": "b"}
    mutations = {value: {"query": "mutation { %s }" % (text % value)} for value in values}
    with serving(respond) as url:
        for mutation in mutations.values():
            with running(understudy("record", "--upstream", url, "--endpoint", "cart", "--recordings", folder)) as server:
                clients.post(server.origin, mutation)
                clients.post(server.origin, {"query": "{ note }"})
                assert server.stop() == 0
    for value, mutation in mutations.items():
        with running(understudy("replay", "--recordings", folder)) as server:
            clients.post(server.origin, mutation)
            assert clients.post(server.origin, {"query": "{ note }"}).json == {"data": {"note": values[value]}}
