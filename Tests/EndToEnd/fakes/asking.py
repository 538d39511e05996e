"""One client of a fake: over one connection that stays open, in a session, always as the same host."""

from __future__ import annotations

import contextlib
import http.client
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gql
from clients import JSON_TYPE, Reply, transport
from harness import Server, running, understudy
from operations import Operation
from session_support import HEADER

# Answers hold URLs that are made from the address that the client used; so that they are alike, it is always the same.
HOST = "localhost:4000"


class Asker:
    """Asks one endpoint of a server. A context: it closes the connection."""

    def __init__(self, server: Server, endpoint: str, session: str | None = None, **headers: str) -> None:
        self.server = server
        self.endpoint = endpoint
        self.headers = {"Host": HOST, "Content-Type": JSON_TYPE, "Accept": JSON_TYPE, **headers}
        if session is not None:
            self.headers[HEADER] = session
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)

    def __enter__(self) -> Asker:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def request(self, method: str, path: str, body: bytes | None = None) -> Reply:
        try:
            self.connection.request(method, path, body, self.headers)
            response = self.connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError):
            # A connection that was idle for too long is closed by the other side; or the program ended.
            self.connection.close()
            self.check_alive(body)
            self.connection.request(method, path, body, self.headers)
            response = self.connection.getresponse()
        headers: dict[str, list[str]] = {}
        for name, value in response.getheaders():
            headers.setdefault(name.lower(), []).append(value)
        return Reply(response.status, headers, response.read())

    def check_alive(self, body: bytes | None) -> None:
        """Fails, with the request that was sent, if the program has ended meanwhile."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self.server.process.wait(0.5)
            raise AssertionError(
                f"the program ended with {code} at {self.endpoint}: {body!r}\n{self.server.stderr[-2000:]}"
            )

    def post(self, query: str, variables: dict[str, Any] | None = None, name: str | None = None) -> Reply:
        """The reply as it came."""
        body: dict[str, Any] = {"query": query}
        if variables:
            body["variables"] = variables
        if name:
            body["operationName"] = name
        return self.request("POST", f"/{self.endpoint}", json.dumps(body).encode())

    def answer(self, query: str, **variables: Any) -> dict[str, Any]:
        """Data and errors as they came."""
        reply = self.post(query, variables)
        assert reply.status == 200 and reply.source == "fake", reply
        return reply.json

    def ask(self, query: str, **variables: Any) -> Any:
        """The data of an answer without errors."""
        answer = self.answer(query, **variables)
        assert "errors" not in answer, (query, variables, answer)
        return answer["data"]

    def refused_or_null(self, query: str, **variables: Any) -> bool:
        """Whether the one root field is null, with an error or without one: nothing was found."""
        data = self.answer(query, **variables).get("data")
        return data is None or all(value is None for value in data.values())

    def reset(self) -> None:
        name = self.headers[HEADER]
        assert self.request("POST", f"/__understudy/sessions/{name}/reset").status == 200


@contextlib.contextmanager
def faking(schemas: Path, *arguments: object, recordings: Path | None = None) -> Iterator[Server]:
    """A program that fakes every schema of a folder, beside recordings that are not there."""
    where = ["--schemas", schemas, "--recordings", recordings or schemas / "no-recordings"]
    with running(understudy("fake", *where, "--quiet", *arguments)) as server:
        yield server


def by_http(asker: Asker):
    """Sends operations as JSON over a socket of its own."""

    def send(operation: Operation, variables: dict[str, Any] | None, headers: dict[str, str]) -> dict[str, Any]:
        asker.headers.update(headers)
        reply = asker.post(operation.text, variables, operation.name)
        assert reply.status == 200 and reply.source == "fake", reply
        return reply.json

    return send


def by_gql(asker: Asker):
    """Sends operations by the library gql, which checks them against the schema that it fetches first."""
    url = f"{asker.server.origin}/{asker.endpoint}"

    def send(operation: Operation, variables: dict[str, Any] | None, headers: dict[str, str]) -> dict[str, Any]:
        asker.headers.update(headers)
        used = transport("requests", url, {name: value for name, value in asker.headers.items() if name != "Accept"})
        with gql.Client(transport=used, fetch_schema_from_transport=True) as session:
            data = session.execute(gql.gql(operation.text), variable_values=variables, operation_name=operation.name)
        return {"data": data}

    return send


SENDERS = {"http": by_http, "gql": by_gql}
