"""Subscriptions over HTTP, by server-sent events and by multipart: events come when they happen, and end as they should."""

import re
import time

import clients
import pytest
from event_streams import EVENTS, PARTS, Stream
from harness import ROOT, eventually, running, understudy

SUBSCRIBE = "subscription TripsBooked { tripsBooked }"
BOOK = 'mutation { bookTrips(launchIds: ["801", "802"]) { success } }'
CANCEL = 'mutation { cancelTrip(launchId: "801") { success } }'
PART = "\r\ncontent-type: application/json\r\n\r\n"
PATH = "/rocket-reserver"


def fake(*arguments):
    schemas = ["--schemas", ROOT / "schemas", "--endpoint", "rocket-reserver"]
    return running(understudy("fake", *schemas, "--no-learn", *arguments))


@pytest.fixture(scope="module")
def server():
    with fake() as running_server:
        yield running_server


def ask(server, query, session):
    reply = clients.post(f"{server.origin}{PATH}/~{session}", {"query": query})
    assert reply.status == 200 and "errors" not in reply.json, reply
    return reply


def open_streams(server, session):
    page = clients.curl(f"{server.origin}/__understudy/sessions/{session}").json
    return sum(endpoint.get("streams", 0) for endpoint in page["endpoints"])


def test_events_come_while_the_stream_is_open(server):
    stream = Stream(server, f"{PATH}/~a", SUBSCRIBE, EVENTS)
    assert stream.status == 200 and stream.headers["content-type"] == "text/event-stream; charset=utf-8"
    ask(server, BOOK, "b")
    ask(server, BOOK, "a")
    assert stream.event() == {"data": {"tripsBooked": 2}}
    ask(server, CANCEL, "a")
    assert stream.event() == {"data": {"tripsBooked": -1}}
    clients.curl(f"{server.origin}/__understudy/sessions/a/reset", "-X", "POST")
    assert stream.rest() == "event: complete\ndata:\n\n"
    stream.close()


def test_parts_are_spelt_as_apollo_reads_them(server):
    stream = Stream(server, f"{PATH}/~parts", SUBSCRIBE, PARTS)
    assert stream.headers["content-type"] == "multipart/mixed;boundary=graphql;subscriptionSpec=1.0"
    ask(server, BOOK, "parts")
    assert stream.chunk() == f'\r\n--graphql{PART}{{"payload":{{"data":{{"tripsBooked":2}}}}}}\r\n--graphql'
    clients.curl(f"{server.origin}/__understudy/sessions/parts/reset", "-X", "POST")
    assert stream.rest() == "--"
    stream.close()


def test_a_client_that_goes_is_forgotten(server):
    stream = Stream(server, f"{PATH}/~gone", SUBSCRIBE, EVENTS)
    assert open_streams(server, "gone") == 1
    stream.close()
    eventually(lambda: open_streams(server, "gone") == 0, "the stream of a client that has gone is over")


@pytest.mark.parametrize("accept", ["application/json", "*/*"])
def test_a_client_that_takes_no_stream_is_told_which_there_are(server, accept):
    reply = clients.post(f"{server.origin}{PATH}", {"query": SUBSCRIBE}, accept=accept)
    assert reply.status == 406 and reply.code == "UNDERSTUDY_NOT_ACCEPTABLE"
    assert "text/event-stream" in reply.message and "subscriptionSpec=1.0" in reply.message


def test_what_is_not_valid_is_said_in_an_event(server):
    reply = clients.post(f"{server.origin}{PATH}", {"query": "subscription { nothing }"}, accept=EVENTS)
    assert reply.status == 200 and reply.media_type == EVENTS
    assert re.fullmatch(rb'event: next\ndata: \{"errors":\[.*\]\}\n\nevent: complete\ndata:\n\n', reply.body)


def test_ticks_come_by_themselves():
    with fake("--tick", "50ms") as server:
        stream = Stream(server, PATH, SUBSCRIBE, EVENTS)
        ticks = [stream.event()["data"]["tripsBooked"] for _ in range(3)]
        stream.close()
        again = Stream(server, PATH, SUBSCRIBE, EVENTS)
        assert [again.event()["data"]["tripsBooked"] for _ in range(3)] == ticks
        again.close()


def test_the_end_of_the_program_ends_streams():
    with fake() as server:
        stream = Stream(server, PATH, SUBSCRIBE, EVENTS)
        began = time.monotonic()
        assert server.stop() == 0
        # Not waited for, as an answer in flight would be for ten seconds.
        assert time.monotonic() - began < 8
        # Broken off: no client may take it for the end that the endpoint would have said.
        assert b"complete" not in stream.file.read()
        stream.close()
