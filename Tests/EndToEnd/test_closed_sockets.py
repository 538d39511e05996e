"""WebSockets that the endpoint closes, or does not take: the recorder's client sees the same, and replay's does."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Iterator

import httpx
import pytest
from harness import PATIENCE, recording_files, running, understudy
from standing_in import Socket, standing_in
from test_recording_streams import EVENTS, LEGACY, PARTS, TRANSPORT, ending, recording, start
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.sync.server import serve

SOCKETS = [TRANSPORT, LEGACY]
CLOSES = [(4403, "Forbidden"), (1011, ""), (1000, "bye"), (4999, "é" * 61)]


def closing(code: int, reason: str) -> str:
    return f'subscription Closing {{ closing(after: 2, code: {code}, reason: "{reason}") }}'


@contextlib.contextmanager
def socket(origin: str, subprotocol: str) -> Iterator[Socket]:
    url = origin.replace("http://", "ws://") + "/board"
    # The library's close waits in vain where something was not read.
    with connect(url, subprotocols=[subprotocol], open_timeout=PATIENCE, close_timeout=1) as connection:
        yield Socket(connection)


def hear(client: Socket) -> tuple[list, tuple[int, str] | None]:
    """What comes up to the end but signs of life, and the close frame, where one came."""
    heard = []
    try:
        while True:
            if (message := client.receive())["type"] != "ka":
                heard.append(message)
    except ConnectionClosed as closed:
        return heard, (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else None


def subscribed(origin: str, subprotocol: str, query: str) -> tuple[list, tuple[int, str] | None]:
    with socket(origin, subprotocol) as client:
        client.send(type="connection_init")
        start(client, subprotocol, query)
        heard, close = hear(client)
    assert heard.pop(0) == {"type": "connection_ack"}
    return [message["payload"]["data"]["closing"] for message in heard], close


def broken_off(origin: str, accept: str, query: str) -> str:
    """What comes over HTTP up to the break."""
    text = ""
    headers = {"accept": accept}
    with (
        httpx.Client(timeout=PATIENCE) as http,
        pytest.raises(httpx.RemoteProtocolError),
        http.stream("POST", origin + "/board", json={"query": query}, headers=headers) as response,
    ):
        for chunk in response.iter_text():
            text += chunk
    return text


@pytest.fixture(scope="module")
def every():
    with standing_in("streams", "/graphql") as upstream:
        yield upstream


@pytest.mark.parametrize(("code", "reason"), CLOSES, ids=[str(code) for code, _ in CLOSES])
@pytest.mark.parametrize("subprotocol", SOCKETS)
def test_closed_meanwhile(every, folder, subprotocol, code, reason):
    """Recorded over one protocol, replayed over all four."""
    query = closing(code, reason)
    with recording(every, folder) as recorder:
        # A client that does not wait for connection_ack is closed by the endpoint, in the newer protocol.
        with socket(recorder.server.origin, subprotocol) as client:
            client.send(type="connection_init")
            assert client.receive() == {"type": "connection_ack"}
            start(client, subprotocol, query)
            heard, close = hear(client)
        assert [message["payload"]["data"]["closing"] for message in heard] == [1, 2]
        assert close == (code, reason)
        recorder.stop()
        said = {"reason": reason} if reason else {}
        assert ending(recorder.answer("Closing")) == {"how": "dropped", "code": code, **said}
    with running(understudy("replay", "--recordings", folder)) as replay:
        for replayed in SOCKETS:
            assert subscribed(replay.origin, replayed, query) == ([1, 2], (code, reason)), replayed
        for accept in (EVENTS, PARTS):
            assert '"closing":2' in broken_off(replay.origin, accept, query)


def closes_without_a_code(connection) -> None:
    """Tells of one result, and sends a close frame that has nothing in it."""
    assert json.loads(connection.recv())["type"] == "connection_init"
    connection.send(json.dumps({"type": "connection_ack"}))
    result = {"id": json.loads(connection.recv())["id"], "type": "next", "payload": {"data": {"closing": 1}}}
    connection.send(json.dumps(result))
    with connection.send_context():
        connection.protocol.send_close()
    with contextlib.suppress(ConnectionClosed):
        connection.recv()


def test_closed_without_a_code(folder):
    query = closing(1005, "")
    with serve(closes_without_a_code, "127.0.0.1", 0, subprotocols=[TRANSPORT]) as upstream:
        threading.Thread(target=upstream.serve_forever, daemon=True).start()
        url = "http://127.0.0.1:%d/board" % upstream.socket.getsockname()[1]
        with running(understudy("record", "--upstream", url, "--endpoint", "board", "--recordings", folder)) as server:
            with socket(server.origin, TRANSPORT) as client:
                client.send(type="connection_init")
                assert client.receive() == {"type": "connection_ack"}
                start(client, TRANSPORT, query)
                # 1005 is what stands for a close frame without a code.
                assert hear(client)[1] == (1005, "")
            assert server.stop() == 0
        upstream.shutdown()
    (file,) = recording_files(folder)
    (answer,) = json.loads(file.read_text())["responses"].values()
    assert ending(answer) == {"how": "dropped", "code": 1005}
    with running(understudy("replay", "--recordings", folder)) as replay:
        for replayed in SOCKETS:
            assert subscribed(replay.origin, replayed, query) == ([1], (1005, "")), replayed


def test_a_pause_before_the_close_is_kept(folder):
    """The endpoint closes 50 ms after the client has the result, so however late the recorder is, it saw the pause."""
    arrived = threading.Event()

    def closes_after_a_pause(connection) -> None:
        assert json.loads(connection.recv())["type"] == "connection_init"
        connection.send(json.dumps({"type": "connection_ack"}))
        result = {"id": json.loads(connection.recv())["id"], "type": "next", "payload": {"data": {"closing": 1}}}
        connection.send(json.dumps(result))
        assert arrived.wait(PATIENCE)
        time.sleep(0.05)
        connection.close(4403, "Forbidden")

    with serve(closes_after_a_pause, "127.0.0.1", 0, subprotocols=[TRANSPORT]) as upstream:
        threading.Thread(target=upstream.serve_forever, daemon=True).start()
        url = "http://127.0.0.1:%d/board" % upstream.socket.getsockname()[1]
        with running(understudy("record", "--upstream", url, "--endpoint", "board", "--recordings", folder)) as server:
            with socket(server.origin, TRANSPORT) as client:
                client.send(type="connection_init")
                assert client.receive() == {"type": "connection_ack"}
                start(client, TRANSPORT, closing(4403, "Forbidden"))
                assert client.receive()["payload"]["data"] == {"closing": 1}
                arrived.set()
                assert hear(client) == ([], (4403, "Forbidden"))
            assert server.stop() == 0
        upstream.shutdown()
    (file,) = recording_files(folder)
    (answer,) = json.loads(file.read_text())["responses"].values()
    assert answer["end"]["wait"] >= 50


def test_a_close_is_part_of_the_answer(every, folder):
    """Recorded again it is known; another reason is another answer."""
    with recording(every, folder) as recorder:
        for _ in range(2):
            recorder.subscribe(closing(4403, "Forbidden"), TRANSPORT)
        recorder.stop()
        assert "1 new, 1 known" in recorder.server.stderr
    (file,) = recording_files(folder)
    text = file.read_text()
    file.write_text(text.replace('"reason": "Forbidden"', '"reason": "Expired"'))
    with recording(every, folder) as recorder:
        recorder.subscribe(closing(4403, "Forbidden"), TRANSPORT)
        recorder.stop()
        assert "1 changed" in recorder.server.stderr
    assert ending(recorder.answer("Closing")) == {"how": "dropped", "code": 4403, "reason": "Forbidden"}


def test_all_operations_of_a_socket_end_so(every, folder):
    with recording(every, folder) as recorder:
        with recorder.socket(TRANSPORT) as client:
            start(client, TRANSPORT, "subscription NoteAdded { noteAdded { id } }", "added")
            start(client, TRANSPORT, closing(4403, "Forbidden"), "closing")
            _, close = hear(client)
        assert close == (4403, "Forbidden")
        recorder.stop()
        for name in ("NoteAdded", "Closing"):
            assert ending(recorder.answer(name)) == {"how": "dropped", "code": 4403, "reason": "Forbidden"}


def test_not_taken(every, folder):
    """The endpoint refuses connection_init: the client hears what it says, and nothing else."""
    message = "The token has expired."
    with recording(every, folder) as recorder:
        for subprotocol in SOCKETS:
            with socket(recorder.server.origin, subprotocol) as client:
                client.send(type="connection_init", payload={"authorization": "expired"})
                heard, close = hear(client)
            if subprotocol == TRANSPORT:
                assert (heard, close) == ([], (4403, message))
            else:
                payload = {"message": message, "extensions": {"code": "EXPIRED"}}
                assert heard == [{"type": "connection_error", "payload": payload}]
                assert close == (1011, "")
        recorder.stop()
        told = [line for line in recorder.server.stderr_lines if "refused the connection" in line]
        assert len(told) == 2, recorder.server.stderr
        assert all("not recorded" in line and message in line for line in told)
    assert recording_files(folder) == []


@pytest.mark.parametrize("subprotocol", SOCKETS)
def test_taken_with_a_payload(every, folder, subprotocol):
    """`connection_ack` is the endpoint's; replay has one without a payload."""
    with recording(every, folder) as recorder:
        with socket(recorder.server.origin, subprotocol) as client:
            client.send(type="connection_init", payload={"authorization": "welcome"})
            assert client.receive() == {"type": "connection_ack", "payload": {"user": "welcome"}}
            start(client, subprotocol, "subscription Count { count(to: 1) }")
            while (heard := client.receive())["type"] == "ka":
                pass
            assert heard["payload"] == {"data": {"count": 1}}
        recorder.stop()
    with running(understudy("replay", "--recordings", folder)) as replay, socket(replay.origin, subprotocol) as client:
        client.send(type="connection_init", payload={"authorization": "welcome"})
        assert client.receive() == {"type": "connection_ack"}


@pytest.mark.parametrize("spoken", ["sse", "multipart"])
@pytest.mark.parametrize("subprotocol", SOCKETS)
def test_an_endpoint_without_websockets_takes_everybody(folder, spoken, subprotocol):
    with (
        standing_in("streams", "/graphql", "--protocols", spoken) as upstream,
        recording(upstream, folder) as recorder,
        socket(recorder.server.origin, subprotocol) as client,
    ):
        client.send(type="connection_init", payload={"authorization": "expired"})
        assert client.receive() == {"type": "connection_ack"}
