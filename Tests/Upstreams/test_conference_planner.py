"""The stand-in for ConferencePlanner on Graphcool against what is known of the real one, over HTTP and WebSockets."""

import json
import re

import pytest
from conference_planner.simple_api import PROJECT, TOKEN
from graphql import build_client_schema
from standing_in import standing_in

PATH = f"/simple/v1/{PROJECT}"
CUID = re.compile(r"c[0-9a-z]{24}")


@pytest.fixture(scope="module")
def running():
    with standing_in("conference_planner", PATH) as stand_in:
        yield stand_in


@pytest.fixture
def api(running):
    running.reset()
    return running


def names(rows):
    return [row["name"] for row in rows]


def listed(api, kind, arguments):
    chosen = f"({arguments})" if arguments else ""
    return names(api.ask(f"{{ {kind}{chosen} {{ name }} }}")["data"][kind])


def conferences(api, arguments=""):
    return listed(api, "allConferences", arguments)


def attendees(api, arguments=""):
    return listed(api, "allAttendees", arguments)


def ids(api, kind="allAttendees"):
    return {row["name"]: row["id"] for row in api.ask("{ %s { id name } }" % kind)["data"][kind]}


def error(api, query, **variables):
    answer = api.ask(query, **variables)
    assert len(answer["errors"]) == 1
    return answer["errors"][0]


# Ids, orders, windows, filters


def test_ids_are_cuids_in_the_order_of_creation_and_the_same_after_a_reset(api):
    create = 'mutation { a: createAttendee(name: "A") { id createdAt } b: createAttendee(name: "B") { id createdAt } }'
    first = api.ask(create)
    a, b = first["data"]["a"], first["data"]["b"]
    assert CUID.fullmatch(a["id"]) and CUID.fullmatch(b["id"])
    assert a["id"] < b["id"] and a["createdAt"] < b["createdAt"]
    assert re.fullmatch(r"2017-05-03T\d\d:\d\d:\d\d\.\d{3}Z", a["createdAt"])
    again = api.ask(create)
    assert again != first
    api.reset()
    assert api.ask(create) == first


def test_another_seed_makes_other_ids(api):
    with standing_in("conference_planner", PATH, "--seed", "1") as other:
        assert ids(other).keys() == ids(api).keys()
        assert not set(ids(other).values()) & set(ids(api).values())


def test_lists_are_ordered_by_id_unless_told_otherwise(api):
    found = list(ids(api).values())
    assert found == sorted(found)
    assert conferences(api) == ["UIKonf", "try! Swift", "NSSpain"]
    assert conferences(api, "orderBy: name_ASC") == ["NSSpain", "UIKonf", "try! Swift"]
    assert conferences(api, "orderBy: name_DESC") == ["try! Swift", "UIKonf", "NSSpain"]
    # Equal years: the id decides, upwards both times.
    assert conferences(api, "orderBy: year_ASC") == ["NSSpain", "UIKonf", "try! Swift"]
    assert conferences(api, "orderBy: year_DESC") == ["UIKonf", "try! Swift", "NSSpain"]
    assert conferences(api, "orderBy: id_DESC") == ["NSSpain", "try! Swift", "UIKonf"]


@pytest.mark.parametrize(
    "arguments, expected",
    [
        ("first: 2", "BC"),
        ("last: 2", "EF"),
        ("skip: 1, first: 2", "CD"),
        ("skip: 1, last: 2", "DE"),
        ("skip: 9", ""),
        ("first: 0", ""),
        ("after: C", "DEF"),
        ("before: C", "B"),
        ("after: B, before: F, first: 2", "CD"),
        ("after: B, before: F, last: 2", "DE"),
        ("after: D, orderBy: name_DESC", "CB"),
        ('after: "no such id"', ""),
        ('before: "no such id"', ""),
        ('after: C, filter: {name_not: "Camille"}', "DEF"),
    ],
)
def test_windows(api, arguments, expected):
    by_letter = {name[0]: id for name, id in ids(api).items()}
    given = re.sub(r"(after|before): ([A-F])", lambda match: f'{match[1]}: "{by_letter[match[2]]}"', arguments)
    assert "".join(name[0] for name in attendees(api, given)) == expected


def test_windows_of_a_relation(api):
    query = """{ allConferences(first: 1) {
      a: attendees(first: 3) { name } b: attendees(last: 3) { name } _attendeesMeta { count } } }"""
    found = api.ask(query)["data"]["allConferences"][0]
    assert names(found["a"]) == ["Brandon", "Camille", "Déborah"]
    assert names(found["b"]) == ["Déborah", "Erik", "Fumiko"]
    assert found["_attendeesMeta"] == {"count": 5}


@pytest.mark.parametrize(
    "filter, expected",
    [
        ('name: "UIKonf"', "U"),
        ('name_not: "UIKonf"', "tN"),
        ('name_in: ["UIKonf", "NSSpain", "x"]', "UN"),
        ('name_not_in: ["UIKonf", "NSSpain"]', "t"),
        ('name_lt: "UIKonf"', "N"),
        ('name_lte: "UIKonf"', "UN"),
        ('name_gt: "UIKonf"', "t"),
        ('name_gte: "UIKonf"', "Ut"),
        ('name_contains: "S"', "tN"),
        ('name_not_contains: "S"', "U"),
        ('name_starts_with: "NS"', "N"),
        ('name_not_starts_with: "NS"', "Ut"),
        ('name_ends_with: "f"', "U"),
        ('name_not_ends_with: "f"', "tN"),
        ('createdAt_gt: "2017-05-03T09:00:02.000Z"', "tN"),
        ('year: "2017", city_not: "Berlin"', "t"),
        ('AND: [{year: "2017"}, {city: "Berlin"}]', "U"),
        ('OR: [{city: "Logroño"}, {city: "Berlin"}]', "UN"),
        ('year: "2016", OR: [{city: "Logroño"}, {city: "Berlin"}]', "N"),
        ('attendees_some: {name: "Brandon"}', "U"),
        ('attendees_some: {name: "Camille"}', "Ut"),
        ('attendees_none: {name: "Brandon"}', "tN"),
        ('attendees_every: {name_in: ["Camille", "Erik"]}', "tN"),
        ('attendees_some: {conferences_some: {city: "New York"}}', "Ut"),
        ("", "UtN"),
    ],
)
def test_filters(api, filter, expected):
    assert "".join(name[0] for name in conferences(api, f"filter: {{{filter}}}")) == expected
    count = api.ask("{ _allConferencesMeta(filter: {%s}) { count } }" % filter)
    assert count["data"]["_allConferencesMeta"] == {"count": len(expected)}


# Mutations


def test_create_update_delete(api):
    text = 'mutation { createConference(name: "WWDC", city: "San Jose", year: "2017") { id name attendees { id } } }'
    created = api.ask(text)["data"]["createConference"]
    assert created["attendees"] == []
    assert conferences(api)[-1] == "WWDC"
    update = 'mutation($id: ID!) { updateConference(id: $id, city: "Cupertino") { name city createdAt updatedAt } }'
    updated = api.ask(update, id=created["id"])["data"]["updateConference"]
    assert (updated["name"], updated["city"]) == ("WWDC", "Cupertino")
    assert updated["updatedAt"] > updated["createdAt"]
    delete = "mutation($id: ID!) { deleteConference(id: $id) { id name } }"
    assert api.ask(delete, id=created["id"])["data"]["deleteConference"]["name"] == "WWDC"
    assert "WWDC" not in conferences(api)
    assert error(api, delete, id=created["id"])["code"] == 3002


def test_update_or_create(api):
    text = """mutation($id: ID!) {
      updateOrCreateAttendee(update: {id: $id, name: "Updated"}, create: {name: "Created"}) { name }
    }"""
    known = ids(api)["Brandon"]
    assert api.ask(text, id=known)["data"]["updateOrCreateAttendee"]["name"] == "Updated"
    assert api.ask(text, id="unknown")["data"]["updateOrCreateAttendee"]["name"] == "Created"
    assert attendees(api) == ["Updated", "Camille", "Déborah", "Erik", "Fumiko", "Created"]


def test_nested_creates_and_connects(api):
    text = """mutation($ids: [ID!]) { createConference(name: "N", city: "C", year: "2018", attendeesIds: $ids,
      attendees: [{name: "Gina", conferences: [{name: "Inner", city: "C", year: "2018"}]}]) {
        attendees { name conferences { name } } } }"""
    found = api.ask(text, ids=[ids(api)["Erik"]])["data"]["createConference"]["attendees"]
    assert found == [
        {"name": "Erik", "conferences": [{"name": "UIKonf"}, {"name": "try! Swift"}, {"name": "N"}]},
        {"name": "Gina", "conferences": [{"name": "N"}, {"name": "Inner"}]},
    ]
    before = conferences(api)
    assert error(api, text, ids=["unknown"])["code"] == 3011
    assert conferences(api) == before


EDGE = """mutation($c: ID!, $a: ID!) { %s(conferencesConferenceId: $c, attendeesAttendeeId: $a) {
  conferencesConference { attendees { name } } attendeesAttendee { _conferencesMeta { count } } } }"""


def test_a_relation_is_connected_once_and_disconnected(api):
    both = {"c": ids(api, "allConferences")["NSSpain"], "a": ids(api)["Fumiko"]}
    added = api.ask(EDGE % "addToAttendees", **both)["data"]["addToAttendees"]
    assert names(added["conferencesConference"]["attendees"]) == ["Fumiko"]
    assert added["attendeesAttendee"]["_conferencesMeta"] == {"count": 2}
    assert error(api, EDGE % "addToAttendees", **both)["message"] == "An edge already exists between the two nodes."
    removed = api.ask(EDGE % "removeFromAttendees", **both)["data"]["removeFromAttendees"]
    assert removed["conferencesConference"]["attendees"] == []
    assert error(api, EDGE % "addToAttendees", **{**both, "a": "unknown"})["code"] == 3011


def test_the_two_roots_that_find_by_id(api):
    known = ids(api)["Erik"]
    query = (
        "query($id: ID!) { Attendee(id: $id) { name } Conference(id: $id) { name } node(id: $id) { __typename id } }"
    )
    assert api.ask(query, id=known)["data"] == {
        "Attendee": {"name": "Erik"},
        "Conference": None,
        "node": {"__typename": "Attendee", "id": known},
    }
    assert api.ask(query, id="x")["data"] == {"Attendee": None, "Conference": None, "node": None}


# Errors and HTTP


def test_an_error_of_a_field_has_code_and_request_id_beside_its_message(api):
    response = api.post({"query": 'mutation {\n  updateAttendee(id: "wrong-id", name: "x") { id }\n}'})
    assert response.status_code == 200
    answer = response.json()
    request_id = answer["errors"][0].pop("requestId")
    assert CUID.fullmatch(request_id)
    assert response.headers["request-id"] == f"eu-west-1:simple:{request_id}"
    message = "'Attendee' has no item with id 'wrong-id'"
    place = {"locations": [{"line": 2, "column": 3}], "path": ["updateAttendee"]}
    assert answer == {"data": {"updateAttendee": None}, "errors": [{**place, "code": 3002, "message": message}]}
    assert list(json.loads(response.text)) == ["data", "errors"]


@pytest.mark.parametrize(
    "arguments, code",
    [("first: 1, last: 1", 3014), ("first: -1", 3026), ("last: -1", 3027), ("skip: -1", 3028)],
)
def test_windows_that_cannot_be(api, arguments, code):
    assert error(api, "{ allAttendees(%s) { id } }" % arguments)["code"] == code


def test_every_answer_has_another_request_id(api):
    body = {"query": "{ __typename }"}
    assert api.post(body).headers["request-id"] != api.post(body).headers["request-id"]


def test_a_query_that_does_not_fit_the_schema_is_200_with_data_null(api):
    response = api.post({"query": "{ foo }"})
    message = "Cannot query field 'foo' on type 'Query'. (line 1, column 3):\n{ foo }\n  ^"
    assert response.status_code == 200
    assert response.json() == {"data": None, "errors": [{"message": message, "locations": [{"line": 1, "column": 3}]}]}


def test_a_syntax_error_is_not_graphql_shaped(api):
    response = api.post({"query": "{ allConferences { }"})
    assert (response.status_code, list(response.json())) == (200, ["error"])
    assert response.json()["error"].startswith("Syntax error while parsing GraphQL query. ")


def test_an_unknown_project_and_a_bad_token_are_not_graphql_shaped(api):
    body = {"query": "{ __typename }"}
    unknown = api.post(body, "/simple/v1/nobody")
    assert (unknown.status_code, list(unknown.json())) == (200, ["code", "requestId", "error"])
    assert (unknown.json()["code"], unknown.json()["error"]) == (3016, "Project not found: 'nobody'")
    assert api.post(body, authorization="Bearer wrong").json()["code"] == 3015
    assert api.post(body, authorization=f"Bearer {TOKEN}").json() == {"data": {"__typename": "Query"}}


def test_variables_may_be_a_text_of_json(api):
    query = "query($first: Int) { allAttendees(first: $first) { name } }"
    for variables in ({"first": 1}, '{"first": 1}'):
        answer = api.post({"query": query, "variables": variables, "unknown": [1]}).json()
        assert answer == {"data": {"allAttendees": [{"name": "Brandon"}]}}
    for variables in (None, "", "{}", "null"):
        assert len(api.post({"query": query, "variables": variables}).json()["data"]["allAttendees"]) == 5
    assert api.post({"query": query, "variables": "{"}).json()["code"] == 3024


def test_an_array_is_a_batch(api):
    body = [{"query": "{ __typename }"}, {"query": "{"}, {"query": "{ a: __typename }"}]
    first, second, third = api.post(body).json()
    assert (first, third) == ({"data": {"__typename": "Query"}}, {"data": {"a": "Query"}})
    assert list(second) == ["error"]


def test_the_operation_is_chosen_by_its_name(api):
    text = "query A { allAttendees(first: 1) { name } } query B { allConferences(first: 1) { name } }"
    assert list(api.post({"query": text, "operationName": "B"}).json()["data"]) == ["allConferences"]
    assert api.post({"query": text}).json()["data"] is None


def test_get_is_a_page_whatever_it_asks(api):
    response = api.get(parameters={"query": "{ __typename }"}, accept="application/json")
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/html; charset=UTF-8"
    assert response.text.startswith("<!DOCTYPE html>")


def test_schema_json_is_the_introspection(api):
    schema = build_client_schema(api.get(f"{PATH}/schema.json").json()["data"])
    assert str(schema.query_type.fields["allConferences"].type) == "[Conference!]!"
    assert str(schema.type_map["Conference"].fields["attendees"].type) == "[Attendee!]"


def test_what_the_server_cannot_do_is_500_and_not_graphql_shaped(api):
    response = api.post({"query": "{ a" * 5000 + "}" * 5000})
    assert (response.status_code, list(response.json())) == (500, ["requestId", "error"])
    request_id = response.json()["requestId"]
    assert response.headers["request-id"].endswith(request_id)
    assert response.json()["error"].startswith("Whoops. ") and response.json()["error"].endswith(request_id)


def test_a_body_that_is_no_json(api):
    response = api.post(b"{")
    assert response.status_code == 400
    assert response.text.startswith("The request content was malformed:\n")


# Subscriptions

SUBSCRIBE = "subscription { Conference%s { mutation node { name } updatedFields previousValues { name } } }"


def barrier(socket):
    """All that was sent before has been handled once this is refused."""
    socket.send(id="barrier", type="start", payload={"query": "{ nothing }"})
    message = socket.receive()
    assert (message["type"], message["id"]) == ("error", "barrier")


@pytest.mark.parametrize("path", [PATH, f"/v1/{PROJECT}"])
def test_events_of_objects_but_not_of_relations(api, path):
    with api.socket("graphql-ws", path) as socket:
        socket.send(type="connection_init", payload={})
        assert socket.text() == '{"type":"connection_ack"}'
        socket.send(id="1", type="start", payload={"query": SUBSCRIBE % ""})
        deleted = '(filter: {OR: [{mutation_in: [DELETED]}, {node: {name: "Two"}}]})'
        socket.send(id="2", type="start", payload={"query": SUBSCRIBE % deleted})
        barrier(socket)
        made = api.ask('mutation { createConference(name: "One", city: "C", year: "2017") { id } }')
        both = {"c": made["data"]["createConference"]["id"], "a": ids(api)["Erik"]}
        created = {"mutation": "CREATED", "node": {"name": "One"}, "updatedFields": None, "previousValues": None}
        assert socket.receive() == {"type": "data", "id": "1", "payload": {"data": {"Conference": created}}}
        # Neither of these is an event of a conference.
        api.ask(EDGE % "addToAttendees", **both)
        api.ask(EDGE % "removeFromAttendees", **both)
        api.ask('mutation { createAttendee(name: "Someone") { id } }')
        api.ask('mutation($id: ID!) { updateConference(id: $id, name: "Two") { id } }', id=both["c"])
        updated = {
            "mutation": "UPDATED",
            "node": {"name": "Two"},
            "updatedFields": ["name"],
            "previousValues": {"name": "One"},
        }
        assert [socket.receive() for _ in "12"] == [
            {"type": "data", "id": id, "payload": {"data": {"Conference": updated}}} for id in "12"
        ]
        socket.send(id="1", type="stop")
        barrier(socket)
        api.ask("mutation($id: ID!) { deleteConference(id: $id) { id } }", id=both["c"])
        gone = {"mutation": "DELETED", "node": None, "updatedFields": None, "previousValues": {"name": "Two"}}
        assert socket.receive() == {"type": "data", "id": "2", "payload": {"data": {"Conference": gone}}}


def test_the_oldest_subprotocol(api):
    with api.socket("graphql-subscriptions", f"/v1/{PROJECT}") as socket:
        socket.send(type="init")
        assert socket.receive() == {"type": "init_success"}
        socket.send(id="1", type="subscription_start", query="subscription { Attendee { node { name } } }")
        assert socket.receive() == {"type": "subscription_success", "id": "1"}
        api.ask('mutation { createAttendee(name: "New") { id } }')
        payload = {"data": {"Attendee": {"node": {"name": "New"}}}}
        assert socket.receive() == {"type": "subscription_data", "id": "1", "payload": payload}
        socket.send(id="2", type="subscription_start", query="subscription { foo }")
        assert socket.receive()["type"] == "subscription_fail"


@pytest.mark.parametrize(
    "subprotocol, init, kept", [("graphql-ws", "connection_init", "ka"), ("graphql-subscriptions", "init", "keepalive")]
)
def test_a_silent_connection_is_kept_alive(subprotocol, init, kept):
    with standing_in("conference_planner", PATH, "--keep-alive", "0.05") as api, api.socket(subprotocol) as socket:
        socket.send(type=init)
        socket.receive()
        assert [socket.receive() for _ in range(2)] == [{"type": kept}] * 2


def test_a_refused_start(api):
    with api.socket("graphql-ws") as socket:
        socket.send(type="connection_init")
        socket.receive()
        socket.send(id="1", type="start", payload={"query": "subscription($f: Int!) { Conference { mutation } }"})
        assert socket.receive()["type"] == "error"
