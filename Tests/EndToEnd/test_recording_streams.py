"""Subscriptions over each of the four protocols, and answers in parts, recorded through the program; the files looked at."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from harness import PATIENCE, eventually, recording_files, running, understudy
from standing_in import Socket, StandIn, standing_in
from websockets.sync.client import connect

COUNT = "subscription Count { count(to: 3) }"
FAILING = "subscription Failing { failing(after: 1) }"
BREAKING = "subscription Breaking { breaking(after: 1) }"
REFUSED = "subscription Refused { refused }"
ADDED = "subscription NoteAdded { noteAdded { id text } }"
ADD = "mutation AddNote($text: String!) { addNote(text: $text) { id } }"
NOTE = '{ note(id: "note-1") { id ... @defer(label: "who") { author { name } } } }'
COUNTED = [{"payload": {"data": {"count": number}}} for number in (1, 2, 3)]

EVENTS = "text/event-stream"
PARTS = "multipart/mixed;subscriptionSpec=1.0,application/json"
TRANSPORT, LEGACY = "graphql-transport-ws", "graphql-ws"
PROTOCOLS = [EVENTS, PARTS, TRANSPORT, LEGACY]
TOKEN = "bWVAZXhhbXBsZS5jb20="


class Recorder:
    """A program that records from a stand-in, and clients of it."""

    def __init__(self, server, folder: Path):
        self.server = server
        self.folder = folder
        self.url = server.origin + "/board"
        self.http = httpx.Client(timeout=PATIENCE)

    def post(self, query: str, accept: str = "application/json", **variables: Any) -> httpx.Response:
        body = {"query": query, "variables": variables}
        return self.http.post(self.url, json=body, headers={"accept": accept})

    @contextlib.contextmanager
    def stream(self, query: str, accept: str) -> Iterator[Iterator[str]]:
        with self.http.stream("POST", self.url, json={"query": query}, headers={"accept": accept}) as response:
            assert response.status_code == 200, response.read()
            yield response.iter_text()

    @contextlib.contextmanager
    def socket(self, subprotocol: str) -> Iterator[Socket]:
        url = self.url.replace("http://", "ws://")
        with connect(url, subprotocols=[subprotocol], open_timeout=PATIENCE) as connection:
            socket = Socket(connection)
            socket.send(type="connection_init", payload={"authorization": TOKEN})
            message = socket.receive()
            assert message == {"type": "connection_ack"}
            yield socket

    def subscribe(self, query: str, protocol: str) -> None:
        """Subscribes, and reads up to the end."""
        if protocol in (EVENTS, PARTS):
            with contextlib.suppress(httpx.RemoteProtocolError), self.stream(query, protocol) as chunks:
                for _ in chunks:
                    pass
            return
        with self.socket(protocol) as socket, contextlib.suppress(Exception):
            start(socket, protocol, query)
            while socket.receive()["type"] not in ("complete", "error"):
                pass

    def stop(self) -> None:
        assert self.server.stop() == 0, self.server.stderr

    def recorded(self, name: str) -> dict[str, Any]:
        """The file of the operation of this name."""
        found = [path for path in recording_files(self.folder) if name in str(path.relative_to(self.folder))]
        assert len(found) == 1, (found, self.server.stderr)
        return json.loads(found[0].read_text())

    def answer(self, name: str) -> dict[str, Any]:
        """Its only answer, which was recorded at the start."""
        file = self.recorded(name)
        assert list(file["states"]) == ["start"]
        (answer,) = file["responses"].values()
        return answer


def ending(answer: dict[str, Any]) -> dict[str, Any]:
    """How an answer ended; how long that took is the machine's affair."""
    return {name: value for name, value in answer["end"].items() if name != "wait"}


def start(socket: Socket, subprotocol: str, query: str, identifier: str = "1", **variables: Any) -> None:
    kind = "subscribe" if subprotocol == TRANSPORT else "start"
    socket.send(id=identifier, type=kind, payload={"query": query, "variables": variables})


def result(socket: Socket) -> dict[str, Any]:
    """The next result; signs of life are passed over."""
    while (message := socket.receive())["type"] not in ("next", "data"):
        assert message["type"] in ("ka", "ping", "complete"), message
    return message


@contextlib.contextmanager
def recording(upstream: StandIn, folder: Path, *arguments: str) -> Iterator[Recorder]:
    url = upstream.origin + upstream.path
    with running(
        understudy("record", "--upstream", url, "--endpoint", "board", "--recordings", folder, *arguments)
    ) as server:
        recorder = Recorder(server, folder)
        with recorder.http:
            yield recorder


@pytest.fixture(scope="module")
def every():
    with standing_in("streams", "/graphql") as upstream:
        yield upstream


@pytest.fixture
def recorder(every, folder):
    every.reset()
    with recording(every, folder) as recorder:
        yield recorder


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_ends(recorder, protocol):
    """Complete, failed, broken and refused: as the endpoint ended it."""
    for query in (COUNT, FAILING, BREAKING, REFUSED):
        recorder.subscribe(query, protocol)
    recorder.stop()
    count = recorder.answer("Count")
    assert [event["payload"] for event in count["events"]] == [event["payload"] for event in COUNTED]
    assert ending(count) == {"how": "complete"}
    failing = recorder.answer("Failing")
    assert failing["events"][0]["payload"] == {"data": {"failing": 1}}
    if protocol == EVENTS:
        # GraphQL over SSE knows no errors but a result's.
        assert failing["events"][1]["payload"]["errors"][0]["message"] == "The counter is broken."
        assert ending(failing) == {"how": "complete"}
    else:
        assert failing["end"]["how"] == "errors"
        assert failing["end"]["errors"][0]["message"] == "The counter is broken."
    breaking = recorder.answer("Breaking")
    assert [event["payload"] for event in breaking["events"]] == [{"data": {"breaking": 1}}]
    closed = {"code": 1011, "reason": "broken"} if protocol in (TRANSPORT, LEGACY) else {}
    assert ending(breaking) == {"how": "dropped", **closed}
    assert "Nobody may subscribe" in json.dumps(recorder.answer("Refused"))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_events_belong_to_the_state_after_their_mutation(recorder, protocol):
    """The endpoint tells its subscribers before it answers the mutation."""
    seen: list[str] = []
    with contextlib.ExitStack() as open:
        if protocol in (EVENTS, PARTS):
            chunks = open.enter_context(recorder.stream(ADDED, protocol))

            def read() -> None:
                with contextlib.suppress(httpx.StreamError, httpx.RemoteProtocolError):
                    for chunk in chunks:
                        seen.append(chunk)

            threading.Thread(target=read, daemon=True).start()
        else:
            socket = open.enter_context(recorder.socket(protocol))
            start(socket, protocol, ADDED)

            def read() -> None:
                with contextlib.suppress(Exception):
                    while True:
                        seen.append(json.dumps(result(socket)))

            threading.Thread(target=read, daemon=True).start()
        # The subscription has reached the endpoint when it tells of something.
        probe = iter(range(1000))
        eventually(lambda: recorder.post(ADD, text=f"n{next(probe)}") and "noteAdded" in "".join(seen), "an event")
        recorder.stop()
    events = recorder.answer("NoteAdded")["events"]
    assert events, "no event was kept"
    files = [json.loads(path.read_text()) for path in recording_files(recorder.folder) if "AddNote" in str(path)]
    led_to = {state["next"] for file in files for state in file["states"].values()}
    assert {event["after"] for event in events} <= led_to


def test_one_socket_for_each_client(recorder):
    """Queries, mutations and subscriptions of a client share one connection to the endpoint; its credential goes along."""
    with recorder.socket(TRANSPORT) as socket:
        start(socket, TRANSPORT, ADDED, "events")
        start(socket, TRANSPORT, "query Me { me }", "me")
        assert result(socket)["payload"] == {"data": {"me": TOKEN}}
        start(socket, TRANSPORT, ADD, "add", text="a")
        payloads = {}
        while len(payloads) < 2:
            message = result(socket)
            payloads[message["id"]] = message["payload"]
        assert payloads["events"] == {"data": {"noteAdded": {"id": "note-1", "text": "a"}}}
        socket.send(id="events", type="complete")
    recorder.stop()
    assert recorder.recorded("AddNote")["states"]["start"]["next"]
    (event,) = recorder.answer("NoteAdded")["events"]
    assert event["after"] == recorder.recorded("AddNote")["states"]["start"]["next"]
    assert recorder.answer("NoteAdded")["end"] == {"how": "open"}
    assert TOKEN not in "".join(path.read_text() for path in recorder.folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("spoken", ["sse", "multipart", LEGACY, TRANSPORT])
@pytest.mark.parametrize("asked", PROTOCOLS)
def test_whatever_the_endpoint_speaks(folder, spoken, asked):
    """The way of the client, else another one; what was found is used again."""
    with standing_in("streams", "/graphql", "--protocols", spoken) as upstream, recording(upstream, folder) as recorder:
        recorder.subscribe(COUNT, asked)
        recorder.subscribe("subscription Again { count(to: 2) }", asked)
        recorder.stop()
        answer = recorder.answer("Count")
        assert [event["payload"]["data"]["count"] for event in answer["events"]] == [1, 2, 3]
        assert ending(answer) == {"how": "complete"}
        assert len(recorder.answer("Again")["events"]) == 2


@pytest.mark.parametrize("asked", [EVENTS, PARTS])
@pytest.mark.parametrize("spoken", ["defer", TRANSPORT, LEGACY])
def test_what_is_refused_every_way_is_answered_as_it_was(folder, spoken, asked):
    """An invalid subscription, and one that may not be opened: the endpoint's own answer over HTTP."""
    with standing_in("streams", "/graphql", "--protocols", spoken) as upstream, recording(upstream, folder) as recorder:
        for query in ("subscription Invalid { nothing }", REFUSED):
            response = recorder.post(query, asked)
            straight = upstream.post({"query": query}, accept=asked)
            assert (response.status_code, response.json()) == (straight.status_code, straight.json())
        recorder.stop()
        assert recording_files(folder) == []
        assert "refused a subscription over HTTP (status 400)" in recorder.server.stderr + recorder.server.stdout


@pytest.mark.parametrize("spoken", [LEGACY, TRANSPORT])
@pytest.mark.parametrize("asked", [LEGACY, TRANSPORT])
def test_a_syntax_error_ends_one_operation(folder, spoken, asked):
    """In what the endpoint says of it, and the connection goes on; the same where it is answered here."""

    def ended(socket: Socket, query: str, identifier: str) -> list[dict[str, Any]]:
        start(socket, asked, query, identifier)
        messages = [socket.receive()]
        while messages[-1]["type"] not in ("error", "complete"):
            messages.append(socket.receive())
        return [message for message in messages if message["type"] not in ("ka", "ping")]

    def talk(recorder: Recorder) -> None:
        with recorder.socket(asked) as socket:
            (error,) = ended(socket, "{ a ", "1")
            assert (error["id"], error["type"]) == ("1", "error")
            payload = error["payload"] if asked == LEGACY else error["payload"][0]
            assert payload["message"].startswith("Syntax Error: Expected Name")
            data, complete = ended(socket, "query Type { __typename }", "2")
            assert data["payload"] == {"data": {"__typename": "Query"}}
            assert (complete["id"], complete["type"]) == ("2", "complete")

    with standing_in("streams", "/graphql", "--protocols", spoken) as upstream, recording(upstream, folder) as recorder:
        talk(recorder)
        recorder.stop()
    with running(understudy("replay", "--recordings", folder)) as server:
        talk(Recorder(server, folder))


@pytest.mark.parametrize("subprotocol", [TRANSPORT, LEGACY])
def test_parts_over_a_websocket(recorder, subprotocol):
    """`@defer` of a client with a WebSocket: recorded, and replayed over either subprotocol, and whole over HTTP."""
    recorder.http.headers["authorization"] = TOKEN
    recorder.post(ADD, text="a")
    with recorder.socket(subprotocol) as socket:
        seen = parts(socket, subprotocol)
    recorder.stop()
    assert seen == [
        {
            "data": {"note": {"id": "note-1"}},
            "pending": [{"id": "0", "path": ["note"], "label": "who"}],
            "hasNext": True,
        },
        {
            "incremental": [{"id": "0", "data": {"author": {"name": "Ada"}}}],
            "completed": [{"id": "0"}],
            "hasNext": False,
        },
    ]
    with running(understudy("replay", "--recordings", recorder.folder)) as server:
        player = Recorder(server, recorder.folder)
        # The same caller as over the WebSocket.
        player.http.headers["authorization"] = TOKEN
        player.post(ADD, text="a")
        for other in (TRANSPORT, LEGACY):
            with player.socket(other) as socket:
                assert parts(socket, other) == seen
        # Whoever reads no parts gets them as one.
        whole = player.post(NOTE)
        assert whole.headers["content-type"].startswith("application/json")
        assert whole.json() == {"data": {"note": {"id": "note-1", "author": {"name": "Ada"}}}}


def parts(socket: Socket, subprotocol: str) -> list[dict[str, Any]]:
    """The parts of a note, up to the end."""
    start(socket, subprotocol, NOTE)
    seen = []
    while (message := socket.receive())["type"] != "complete":
        if message["type"] in ("next", "data"):
            seen.append(message["payload"])
        else:
            assert message["type"] in ("ka", "ping"), message
    return seen


def test_a_refused_mutation_changes_nothing(recorder):
    """An invalid mutation is recorded, and what comes after it is in the state of before."""
    notes = "query Notes { notes { text } }"
    invalid = recorder.post("mutation Invalid { addNote { id } }")
    assert invalid.status_code == 400
    assert recorder.post(notes).json() == {"data": {"notes": []}}
    recorder.post(ADD, text="a")
    assert recorder.post(notes).json() == {"data": {"notes": [{"text": "a"}]}}
    recorder.stop()
    assert list(recorder.recorded("Invalid")["states"].values()) == [list(recorder.recorded("Invalid")["responses"])]
    assert "start" in recorder.recorded("Notes")["states"] and "start" in recorder.recorded("AddNote")["states"]
    with running(understudy("replay", "--recordings", recorder.folder)) as server:
        player = Recorder(server, recorder.folder)
        again = player.post("mutation Invalid { addNote { id } }")
        assert (again.status_code, again.json()) == (400, invalid.json())
        assert player.post(notes).json() == {"data": {"notes": []}}
        player.post(ADD, text="a")
        response = player.post(notes)
        assert response.json() == {"data": {"notes": [{"text": "a"}]}}
        assert response.headers["understudy-state"] == "exact"


@pytest.mark.parametrize("spec", [True, False])
def test_parts(recorder, spec):
    accept = "multipart/mixed;deferSpec=20220824, application/json" if spec else "multipart/mixed, application/json"
    recorder.post(ADD, text="a")
    response = recorder.post(NOTE, accept)
    assert response.headers["content-type"].startswith("multipart/mixed")
    assert response.text.startswith("\r\n--")
    recorder.stop()
    files = [json.loads(path.read_text()) for path in recording_files(recorder.folder)]
    (file,) = [file for file in files if "note-1" in json.dumps(file) and "addNote" not in json.dumps(file)]
    (answer,) = file["responses"].values()
    first, last = [event["payload"] for event in answer["events"]]
    assert ("pending" in first) is not spec
    assert first["data"] == {"note": {"id": "note-1"}}
    assert last["incremental"][0]["data"] == {"author": {"name": "Ada"}}
    assert ending(answer) == {"how": "complete"}
    assert answer["headers"]["content-type"].startswith("multipart/mixed")


@pytest.mark.parametrize("subprotocol", [TRANSPORT, LEGACY])
def test_rocket_reserver(folder, subprotocol):
    """`tripsBooked` is tied to the bookings that it tells of, on whichever connection they came."""
    me = {"authorization": TOKEN}
    with standing_in("rocket_reserver", "/graphql") as upstream, recording(upstream, folder) as recorder:
        with recorder.socket(subprotocol) as socket:
            start(socket, subprotocol, "subscription TripsBooked { tripsBooked }")
            # The endpoint has taken the subscription when it answers what was asked after it.
            start(socket, subprotocol, "query Total { totalTripsBooked }", "2")
            assert result(socket)["id"] == "2"
            for mutation, expected in (("bookTrips(launchIds: [25])", 1), ("cancelTrip(launchId: 25)", -1)):
                body = {"query": f"mutation Change {{ {mutation} {{ success }} }}"}
                assert recorder.http.post(recorder.url, json=body, headers=me).status_code == 200
                assert result(socket)["payload"] == {"data": {"tripsBooked": expected}}
        recorder.stop()
        answer = recorder.answer("TripsBooked")
        assert [event["payload"]["data"]["tripsBooked"] for event in answer["events"]] == [1, -1]
        states = [event["after"] for event in answer["events"]]
        files = [json.loads(path.read_text()) for path in recording_files(folder) if "Change" in str(path)]
        assert {state["next"] for file in files for state in file["states"].values()} == set(states)
        assert len(set(states)) == 2
