"""The stand-in for Rocket Reserver against what is known of the real one, over HTTP and WebSockets."""

import hashlib
import json

import pytest
from rocket_reserver.launches import LAUNCHES
from standing_in import standing_in

ME = {"authorization": "bWVAZXhhbXBsZS5jb20="}
YOU = {"authorization": "eW91QGV4YW1wbGUuY29t"}
DETAILS = "query LaunchDetails($launchId: ID!) { launch(id: $launchId) { __typename id site mission { __typename name missionPatch(size: LARGE) } rocket { __typename name type } isBooked } }"  # fmt: skip  # noqa: E501
BOOK = "mutation BookTrip($id: ID!) { bookTrips(launchIds: [$id]) { __typename success message } }"
CANCEL = "mutation CancelTrip($id: ID!) { cancelTrip(launchId: $id) { __typename success message } }"
PAGE = """query LaunchList($cursor: String, $size: Int) {
  launches(after: $cursor, pageSize: $size) { hasMore cursor launches { id } }
}"""


@pytest.fixture(scope="module")
def running():
    with standing_in("rocket_reserver", "/graphql") as stand_in:
        yield stand_in


@pytest.fixture
def api(running):
    running.reset()
    return running


def is_booked(api, headers, id="25"):
    return api.ask("query($id: ID!) { launch(id: $id) { isBooked } }", headers, id=id)["data"]["launch"]["isBooked"]


# Launches


def test_launch_25_to_the_byte(api):
    assert api.post({"query": DETAILS, "variables": {"launchId": 25}}).content == (
        b'{"data":{"launch":{"__typename":"Launch","id":"25","site":"CCAFS SLC 40","mission":{"__typename":"Mission",'
        b'"name":"OG-2 Mission 2","missionPatch":"https://images2.imgbox.com/65/a5/8iNE9T6Y_o.png"},'
        b'"rocket":{"__typename":"Rocket","name":"Falcon 9","type":"FT"},"isBooked":false}}}\n'
    )


def test_the_first_page_begins_with_launch_110(api):
    query = "query LaunchList($cursor: String) { launches(after: $cursor) { hasMore cursor launches { id site mission { name missionPatch(size: SMALL) } } } }"  # noqa: E501
    answers = [api.post({"query": query, **more}).json() for more in ({}, {"variables": {"cursor": None}})]
    assert answers[0] == answers[1]
    found = answers[0]["data"]["launches"]
    assert (found["hasMore"], found["cursor"], len(found["launches"])) == (True, "1583556631", 20)
    mission = {"name": "CRS-21", "missionPatch": "https://imgur.com/jHNFSY6.png"}
    assert found["launches"][0] == {"id": "110", "site": "KSC LC 39A", "mission": mission}


def test_the_six_pages(api):
    cursor, cursors, ids = None, [], []
    while True:
        found = api.ask(PAGE, cursor=cursor)["data"]["launches"]
        cursor = found["cursor"]
        cursors.append(cursor)
        ids += [launch["id"] for launch in found["launches"]]
        if not found["hasMore"]:
            break
    assert cursors == ["1583556631", "1543861920", "1513352160", "1466000940", "1380470400", "1143239400"]
    assert ids == [str(id) for id in range(110, 0, -1)]


def test_a_page_that_ends_on_a_shared_cursor_is_followed_by_a_repetition(api):
    first = api.ask(PAGE, size=6)["data"]["launches"]
    assert [launch["id"] for launch in first["launches"]] == ["110", "109", "108", "107", "106", "105"]
    assert first["cursor"] == "1603553460"
    second = api.ask(PAGE, size=6, cursor=first["cursor"])["data"]["launches"]
    assert [launch["id"] for launch in second["launches"]] == ["108", "107", "106", "105", "104", "103"]
    shared = [launch.id for launch in LAUNCHES if launch.cursor == "1603553460"]
    assert shared == ["109", "105"]
    assert len({launch.cursor for launch in LAUNCHES}) == 109


def test_an_unknown_cursor_is_the_first_page_and_an_unknown_launch_null(api):
    assert api.ask(PAGE, cursor="nothing") == api.ask(PAGE)
    assert api.ask(DETAILS, launchId="111") == {"data": {"launch": None}}


@pytest.mark.parametrize("variables", [{"size": 0}, {"size": -1}, {"cursor": "1143239400"}])
def test_an_empty_page_has_no_cursor_and_so_no_data(api, variables):
    text = api.post(
        {
            "query": "query($size: Int, $cursor: String) { launches(pageSize: $size, after: $cursor) { cursor } }",
            "variables": variables,
        }
    ).text  # noqa: E501
    assert text == (
        '{"errors":[{"message":"Cannot return null for non-nullable field LaunchConnection.cursor.",'
        '"locations":[{"line":1,"column":82}],"path":["launches","cursor"],'
        '"extensions":{"code":"INTERNAL_SERVER_ERROR"}}],"data":null}\n'
    )


# Users and trips


def test_a_token_is_the_address_in_base64(api):
    response = api.post({"query": 'mutation { login(email: "me@example.com") { __typename token } }'})
    assert response.content == b'{"data":{"login":{"__typename":"User","token":"bWVAZXhhbXBsZS5jb20="}}}\n'


@pytest.mark.parametrize("email", [None, "", "nobody", "a@b"])
def test_a_login_without_an_address_is_null(api, email):
    assert api.ask("mutation($e: String) { login(email: $e) { token } }", e=email) == {"data": {"login": None}}


def test_a_login_by_somebody_who_is_logged_in_already(api):
    text = "mutation($e: String) { login(email: $e) { email token } }"
    found = api.ask(text, ME, e="you@example.com")["data"]["login"]
    assert found == {"email": "me@example.com", "token": YOU["authorization"]}
    assert api.ask(text, ME)["errors"][0]["extensions"] == {"code": "INTERNAL_SERVER_ERROR"}


@pytest.mark.parametrize(
    "authorization, email",
    [
        (ME["authorization"], "me@example.com"),
        (ME["authorization"].rstrip("="), "me@example.com"),
        ("Bearer " + ME["authorization"], None),
        ("bm9ib2R5", None),
        ("???", None),
        (None, None),
    ],
)
def test_the_header_is_the_bare_token(api, authorization, email):
    headers = {} if authorization is None else {"authorization": authorization}
    assert api.ask("{ me { email } }", headers)["data"]["me"] == ({"email": email} if email else None)


def test_users_are_numbered_as_they_come(api):
    assert [api.ask("{ me { id token trips { id } } }", who)["data"]["me"]["id"] for who in (YOU, ME, YOU)] == [
        "1",
        "2",
        "1",
    ]


def test_a_booking_without_a_token_fails_as_the_tutorial_shows(api):
    response = api.post({"query": BOOK, "variables": {"id": "25"}})
    assert response.status_code == 200
    assert response.text == (
        '{"errors":[{"message":"Cannot read property \'id\' of null","locations":[{"line":1,"column":31}],'
        '"path":["bookTrips"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}],"data":null}\n'
    )


def test_in_development_errors_say_where_they_come_from():
    with standing_in("rocket_reserver", "/graphql", "--development") as api:
        extensions = api.ask(BOOK, id="25")["errors"][0]["extensions"]
    assert extensions["code"] == "INTERNAL_SERVER_ERROR"
    assert extensions["exception"]["stacktrace"][0] == "TypeError: Cannot read property 'id' of null"


def test_book_and_cancel(api):
    success = {"__typename": "TripUpdateResponse", "success": True}
    assert [is_booked(api, who) for who in ({}, ME, YOU)] == [False, False, False]
    for _ in range(2):
        booked = api.ask(BOOK, ME, id="25")["data"]["bookTrips"]
        assert booked == {**success, "message": "trips booked successfully"}
        assert [is_booked(api, who) for who in ({}, ME, YOU)] == [False, True, False]
        assert api.ask("{ totalTripsBooked }")["data"]["totalTripsBooked"] == 1
    api.ask(BOOK, YOU, id="25")
    assert api.ask("{ totalTripsBooked me { trips { id } } }", YOU)["data"] == {
        "totalTripsBooked": 2,
        "me": {"trips": [{"id": "25"}]},
    }
    assert api.ask(CANCEL, ME, id="25")["data"]["cancelTrip"] == {**success, "message": "trip cancelled"}
    assert [is_booked(api, who) for who in ({}, ME, YOU)] == [False, False, True]


def test_a_list_in_variables_and_unknown_launches(api):
    text = "mutation($ids: [ID]!) { bookTrips(launchIds: $ids) { success launches { id } } }"
    found = api.ask(text, ME, ids=["25", "999"])["data"]["bookTrips"]
    assert found == {"success": True, "launches": [{"id": "25"}, None]}
    assert is_booked(api, ME)


def test_a_cancellation_without_a_token_reports_success_and_cancels_nothing(api):
    api.ask(BOOK, ME, id="25")
    found = api.ask(CANCEL, id="25")
    assert found["data"]["cancelTrip"]["success"] is True and "errors" not in found
    assert is_booked(api, ME)


def test_a_late_cancellation_is_seen_by_the_second_request():
    with standing_in("rocket_reserver", "/graphql", "--late-cancel") as api:
        api.ask(BOOK, ME, id="25")
        api.ask(CANCEL, ME, id="25")
        assert [is_booked(api, ME) for _ in range(3)] == [True, False, False]


def test_a_reset_forgets_everybody(api):
    api.ask(BOOK, ME, id="25")
    api.reset()
    assert not is_booked(api, ME)
    assert api.ask("{ totalTripsBooked }")["data"]["totalTripsBooked"] == 0


# HTTP


@pytest.mark.parametrize(
    "body, code, message",
    [
        ({"query": "{ foo }"}, "GRAPHQL_VALIDATION_FAILED", 'Cannot query field "foo" on type "Query".'),
        ({"query": "{ launch( }"}, "GRAPHQL_PARSE_FAILED", "Syntax Error: "),
        ({"query": DETAILS}, "BAD_USER_INPUT", 'Variable "$launchId" of required type "ID!" was not provided.'),
    ],
)
def test_what_is_not_executed_is_400_with_a_code(api, body, code, message):
    response = api.post(body)
    error = response.json()["errors"][0]
    assert (response.status_code, list(response.json()), error["extensions"]) == (400, ["errors"], {"code": code})
    assert error["message"].startswith(message) and error["locations"]
    assert response.text.endswith("}\n")


@pytest.mark.parametrize("body", [b"", b"{}", b"[]", b"null"])
def test_a_body_without_keys_is_answered_with_a_line_of_text(api, body):
    response = api.post(body)
    assert (response.status_code, response.headers["content-type"]) == (400, "text/html; charset=utf-8")
    assert response.text == "POST body missing, invalid Content-Type, or JSON object has no keys."


def test_a_body_without_a_query(api):
    response = api.post({"operationName": "A"})
    assert response.status_code == 400
    assert response.json()["errors"][0]["message"] == (
        "GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension."
    )


def test_headers_of_express(api):
    response = api.post({"query": "{ __typename }"})
    assert response.content == b'{"data":{"__typename":"Query"}}\n'
    assert response.headers["content-type"] == "application/json; charset=utf-8"
    assert response.headers["x-powered-by"] == "Express"
    assert response.headers["access-control-allow-origin"] == "*"
    assert response.headers["etag"].startswith('W/"20-')
    assert response.headers["etag"] != api.post({"query": "{ a: __typename }"}).headers["etag"]


def test_get_asks_and_its_answer_may_be_unchanged(api):
    response = api.get(parameters={"query": DETAILS, "variables": '{"launchId":"25"}'}, accept="*/*")
    assert response.json()["data"]["launch"]["id"] == "25"
    tag = {"if-none-match": response.headers["etag"]}
    again = api.get(parameters={"query": DETAILS, "variables": '{"launchId":"25"}'}, **tag)
    assert (again.status_code, again.content) == (304, b"")
    mutation = api.get(parameters={"query": BOOK, "variables": '{"id":"25"}'})
    assert (mutation.status_code, mutation.headers["allow"]) == (405, "POST")
    assert api.get("/", accept="*/*").headers["content-type"] == "text/html; charset=utf-8"
    assert api.get(accept="text/html,application/json").headers["content-type"] == "text/html; charset=utf-8"
    assert api.post({"query": "{ __typename }"}, "/").status_code == 404


def test_an_array_is_a_batch(api):
    response = api.post([{"query": "{ __typename }"}, {"query": "{ foo }"}])
    first, second = response.json()
    assert first == {"data": {"__typename": "Query"}}
    assert (response.status_code, list(second)) == (200, ["errors"])


# Persisted queries

HASH = hashlib.sha256(DETAILS.encode()).hexdigest()


def persisted(hash=HASH, version=1):
    return {"persistedQuery": {"sha256Hash": hash, "version": version}}


def test_a_document_is_named_by_its_hash_once_it_was_sent(api):
    short = {"extensions": persisted(), "operationName": "LaunchDetails", "variables": {"launchId": "25"}}
    assert HASH.startswith("d7744a") and HASH.endswith("a3b109")
    unknown = api.post(short)
    assert unknown.status_code == 200
    assert unknown.headers["cache-control"] == "private, no-cache, must-revalidate"
    assert unknown.text == (
        '{"errors":[{"message":"PersistedQueryNotFound","extensions":{"code":"PERSISTED_QUERY_NOT_FOUND"}}]}\n'
    )
    known = api.post({**short, "query": DETAILS})
    assert known.json()["data"]["launch"]["id"] == "25"
    assert api.post(short).content == known.content
    parameters = {"extensions": json.dumps(persisted()), "variables": '{"launchId":"25"}'}
    assert api.get(parameters=parameters).content == known.content


@pytest.mark.parametrize(
    "extensions, message",
    [
        (persisted("0" * 64), "provided sha does not match query"),
        (persisted(version=2), "Unsupported persisted query version"),
    ],
)
def test_a_hash_that_does_not_fit(api, extensions, message):
    response = api.post({"query": DETAILS, "extensions": extensions, "variables": {"launchId": "25"}})
    assert (response.status_code, response.json()["errors"][0]["message"]) == (400, message)


# Subscriptions

TRIPS = "subscription TripsBooked {\n  tripsBooked\n}"


def test_trips_booked_in_the_legacy_subprotocol(api):
    with api.socket("graphql-ws") as socket:
        socket.send(payload={}, type="connection_init")
        assert socket.text() == '{"type":"connection_ack"}'
        payload = {"operationName": "TripsBooked", "query": TRIPS, "variables": None}
        socket.send(id="1", payload=payload, type="start")
        socket.send(id="2", payload={"query": "{ totalTripsBooked }"}, type="start")
        assert socket.text() == '{"type":"data","id":"2","payload":{"data":{"totalTripsBooked":0}}}'
        assert socket.text() == '{"type":"complete","id":"2","payload":null}'
        # Any user's bookings, and cancellations by nobody too; but no booking that failed.
        api.ask("mutation { bookTrips(launchIds: [1, 2, 3]) { success } }", ME)
        api.ask(BOOK, id="25")
        api.ask(CANCEL, id="25")
        api.ask(BOOK, YOU, id="25")
        for count in (3, -1, 1):
            assert socket.text() == '{"type":"data","id":"1","payload":{"data":{"tripsBooked":%d}}}' % count
        socket.send(id="1", type="stop")
        socket.send(id="3", payload={"query": "subscription { foo }"}, type="start")
        failure = (
            '{"type":"error","id":"3","payload":{"message":"Cannot query field \\"foo\\" on type \\"Subscription\\"."}}'
        )
        assert socket.text() == failure
        api.ask(BOOK, YOU, id="26")
        socket.send(id="4", payload={"query": "{ __typename }"}, type="start")
        assert [socket.receive()["id"] for _ in range(2)] == ["4", "4"]


def test_trips_booked_in_the_newer_subprotocol(api):
    with api.socket("graphql-transport-ws") as socket:
        socket.send(type="connection_init")
        assert socket.text() == '{"type":"connection_ack"}'
        socket.send(type="subscribe", id="1", payload={"operationName": "TripsBooked", "query": TRIPS})
        socket.send(type="ping")
        assert socket.text() == '{"type":"pong"}'
        api.ask(BOOK, ME, id="25")
        assert socket.text() == '{"id":"1","type":"next","payload":{"data":{"tripsBooked":1}}}'
        socket.send(type="subscribe", id="2", payload={"query": "{ totalTripsBooked }"})
        assert socket.text() == '{"id":"2","type":"next","payload":{"data":{"totalTripsBooked":1}}}'
        assert socket.text() == '{"id":"2","type":"complete"}'
        socket.send(type="subscribe", id="3", payload={"query": "subscription { foo }"})
        refusal = socket.receive()
        assert (refusal["id"], refusal["type"], len(refusal["payload"])) == ("3", "error", 1)
        socket.send(type="complete", id="1")
        socket.send(type="ping")
        assert socket.receive() == {"type": "pong"}
        api.ask(BOOK, ME, id="26")
        socket.send(type="ping")
        assert socket.receive() == {"type": "pong"}


@pytest.mark.parametrize(
    "messages, code",
    [
        ([{"type": "subscribe", "id": "1", "payload": {"query": TRIPS}}], 4401),
        ([{"type": "connection_init"}, {"type": "connection_init"}], 4429),
        ([{"type": "connection_init"}, {"type": "start", "id": "1", "payload": {"query": TRIPS}}], 4400),
        ([{"type": "connection_init"}, *[{"type": "subscribe", "id": "1", "payload": {"query": TRIPS}}] * 2], 4409),
    ],
)
def test_the_newer_subprotocol_is_strict(api, messages, code):
    with api.socket("graphql-transport-ws") as socket:
        for message in messages:
            socket.send(**message)
        assert socket.closed_with() == code


def test_a_start_before_the_acknowledgement_waits_in_the_legacy_subprotocol(api):
    with api.socket("graphql-ws") as socket:
        socket.send(id="1", type="start", payload={"query": "{ __typename }"})
        socket.send(type="connection_init")
        assert [socket.receive()["type"] for _ in range(3)] == ["connection_ack", "data", "complete"]
        socket.send(type="connection_terminate")
        assert socket.closed_with() == 1000
