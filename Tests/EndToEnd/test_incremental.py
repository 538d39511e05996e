"""Results in parts (`@defer`): spelt as the client asked, each part a chunk of its own."""

import json

import clients
import pytest
from event_streams import Stream
from harness import ROOT, running, understudy
from subscribers import subscribed

DEFERRED = '{ launch(id: "7") { id ... @defer(label: "later") { rocket { id } } } }'
APOLLO = "multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json"
URQL = (
    "application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed"
)
PART = "\r\ncontent-type: application/json\r\n\r\n"
PATH = "/rocket-reserver"


@pytest.fixture(scope="module")
def server():
    schemas = ["--schemas", ROOT / "schemas", "--endpoint", "rocket-reserver"]
    with running(understudy("fake", *schemas, "--no-learn")) as running_server:
        yield running_server


@pytest.fixture(scope="module")
def rocket(server):
    reply = clients.post(f"{server.origin}{PATH}", {"query": DEFERRED}, accept="application/json")
    assert reply.media_type == "application/json"
    return reply.json["data"]["launch"]["rocket"]["id"]


def test_apollos_spelling(server, rocket):
    stream = Stream(server, PATH, DEFERRED, APOLLO)
    assert stream.headers["content-type"] == "multipart/mixed;boundary=graphql;deferSpec=20220824"
    assert stream.chunk() == f'\r\n--graphql{PART}{{"data":{{"launch":{{"id":"7"}}}},"hasNext":true}}\r\n--graphql'
    rest = stream.chunk()
    assert rest.startswith(PART) and rest.endswith("\r\n--graphql")
    part = json.loads(rest.removeprefix(PART).removesuffix("\r\n--graphql"))
    patch = {"data": {"rocket": {"id": rocket}}, "path": ["launch"], "label": "later"}
    assert part == {"incremental": [patch], "hasNext": False}
    assert stream.chunk() == "--" and stream.chunk() == ""
    stream.close()


def test_the_drafts_spelling_for_a_client_that_lists_everything(server, rocket):
    stream = Stream(server, PATH, DEFERRED, URQL)
    assert stream.headers["content-type"] == 'multipart/mixed;boundary="-"'
    text = stream.rest()
    assert text.startswith(f"\r\n---{PART}") and text.endswith("\r\n-----")
    parts = [json.loads(part) for part in text.removesuffix("\r\n-----").split(f"\r\n---{PART}")[1:]]
    assert parts[0]["pending"] == [{"id": "0", "path": ["launch"], "label": "later"}]
    assert parts[-1]["completed"] == [{"id": "0"}] and parts[-1]["hasNext"] is False
    assert rocket in text
    stream.close()


def test_a_single_result_is_plain_json_for_it(server):
    reply = clients.post(f"{server.origin}{PATH}", {"query": '{ launch(id: "7") { id } }'}, accept=URQL)
    assert reply.media_type == "application/graphql-response+json"
    assert reply.json == {"data": {"launch": {"id": "7"}}}


@pytest.mark.parametrize("way", ["graphql-transport-ws", "graphql-ws"])
@pytest.mark.parametrize("accept", [None, APOLLO, URQL])
def test_over_a_websocket(server, rocket, way, accept):
    """A message for each part where the handshake says which spelling is read; all at once is right for everybody."""
    headers = {"accept": accept} if accept else {}
    with subscribed(server, way, DEFERRED, endpoint="rocket-reserver", headers=headers) as client:
        messages = client.rest()
    if accept is None:
        assert messages == [{"data": {"launch": {"id": "7", "rocket": {"id": rocket}}}}]
        return
    first, last = messages
    patch = {"data": {"rocket": {"id": rocket}}}
    if accept == APOLLO:
        assert first == {"data": {"launch": {"id": "7"}}, "hasNext": True}
        assert last == {"incremental": [{**patch, "path": ["launch"], "label": "later"}], "hasNext": False}
    else:
        pending = [{"id": "0", "path": ["launch"], "label": "later"}]
        assert first == {"data": {"launch": {"id": "7"}}, "pending": pending, "hasNext": True}
        assert last == {"incremental": [{"id": "0", **patch}], "completed": [{"id": "0"}], "hasNext": False}


@pytest.mark.parametrize("accept", [APOLLO, URQL])
def test_in_a_named_session_all_parts_are_recorded(server, accept, tmp_path):
    name = {"X-Understudy-Session": "a"}

    def parts(origin_server):
        stream = Stream(origin_server, PATH, DEFERRED, accept, name)
        text = stream.rest()
        stream.close()
        return stream.headers["content-type"], text

    record = ("record", "--upstream", f"{server.origin}{PATH}", "--endpoint", "rocket-reserver", "--recordings", tmp_path)
    with running(understudy(*record)) as recorder:
        recorded = [parts(recorder) for _ in range(2)]
        assert recorder.stop() == 0, recorder.stderr
    with running(understudy("replay", "--recordings", tmp_path)) as replay:
        assert [parts(replay) for _ in range(2)] == recorded
