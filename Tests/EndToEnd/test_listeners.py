"""`begin`, `end` and `listeners`: a port's unnamed requests belong to the session that is open on it."""

import contextlib
import http.client
import json
import os
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import flows_of_the_tutorials as tutorials
import pytest
from clients import Reply
from harness import copy, eventually, run, running, understudy
import session_support
from session_support import ENDPOINT, Caller, booking, sessions
from standing_in import standing_in
from subscribers import Ended, OverHTTP, OverWebSocket
from websockets.sync.client import connect

SDL = """
type Query { notes: [Note!]!  note(id: ID!): Note }
type Mutation { addNote(text: String!): Note! }
type Subscription { noteAdded: Note }
type Note { id: ID!  text: String! }
"""
NOTES = {"query": "{ notes { text } }"}
NO_CI = {name: value for name, value in os.environ.items() if name != "CI"}


@contextlib.contextmanager
def recording(folder, *arguments):
    """A recorder in front of the tutorial's server, and that server's URL."""
    with standing_in("rocket_reserver", "/graphql") as upstream:
        url = f"{upstream.origin}/graphql"
        where = ["--upstream", url, "--endpoint", ENDPOINT, "--recordings", folder]
        with running(understudy("record", *where, *arguments, env=NO_CI)) as server:
            yield server, url


@pytest.fixture(scope="module")
def booked(tmp_path_factory):
    """A booking, recorded without a session: it answers sessions that have no recording of their own."""
    folder = tmp_path_factory.mktemp("booked") / "recordings"
    with recording(folder) as (server, _):
        caller = Caller(server)
        send = lambda operation, variables, headers: caller.ask(operation, variables, **headers).json  # noqa: E731
        tutorials.run(booking(), send)
        assert server.stop() == 0
    return folder


@pytest.fixture
def server(booked):
    with running(understudy("replay", "--recordings", booked, env=NO_CI)) as server:
        yield server


@pytest.fixture(scope="module")
def schemas(tmp_path_factory):
    folder = tmp_path_factory.mktemp("schemas")
    (folder / "notes.graphqls").write_text(SDL, "utf-8")
    return folder


@pytest.fixture
def faking(schemas):
    with running(understudy("fake", "--schemas", schemas, "--no-learn", env=NO_CI)) as server:
        yield server


class Port(session_support.Port):
    """Asks for notes."""

    def texts(self, **headers):
        return [note["text"] for note in self.ask(NOTES, **headers).json["data"]["notes"]]

    def add(self, text):
        answer = self.ask({"query": "mutation($t: String!) { addNote(text: $t) { id } }", "variables": {"t": text}})
        assert answer.status == 200, answer.body


def counts(ended):
    return {source: count for source, count in ended["counts"].items() if count}


def is_open(port):
    with contextlib.closing(socket.socket()) as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def test_a_port_s_unnamed_requests_belong_to_the_open_session(server):
    port, caller = Port(server.port), Caller(server)
    token = port.begin("Tests/book")
    caller.log_in()
    caller.book()
    assert caller.is_booked() is True
    assert Caller(server, "other").is_booked() is False, "a header beats begin"
    ended = port.end(token)
    assert (ended["session"], ended["outcome"]) == ("Tests/book", "passed")
    assert counts(ended) == {"exact": 3}
    assert list(sessions(server)) == ["Tests/book", "default", "other"]


def test_two_listeners_run_tests_in_parallel(server):
    main = Port(server.port)
    ports = [main.listen() for _ in range(2)]
    ready = threading.Barrier(2)

    def test(number):
        port = ports[number]
        for place in range(5):
            name = f"Tests/{number}.{place}"
            token = port.begin(name)
            ready.wait(20)
            caller = Caller(port)
            caller.log_in()
            assert caller.is_booked() is False
            if number == 0:
                caller.book()
            ready.wait(20)
            assert caller.is_booked() is (number == 0)
            ended = port.end(token)
            assert (ended["session"], ended["misses"]) == (name, [])
            assert counts(ended) == {"exact": 4 if number == 0 else 3}

    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(test, number) for number in range(2)]:
            done.result()
    assert [entry["listener"] for entry in main.control("listeners", method="GET").json["listeners"]] == [0, 1, 2]


def test_the_same_bytes_get_the_answer_of_the_session_that_is_open(faking):
    """Also when the server answers from its table: on one connection, over and over."""
    main = Port(faking.port)
    other = main.listen()
    body = json.dumps(NOTES).encode()
    with contextlib.ExitStack() as stack:
        connections = []
        for port in (main, other):
            connection = http.client.HTTPConnection("127.0.0.1", port.port, timeout=20)
            stack.callback(connection.close)
            connections.append(connection)

        def texts(connection):
            connection.request("POST", "/notes", body, {"Content-Type": "application/json"})
            return [note["text"] for note in json.loads(connection.getresponse().read())["data"]["notes"]]

        def ask(connection, times=6):
            answers = [texts(connection) for _ in range(times)]
            assert all(answer == answers[0] for answer in answers)
            return answers[0]

        plain = ask(connections[0])
        assert ask(connections[1]) == plain
        scope = main.begin("Scope", scope=True)
        main.add("scope's")
        with_scope = ask(connections[0])
        assert "scope's" in with_scope
        first = main.begin("first")
        # A session in a scope begins with what the scope made.
        assert ask(connections[0]) == with_scope
        main.add("first's")
        assert "first's" in ask(connections[0])
        assert ask(connections[1]) == plain
        assert counts(main.end(first)) == {"fake": 13}, "answers from the table count as well"
        assert ask(connections[0]) == with_scope
        second = main.begin("first")
        assert ask(connections[0], 20) == with_scope
        assert counts(main.end(second)) == {"fake": 20}
        assert counts(main.end(scope)) == {"fake": 13}
        assert ask(connections[0]) == plain
        token = other.begin("third")
        other.add("third's")
        assert "third's" in ask(connections[1])
        assert ask(connections[0]) == plain
        other.end(token)


def test_a_begin_beside_an_open_test_is_refused(server):
    port = Port(server.port)
    suite = port.begin("Cart", scope=True)
    first = port.begin("CartTests/a")
    refused = port.control("begin", {"session": "CartTests/b"})
    assert refused.status == 409
    assert refused.message.startswith(
        "CartTests/a is still open on this port. Parallel tests need a listener each."
    )
    begun = port.control("begin?replace=true", {"session": "CartTests/b"})
    assert (begun.status, begun.json["replaced"]) == (200, "CartTests/a")
    assert port.control("end", {"token": first, "outcome": "passed"}).status == 404
    ended = port.end(suite)
    assert [(inner["session"], inner["outcome"]) for inner in ended["inner"]] == [("CartTests/b", "failed")]


@pytest.mark.parametrize(
    ("method", "page", "body", "status"),
    [
        ("POST", "begin", b"", 400),
        ("POST", "begin", {"session": ""}, 400),
        ("POST", "begin", {"session": 7}, 400),
        ("POST", "begin", {}, 400),
        ("POST", "begin", {"session": "a", "odd": 1}, 400),
        ("POST", "end", {"token": "0-1", "outcome": "passed"}, 404),
        ("POST", "end", {"token": "", "outcome": "passed"}, 400),
        ("POST", "end", {"token": "0-1", "outcome": "fine"}, 400),
        ("POST", "listeners", {"mode": "proxy"}, 400),
        ("POST", "listeners", {"endpoints": ["nowhere"]}, 400),
        ("DELETE", "listeners/7", None, 404),
        ("DELETE", "listeners/x", None, 404),
        ("DELETE", "listeners/0", None, 409),
        ("GET", "begin", None, 405),
        ("DELETE", "listeners", None, 405),
        ("POST", "listeners/1", None, 405),
    ],
)
def test_bad_input_is_told(server, method, page, body, status):
    answer = Port(server.port).control(page, body, method)
    assert answer.status == status, answer.body
    assert answer.message


def test_there_are_as_many_listeners_as_the_flag_says(booked):
    with running(understudy("replay", "--recordings", booked, "--max-listeners", "2")) as server:
        main = Port(server.port)
        first, _ = main.listen(), main.listen()
        refused = main.control("listeners")
        assert (refused.status, refused.code) == (429, "UNDERSTUDY_TOO_MANY_LISTENERS")
        assert "2 listeners are open" in refused.message and "--max-listeners" in refused.message
        assert main.control(f"listeners/{first.number}", method="DELETE").status == 200
        assert main.listen().number == 3
        assert server.stop() == 0


def test_64_listeners_at_most_unless_told_otherwise(server):
    main = Port(server.port)
    ports = [main.listen() for _ in range(64)]
    assert len({port.port for port in ports}) == 64
    assert main.control("listeners").status == 429
    assert server.stop() == 0


def test_deleting_a_listener_closes_its_port(server):
    main = Port(server.port)
    port, last = main.listen(), main.listen()
    port.begin("Tests/a")
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port.port, timeout=20)) as idle:
        idle.request("GET", "/__understudy/status")
        assert idle.getresponse().read()
        closed = main.control(f"listeners/{port.number}", method="DELETE")
    assert closed.status == 200
    assert [(ended["session"], ended["outcome"]) for ended in closed.json["ended"]] == [("Tests/a", "failed")]
    assert not is_open(port.port)
    # A listener may close itself: its answer still comes.
    assert last.control(f"listeners/{last.number}", method="DELETE").json["closed"] == last.number
    eventually(lambda: not is_open(last.port), "the port closes")
    assert is_open(main.port)


@pytest.mark.parametrize("page", ["begin", "listeners"])
@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"Host": "evil.example"}])
def test_other_sites_and_names_are_refused_on_every_port(server, page, headers):
    main = Port(server.port)
    port = main.listen()
    for asked in (main, port):
        answer = asked.control(page, {"session": "a"} if page == "begin" else {}, **headers)
        assert answer.status == 403, answer.body
        assert asked.ask({"query": "{ a }"}, f"/{ENDPOINT}", **headers).status == 403
    assert len(main.control("listeners", method="GET").json["listeners"]) == 2


def test_a_session_is_recorded_when_its_test_has_passed(tmp_path):
    folder = tmp_path / "recordings"
    with recording(folder) as (server, _):
        main = Port(server.port)
        port = main.listen()
        for name, outcome in (("Tests/good", "passed"), ("Tests/bad", "failed")):
            token = port.begin(name, rerun="pytest")
            assert Caller(port).ask(tutorials.LAUNCH_DETAILS, {"launchId": "25"}).source == "upstream"
            taken = main.control("begin", {"session": name})
            assert (taken.status, "listener 1" in taken.message) == (409, True), "a session is recorded on one listener"
            ended = port.end(token, outcome)
            assert counts(ended) == {"upstream": 1}
            (recorded,) = ended["recorded"]
            assert (recorded["endpoint"], recorded["requests"]) == (ENDPOINT, 1)
            assert recorded["saved"] is (outcome == "passed")
            assert (recorded["reason"] is None) is (outcome == "passed")
        open_at_the_end = port.begin("Tests/never ended")
        assert Caller(port).ask(tutorials.LAUNCH_DETAILS, {"launchId": "25"}).source == "upstream"
        assert open_at_the_end == "1-3"
        main.begin("Tests/short")
        main.control("end", {"token": "0-1", "outcome": "skipped"})
        # Between two sessions nothing is recorded.
        assert Caller(main).ask(tutorials.LAUNCH_DETAILS, {"launchId": "83"}).source == "upstream"
        server.stop()
        assert "NOT SAVED" in server.stderr and "never ended" in server.stderr, "nobody said that it passed"
    with running(understudy("replay", "--recordings", folder)) as server:
        port = Port(server.port)
        token = port.begin("Tests/good")
        assert Caller(port).is_booked() is False
        assert counts(port.end(token)) == {"exact": 1}
        assert Caller(port).ask(tutorials.LAUNCH_DETAILS, {"launchId": "83"}).source == "miss"
        assert server.stop() == 0


def test_a_listener_records_what_the_run_replays(booked, tmp_path):
    folder = copy(booked, tmp_path / "recordings")
    with standing_in("rocket_reserver", "/graphql") as upstream:
        with running(understudy("replay", "--recordings", folder, env=NO_CI)) as server:
            main = Port(server.port)
            settings = {"mode": "record", "upstream": f"{upstream.origin}/graphql", "endpoints": [ENDPOINT]}
            port = main.listen(**settings)
            assert Caller(server).ask(tutorials.LAUNCH_DETAILS, {"launchId": "83"}).source == "miss"
            assert Caller(port).ask(tutorials.LAUNCH_DETAILS, {"launchId": "83"}).source == "upstream"
            assert main.control(f"listeners/{port.number}", method="DELETE").status == 200
            assert main.control("reload").status == 200
            assert Caller(server).ask(tutorials.LAUNCH_DETAILS, {"launchId": "83"}).source == "recorded"
            assert server.stop() == 0


def test_settings_of_a_listener_are_its_own(booked, schemas, tmp_path):
    with running(understudy("replay", "--recordings", booked, "--schemas", schemas, env=NO_CI)) as server:
        main = Port(server.port)
        faked = main.listen(mode="fake", seed=7, endpoints=["notes"])
        same, other = main.listen(mode="fake", seed=7), main.listen(mode="fake", seed=8)
        assert faked.ask(NOTES).source == "fake"
        assert faked.ask(NOTES).body == same.ask(NOTES).body != other.ask(NOTES).body
        assert main.ask(NOTES).status == 404
        status = faked.control("status", method="GET").json
        assert (status["mode"], status["endpoints"]) == ("fake", ["notes"])
        assert main.control("status", method="GET").json["mode"] == "replay"
        assert faked.control(f"listeners/{faked.number}", method="DELETE").status == 200
        assert server.stop() == 0


def test_in_ci_a_listener_writes_nothing(booked):
    with running(understudy("replay", "--recordings", booked, env={**NO_CI, "CI": "true"})) as server:
        refused = Port(server.port).control("listeners", {"mode": "record", "upstream": "http://127.0.0.1:1/graphql"})
        assert refused.status == 403
        assert "CI is set" in refused.message


class Socket:
    """A WebSocket that stays open."""

    def __init__(self, port, path="/notes"):
        self.socket = connect(
            f"ws://127.0.0.1:{port.port}{path}", subprotocols=["graphql-transport-ws"], close_timeout=0.2
        )
        self.say(type="connection_init")
        assert self.hear()["type"] == "connection_ack"
        self.count = 0

    def say(self, **message):
        self.socket.send(json.dumps(message))

    def hear(self):
        return json.loads(self.socket.recv(20))

    def subscribe(self, query):
        self.count += 1
        self.say(id=str(self.count), type="subscribe", payload={"query": query})
        return str(self.count)

    def ask(self, query):
        number = self.subscribe(query)
        result, end = self.hear(), self.hear()
        assert (result["id"], result["type"], end["type"]) == (number, "next", "complete")
        return result["payload"]["data"]


def test_on_a_socket_each_subscribe_belongs_to_the_session_that_is_open_then(faking):
    port = Port(faking.port)
    sock = Socket(port)
    plain = sock.ask("{ notes { text } }")
    first = port.begin("first")
    sock.ask('mutation { addNote(text: "first\'s") { id } }')
    assert "first's" in json.dumps(sock.ask("{ notes { text } }"))
    subscription = sock.subscribe("subscription { noteAdded { text } }")
    sock.subscribe('mutation { addNote(text: "heard") { id } }')
    heard = [sock.hear() for _ in range(3)]
    assert any(message["id"] == subscription and "heard" in json.dumps(message) for message in heard)
    ended = port.end(first)
    assert sock.hear() == {"id": subscription, "type": "complete"}, "an open subscription completes with its session"
    assert counts(ended) == {"fake": 4}
    second = port.begin("second")
    assert sock.ask("{ notes { text } }") == plain
    assert counts(port.end(second)) == {"fake": 1}
    sock.socket.close()


@pytest.mark.parametrize("way", ["sse", "multipart"])
def test_a_subscription_over_http_completes_with_its_session(faking, way):
    port = Port(faking.port)
    token = port.begin("first")
    query = {"query": "subscription { noteAdded { text } }"}
    other = OverHTTP(f"{port.origin}/notes", way, query, {"X-Understudy-Session": "other"})
    mine = OverHTTP(f"{port.origin}/notes", way, query, {})
    port.add("mine")
    assert mine.next()["data"]["noteAdded"]["text"] == "mine"
    ended = port.end(token)
    assert ended["unfinished"] == 0, "an open stream is no request in flight"
    with pytest.raises(Ended):
        mine.next()
    port.ask({"query": 'mutation { addNote(text: "other\'s") { id } }'}, **{"X-Understudy-Session": "other"})
    assert other.next()["data"]["noteAdded"]["text"] == "other's", "other sessions' subscriptions go on"
    other.close()


def test_the_end_waits_for_requests_in_flight(schemas):
    with running(understudy("fake", "--schemas", schemas, "--no-learn", "--latency", "700ms")) as server:
        port = Port(server.port)
        token = port.begin("slow")
        with ThreadPoolExecutor(1) as pool:
            slow = pool.submit(port.ask, NOTES)
            eventually(lambda: "slow" in {s["name"] for s in port.control("sessions", method="GET").json["sessions"]}, "asked")
            ended = port.end(token)
            assert slow.result().source == "fake"
        assert (counts(ended), ended["unfinished"]) == ({"fake": 1}, 0)


def test_the_end_waits_two_seconds_at_most(schemas):
    with running(understudy("fake", "--schemas", schemas, "--no-learn", "--latency", "4s")) as server:
        port = Port(server.port)
        token = port.begin("slow")
        with ThreadPoolExecutor(1) as pool:
            slow = pool.submit(port.ask, NOTES)
            eventually(lambda: "slow" in {s["name"] for s in port.control("sessions", method="GET").json["sessions"]}, "asked")
            ended = port.end(token)
            assert not slow.done()
            assert (counts(ended), ended["unfinished"]) == ({}, 1)
            assert slow.result().source == "fake"


SCRIPT = """
import json, os, urllib.request
ORIGIN = os.environ["UNDERSTUDY_URL"]
def post(path, body):
    request = urllib.request.Request(ORIGIN + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    return json.load(urllib.request.urlopen(request))
def begin(name, **members):
    return post("/__understudy/begin", {"session": name, **members})["token"]
def end(token):
    return post("/__understudy/end", {"token": token, "outcome": "passed"})
def miss():
    return post("/rocket-reserver", {"query": "query Unknown { me { id } }"})["errors"][0]["message"]
"""


def execute(booked, script):
    return run("exec", "--recordings", booked, "--", sys.executable, "-c", SCRIPT + script, env=NO_CI)


def test_what_comes_outside_of_any_session_fails_nothing(booked):
    done = execute(booked, 'end(begin("a")); assert "No recording" in miss()')
    assert done.returncode == 0, done.stderr
    assert "query Unknown" in done.stderr and "no test fails because of it" in done.stderr


def test_a_miss_in_a_session_fails_and_says_how_to_run_the_test_again(booked):
    done = execute(
        booked,
        'token = begin("a", rerun="pytest -k a")\n'
        'assert "To record this test: pytest -k a" in miss()\n'
        'assert end(token)["misses"][0]["message"].endswith("To record this test: pytest -k a")',
    )
    assert done.returncode == 1, done.stderr
    assert "To record this test: pytest -k a" in done.stderr
    assert "To record it" not in done.stderr


def test_a_miss_where_no_session_ever_began_fails(booked):
    assert execute(booked, "miss()").returncode == 1


def test_a_miss_on_a_listener_is_in_the_run_s_report(booked):
    script = """
port = post("/__understudy/listeners", {"strict": True})["port"]
ORIGIN = f"http://127.0.0.1:{port}"
miss()
"""
    done = execute(booked, script)
    assert done.returncode == 1, done.stderr
    assert "query Unknown" in done.stderr


def test_a_listener_s_subscription_over_a_socket_ends_with_its_port(faking):
    main = Port(faking.port)
    port = main.listen()
    subscriber = OverWebSocket(
        f"{port.origin}/notes", "graphql-transport-ws", {"query": "subscription { noteAdded { text } }"}, {}
    )
    port.begin("a")
    port.add("unheard")
    assert main.control(f"listeners/{port.number}", method="DELETE").status == 200
    with pytest.raises(Exception):  # noqa: B017, PT011
        while True:
            subscriber.next()
    assert not is_open(port.port)
