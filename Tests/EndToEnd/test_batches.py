"""Batches: recorded item by item, and joined again."""

from __future__ import annotations

import json
import threading
import time

import clients
import gql
import pytest
from gql import GraphQLRequest
from harness import ROOT, recording_files, running, understudy
from standing_in import standing_in
from subscribers import WAYS, subscribed

DETAILS = "query Details($id: ID!) { launch(id: $id) { id site isBooked } }"
BOOK = "mutation Book($id: ID!) { bookTrips(launchIds: [$id]) { success message } }"
ME = ["-H", "Authorization: bWVAZXhhbXBsZS5jb20="]


def item(query: str, id: str) -> dict:
    return {"query": query, "variables": {"id": id}}


@pytest.fixture(scope="module")
def upstream():
    with standing_in("rocket_reserver", "/graphql") as stand_in:
        yield stand_in


@pytest.fixture
def recorded(upstream, folder):
    """A batch with a booking between two looks, through a recorder; and what was answered."""
    upstream.reset()
    batch = [item(DETAILS, "25"), item(BOOK, "25"), item(DETAILS, "25")]
    with recorder(upstream, folder) as server:
        live = clients.post(server.origin, batch, *ME)
        assert server.stop() == 0
        assert len(server.events("exchange")) == 3
    assert len(recording_files(folder)) == 2
    return folder, batch, live


def recorder(upstream, folder):
    return running(
        understudy(
            "record", "--upstream", f"{upstream.origin}/graphql", "--endpoint", "rockets",
            "--recordings", folder, "--json",
        )  # fmt: skip
    )


def test_each_item_is_recorded_in_its_state(recorded):
    folder, batch, live = recorded
    assert [answer["data"] for answer in live.json] == [
        {"launch": {"id": "25", "site": "CCAFS SLC 40", "isBooked": False}},
        {"bookTrips": {"success": True, "message": "trips booked successfully"}},
        {"launch": {"id": "25", "site": "CCAFS SLC 40", "isBooked": True}},
    ]
    with running(understudy("replay", "--recordings", folder)) as server:
        again = clients.post(f"{server.origin}/~batch", batch, *ME)
        assert (again.status, again.json, again.source) == (200, live.json, "recorded")
        assert again.header("understudy-state") == "exact"
        singles = [clients.post(f"{server.origin}/~single", one, *ME).json for one in batch]
        assert singles == live.json


def test_each_item_has_its_own_miss(recorded):
    folder, batch, live = recorded
    with running(understudy("replay", "--recordings", folder)) as server:
        answer = clients.post(server.origin, [item(DETAILS, "26"), batch[0], {"query": "{"}, {}], *ME)
        assert answer.status == 200
        codes = [one["errors"][0]["extensions"]["code"] for one in answer.json if "errors" in one]
        assert codes == ["UNDERSTUDY_NO_RECORDING", "GRAPHQL_PARSE_FAILED", "UNDERSTUDY_BAD_REQUEST"]
        assert answer.json[1] == live.json[0]
        assert answer.source == "miss, recorded, error"


@pytest.mark.parametrize(
    "body, words",
    [
        ("[]", ["empty array"]),
        ("[1]", ["Item 1", "a number"]),
        ('[{"query": "{ me { id } }"}, []]', ["Item 2", "an array"]),
        (json.dumps([item(DETAILS, "25")] * 4), ["has 4 requests", "the limit is 3", "--max-batch"]),
        ('[{"query": "{ me { id } }"}', ["not JSON"]),
    ],
)
def test_what_is_no_batch(body, words, recorded):
    with running(understudy("replay", "--recordings", recorded[0], "--max-batch", "3")) as server:
        answer = clients.post(server.origin, body, *ME)
        assert (answer.status, answer.code) == (400, "UNDERSTUDY_BAD_REQUEST")
        for word in words:
            assert word in answer.message
        assert clients.post(server.origin, recorded[1], *ME).source == "recorded"


def test_what_was_not_recorded_is_asked_singly(recorded, upstream):
    folder, batch, live = recorded
    upstream.reset()
    (folder / "rockets" / "endpoint.yaml").write_text(f"upstream: {upstream.origin}/graphql\n")
    with running(understudy("replay", "--recordings", folder, "--on-miss", "record")) as server:
        # Whatever the client can undo: what is joined has to be plain.
        answer = clients.post(server.origin, [item(DETAILS, "26"), batch[0]], *ME, "-H", "Accept-Encoding: gzip")
        assert answer.json[0]["data"]["launch"]["id"] == "26"
        assert answer.json[1] == live.json[0]
        assert answer.source == "upstream, recorded"
        assert server.stop() == 0
    with running(understudy("replay", "--recordings", folder)) as server:
        again = clients.post(server.origin, [item(DETAILS, "26"), batch[0]], *ME)
        assert (again.source, again.json) == ("recorded", answer.json)


def test_gql_batches(recorded):
    folder, _, live = recorded
    with running(understudy("replay", "--recordings", folder)) as server:
        transport = clients.transport("requests", server.origin, {"Authorization": "bWVAZXhhbXBsZS5jb20="})
        requests = [GraphQLRequest(gql.gql(text), variable_values={"id": "25"}) for text in (DETAILS, BOOK, DETAILS)]
        with gql.Client(transport=transport) as session:
            assert session.execute_batch(requests) == [answer["data"] for answer in live.json]


def test_fakes_answer_batches_in_order():
    arguments = ["--schemas", ROOT / "schemas", "--endpoint", "rocket-reserver"]
    batch = [item(DETAILS, "25"), item(BOOK, "25"), {"query": "{ nothing }"}, {"query": "subscription { tripsBooked }"}]
    with running(understudy("fake", *arguments)) as server:
        answer = clients.post(server.origin, batch)
        assert (answer.status, answer.media_type) == (200, "application/json")
        launch, book, wrong, stream = answer.json
        assert launch["data"]["launch"]["id"] == "25"
        assert "success" in book["data"]["bookTrips"]
        assert wrong["errors"][0]["extensions"]["code"] == "GRAPHQL_VALIDATION_FAILED"
        assert stream["errors"][0]["extensions"]["code"] == "UNDERSTUDY_UNSUPPORTED"


@pytest.mark.parametrize("way", WAYS)
def test_events_of_a_batch_come_after_its_answer(way):
    """The answer takes its time, and its subscribers wait for it."""
    schemas = ["--schemas", ROOT / "schemas", "--endpoint", "rocket-reserver", "--no-learn", "--latency", "300ms"]
    with running(understudy("fake", *schemas)) as server:
        query = "subscription TripsBooked { tripsBooked }"
        with subscribed(server, way, query, endpoint="rocket-reserver") as subscriber:
            answered: list[float] = []

            def ask() -> None:
                reply = clients.post(f"{server.origin}/rocket-reserver", [item(BOOK, "25"), item(BOOK, "26")], *ME)
                assert reply.status == 200
                answered.append(time.monotonic())

            began = time.monotonic()
            asking = threading.Thread(target=ask)
            asking.start()
            assert [subscriber.next(), subscriber.next()] == [{"data": {"tripsBooked": 1}}] * 2
            assert time.monotonic() - began >= 0.3
            asking.join()
            assert answered


def test_a_fault_concerns_its_item_of_a_generated_batch():
    with running(understudy("fake", "--schemas", ROOT / "schemas", "--endpoint", "countries")) as fake:
        fault = {"operation": "One", "error": "continents.0.name", "message": "broken"}
        assert clients.post(f"{fake.origin}/__understudy/faults", fault).status == 201
        items = [{"query": f"query {name} {{ continents {{ name }} }}"} for name in ("One", "Two")]
        one, two = clients.post(f"{fake.origin}/countries", items).json
        assert one["errors"][0]["message"] == "broken" and "errors" not in two
