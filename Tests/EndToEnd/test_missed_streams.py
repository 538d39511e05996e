"""Streams that were not recorded, in a replay that asks the real endpoint for them (`--on-miss record`, `forward`)."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from harness import eventually, recording_files, running, understudy
from standing_in import StandIn, standing_in
from subscribers import WAYS, WORDS, Ended, subscribed
from test_recording_streams import ADD, ADDED, COUNT, NOTE, Recorder, parts, recording

FAILING = "subscription Failing { failing(after: 1) }"
COUNTED = [{"data": {"count": number}} for number in (1, 2, 3)]
PARTS = "multipart/mixed;deferSpec=20220824, application/json"


@pytest.fixture(scope="module")
def every():
    with standing_in("streams", "/graphql") as upstream:
        yield upstream


@pytest.fixture
def recorded(every, folder) -> Path:
    """A recording of something else."""
    every.reset()
    with recording(every, folder) as recorder:
        recorder.post("query Me { me }")
        recorder.stop()
    return folder


@contextlib.contextmanager
def replaying(upstream: StandIn, folder: Path, policy: str) -> Iterator[Recorder]:
    (folder / "board" / "endpoint.yaml").write_text(f"upstream: {upstream.origin}{upstream.path}\n")
    with running(understudy("replay", "--recordings", folder, "--on-miss", policy)) as server:
        player = Recorder(server, folder)
        with player.http:
            yield player


def subscription(player: Recorder, way: str, query: str):
    return subscribed(player.server, way, query, endpoint="board")


@pytest.mark.parametrize("policy", ["record", "forward"])
@pytest.mark.parametrize("way", WAYS)
def test_subscription(every, recorded, way, policy):
    before = recording_files(recorded)
    with replaying(every, recorded, policy) as player:
        with subscription(player, way, COUNT) as subscriber:
            assert subscriber.rest() == COUNTED
        with subscription(player, way, FAILING) as subscriber:
            assert subscriber.next() == {"data": {"failing": 1}}
            with contextlib.suppress(Ended):
                assert "errors" in subscriber.next()
        player.stop()
    if policy == "forward":
        assert recording_files(recorded) == before
        return
    assert player.answer("Count")["end"] == {"how": "complete"}
    with running(understudy("replay", "--recordings", recorded)) as server:
        for other in WAYS:
            with subscription(Recorder(server, recorded), other, COUNT) as subscriber:
                assert subscriber.rest() == COUNTED


@pytest.mark.parametrize("way", WAYS)
def test_what_was_recorded_on_the_way_is_replayed_at_once(every, recorded, way):
    with replaying(every, recorded, "record") as player:
        with subscription(player, way, COUNT) as subscriber:
            assert subscriber.rest() == COUNTED
        # It is written behind the client's back.
        eventually(lambda: any("Count" in str(path) for path in recording_files(recorded)), "it is written")
        with subscription(player, way, COUNT) as subscriber:
            assert subscriber.rest() == COUNTED
        player.stop()


@pytest.mark.parametrize("policy", ["record", "forward"])
@pytest.mark.parametrize("way", WAYS)
def test_events_of_mutations_that_were_passed_on(every, recorded, way, policy):
    with replaying(every, recorded, policy) as player:
        with subscription(player, way, ADDED) as subscriber:
            # The endpoint has the subscription when it tells of something.
            texts = iter(range(1000))
            seen: list[dict] = []

            def first() -> bool:
                with subscription(player, "graphql-transport-ws", COUNT) as other:
                    other.rest()
                player.post(ADD, text=f"n{next(texts)}")
                seen.append(subscriber.next())
                return True

            eventually(first, "an event")
            assert seen[0]["data"]["noteAdded"]["text"] == "n0"
        player.stop()
    added = [path for path in recording_files(recorded) if "NoteAdded" in str(path)]
    assert bool(added) == (policy == "record")
    if added:
        (event,) = player.answer("NoteAdded")["events"]
        files = [json.loads(path.read_text()) for path in recording_files(recorded) if "AddNote" in str(path)]
        assert [event["after"]] == [state["next"] for file in files for state in file["states"].values()]


@pytest.mark.parametrize("policy", ["record", "forward"])
def test_parts(every, recorded, policy):
    before = recording_files(recorded)
    every.ask(ADD, text="a")
    with replaying(every, recorded, policy) as player:
        live = player.post(NOTE, PARTS)
        assert live.headers["content-type"].startswith("multipart/mixed")
        assert live.text.count('"hasNext"') == 2
        over_socket = {}
        for subprotocol in WORDS:
            with player.socket(subprotocol) as socket:
                over_socket[subprotocol] = parts(socket, subprotocol)
                assert [part["hasNext"] for part in over_socket[subprotocol]] == [True, False]
        player.stop()
    if policy == "forward":
        assert recording_files(recorded) == before
        return
    with running(understudy("replay", "--recordings", recorded)) as server:
        player = Recorder(server, recorded)
        again = player.post(NOTE, PARTS)
        assert again.headers["understudy-source"] == "recorded"
        assert [line for line in again.text.split("\r\n") if line.startswith("{")] == [
            line for line in live.text.split("\r\n") if line.startswith("{")
        ]
        for subprotocol in WORDS:
            with player.socket(subprotocol) as socket:
                assert parts(socket, subprotocol) == over_socket[subprotocol]
