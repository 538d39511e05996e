"""A GraphQL endpoint whose schema and data are swapped while it runs, and that has bad days on request."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from typing import Any

from graphql import GraphQLError, build_schema, graphql_sync
from http_server import answer, sent_body, serving

SCHEMA = """
type Query {
  country(code: String!): Country
  continents: [Continent!]!
}
type Mutation { rename(code: String!, name: String!): Country }
type Country { code: String! name: String! capital: String phone: String! continent: Continent! }
type Continent { code: String! name: String! }
"""


def data() -> dict[str, Any]:
    europe, america = {"code": "EU", "name": "Europe"}, {"code": "NA", "name": "North America"}
    return {
        "countries": {
            "CA": {"code": "CA", "name": "Canada", "capital": "Ottawa", "phone": "1", "continent": america},
            "DE": {"code": "DE", "name": "Germany", "capital": "Berlin", "phone": "49", "continent": europe},
        },
        "continents": [europe, america],
    }


class ChangingUpstream:
    """What it answers may be changed between two requests; `asked` has the operations that came."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []
        # Answers that come before the usual ones: (status, headers, body).
        self.instead: list[tuple[int, dict[str, str], str]] = []
        self.always: tuple[int, dict[str, str], str] | None = None
        self.failing: set[str] = set()
        # The documents by their ids, where it takes no others.
        self.documents: dict[str, str] | None = None
        self.begin_anew()

    def begin_anew(self, schema: str = SCHEMA) -> None:
        self.schema = build_schema(schema)
        self.data = data()
        self.instead, self.always, self.failing = [], None, set()
        self.asked, self.headers = [], []

    def change_schema(self, old: str, new: str) -> None:
        assert old in SCHEMA
        self.schema = build_schema(SCHEMA.replace(old, new))

    def answer(self, body: bytes, headers: dict[str, str]) -> tuple[int, dict[str, str], str]:
        request = json.loads(body)
        self.asked.append(request.get("operationName") or request.get("query"))
        self.headers.append(headers)
        if self.instead:
            return self.instead.pop(0)
        if self.always:
            return self.always
        if self.documents is not None:
            by_id = request.get("extensions", {}).get("persistedQuery", {}).get("sha256Hash")
            if "query" in request or by_id not in self.documents:
                refusal = {"message": "Only persisted queries", "extensions": {"code": "PERSISTED_QUERY_ID_REQUIRED"}}
                return 400, {"content-type": "application/json"}, json.dumps({"errors": [refusal]})
            request["query"] = self.documents[by_id]
        result = graphql_sync(
            self.schema,
            request["query"],
            self.root(),
            variable_values=request.get("variables"),
            operation_name=request.get("operationName"),
        )
        formatted = result.formatted
        status = 400 if "data" not in formatted or (formatted["data"] is None and not result.errors[0].path) else 200
        if status == 400:
            formatted.pop("data", None)
        return status, {"content-type": "application/json"}, json.dumps(formatted)

    def root(self) -> dict[str, Any]:
        def country(_info, code):
            if code in self.failing:
                raise GraphQLError("The atlas is on fire", extensions={"code": "FIRE"})
            return self.data["countries"].get(code)

        def rename(_info, code, name):
            self.data["countries"][code]["name"] = name
            return self.data["countries"][code]

        return {**self.data, "country": country, "rename": rename}

    @contextlib.contextmanager
    def listening(self) -> Iterator[str]:
        def respond(handler: BaseHTTPRequestHandler) -> None:
            sent = {name.lower(): value for name, value in handler.headers.items()}
            status, headers, text = self.answer(sent_body(handler), sent)
            answer(handler, text.encode(), status, **headers)

        with serving(respond) as url:
            yield url
