"""GraphQL over HTTP as GraphQL Yoga 5 speaks it.

What tells it from others: the media type and the status of an error depend on `Accept`; request errors have a code in
`extensions`; errors stand before the data; keys of the body that it does not know are refused; internal errors are masked.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl

from graphql import (
    GraphQLError,
    GraphQLSchema,
    OperationType,
    execute_sync,
    get_operation_ast,
    parse,
    validate,
)

from .http import Request, Response, compact
from .wording import is_internal, places, quoted

JSON = "application/json"
RESPONSE_JSON = "application/graphql-response+json"
PARAMETERS = ("query", "operationName", "variables", "extensions")
BATCH_LIMIT = 10

PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>GraphiQL</title></head>
<body><p>A page to try queries would be here. Send <code>POST</code> with a GraphQL request.</p></body>
</html>
"""


class Refused(Exception):
    """A request that is not executed at all."""

    def __init__(self, status: int, message: str, code: str | None = "BAD_REQUEST", headers: dict | None = None):
        super().__init__(message)
        self.status = status
        self.message = message
        self.code = code
        self.headers = headers or {}

    def body(self) -> dict:
        extensions = {"extensions": {"code": self.code}} if self.code else {}
        return {"errors": [{"message": self.message, **extensions}]}


def written(error: GraphQLError, code: str | None = None) -> dict[str, Any]:
    """An error as the JavaScript original writes it, internal ones masked."""
    masked = is_internal(error)
    result: dict[str, Any] = {"message": "Unexpected error." if masked else quoted(error.message), **places(error)}
    if error.path:
        result["path"] = list(error.path)
    if masked:
        result["extensions"] = {"code": "INTERNAL_SERVER_ERROR"}
    elif code or error.extensions:
        result["extensions"] = {"code": code} if code else dict(error.extensions)
    return result


class Yoga:
    """Answers requests for one schema at the paths given."""

    def __init__(self, schema: GraphQLSchema, paths: tuple[str, ...] = ("/", "/graphql")):
        self.schema = schema
        self.paths = paths

    def __call__(self, request: Request) -> Response:
        cors = self.cors(request)
        if request.method == "OPTIONS":
            return Response(204, cors)
        if request.path not in self.paths:
            return Response(404, {**cors, "content-type": "text/plain; charset=utf-8"}, b"Not Found")
        if request.method == "GET" and "text/html" in request.accepted() and "query" not in request.query:
            return Response(200, {**cors, "content-type": "text/html"}, PAGE.encode())
        media = next((name for name in request.accepted() if name in (JSON, RESPONSE_JSON)), JSON)
        headers = {"content-type": f"{media}; charset=utf-8", **cors}
        try:
            parameters = self.parameters(request)
            if isinstance(parameters, list):
                return Response(200, headers, compact([self.one_of_many(one, request, media) for one in parameters]))
            status, body = self.execute(parameters, request, media)
            return Response(status, headers, compact(body))
        except Refused as refusal:
            return Response(refusal.status, {**headers, **refusal.headers}, compact(refusal.body()))

    def cors(self, request: Request) -> dict[str, str]:
        origin = request.headers.get("origin")
        if origin is None:
            return {"access-control-allow-origin": "*"}
        headers = {"access-control-allow-origin": origin, "vary": "Origin", "access-control-allow-credentials": "true"}
        if request.method == "OPTIONS":
            asked = request.headers.get("access-control-request-headers")
            headers["access-control-allow-methods"] = request.headers.get("access-control-request-method", "POST, GET")
            if asked:
                headers["access-control-allow-headers"] = asked
        return headers

    def parameters(self, request: Request) -> dict | list[dict]:
        """The GraphQL request, or a batch of them, that an HTTP request carries."""
        if request.method == "GET":
            return self.decoded({key: value for key, value in request.query.items() if key in PARAMETERS})
        if request.method != "POST":
            raise Refused(405, "GraphQL only supports GET and POST requests.", None, {"allow": "GET, POST"})
        text = request.body.decode("utf-8", "replace")
        match request.content_type:
            case "application/graphql":
                return {"query": text}
            case "application/x-www-form-urlencoded":
                return self.decoded(dict(parse_qsl(text)))
            case "application/json" | "application/graphql+json":
                pass
            case _:
                raise Refused(415, "Unsupported Media Type", None)
        try:
            body = json.loads(text)
        except ValueError:
            raise Refused(400, "POST body sent invalid JSON.") from None
        if isinstance(body, list):
            if len(body) > BATCH_LIMIT:
                raise Refused(413, f"Batching is limited to {BATCH_LIMIT} operations per request.")
            return body
        return body

    def decoded(self, parameters: dict[str, str]) -> dict:
        decoded: dict[str, Any] = dict(parameters)
        for name in ("variables", "extensions"):
            if decoded.get(name):
                try:
                    decoded[name] = json.loads(decoded[name])
                except ValueError:
                    raise Refused(400, f'Expected "{name}" to be JSON.') from None
        return decoded

    def check(self, parameters: Any) -> None:
        if not isinstance(parameters, dict):
            kind = "null" if parameters is None else type(parameters).__name__
            raise Refused(400, f'Expected "params" to be an object but given {kind}.')
        for name, value in parameters.items():
            if value is not None and name not in PARAMETERS:
                raise Refused(400, f'Unexpected parameter "{name}" in the request body.')
        if parameters.get("query") is None:
            raise Refused(400, "Must provide query string.", headers={"allow": "GET, POST"})
        if not isinstance(parameters["query"], str):
            raise Refused(
                400, f'Expected "query" param to be a string, but given {type(parameters["query"]).__name__}.'
            )
        for name in ("variables", "extensions"):
            if not isinstance(parameters.get(name), (dict, type(None))):
                raise Refused(400, f'Expected "{name}" param to be empty or an object.')

    def one_of_many(self, parameters: Any, request: Request, media: str) -> dict:
        try:
            return self.execute(parameters, request, media)[1]
        except Refused as refusal:
            return refusal.body()

    def execute(self, parameters: dict, request: Request, media: str) -> tuple[int, dict]:
        """Status and body for one operation. Errors in the request are 200 as plain JSON, as the older custom has it."""
        refused = 400 if media == RESPONSE_JSON else 200
        try:
            self.check(parameters)
        except Refused as refusal:
            missing = refusal.message.startswith("Must provide query")
            if isinstance(parameters, dict) and missing and media == JSON:
                refusal.status = 200
            raise
        try:
            document = parse(parameters["query"])
        except GraphQLError as error:
            return refused, {"errors": [written(error, "GRAPHQL_PARSE_FAILED")]}
        if errors := validate(self.schema, document):
            return refused, {"errors": [written(error, "GRAPHQL_VALIDATION_FAILED") for error in errors]}
        name = parameters.get("operationName") or None
        operation = get_operation_ast(document, name)
        if operation is None:
            message = "Could not determine what operation to execute."
            return refused, {"errors": [{"message": message, "extensions": {"code": "OPERATION_RESOLUTION_FAILURE"}}]}
        if request.method == "GET" and operation.operation != OperationType.QUERY:
            raise Refused(405, "Can only perform a mutation operation from a POST request.", None, {"allow": "POST"})
        result = execute_sync(
            self.schema, document, variable_values=parameters.get("variables") or {}, operation_name=name
        )
        if not result.errors:
            return 200, {"data": result.data}
        errors = [written(error) for error in result.errors]
        if result.data is None and not any(error.path for error in result.errors):
            return refused, {"errors": errors}  # the variables did not fit: nothing was executed
        masked = any(error.get("extensions", {}).get("code") == "INTERNAL_SERVER_ERROR" for error in errors)
        return 500 if masked and result.data is None else 200, {"errors": errors, "data": result.data}
