"""The stand-in of many results against the protocols that it is to speak."""

import json

import pytest
from standing_in import standing_in

COUNT = "subscription Count($to: Int!) { count(to: $to) }"
FAILING = "subscription Failing { failing(after: 1) }"
BREAKING = "subscription Breaking { breaking(after: 1) }"
REFUSED = "subscription Refused { refused }"
ADDED = "subscription NoteAdded { noteAdded { id text } }"
ADD = "mutation AddNote($text: String!) { addNote(text: $text) { id } }"
NOTE = '{ note(id: "note-1") { id ... @defer(label: "who") { author { name } } } }'
EVENTS = {"accept": "text/event-stream"}
PARTS = {"accept": "multipart/mixed;subscriptionSpec=1.0,application/json"}


@pytest.fixture(scope="module")
def running():
    with standing_in("streams", "/graphql") as stand_in:
        yield stand_in


@pytest.fixture
def api(running):
    running.reset()
    return running


def events(api, query, **variables):
    response = api.post({"query": query, "variables": variables}, **EVENTS)
    assert response.headers["content-type"] == "text/event-stream"
    blocks = [block.split("\n") for block in response.text.split("\n\n") if block and block != ":"]
    return [(name.removeprefix("event: "), data.removeprefix("data:").strip()) for name, data in blocks]


def payloads(api, query, **variables):
    response = api.post({"query": query, "variables": variables}, **PARTS)
    assert response.headers["content-type"] == "multipart/mixed;boundary=graphql;subscriptionSpec=1.0"
    assert response.text.startswith("\r\n--graphql\r\n") and response.text.endswith("\r\n--graphql--\r\n")
    return [json.loads(part.split("\r\n\r\n")[1]) for part in response.text.split("\r\n--graphql")[1:-1]]


def test_events(api):
    assert events(api, COUNT, to=2) == [
        ("next", '{"data":{"count":1}}'),
        ("next", '{"data":{"count":2}}'),
        ("complete", ""),
    ]
    assert [name for name, _ in events(api, FAILING)] == ["next", "next", "complete"]
    assert "Nobody may subscribe" in events(api, REFUSED)[0][1]


def test_parts(api):
    assert payloads(api, COUNT, to=1) == [{}, {"payload": {"data": {"count": 1}}}]
    assert payloads(api, FAILING)[-1]["payload"] is None


def test_a_connection_that_breaks(api):
    with pytest.raises(Exception, match="incomplete chunked read"):
        api.post({"query": BREAKING}, **EVENTS)


@pytest.mark.parametrize("spec", [True, False])
def test_deferred(api, spec):
    api.ask(ADD, text="a")
    accept = "multipart/mixed;deferSpec=20220824" if spec else "multipart/mixed"
    response = api.post({"query": NOTE}, accept=accept)
    first, later = [json.loads(part.split("\r\n\r\n")[1]) for part in response.text.split("\r\n---")[1:-1]]
    assert first["data"] == {"note": {"id": "note-1"}} and first["hasNext"] is True
    assert later["incremental"][0]["data"] == {"author": {"name": "Ada"}} and later["hasNext"] is False
    assert ("pending" in first) is not spec
    assert api.ask(NOTE)["data"]["note"]["author"] == {"name": "Ada"}


@pytest.mark.parametrize(
    ("subprotocol", "start", "next"), [("graphql-transport-ws", "subscribe", "next"), ("graphql-ws", "start", "data")]
)
def test_sockets(api, subprotocol, start, next):
    with api.socket(subprotocol) as socket:
        socket.send(type="connection_init")
        assert socket.receive() == {"type": "connection_ack"}

        def told(query, **variables):
            socket.send(id="1", type=start, payload={"query": query, "variables": variables})
            messages = []
            while not messages or messages[-1]["type"] == next:
                messages.append(socket.receive())
            return [message["type"] for message in messages]

        assert told(COUNT, to=2) == [next, next, "complete"]
        assert told(FAILING) == [next, "error"]
        assert told(REFUSED) == ["error"]
        assert told("{ notes { id } }") == [next, "complete"]
        socket.send(id="2", type=start, payload={"query": ADDED})
        socket.send(id="3", type=start, payload={"query": "{ me }"})
        assert {socket.receive()["id"] for _ in range(2)} == {"3"}
        api.ask(ADD, text="a")
        assert socket.receive()["payload"] == {"data": {"noteAdded": {"id": "note-1", "text": "a"}}}
        socket.send(id="4", type=start, payload={"query": BREAKING})
        assert socket.closed_with() == 1011
