"""The flows of the tutorials, recorded once and replayed in many ways: every answer is right, or a loud miss."""

import random

import flow_matrix
import pytest
from harness import running
from lockstep import Client, Lockstep, Seen
from recorded_flows import FLOWS, OVERLAPPING, RECORDINGS, record, replay
from tally import Tally
from ways_to_replay import ALONE, SHARED, Run, in_order

SESSIONS = 8


@pytest.fixture(scope="module")
def matrix():
    with flow_matrix.matrix() as every:
        yield every


def shown(tally):
    """The counts are for people (pytest -s); that nothing is wrong is for all."""
    print(f"\n{tally.table()}\n{tally.reasons_table()}")
    assert not tally.wrong, "\n\n".join(tally.wrong)
    # Only requests that were in flight with a mutation may be uncertain.
    assert not any(count["uncertain"] for key, count in tally.counts.items() if key.recorded != OVERLAPPING)


@pytest.mark.parametrize("kind", ["apart", "reset"])
def test_each_flow_in_a_session_of_its_own_is_exact(matrix, kind):
    tally = Tally()
    matrix.run(kind, ["alone", "alone, every read twice"], 1, tally)
    shown(tally)
    for key, count in tally.only(kind):
        assert set(count) == {"exact"}, key
    assert {key.what for key, _ in tally.only(kind)} == {name for flows in FLOWS.values() for name in flows}


def test_a_suite_that_is_replayed_as_it_was_recorded_is_exact(matrix):
    tally = Tally()
    matrix.run("together", ["shared, in the recorded order"], 1, tally)
    shown(tally)
    assert all(set(count) == {"exact"} for _, count in tally.only("together"))


@pytest.mark.parametrize("seed", range(2))
def test_each_flow_in_eight_sessions_at_once_is_exact(matrix, seed):
    recorded = matrix.recorded["apart"]
    tally = Tally()
    with running(replay(recorded, matrix.schemas)) as server:
        played = matrix.play_at_once(server, recorded, SESSIONS, seed)
    assert len(played) == SESSIONS * sum(map(len, FLOWS.values()))
    for both in played:
        tally.take("apart", "at once", "all", both)
    shown(tally)
    ((_, count),) = tally.only("apart")
    assert count == {"exact": SESSIONS * sum(map(len, recorded.answers.values()))}


@pytest.mark.parametrize("kind", ["apart", "often"])
def test_otherwise_than_recorded_no_answer_is_wrong(matrix, kind):
    tally = Tally()
    matrix.run(kind, ALONE | SHARED, 1, tally)
    shown(tally)
    assert sum(count["exact"] + count["inferred"] for _, count in tally.only(kind))


def test_without_schemas_no_answer_is_wrong_either(matrix):
    tally = Tally()
    matrix.run("together", SHARED, 1, tally, schemas=False)
    shown(tally)


def test_strict_infers_nothing(matrix):
    recorded = matrix.recorded["together"]
    tally = Tally()
    with running(replay(recorded, matrix.schemas, "--strict")) as server:
        for system, flows in FLOWS.items():
            for mode in ("shared, in the recorded order", "shared, interleaved", "shared, some steps left out"):
                tally.take("together", mode, system, matrix.play(server, system, list(flows), mode, 0))
    shown(tally)
    assert not any(count["inferred"] for _, count in tally.only("together"))
    for _, count in tally.only("together", "shared, in the recorded order"):
        assert set(count) == {"exact"}


@pytest.mark.long
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("kind", RECORDINGS)
def test_otherwise_than_recorded_no_answer_is_wrong_by_many_seeds(matrix, kind):
    tally = Tally()
    matrix.run(kind, ALONE | SHARED, 10, tally)
    shown(tally)


@pytest.mark.long
@pytest.mark.timeout(600)
@pytest.mark.parametrize("attempt", range(3))
def test_recorded_by_clients_that_overlap_no_answer_is_wrong(matrix, attempt, tmp_path):
    """All flows of a system in one session at the same time: whatever the recorder made of it, it makes nothing up."""
    matrix.recorded[OVERLAPPING] = record(tmp_path / "recordings", OVERLAPPING, matrix.oracles)
    tally = Tally()
    matrix.run(OVERLAPPING, ALONE | SHARED, 1, tally)
    shown(tally)


def test_what_would_be_wrong_is_seen(matrix):
    """A player that answers the first forever, as some do, has many wrong answers here."""
    system = "conference_planner"
    oracle = matrix.oracles[system]
    oracle.reset()
    client = Client(oracle.origin + oracle.path)
    right: list[Seen] = []
    first: dict[str, Seen] = {}

    def the_first(asking):
        answer = Seen(right[-1].answer, "recorded", "exact")
        return first.setdefault(f"{asking.operation.name} {asking.variables}", answer)

    def asked(asking):
        right.append(client.send(asking))
        return right[-1]

    both = Lockstep(the_first, asked)
    in_order(both, [Run(flow()) for flow in FLOWS[system].values()], random.Random(0))
    client.close()
    tally = Tally()
    tally.take("elsewhere", "shared", "S1", both)
    ((_, count),) = tally.only("elsewhere")
    # Two attend three times each, and after each time the conference is read twice.
    assert count["WRONG"] >= 2 * 3 * 2, count
    assert len(tally.wrong) == 1 and "ConferenceDetails is wrong" in tally.wrong[0]
