"""ConferencePlanner, faked: conferences and those who attend them, as Graphcool's Simple API has them."""

from __future__ import annotations

import flows_of_the_tutorials as tutorials
import pytest
from fakes.asking import SENDERS
from fakes.walking import agree, filters, is_sorted, q

ENDPOINT = "conference-planner"
UNKNOWN = "c000000000000000000000000"
WHOLE = "{ allConferences { id name city year createdAt updatedAt attendees { id } _attendeesMeta { count } } }"
EVERYBODY = "{ allAttendees { id name conferences { id } _conferencesMeta { count } } }"
ONE = "query($id: ID) { Conference(id: $id) { id name city year attendees { id name } _attendeesMeta { count } } }"
CREATE = """mutation($n: String!, $ids: [ID!], $new: [ConferenceattendeesAttendee!]) {
  createConference(name: $n, city: "San José", year: "2031", attendeesIds: $ids, attendees: $new) {
    id name city year attendees { id name } _attendeesMeta { count } } }"""


@pytest.fixture
def planner(world):
    return world(ENDPOINT)


def conferences(planner, arguments=""):
    return planner.ask(WHOLE.replace("allConferences", f"allConferences{arguments}"))["allConferences"]


def attendees(planner):
    return planner.ask(EVERYBODY)["allAttendees"]


def names(found):
    return [each["id"] for each in found]


# What is there


def test_who_attends_what_agrees_from_both_ends(planner):
    there, people = conferences(planner), attendees(planner)
    assert len(there) > 1 and len(people) > 1
    pairs = agree(
        [(each["id"], names(each["attendees"] or [])) for each in there],
        [(each["id"], names(each["conferences"] or [])) for each in people],
    )
    assert pairs


def test_counts_are_lengths(planner):
    there, people = conferences(planner), attendees(planner)
    assert all(each["_attendeesMeta"]["count"] == len(each["attendees"] or []) for each in there)
    assert all(each["_conferencesMeta"]["count"] == len(each["conferences"] or []) for each in people)
    counts = planner.ask("{ c: _allConferencesMeta { count } a: _allAttendeesMeta { count } }")
    assert (counts["c"]["count"], counts["a"]["count"]) == (len(there), len(people))
    name = there[0]["name"]
    some = planner.ask("query($n: String) { _allConferencesMeta(filter: {name: $n}) { count } }", n=name)
    assert some["_allConferencesMeta"]["count"] == sum(each["name"] == name for each in there)


def test_a_lookup_is_the_member_of_the_list(planner):
    for each in conferences(planner):
        fields = "id name city year createdAt updatedAt attendees { id } _attendeesMeta { count }"
        query = f"query($id: ID!) {{ Conference(id: $id) {{ {fields} }} node(id: $id) {{ id ... on Conference {{ {fields} }} }} }}"
        found = planner.ask(query, id=each["id"])
        assert found["Conference"] == each and found["node"] == each
    for each in attendees(planner):
        assert planner.ask("query($id: ID!) { node(id: $id) { __typename id } }", id=each["id"])["node"] == {
            "__typename": "Attendee", "id": each["id"]}  # fmt: skip


def test_pages_hold_the_list_once(planner):
    whole = names(conferences(planner))
    for size in (1, 2, len(whole), len(whole) + 5):
        by_skip = [
            names(conferences(planner, f"(first: {size}, skip: {at})")) for at in range(0, len(whole) + size, size)
        ]
        assert sum(by_skip, []) == whole
        walked, after = [], ""
        for _ in whole:
            page = names(conferences(planner, f"(first: {size}{after})"))
            walked += page
            after = f', after: "{walked[-1]}"'
        assert walked == whole
        walked, before = [], ""
        for _ in whole:
            page = names(conferences(planner, f"(last: {size}{before})"))
            walked = page + walked
            before = f', before: "{walked[0]}"'
        assert walked == whole
    assert names(conferences(planner, f'(after: "{whole[0]}", before: "{whole[-1]}")')) == whole[1:-1]
    assert names(conferences(planner, "(skip: 1)")) == whole[1:]


def test_filters_find_what_python_finds(planner):
    whole = conferences(planner)
    some, other = whole[0], whole[-1]

    def found(text):
        return names(conferences(planner, f"(filter: {text})"))

    filters(found, whole, "id", [
        ("{}", lambda _: True),
        (f'{{name: {q(some["name"])}}}', lambda each: each["name"] == some["name"]),
        (f'{{name_not: {q(some["name"])}}}', lambda each: each["name"] != some["name"]),
        (f'{{id_in: [{q(some["id"])}, {q(other["id"])}, "x"]}}', lambda each: each["id"] in (some["id"], other["id"])),
        (f'{{id_not_in: [{q(some["id"])}]}}', lambda each: each["id"] != some["id"]),
        (f'{{city_contains: {q(some["city"][1:4])}}}', lambda each: some["city"][1:4] in each["city"]),
        (f'{{city_not_contains: {q(some["city"][1:4])}}}', lambda each: some["city"][1:4] not in each["city"]),
        (f'{{city_starts_with: {q(some["city"][:2])}}}', lambda each: each["city"].startswith(some["city"][:2])),
        (f'{{city_not_starts_with: {q(some["city"][:2])}}}', lambda each: not each["city"].startswith(some["city"][:2])),
        (f'{{city_ends_with: {q(some["city"][-2:])}}}', lambda each: each["city"].endswith(some["city"][-2:])),
        (f'{{city_not_ends_with: {q(some["city"][-2:])}}}', lambda each: not each["city"].endswith(some["city"][-2:])),
        (f'{{year_lt: {q(some["year"])}}}', lambda each: each["year"] < some["year"]),
        (f'{{year_lte: {q(some["year"])}}}', lambda each: each["year"] <= some["year"]),
        (f'{{year_gt: {q(some["year"])}}}', lambda each: each["year"] > some["year"]),
        (f'{{year_gte: {q(some["year"])}, name_not: {q(other["name"])}}}',
         lambda each: each["year"] >= some["year"] and each["name"] != other["name"]),
        (f'{{OR: [{{id: {q(some["id"])}}}, {{id: {q(other["id"])}}}]}}', lambda each: each["id"] in (some["id"], other["id"])),
        (f'{{AND: [{{id: {q(some["id"])}}}, {{id: {q(other["id"])}}}]}}', lambda each: False),
        (f'{{createdAt_lte: {q(some["createdAt"])}}}', lambda each: each["createdAt"] <= some["createdAt"]),
    ])  # fmt: skip


def test_filters_by_who_attends(planner):
    whole = conferences(planner)
    attended = next(each for each in whole if each["attendees"])
    person = attended["attendees"][0]["id"]

    def has(each):
        return person in names(each["attendees"] or [])

    filters(lambda text: names(conferences(planner, f"(filter: {text})")), whole, "id", [
        (f'{{attendees_some: {{id: "{person}"}}}}', has),
        (f'{{attendees_none: {{id: "{person}"}}}}', lambda each: not has(each)),
        (f'{{attendees_every: {{id: "{person}"}}}}', lambda each: set(names(each["attendees"] or [])) <= {person}),
    ])  # fmt: skip


@pytest.mark.parametrize("field", ["id", "name", "city", "year", "createdAt", "updatedAt"])
def test_order(field, planner):
    whole = names(conferences(planner))
    for suffix in ("ASC", "DESC"):
        found = conferences(planner, f"(orderBy: {field}_{suffix})")
        assert sorted(names(found)) == sorted(whole)
        assert is_sorted([each[field] for each in found], descending=suffix == "DESC")
    assert all(each["createdAt"] <= each["updatedAt"] for each in conferences(planner))


def test_the_arguments_of_a_relation(planner):
    """`first: 3` and `last: 3` of the tutorials."""
    attended = max(conferences(planner), key=lambda each: len(each["attendees"] or []))
    whole = names(attended["attendees"])
    query = "query($id: ID) { Conference(id: $id) { f: attendees(first: 1) { id } l: attendees(last: 1) { id } s: attendees(skip: 1) { id } } }"
    found = planner.ask(query, id=attended["id"])["Conference"]
    assert (names(found["f"]), names(found["l"]), names(found["s"])) == (whole[:1], whole[-1:], whole[1:])


# What changes


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
    document = """mutation createUIKonfMutation { createConference(name: "UIKonf", city: "Berlin", year: "2017") { id } }
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
    text = """mutation($id: ID!) { updateOrCreateAttendee(update: {id: $id, name: "Updated"}, create: {name: "Created"}) { id name } }"""
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
