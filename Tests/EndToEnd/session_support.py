"""For tests of sessions: a recording of Rocket Reserver, and a client that asks in a session."""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import flows_of_the_tutorials as tutorials
from clients import Reply
from harness import Server, running, understudy
from operations import Operation
from standing_in import standing_in

ENDPOINT = "rocket-reserver"
HEADER = "X-Understudy-Session"
USER = "me@example.com"
LAUNCH = "25"


@dataclass
class Caller:
    """Asks one server over connections of its own, in a session that is named by the header or by the path."""

    server: Server
    session: str | None = None
    by: str = "header"
    endpoint: str = ENDPOINT
    header: str = HEADER
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        named = f"/~{quote(self.session, safe='')}" if self.session is not None and self.by == "path" else ""
        return f"/{self.endpoint}{named}"

    def ask(self, operation: Operation, variables: dict[str, Any] | None = None, **headers: str) -> Reply:
        sent = {"Content-Type": "application/json", **self.headers, **headers}
        if self.session is not None and self.by == "header":
            sent[self.header] = self.session
        body = {"query": operation.text, "operationName": operation.name, "variables": variables}
        return request(self.server, "POST", self.path, json.dumps(body).encode(), sent)

    def is_booked(self, **headers: str) -> bool:
        answer = self.ask(tutorials.LAUNCH_DETAILS, {"launchId": LAUNCH}, **headers)
        assert answer.source == "recorded", answer.body
        return answer.json["data"]["launch"]["isBooked"]

    def log_in(self) -> None:
        """From here on as the user."""
        answer = self.ask(tutorials.LOGIN, {"loginEmail": USER})
        self.headers["Authorization"] = answer.json["data"]["login"]["token"]

    def book(self) -> Reply:
        return self.ask(tutorials.BOOK_TRIP, {"id": LAUNCH})


class Port:
    """One port of a server: the main one, or a listener's. Its session is opened by `begin`."""

    path = "/notes"

    def __init__(self, port, number=0):
        self.port = port
        self.number = number
        self.origin = f"http://127.0.0.1:{port}"

    def request(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            sent = body if isinstance(body, bytes | None) else json.dumps(body).encode()
            connection.request(method, path, sent, {"Content-Type": "application/json", **headers})
            response = connection.getresponse()
            names = {}
            for name, value in response.getheaders():
                names.setdefault(name.lower(), []).append(value)
            return Reply(response.status, names, response.read())
        finally:
            connection.close()

    def control(self, path, body=None, method="POST", **headers):
        return self.request(method, f"/__understudy/{path}", body, **headers)

    def begin(self, session, **members):
        answer = self.control("begin", {"session": session, **members})
        assert answer.status == 200, answer.body
        return answer.json["token"]

    def end(self, token, outcome="passed"):
        answer = self.control("end", {"token": token, "outcome": outcome})
        assert answer.status == 200, answer.body
        return answer.json

    def listen(self, **settings):
        answer = self.control("listeners", settings)
        assert answer.status == 201, answer.body
        opened = answer.json
        assert opened["url"] == f"http://127.0.0.1:{opened['port']}"
        return type(self)(opened["port"], opened["listener"])

    def ask(self, query, path=None, **headers):
        return self.request("POST", path or self.path, query, **headers)


def request(
    server: Server, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> Reply:
    """One request on a connection of its own."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        connection.request(method, path, body, headers or {})
        response = connection.getresponse()
        names: dict[str, list[str]] = {}
        for name, value in response.getheaders():
            names.setdefault(name.lower(), []).append(value)
        return Reply(response.status, names, response.read())
    finally:
        connection.close()


def reset(server: Server, name: str, method: str = "POST") -> Reply:
    return request(server, method, f"/__understudy/sessions/{quote(name, safe='')}/reset")


def start_over(recorder: Server) -> None:
    """Starts the unnamed session over, which is recorded from the same start again (format 1)."""
    assert reset(recorder, "default").status == 200


def sessions(server: Server) -> dict[str, dict[str, Any]]:
    """What is told of every session at the endpoint, by the session's name."""
    answer = request(server, "GET", "/__understudy/sessions")
    assert answer.status == 200, answer.body
    return {
        session["name"]: {endpoint["endpoint"]: endpoint for endpoint in session["endpoints"]}.get(ENDPOINT, {})
        for session in answer.json["sessions"]
    }


def booking() -> tutorials.Flow:
    """A user logs in, books, cancels, and looks after each."""
    details = {"launchId": LAUNCH}
    yield tutorials.Asking(tutorials.LAUNCH_DETAILS, details)
    answer = yield tutorials.Asking(tutorials.LOGIN, {"loginEmail": USER})
    headers = {"Authorization": answer["data"]["login"]["token"]}
    yield tutorials.Asking(tutorials.LAUNCH_DETAILS, details, headers)
    for change in (tutorials.BOOK_TRIP, tutorials.CANCEL_TRIP):
        yield tutorials.Asking(change, {"id": LAUNCH}, headers)
        yield tutorials.Asking(tutorials.LAUNCH_DETAILS, details, headers)


def record_booking(folder: Path, *arguments: object) -> None:
    """Records that flow, in the unnamed session: any session replays it."""
    with standing_in("rocket_reserver", "/graphql") as upstream:
        where = ["--upstream", f"{upstream.origin}/graphql", "--endpoint", ENDPOINT, "--recordings", folder]
        with running(understudy("record", *where, *arguments)) as recorder:
            caller = Caller(recorder)

            def send(operation: Operation, variables: dict[str, Any] | None, headers: dict[str, str]) -> Any:
                answer = caller.ask(operation, variables, **headers)
                assert answer.status == 200, answer.body
                return answer.json

            tutorials.run(booking(), send)
            assert recorder.stop() == 0
