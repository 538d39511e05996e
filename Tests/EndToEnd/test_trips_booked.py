"""Rocket Reserver's subscription `tripsBooked`, tied to BookTrip and CancelTrip: recorded over each transport that the
stand-in speaks, replayed over any, and faked."""

from __future__ import annotations

import json
from pathlib import Path

import flows_of_the_tutorials as tutorials
import pytest
from harness import ROOT, eventually, recording_files, running, tree, understudy
from session_support import ENDPOINT, LAUNCH, Caller
from standing_in import standing_in
from subscribers import WAYS, WORDS, Ended, Subscriber, subscribed

TRIPS_BOOKED = "subscription TripsBooked {\n  tripsBooked\n}"
SESSION = "trips"


def book_and_cancel(caller: Caller, subscriber: Subscriber) -> list[int]:
    """What a subscriber sees of a booking and a cancellation, each asked for after the event before it."""
    caller.log_in()
    seen = []
    for change in (tutorials.BOOK_TRIP, tutorials.CANCEL_TRIP):
        answer = caller.ask(change, {"id": LAUNCH})
        assert answer.status == 200, answer.body
        assert "errors" not in answer.json, answer.json
        seen.append(subscriber.next()["data"]["tripsBooked"])
    return seen


def subscription(server, way: str, session: str | None = SESSION):
    return subscribed(server, way, TRIPS_BOOKED, endpoint=ENDPOINT, session=session, operationName="TripsBooked")


def record(folder: Path, way: str) -> None:
    with standing_in("rocket_reserver", "/graphql") as upstream:
        where = ["--upstream", f"{upstream.origin}/graphql", "--endpoint", ENDPOINT, "--recordings", folder]
        with running(understudy("record", *where)) as recorder:
            with subscription(recorder, way, None) as subscriber:
                # WebSockets confirm no subscription. While the API answers a query, the recorder begins it.
                assert Caller(recorder).ask(tutorials.LAUNCH_DETAILS, {"launchId": LAUNCH}).status == 200
                assert book_and_cancel(Caller(recorder), subscriber) == [1, -1]
            eventually(lambda: list(folder.rglob("subscription.TripsBooked-*/*.json")), "the subscription is written")
            assert recorder.stop() == 0, recorder.stderr


@pytest.fixture(scope="module")
def recordings(tmp_path_factory) -> dict[str, Path]:
    """What was recorded by a client of each transport; the endpoint has its subscriptions over WebSocket only."""
    folders = {way: tmp_path_factory.mktemp(way) / "recordings" for way in WAYS}
    for way, folder in folders.items():
        record(folder, way)
    return folders


def test_one_recording_for_the_subscription(recordings):
    for folder in recordings.values():
        [file] = folder.rglob("subscription.TripsBooked-*/*.json")
        recorded = json.loads(file.read_text())
        [response] = recorded["responses"].values()
        assert [event["payload"] for event in response["events"]] == [
            {"data": {"tripsBooked": 1}},
            {"data": {"tripsBooked": -1}},
        ]
        assert response["end"] == {"how": "open"}
        # Each came after a mutation: in the state that it led to, which a recording of the mutation names.
        after = [event["after"] for event in response["events"]]
        assert len(set(after)) == 2
        mutations = "".join(path.read_text() for path in recording_files(folder) if "mutation." in str(path))
        assert all(f'"next": "{state}"' in mutations for state in after)


def test_the_transport_leaves_no_trace(recordings):
    def without_waits(folder: Path) -> dict[str, str]:
        return {
            name: "\n".join(line for line in data.decode().splitlines() if '"wait"' not in line)
            for name, data in tree(folder).items()
            if "redaction-salt" not in name and "subscription." in name
        }

    first, *others = (without_waits(folder) for folder in recordings.values())
    assert others == [first] * 3


@pytest.mark.parametrize("recorded", list(WORDS))
@pytest.mark.parametrize("way", WAYS)
def test_replayed_over_any_transport(recordings, recorded, way):
    with running(understudy("replay", "--recordings", recordings[recorded])) as server:
        with subscription(server, way) as subscriber:
            assert book_and_cancel(Caller(server, SESSION), subscriber) == [1, -1]
        # Another session sees nothing of it, until it books itself.
        with subscription(server, way, "another") as subscriber:
            assert book_and_cancel(Caller(server, "another"), subscriber) == [1, -1]
        assert server.stop() == 0


@pytest.mark.parametrize("way", WAYS)
def test_an_event_waits_for_its_mutation(recordings, way):
    with running(understudy("replay", "--recordings", recordings["graphql-ws"])) as server:
        with subscription(server, way) as one, subscription(server, way) as other:
            caller = Caller(server, SESSION)
            caller.log_in()
            caller.ask(tutorials.BOOK_TRIP, {"id": LAUNCH})
            # Both see it, and nothing else before the next mutation.
            assert [one.next(), other.next()] == [{"data": {"tripsBooked": 1}}] * 2
            caller.ask(tutorials.CANCEL_TRIP, {"id": LAUNCH})
            assert [one.next(), other.next()] == [{"data": {"tripsBooked": -1}}] * 2
        server.stop()


@pytest.mark.parametrize("way", WAYS)
def test_faked_over_any_transport(way):
    with running(understudy("fake", "--schemas", ROOT / "schemas", "--no-learn")) as server:
        with subscription(server, way) as subscriber:
            assert book_and_cancel(Caller(server, SESSION), subscriber) == [1, -1]
        server.stop()


@pytest.mark.parametrize("way", WAYS)
def test_what_was_not_recorded_is_a_miss(recordings, way):
    """Loud on every transport: an error instead of a stream that never says anything."""
    other = "subscription Other { other: tripsBooked }"
    with running(understudy("replay", "--recordings", recordings["graphql-ws"])) as server:
        try:
            with subscribed(server, way, other, endpoint=ENDPOINT) as subscriber:
                said = subscriber.next()
        except Ended as ended:
            said = ended.errors
        assert "UNDERSTUDY_NO_RECORDING" in json.dumps(said)
        server.stop()
