"""ConferencePlanner, faked: conferences and those who attend them, as Graphcool's Simple API lists them."""

from __future__ import annotations

import pytest
from fakes.planner_support import attendees, conferences, names
from fakes.walking import agree, filters, is_sorted, q


@pytest.fixture
def planner(world):
    return world("conference-planner")


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
        query = (
            f"query($id: ID!) {{ Conference(id: $id) {{ {fields} }} node(id: "
            f"$id) {{ id ... on Conference {{ {fields} }} }} }}"
        )
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
        (f'{{city_not_starts_with: {q(some["city"][:2])}}}',
         lambda each: not each["city"].startswith(some["city"][:2])),
        (f'{{city_ends_with: {q(some["city"][-2:])}}}', lambda each: each["city"].endswith(some["city"][-2:])),
        (f'{{city_not_ends_with: {q(some["city"][-2:])}}}', lambda each: not each["city"].endswith(some["city"][-2:])),
        (f'{{year_lt: {q(some["year"])}}}', lambda each: each["year"] < some["year"]),
        (f'{{year_lte: {q(some["year"])}}}', lambda each: each["year"] <= some["year"]),
        (f'{{year_gt: {q(some["year"])}}}', lambda each: each["year"] > some["year"]),
        (f'{{year_gte: {q(some["year"])}, name_not: {q(other["name"])}}}',
         lambda each: each["year"] >= some["year"] and each["name"] != other["name"]),
        (f'{{OR: [{{id: {q(some["id"])}}}, {{id: {q(other["id"])}}}]}}',
         lambda each: each["id"] in (some["id"], other["id"])),
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
    query = (
        "query($id: ID) { Conference(id: $id) { f: attendees(first: 1) { id } l: "
        "attendees(last: 1) { id } s: attendees(skip: 1) { id } } }"
    )
    found = planner.ask(query, id=attended["id"])["Conference"]
    assert (names(found["f"]), names(found["l"]), names(found["s"])) == (whole[:1], whole[-1:], whole[1:])
