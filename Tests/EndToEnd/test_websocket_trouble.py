"""WebSocket clients that do not behave: each is told why and closed, and the others notice nothing."""

import json
import time

import pytest
from harness import running, understudy
from raw_sockets import BINARY, CLOSE, PING, PONG, TEXT, RawSocket

TRANSPORT, LEGACY = "graphql-transport-ws", "graphql-ws"
INIT = {"type": "connection_init"}
QUERY = {"query": "{ notes { id text } }"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("schemas")
    sdl = "type Query { notes: [Note!]! }  type Note { id: ID!  text: String! }"
    (folder / "notes.graphqls").write_text(sdl, "utf-8")
    with running(understudy("fake", "--schemas", folder, "--no-learn")) as running_server:
        yield running_server


@pytest.fixture
def bystander(server):
    """A client that behaves, and has to be served before and after."""
    with RawSocket(server.port).opened("/notes", TRANSPORT) as socket:
        socket.say(INIT)
        assert socket.hear() == {"type": "connection_ack"}
        yield socket
        socket.say({"id": "1", "type": "subscribe", "payload": QUERY})
        assert socket.hear()["payload"]["data"]["notes"]
        assert socket.hear() == {"id": "1", "type": "complete"}


def opened(server, protocol=TRANSPORT):
    return RawSocket(server.port).opened("/notes", protocol)


SAID = {
    "not JSON": (["nonsense"], "4400 Message is not JSON: "),
    "not an object": ([[1]], "4400 Message is expected to be an object, but got array"),
    "no type": ([{}], "4400 Message is missing the 'type' property"),
    "legacy word": ([{"type": "start", "id": "1", "payload": QUERY}], "4400 Invalid message 'type' property \"start\""),
    "no query": ([INIT, {"type": "subscribe", "id": "1", "payload": {}}], '4400 "subscribe" message payload expects'),
    "no init": ([{"type": "subscribe", "id": "1", "payload": QUERY}], "4401 Unauthorized"),
    "two inits": ([INIT, INIT], "4429 Too many initialisation requests"),
}


@pytest.mark.parametrize("name", SAID)
def test_a_message_that_breaks_the_protocol_closes_with_its_code(name, server, bystander):
    messages, reason = SAID[name]
    with opened(server) as socket:
        for message in messages:
            socket.say(message)
        assert socket.close_reason().startswith(reason)
        socket.frame(CLOSE, (4400).to_bytes(2, "big"))
        assert socket.has_ended()


def test_a_client_that_says_nothing_is_closed_with_4408(server, bystander):
    began = time.monotonic()
    with opened(server) as socket:
        assert socket.close_reason() == "4408 Connection initialisation timeout"
    assert 2.5 < time.monotonic() - began < 20


@pytest.mark.parametrize("offered", [[], ["soap"], ["graphql"], ["GRAPHQL-WS"]], ids=lambda names: ",".join(names) or "none")
def test_a_client_that_speaks_no_known_subprotocol_is_closed_with_4406(offered, server, bystander):
    with RawSocket(server.port) as socket:
        head = socket.shake_hands("/notes", *offered).lower()
        assert head.startswith(b"http/1.1 101 ") and b"sec-websocket-protocol" not in head
        assert socket.close_reason() == "4406 Subprotocol not acceptable"


FRAMES = {
    "not masked": ([(TEXT, b"{}", 0x80, False)], "1002 A client's frame is not masked"),
    "reserved bits": ([(TEXT, b"{}", 0xC0, True)], "1002 A frame has reserved bits set"),
    "reserved opcode": ([(0x3, b"", 0x80, True)], "1002 A frame has the reserved opcode 3"),
    "fragment of nothing": ([(0x0, b"", 0x80, True)], "1002 A continuation frame does not belong to a message"),
    "fragmented ping": ([(PING, b"", 0x00, True)], "1002 A control frame is fragmented"),
    "long ping": ([(PING, b"x" * 126, 0x80, True)], "1002 A control frame has more than 125 bytes"),
    "close without a code": ([(CLOSE, b"x", 0x80, True)], "1002 A close frame has an invalid code"),
    "invalid UTF-8": ([(TEXT, b"\xff", 0x80, True)], "1007 A text message is not UTF-8"),
    "binary": ([(BINARY, b"{}", 0x80, True)], "4400 Message is expected to be text, but got binary"),
    "too large": ([(TEXT, b"x" * (4 << 20) + b"x", 0x80, True)], "1009 A message is larger than the limit of 4194304 bytes"),
    "too large in parts": (
        [(TEXT, b"x" * (3 << 20), 0x00, True), (0x0, b"x" * (3 << 20), 0x80, True)],
        "1009 A message is larger than the limit of 4194304 bytes",
    ),
}


@pytest.mark.parametrize("name", FRAMES)
def test_a_frame_that_breaks_the_protocol_closes_with_its_code(name, server, bystander):
    frames, reason = FRAMES[name]
    with opened(server) as socket:
        try:
            for opcode, data, first, masked in frames:
                socket.frame(opcode, data, first, masked)
        except (BrokenPipeError, ConnectionResetError):
            pass  # what is too large need not be read to its end
        assert socket.close_reason().startswith(reason)


def test_the_legacy_protocol_says_what_is_wrong_in_its_own_words(server, bystander):
    with opened(server, LEGACY) as socket:
        socket.say("nonsense")
        message = socket.hear()
        assert message["type"] == "connection_error" and message["payload"]["message"].startswith("Message is not JSON")
        socket.say(INIT)
        assert [socket.hear()["type"] for _ in range(2)] == ["connection_ack", "ka"]
        socket.say({"type": "subscribe", "id": "1", "payload": QUERY})
        assert socket.hear() == {"type": "error", "id": "1", "payload": {"message": "Invalid message type!"}}
        socket.say({"type": "connection_terminate"})
        assert socket.close_reason() == "1000 "
    with opened(server, LEGACY) as socket:
        socket.say({"type": "start", "id": "1", "payload": QUERY})
        assert socket.hear()["type"] == "connection_error"
        assert socket.close_reason() == "1011 The client sent an operation before connection_init."


HANDSHAKES = {
    "version": ({"Sec-WebSocket-Version": "8"}, b"426", b"sec-websocket-version: 13"),
    "no version": ({"Sec-WebSocket-Version": None}, b"426", b"sec-websocket-version: 13"),
    "no key": ({"Sec-WebSocket-Key": None}, b"400", b""),
    "short key": ({"Sec-WebSocket-Key": "abc"}, b"400", b""),
    "foreign host": ({"Host": "evil.example"}, b"403", b""),
    "foreign page": ({"Origin": "https://evil.example"}, b"403", b""),
    "no session's name": ({"X-Understudy-Session": "%FF"}, b"400", b""),
}


@pytest.mark.parametrize("name", HANDSHAKES)
def test_a_bad_handshake_is_refused_with_its_status(name, server, bystander):
    headers, status, field = HANDSHAKES[name]
    with RawSocket(server.port) as socket:
        head = socket.shake_hands("/notes", TRANSPORT, headers=headers)
        assert head.startswith(b"HTTP/1.1 " + status) and field in head.lower()


@pytest.mark.parametrize("path", ["/__understudy/status", "/elsewhere/graphql"])
def test_a_socket_opens_where_an_endpoint_is_and_nowhere_else(path, server, bystander):
    with RawSocket(server.port) as socket:
        head = socket.shake_hands(path, TRANSPORT)
        # With one endpoint, every path that is not Understudy's own is below it.
        assert head.startswith(b"HTTP/1.1 404 " if path.startswith("/__") else b"HTTP/1.1 101 ")


@pytest.mark.long
def test_a_client_that_does_not_read_is_closed_with_the_reason(server, bystander):
    with RawSocket(server.port, receive_buffer=4096).opened("/notes", TRANSPORT) as socket:
        socket.say(INIT)
        message = json.dumps({"id": "1", "type": "subscribe", "payload": QUERY}).replace('"1"', '"%d"')
        socket.socket.settimeout(1)
        try:
            for number in range(1_000_000):
                socket.say(message % number)
        except TimeoutError:
            pass  # the server reads no more, as nothing is read from it
        else:
            pytest.fail("a million operations were taken from a client that reads nothing")
        time.sleep(11)
        socket.socket.settimeout(30)
        assert socket.close_reason() in {"1008 The client did not read for 10 s", "ended"}


@pytest.mark.long
def test_a_connection_that_is_half_open_is_given_up(server):
    began = time.monotonic()
    with opened(server, LEGACY) as socket:
        socket.say(INIT)
        assert [socket.hear()["type"] for _ in range(2)] == ["connection_ack", "ka"]
        # No pong is ever sent: to the server it is as if the cable was pulled.
        socket.socket.settimeout(100)
        assert socket.hear() == {"type": "ka"}
        assert socket.has_ended()
    assert 55 < time.monotonic() - began < 80


def test_pings_are_answered_between_fragments(server, bystander):
    with opened(server) as socket:
        text = json.dumps(INIT).encode()
        socket.frame(TEXT, text[:5], first=0x00)
        socket.frame(PING, b"are you there")
        socket.frame(0x0, text[5:])
        assert socket.next() == (PONG, b"are you there")
        assert socket.hear() == {"type": "connection_ack"}
