"""GraphQL over HTTP and WebSockets as Apollo Server 3 under Express speaks it.

What tells it from others: `errors` stand before `data`; an answer ends with a newline; every error has a code; what was
not executed is 400; documents can be named by their hash; a refused request is a line of text.
"""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

from graphql import ExecutionResult, GraphQLError, execute_sync, get_operation_ast, parse, validate
from serving.http import Request, Response, compact
from serving.sockets import Connection, Hub, Refused, Stream
from serving.wording import places, quoted

from .schema import schema
from .store import Store, User, email_of

TEXT = "text/html; charset=utf-8"
JSON = "application/json; charset=utf-8"
MISSING = "POST body missing, invalid Content-Type, or JSON object has no keys."
NO_QUERY = "GraphQL operations must contain a non-empty `query` or a `persistedQuery` extension."
INTERNAL = "INTERNAL_SERVER_ERROR"
PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Apollo Server</title></head>
<body><p>A page that leads to a place to try queries would be here.</p></body>
</html>
"""


class HTTPError(Exception):
    """A request that is refused with a line of text."""

    def __init__(self, status: int, message: str, **headers: str):
        super().__init__(message)
        self.response = Response(status, {"content-type": TEXT, **headers}, message.encode())


class NotExecuted(Exception):
    """A request that is answered with errors alone."""

    def __init__(self, errors: list[dict[str, Any]], status: int = 400, **headers: str):
        super().__init__(errors)
        self.errors = errors
        self.status = status
        self.headers = headers


def etag(body: bytes) -> str:
    """As Express makes it."""
    return f'W/"{len(body):x}-{base64.b64encode(hashlib.sha1(body).digest())[:27].decode()}"'


class Apollo:
    """`development` is how the server runs unless NODE_ENV says production: its errors show where they come from."""

    def __init__(self, hub: Hub, development: bool = False, late_cancel: bool = False):
        self.development = development
        self.store = Store(lambda count: hub.publish({"tripsBooked": count}), late_cancel)
        self.schema = schema(self.store)

    # HTTP

    def __call__(self, request: Request) -> Response:
        headers = {"x-powered-by": "Express", "access-control-allow-origin": "*"}
        if request.method == "OPTIONS":
            return Response(204, {**headers, "access-control-allow-methods": "GET,HEAD,PUT,PATCH,POST,DELETE"})
        left = list(self.store.cancelled)
        try:
            response = self.answer(request)
        except HTTPError as error:
            response = error.response
        self.store.settle(left)
        tag = etag(response.body)
        headers |= {**response.headers, "etag": tag}
        if request.method in ("GET", "HEAD") and request.headers.get("if-none-match") == tag:
            return Response(304, headers)
        return Response(response.status, headers, response.body)

    def answer(self, request: Request) -> Response:
        page = request.method in ("GET", "HEAD") and self.prefers_html(request)
        if request.path.rstrip("/") != "/graphql":
            if request.path == "/" and request.method in ("GET", "HEAD"):
                return Response(200, {"content-type": TEXT}, PAGE.encode())
            raise HTTPError(404, f"Cannot {request.method} {request.path}\n")
        if page:
            return Response(200, {"content-type": TEXT}, PAGE.encode())
        parameters = self.parameters(request)
        user = self.store.user(email_of(request.headers.get("authorization", "")))
        if isinstance(parameters, list):
            return self.written([self.one_of_many(one, user, request) for one in parameters])
        try:
            return self.written(self.execute(parameters, user, request))
        except NotExecuted as refusal:
            response = self.written({"errors": refusal.errors}, refusal.status)
            response.headers |= refusal.headers
            return response

    def prefers_html(self, request: Request) -> bool:
        first = next((name for name in request.accepted() if name in ("text/html", "application/json", "*/*")), "")
        return first == "text/html"

    def written(self, body: Any, status: int = 200) -> Response:
        return Response(status, {"content-type": JSON}, compact(body) + b"\n")

    def parameters(self, request: Request) -> dict[str, Any] | list[Any]:
        if request.method == "GET":
            if not request.query:
                raise HTTPError(400, "GET query missing.")
            return dict(request.query)
        if request.method != "POST":
            raise HTTPError(405, "Apollo Server supports only GET/POST requests.", allow="GET, POST")
        if request.content_type != "application/json":
            raise HTTPError(400, MISSING)
        try:
            body = json.loads(request.body or b"{}")
        except ValueError as error:
            raise HTTPError(400, f"SyntaxError: {error}") from None
        if not isinstance(body, (dict, list)) or not body:
            raise HTTPError(400, MISSING)
        return body

    def one_of_many(self, parameters: Any, user: User | None, request: Request) -> dict[str, Any]:
        try:
            return self.execute(parameters if isinstance(parameters, dict) else {}, user, request)
        except NotExecuted as refusal:
            return {"errors": refusal.errors}

    # GraphQL

    def execute(self, parameters: dict[str, Any], user: User | None, request: Request | None = None) -> dict[str, Any]:
        """The answer to one operation. `request` is None on a WebSocket."""
        extensions = self.decoded(parameters, "extensions", "Extensions are invalid JSON.")
        variables = self.decoded(parameters, "variables", "Variables are invalid JSON.")
        query = parameters.get("query")
        if query and not isinstance(query, str):
            raise HTTPError(400, "GraphQL queries must be strings.")
        text, hash = self.document_text(query, extensions.get("persistedQuery"))
        document = self.checked(text)
        if hash:
            self.store.documents[hash] = text
        name = parameters.get("operationName") or None
        operation = get_operation_ast(document, name)
        if request is not None and request.method == "GET" and operation and operation.operation.value != "query":
            raise HTTPError(405, "GET supports only query operation", allow="POST")
        result = execute_sync(self.schema, document, context_value=user, variable_values=variables, operation_name=name)
        return self.result(result)

    def decoded(self, parameters: dict[str, Any], name: str, message: str) -> dict[str, Any]:
        value = parameters.get(name)
        if isinstance(value, str) and value:
            try:
                value = json.loads(value)
            except ValueError:
                raise HTTPError(400, message) from None
        return value if isinstance(value, dict) else {}

    def document_text(self, query: str | None, persisted: Any) -> tuple[str, str | None]:
        """The text of the operation, and the hash to keep it under."""
        if not isinstance(persisted, dict):
            if not query:
                raise NotExecuted([self.error(NO_QUERY)])
            return query, None
        if persisted.get("version") != 1:
            raise NotExecuted([self.error("Unsupported persisted query version")])
        hash = persisted.get("sha256Hash")
        if not query:
            if hash not in self.store.documents:
                raise NotExecuted(
                    [self.error("PersistedQueryNotFound", "PERSISTED_QUERY_NOT_FOUND")],
                    200,
                    **{"cache-control": "private, no-cache, must-revalidate"},
                )
            return self.store.documents[hash], None
        if hashlib.sha256(query.encode()).hexdigest() != hash:
            raise NotExecuted([self.error("provided sha does not match query")])
        return query, hash

    def checked(self, text: str):
        try:
            document = parse(text)
        except GraphQLError as error:
            raise NotExecuted([self.error(quoted(error.message), "GRAPHQL_PARSE_FAILED", error)]) from None
        if errors := validate(self.schema, document):
            raise NotExecuted([self.error(quoted(one.message), "GRAPHQL_VALIDATION_FAILED", one) for one in errors])
        return document

    def result(self, result: ExecutionResult) -> dict[str, Any]:
        """An answer, its errors before its data."""
        if not result.errors:
            return {"data": result.data}
        errors = []
        for error in result.errors:
            message = str(error.original_error) if error.original_error else quoted(error.message)
            code = "BAD_USER_INPUT" if error.message.startswith("Variable ") else INTERNAL
            errors.append(self.error(message, code, error))
        if result.data is None and not any(error.path for error in result.errors):
            raise NotExecuted(errors)
        return {"errors": errors, "data": result.data}

    def error(self, message: str, code: str = INTERNAL, cause: GraphQLError | None = None) -> dict[str, Any]:
        found: dict[str, Any] = {"message": message}
        if cause is not None:
            found |= places(cause)
            if cause.path:
                found["path"] = list(cause.path)
        found["extensions"] = {"code": code}
        if self.development:
            trace = [
                f"{'TypeError' if code == INTERNAL else 'GraphQLError'}: {message}",
                "    at /app/src/index.js:1:1",
            ]
            found["extensions"]["exception"] = {"stacktrace": trace}
        return found

    # Subscriptions

    def opened(self, connection: Connection, parameters: dict[str, Any]) -> Stream | dict[str, Any]:
        token = (connection.init or {}).get("authorization")
        user = self.store.user(email_of(token)) if isinstance(token, str) else None
        name = parameters.get("operationName") or None

        def stream(event: dict[str, Any]) -> dict[str, Any]:
            result = execute_sync(
                self.schema,
                document,
                event,
                context_value=user,
                variable_values=parameters.get("variables") or {},
                operation_name=name,
            )
            return self.result(result)

        try:
            if connection.path.rstrip("/") != "/graphql":
                raise NotExecuted([self.error(f"Nothing is at {connection.path}.")])
            document = self.checked(parameters["query"])
            operation = get_operation_ast(document, name)
            if operation is None or operation.operation.value != "subscription":
                return self.execute(parameters, user)
            stream({})  # raises where the variables do not fit
        except NotExecuted as refusal:
            raise Refused([{"message": error["message"]} for error in refusal.errors]) from None
        except HTTPError as error:
            raise Refused([{"message": str(error)}]) from None
        return stream
