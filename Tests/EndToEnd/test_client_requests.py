"""The 128 requests in `wire/` are understood: faked, recorded from that fake, and replayed without it. Uploads are recorded
from a stand-in that says what came."""

from __future__ import annotations

import hashlib

import pytest
from client_requests import REQUESTS, SCHEMAS, ClientRequest
from clients import Reply
from harness import running, understudy
from standing_in import standing_in

PLAIN = [request for request in REQUESTS if request.kind not in ("stream", "parts", "upload")]
UPLOADS = [request for request in REQUESTS if request.kind == "upload"]
NEWER = "application/graphql-response+json"


def takes_newer(request: ClientRequest) -> bool:
    return NEWER in request.headers.get("accept", "")


def check(request: ClientRequest, reply: Reply, is_replayed: bool = False) -> None:
    """What every mode answers. A replay gives the media type that was recorded, for whichever client."""
    match request.kind:
        case "none" if request.method == "PUT":
            assert reply.status == 405
            assert reply.header("allow") == "GET, POST"
        case "none":
            assert (reply.status, reply.code) == (400, "UNDERSTUDY_BAD_REQUEST")
        case "unparsable":
            assert (reply.status, reply.code) == (400 if takes_newer(request) else 200, "GRAPHQL_PARSE_FAILED")
        case "invalid":
            assert (reply.status, reply.code) == (422 if takes_newer(request) else 200, "GRAPHQL_VALIDATION_FAILED")
        case "batch":
            assert reply.status == 200
            assert len(reply.json) == len(request.parameters)
            assert all(item["data"]["hello"] for item in reply.json)
        case "handshake":
            assert reply.status == 200
            assert "data" in reply.json or reply.message == "PersistedQueryNotFound", reply
        case "upload":
            assert reply.status == 200
            assert reply.json["data"]
        case "stream" if reply.media_type in ("text/event-stream", "multipart/mixed"):
            assert reply.status == 200
            assert b'"data":{' in reply.body, reply
        case "stream":
            assert reply.status in (200, 406)
            assert reply.json["errors"][0]["message"], reply
        case "parts":
            assert reply.status == 200
            assert b'"data":{' in reply.body, reply
        case "event":
            assert (reply.status, reply.media_type) == (200, "text/event-stream")
            assert b"event: next" in reply.body and b'"data":{' in reply.body
        case _:
            assert reply.status == 200, reply
            assert reply.json["data"]
            assert "errors" not in reply.json
            wanted = NEWER if takes_newer(request) else "application/json"
            assert reply.media_type in ((NEWER, "application/json") if is_replayed else (wanted,))


@pytest.fixture(scope="module")
def faking():
    with running(understudy("fake", "--schemas", SCHEMAS, "--tick", "100ms")) as server:
        yield server


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request: request.label)
def test_each_is_faked(request_, faking):
    check(request_, request_.send(faking))


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """What a recorder in front of a fake answered, request by request, and its folder; the fake is gone now."""
    folder = tmp_path_factory.mktemp("wire") / "recordings"
    replies: dict[int, Reply] = {}
    with running(understudy("fake", "--schemas", SCHEMAS)) as upstream:
        for endpoint in ("books", "animals", "counter"):
            with running(
                understudy(
                    "record", "--upstream", f"{upstream.origin}/{endpoint}", "--endpoint", endpoint,
                    "--recordings", folder,
                )  # fmt: skip
            ) as recorder:
                for request in PLAIN:
                    if request.path.split("?")[0] == f"/{endpoint}":
                        replies[request.number] = request.send(recorder)
                assert recorder.stop() == 0
    return folder, replies


@pytest.fixture(scope="module")
def replaying(recorded):
    with running(understudy("replay", "--recordings", recorded[0])) as server:
        yield server


@pytest.mark.parametrize("request_", PLAIN, ids=lambda request: request.label)
def test_each_is_recorded_and_replayed(request_, recorded, replaying):
    live = recorded[1][request_.number]
    check(request_, live)
    again = request_.send(replaying)
    if request_.kind == "handshake" and "data" not in live.json:
        # The recorder had to ask for the text; the replay knows it from the recordings.
        assert again.json["data"]
        return
    check(request_, again, is_replayed=True)
    if request_.kind in ("none", "event"):
        return
    if "data" in str(live.json):
        assert again.json == live.json
        assert again.source == "recorded"


@pytest.fixture(scope="module")
def uploaded(tmp_path_factory):
    """The same of uploads; each in a session of its own, since each is a mutation."""
    folder = tmp_path_factory.mktemp("wire-uploads") / "recordings"
    with standing_in("uploads", "/graphql") as upstream:
        arguments = ["--upstream", f"{upstream.origin}/graphql", "--endpoint", "books", "--recordings", folder]
        with running(understudy("record", *arguments)) as recorder:
            replies = {
                request.number: request.send(recorder, session=f"client{request.number}") for request in UPLOADS
            }
            assert recorder.stop() == 0
    return folder, replies


@pytest.fixture(scope="module")
def replaying_uploads(uploaded):
    with running(understudy("replay", "--recordings", uploaded[0])) as server:
        yield server


def test_there_are_uploads_of_all_clients():
    assert len({request.headers["user-agent"].split("/")[0] for request in UPLOADS}) == 4
    assert len(UPLOADS) == 10


@pytest.mark.parametrize("request_", UPLOADS, ids=lambda request: request.label)
def test_each_upload_is_recorded_and_replayed(request_, uploaded, replaying_uploads):
    live = uploaded[1][request_.number]
    check(request_, live)
    [data] = live.json["data"].values()
    said = [(file["size"], file["sha256"]) for file in (data if isinstance(data, list) else [data])]
    assert said == [(len(content), hashlib.sha256(content).hexdigest()) for content in request_.files]
    again = request_.send(replaying_uploads, session=f"client{request_.number}")
    assert (again.status, again.source, again.json) == (200, "recorded", live.json)
