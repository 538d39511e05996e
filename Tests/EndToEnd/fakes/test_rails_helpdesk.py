"""A help desk in the manner of graphql-ruby and Shopify: payloads with errors, nodes beside edges."""

from __future__ import annotations

import pytest
from fakes.walking import Connection, agree, is_sorted

UNKNOWN = "no-such-object"
USER = "id firstName lastName email phone createdAt updatedAt"
TICKET = "id subject description priority state requester { id } createdAt updatedAt"
CREATE = (
    f"mutation($i: UserInput!) {{ userCreate(input: $i) {{ user {{ {USER} "
    f"ticketsCount }} userErrors {{ field message }} }} }}"
)
UPDATE = f"mutation($i: UserInput!) {{ userUpdate(input: $i) {{ user {{ {USER} }} userErrors {{ field message }} }} }}"
DELETE = "mutation($id: ID!) { userDelete(input: {id: $id}) { deletedUserId userErrors { message } } }"
OPEN = f"mutation($i: TicketCreateInput!) {{ ticketCreate(input: $i) {{ ticket {{ {TICKET} }} errors }} }}"
CLOSE = "mutation($id: ID!) { ticketClose(id: $id) { ticket { id state } errors } }"
DELETE_TICKET = "mutation($id: ID!) { ticketDelete(id: $id) { deletedTicketId errors } }"


@pytest.fixture
def desk(world):
    return world("rails-helpdesk")


def nodes(desk, root="users", fields=USER, arguments=""):
    text = f"{{ {root}(first: 100{arguments}) {{ nodes {{ {fields} }} edges {{ node {{ {fields} }} }} totalCount }} }}"
    found = desk.ask(text)[root]
    assert [edge["node"] for edge in found["edges"]] == found["nodes"]
    assert found["totalCount"] == len(found["nodes"])
    return found["nodes"]


def keys(found):
    return [each["id"] for each in found]


@pytest.mark.parametrize("root", ["users", "tickets"])
def test_pages_hold_the_list_once(root, desk):
    assert len(Connection(desk, f"{{ {root}(ARGUMENTS) {{ PAGE }} }}", root).check()) > 1
    whole = keys(nodes(desk, root, "id"))
    assert keys(nodes(desk, root, "id", ", reverse: true")) == whole[::-1]


def test_users_and_tickets_agree(desk):
    found = nodes(desk, fields="id ticketsCount tickets(first: 100) { totalCount nodes { id } }")
    assert agree(
        [(each["id"], keys(each["tickets"]["nodes"])) for each in found],
        [(each["id"], [each["requester"]["id"]]) for each in nodes(desk, "tickets", TICKET)],
    )
    assert all(each["ticketsCount"] == each["tickets"]["totalCount"] == len(each["tickets"]["nodes"]) for each in found)


@pytest.mark.parametrize(
    ("root", "one", "type_", "fields"), [("users", "user", "User", USER), ("tickets", "ticket", "Ticket", TICKET)]
)
def test_a_lookup_is_the_member_of_the_list(root, one, type_, fields, desk):
    whole = nodes(desk, root, fields)
    for each in whole:
        text = f"query($id: ID!) {{ {one}(id: $id) {{ {fields} }} node(id: $id) {{ ... on {type_} {{ {fields} }} }} }}"
        assert desk.ask(text, id=each["id"]) == {one: each, "node": each}
    text = f"query($ids: [ID!]!) {{ nodes(ids: $ids) {{ ... on {type_} {{ {fields} }} }} }}"
    assert desk.ask(text, ids=keys(whole)[::-1])["nodes"] == whole[::-1]


def test_a_state_chooses_tickets(desk):
    whole = nodes(desk, "tickets", "id state")
    assert len({each["state"] for each in whole}) > 1
    for state in ("OPEN", "PENDING", "SOLVED", "CLOSED"):
        assert nodes(desk, "tickets", "id state", f", state: {state}") == [
            each for each in whole if each["state"] == state
        ]


@pytest.mark.parametrize(
    ("key", "field"), [("CREATED_AT", "createdAt"), ("SUBJECT", "subject"), ("PRIORITY", "priority")]
)
def test_order(key, field, desk):
    for reverse in ("false", "true"):
        found = nodes(desk, "tickets", "id createdAt subject priority", f", sortKey: {key}, reverse: {reverse}")
        assert sorted(keys(found)) == sorted(keys(nodes(desk, "tickets", "id")))
        assert is_sorted([each[field] for each in found], reverse == "true")


def test_a_user_from_creation_to_deletion(desk):
    before = nodes(desk)
    given = {"firstName": "Zoë", "lastName": "漢", "email": "z@example.com", "phone": "+1 555 0100"}
    answer = desk.ask(CREATE, i=given)["userCreate"]
    assert answer["userErrors"] == []
    made = answer["user"]
    assert made.pop("ticketsCount") == 0 and {key: made[key] for key in given} == given
    assert made in nodes(desk) and len(nodes(desk)) == len(before) + 1
    assert desk.ask(f"query($id: ID!) {{ user(id: $id) {{ {USER} }} }}", id=made["id"])["user"] == made

    answer = desk.ask(UPDATE, i={"id": made["id"], "lastName": "Other"})["userUpdate"]
    assert answer["userErrors"] == []
    assert {**answer["user"], "updatedAt": None} == {**made, "lastName": "Other", "updatedAt": None}
    assert answer["user"] in nodes(desk)

    assert desk.ask(DELETE, id=made["id"])["userDelete"] == {"deletedUserId": made["id"], "userErrors": []}
    assert nodes(desk) == before
    assert desk.refused_or_null("query($id: ID!) { user(id: $id) { id } }", id=made["id"])


def test_a_ticket_of_a_user(desk):
    user = nodes(desk, fields="id ticketsCount")[0]
    answer = desk.ask(OPEN, i={"requesterId": user["id"], "subject": "It is broken"})["ticketCreate"]
    made = answer["ticket"]
    assert answer["errors"] == [] and made["requester"] == {"id": user["id"]}
    assert (made["subject"], made["priority"]) == ("It is broken", 3)
    assert made in nodes(desk, "tickets", TICKET)
    assert nodes(desk, fields="id ticketsCount")[0]["ticketsCount"] == user["ticketsCount"] + 1
    test_users_and_tickets_agree(desk)
    # Nothing says what it does to close a ticket: it answers with the ticket, unchanged.
    closed = desk.ask(CLOSE, id=made["id"])["ticketClose"]
    assert closed == {"ticket": {"id": made["id"], "state": made["state"]}, "errors": []}
    assert desk.ask(DELETE_TICKET, id=made["id"])["ticketDelete"] == {"deletedTicketId": made["id"], "errors": []}
    test_users_and_tickets_agree(desk)


def test_an_unknown_id_is_told_and_changes_nothing(desk):
    before = nodes(desk), nodes(desk, "tickets", TICKET)
    for query, variables in (
        (UPDATE, {"i": {"id": UNKNOWN, "email": "x@y.z"}}),
        (DELETE, {"id": UNKNOWN}),
        (DELETE_TICKET, {"id": UNKNOWN}),
    ):
        answer = desk.answer(query, **variables)
        payload = answer["data"] and next(iter(answer["data"].values()))
        if payload is not None:
            told = payload.pop("userErrors", None) or payload.pop("errors", None)
            assert told and all(value is None for value in payload.values()), answer
        assert (nodes(desk), nodes(desk, "tickets", TICKET)) == before
