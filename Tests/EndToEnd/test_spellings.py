"""One request in many spellings, each with trace headers of its own: answered in the state of its session."""

from __future__ import annotations

import http.client
import json

import flows_of_the_tutorials as tutorials
from harness import ROOT, running, understudy
from session_support import ENDPOINT, LAUNCH, Caller

DETAILS = tutorials.LAUNCH_DETAILS


def spelling(number: int) -> str:
    """The document with comments and white space that no other number has."""
    gap = f" #{number}\n" + "," * (number % 3)
    return gap + DETAILS.text.replace("{", "{" + gap).replace("}", gap + "}")


def details(connection: http.client.HTTPConnection, caller: Caller, number: int, **variables: str) -> http.client.HTTPResponse:
    body = {"query": spelling(number), "operationName": DETAILS.name, "variables": variables}
    trace = {"traceparent": f"00-{number:032x}-{number:016x}-01", "X-Request-ID": f"request {number}"}
    headers = {"Content-Type": "application/json", **caller.headers, **trace}
    connection.request("POST", caller.path, json.dumps(body).encode(), headers)
    return connection.getresponse()


def test_each_spelling_is_answered_in_the_state_of_the_session():
    with running(understudy("replay", "--recordings", ROOT / "recordings")) as server:
        caller = Caller(server)
        caller.log_in()
        # One connection: the table of answers is that of its event loop.
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)

        def is_booked(number: int) -> bool:
            answer = details(connection, caller, number, launchId=LAUNCH)
            body = json.loads(answer.read())
            assert answer.status == 200, body
            return body["data"]["launch"]["isBooked"]

        assert {is_booked(number) for number in range(10)} == {False}
        assert caller.book().status == 200
        assert {is_booked(number) for number in range(10, 20)} == {True}
        for number in range(20, 23):
            assert b"No recording of query LaunchDetails" in details(connection, caller, number, launchId="nowhere").read()
        connection.close()
        assert server.stop() == 0


def test_each_spelling_of_a_generated_answer_is_that_of_the_session():
    with running(understudy("fake", "--schemas", ROOT / "schemas")) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)

        def ask(query: str) -> dict:
            headers = {"Content-Type": "application/json", "Accept": "application/json"}
            connection.request("POST", "/conference-planner", json.dumps({"query": query}).encode(), headers)
            return json.loads(connection.getresponse().read())

        def attendee(number: int) -> str:
            (name,) = {json.dumps(ask(f"query {{\n#{each}\n Attendee(id: 1) {{ id, name }} }}")) for each in range(number, number + 5)}
            return name

        before = attendee(0)
        assert "data" in ask('mutation { updateAttendee(id: 1, name: "Ada") { id name } }')
        after = attendee(5)
        assert before != after and '"Ada"' in after
        for lines in range(1, 6):
            (error,) = ask("{" + "\n" * lines + "nothing }")["errors"]
            assert error["locations"][0]["line"] == lines + 1
        connection.close()
        assert server.stop() == 0
