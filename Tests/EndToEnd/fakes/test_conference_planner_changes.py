"""ConferencePlanner, faked: what its mutations change, seen by every later read."""

from __future__ import annotations

import flows_of_the_tutorials as tutorials
import pytest
from fakes.asking import SENDERS
from fakes.planner_support import attendees, conferences, names

UNKNOWN = "c000000000000000000000000"
ONE = "query($id: ID) { Conference(id: $id) { id name city year attendees { id name } _attendeesMeta { count } } }"
CREATE = """mutation($n: String!, $ids: [ID!], $new: [ConferenceattendeesAttendee!]) {
  createConference(name: $n, city: "San José", year: "2031", attendeesIds: $ids, attendees: $new) {
    id name city year attendees { id name } _attendeesMeta { count } } }"""


@pytest.fixture
def planner(world):
    return world("conference-planner")


@pytest.mark.parametrize("sender", SENDERS)
def test_the_flow_of_the_tutorial(sender, planner):
    """One registers, lists, looks, attends and does not, three times."""
    answers = iter(tutorials.run(tutorials.attending("Sarah"), SENDERS[sender](planner)))
    sarah = next(answers)["data"]["createAttendee"]
    assert sarah["name"] == "Sarah" and sarah["id"]
    listed = next(answers)["data"]["allConferences"]
    before = {"id": listed[0]["id"], "attendees": next(answers)["data"]["conference"]["attendees"]}
    assert before["attendees"] == listed[0]["attendees"]
    details = next(answers)["data"]["conference"]["attendees"] or []
    assert names(details) == names(before["attendees"] or [])
    for _ in range(tutorials.TOGGLES):
        changed = next(answers)["data"]["addToAttendees"]["conferencesConference"]
        assert changed["id"] == before["id"]
        assert {"id": sarah["id"], "name": "Sarah", "_conferencesMeta": {"count": 1}} in changed["attendees"]
        assert sarah["id"] in names(next(answers)["data"]["conference"]["attendees"])
        seen = next(answers)["data"]["conference"]["attendees"]
        assert seen == changed["attendees"] and len(seen) == len(details) + 1
        left = next(answers)["data"]["removeFromAttendees"]["conferencesConference"]
        assert names(left["attendees"] or []) == names(details)
        assert next(answers)["data"]["conference"]["attendees"] == before["attendees"]
        assert next(answers)["data"]["conference"]["attendees"] == left["attendees"]


def test_two_mutations_in_one_document(planner):
    """As the Playground sends them: told apart by the operation's name."""
    document = """
        mutation createUIKonfMutation { createConference(name: "UIKonf", city: "Berlin", year: "2017") { id } }
        mutation createWWDCMutation { createConference(name: "WWDC", city: "San Jose", year: "2017") { id } }"""
    before = len(conferences(planner))
    for name in ("createUIKonfMutation", "createWWDCMutation"):
        assert planner.post(document, name=name).json["data"]["createConference"]["id"]
    there = conferences(planner)
    assert len(there) == before + 2
    assert {("UIKonf", "Berlin", "2017"), ("WWDC", "San Jose", "2017")} <= {
        (each["name"], each["city"], each["year"]) for each in there}  # fmt: skip


def test_a_conference_from_its_making_to_its_end(planner):
    before = conferences(planner)
    made = planner.ask(CREATE, n="Ünïkonf 漢")["createConference"]
    assert (made["name"], made["city"], made["year"]) == ("Ünïkonf 漢", "San José", "2031")
    assert not made["attendees"] and made["_attendeesMeta"] == {"count": 0}
    assert made["id"] not in names(before)
    assert sorted(names(conferences(planner))) == sorted([*names(before), made["id"]])
    assert planner.ask("{ _allConferencesMeta { count } }")["_allConferencesMeta"]["count"] == len(before) + 1
    assert planner.ask(ONE, id=made["id"])["Conference"] == made
    assert names(conferences(planner, '(filter: {name: "Ünïkonf 漢"})')) == [made["id"]]

    change = 'mutation($id: ID!) { updateConference(id: $id, name: "Other") { id name city year } }'
    changed = {"id": made["id"], "name": "Other", "city": "San José", "year": "2031"}
    assert planner.ask(change, id=made["id"])["updateConference"] == changed
    assert {**planner.ask(ONE, id=made["id"])["Conference"], **changed} == planner.ask(ONE, id=made["id"])["Conference"]
    assert [each["name"] for each in conferences(planner) if each["id"] == made["id"]] == ["Other"]
    assert names(conferences(planner, '(filter: {name: "Ünïkonf 漢"})')) == []

    delete = "mutation($id: ID!) { deleteConference(id: $id) { id name } }"
    assert planner.ask(delete, id=made["id"])["deleteConference"] == {"id": made["id"], "name": "Other"}
    assert conferences(planner) == before
    assert planner.refused_or_null(ONE, id=made["id"])
    assert planner.refused_or_null("query($id: ID!) { node(id: $id) { id } }", id=made["id"])
    assert planner.refused_or_null(delete, id=made["id"])


def test_what_was_there_from_the_start_changes_too(planner):
    before = conferences(planner)
    gone = next(each for each in before if each["attendees"])
    person = gone["attendees"][0]["id"]
    kept = next(each for each in before if each["id"] != gone["id"])
    planner.ask('mutation($id: ID!) { updateConference(id: $id, city: "Elsewhere") { id } }', id=kept["id"])
    planner.ask("mutation($id: ID!) { deleteConference(id: $id) { id } }", id=gone["id"])
    after = conferences(planner)
    assert names(after) == [each for each in names(before) if each != gone["id"]]
    assert [each["city"] for each in after if each["id"] == kept["id"]] == ["Elsewhere"]
    for each in attendees(planner):
        assert gone["id"] not in names(each["conferences"] or [])
        assert each["_conferencesMeta"]["count"] == len(each["conferences"] or [])
    assert person in names(attendees(planner))


def test_created_with_old_and_new_attendees(planner):
    people = attendees(planner)
    old = people[0]
    made = planner.ask(CREATE, n="Both", ids=[old["id"]], new=[{"name": "Newcomer"}])["createConference"]
    assert {each["name"] for each in made["attendees"]} == {old["name"], "Newcomer"}
    assert made["_attendeesMeta"]["count"] == 2
    now = {each["id"]: each for each in attendees(planner)}
    assert len(now) == len(people) + 1
    assert made["id"] in names(now[old["id"]]["conferences"])
    assert now[old["id"]]["_conferencesMeta"]["count"] == old["_conferencesMeta"]["count"] + 1
    (newcomer,) = [each for each in now.values() if each["name"] == "Newcomer"]
    assert names(newcomer["conferences"]) == [made["id"]]


def test_an_attendee_with_new_conferences(planner):
    made = planner.ask(
        """mutation { createAttendee(name: "A", conferences: [{name: "One", city: "C", year: "2032"}]) {
          id conferences { id name city year attendees { id } } _conferencesMeta { count } } }"""
    )["createAttendee"]
    (conference,) = made["conferences"]
    assert (conference["name"], conference["city"], conference["year"]) == ("One", "C", "2032")
    assert names(conference["attendees"]) == [made["id"]] and made["_conferencesMeta"]["count"] == 1
    assert conference["id"] in names(conferences(planner))


def test_update_or_create(planner):
    text = """mutation($id: ID!) {
      updateOrCreateAttendee(update: {id: $id, name: "Updated"}, create: {name: "Created"}) { id name } }"""
    before = attendees(planner)
    there = before[0]["id"]
    assert planner.ask(text, id=there)["updateOrCreateAttendee"] == {"id": there, "name": "Updated"}
    assert len(attendees(planner)) == len(before)
    made = planner.ask(text, id=UNKNOWN)["updateOrCreateAttendee"]
    assert made["name"] == "Created" and made["id"] not in names(before)
    assert len(attendees(planner)) == len(before) + 1


@pytest.mark.parametrize("change", [
    'updateConference(id: $id, name: "X") { id }', "deleteConference(id: $id) { id }",
    'updateAttendee(id: $id, name: "X") { id }', "deleteAttendee(id: $id) { id }",
])  # fmt: skip
def test_an_unknown_id_changes_nothing(change, planner):
    before = conferences(planner), attendees(planner)
    assert planner.refused_or_null(f"mutation($id: ID!) {{ {change} }}", id=UNKNOWN)
    assert (conferences(planner), attendees(planner)) == before


def test_ids_of_the_new_are_all_different(planner):
    text = 'mutation { a: createAttendee(name: "Same") { id } b: createAttendee(name: "Same") { id } }'
    made = [each["id"] for _ in range(3) for each in planner.ask(text).values()]
    assert len(set(made)) == 6 and not set(made) & {UNKNOWN}
    assert set(made) <= set(names(attendees(planner)))
