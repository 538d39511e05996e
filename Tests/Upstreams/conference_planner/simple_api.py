"""GraphQL over HTTP and WebSockets as Graphcool's Simple API speaks it.

What tells it from others: errors have `code` and `requestId` beside the message, and are 200; a request that is refused
as a whole gets a body that is not GraphQL's; variables may be a text of JSON; GET is a page for people.
"""

from __future__ import annotations

import json
from typing import Any

from graphql import GraphQLError, execute_sync, get_introspection_query, get_operation_ast, parse, validate
from serving.http import Request, Response, compact
from serving.sockets import Connection, Hub, Refused, Stream

from .schema import schema
from .store import Store, UserError

PROJECT = "cj2ul6rf400140143qk1x2pfw"
TOKEN = "stand-in-permanent-auth-token"
REGION = "eu-west-1"

WHOOPS = (
    "Whoops. Looks like an internal server error. Please contact us from the Console (https://console.graph.cool) "
    "or via email (support@graph.cool) and include your Request ID: {}"
)
PAGE = """<!DOCTYPE html>
<html>
<head><meta charset="utf-8"><title>Graphcool Playground</title></head>
<body><div id="root">A page to try queries would be here.</div></body>
</html>
"""


class WholeRequestError(Exception):
    """A request that is refused before GraphQL has a say. Its body is not GraphQL's."""

    def __init__(self, message: str, code: int | None = None):
        super().__init__(message)
        self.message = message
        self.code = code

    def body(self, request_id: str) -> dict[str, Any]:
        if self.code is None:
            return {"error": self.message}
        return {"code": self.code, "requestId": request_id, "error": self.message}


class SimpleAPI:
    def __init__(self, hub: Hub, seed: str = "0"):
        self.store = Store(seed, hub.publish)
        self.schema = schema(self.store)

    def __call__(self, request: Request) -> Response:
        request_id = self.store.request_id()
        headers = {"access-control-allow-origin": "*", "request-id": f"{REGION}:simple:{request_id}"}
        prefix, _, rest = request.path.removeprefix("/simple/v1/").partition("/")
        if not request.path.startswith("/simple/v1/") or rest not in ("", "schema.json"):
            return Response(
                404, {**headers, "content-type": "text/plain"}, b"The requested resource could not be found."
            )
        if request.method == "OPTIONS":
            return Response(200, {**headers, "access-control-allow-methods": "POST, GET, OPTIONS"})
        if request.method == "GET" and not rest:
            return Response(200, {**headers, "content-type": "text/html; charset=UTF-8"}, PAGE.encode())
        if request.method not in ("GET", "POST"):
            return Response(405, {**headers, "allow": "OPTIONS, GET, POST"}, b"HTTP method not allowed")
        json_headers = {**headers, "content-type": "application/json"}
        try:
            self.admit(prefix, request)
            if rest:
                parameters: Any = {"query": get_introspection_query(descriptions=True)}
            else:
                parameters = self.parsed(request)
        except WholeRequestError as error:
            return Response(200, json_headers, compact(error.body(request_id)))
        except ValueError as error:
            text = f"The request content was malformed:\n{error}".encode()
            return Response(400, {**headers, "content-type": "text/plain; charset=UTF-8"}, text)
        try:
            several = parameters if isinstance(parameters, list) else [parameters]
            answers = [self.one(each, request_id) for each in several]
        except Exception:  # what the server has no answer for, such as a document nested too deeply
            whoops = {"requestId": request_id, "error": WHOOPS.format(request_id)}
            return Response(500, json_headers, compact(whoops))
        return Response(200, json_headers, compact(answers if isinstance(parameters, list) else answers[0]))

    def admit(self, project: str, request: Request) -> None:
        """Raises where the project is unknown, or a token is sent that is none of its tokens. It needs none."""
        if project != PROJECT:
            raise WholeRequestError(f"Project not found: '{project}'", 3016)
        authorization = request.headers.get("authorization")
        if authorization is not None and authorization.removeprefix("Bearer ") != TOKEN:
            raise WholeRequestError(
                "Your token is invalid. It might have expired or you might be using a token from a different project.",
                3015,
            )

    def parsed(self, request: Request) -> Any:
        body = json.loads(request.body.decode("utf-8", "replace"))
        if not isinstance(body, (dict, list)):
            raise ValueError(f"Object expected but got {json.dumps(body)}")
        return body

    def one(self, parameters: Any, request_id: str) -> dict[str, Any]:
        """The answer to one operation; keys of the body that are not known are ignored."""
        try:
            given = parameters if isinstance(parameters, dict) else {}
            return self.execute(given, request_id)
        except WholeRequestError as error:
            return error.body(request_id)

    def document(self, parameters: dict[str, Any]):
        query = parameters.get("query")
        try:
            return parse(query if isinstance(query, str) else "")
        except GraphQLError as error:
            raise WholeRequestError(f"Syntax error while parsing GraphQL query. {self.located(error)}") from None

    def variables(self, parameters: dict[str, Any]) -> dict[str, Any]:
        variables = parameters.get("variables")
        if isinstance(variables, str):
            try:
                variables = json.loads(variables or "{}")
            except ValueError:
                raise WholeRequestError(f"Variables could not be parsed as json: {variables}", 3024) from None
        return variables if isinstance(variables, dict) else {}

    def execute(self, parameters: dict[str, Any], request_id: str) -> dict[str, Any]:
        document = self.document(parameters)
        variables = self.variables(parameters)
        if errors := validate(self.schema, document):
            return self.refused(errors)
        name = parameters.get("operationName") or None
        result = execute_sync(self.schema, document, variable_values=variables, operation_name=name)
        if not result.errors:
            return {"data": result.data}
        if result.data is None and not any(error.path for error in result.errors):
            return self.refused(result.errors)
        return {"data": result.data, "errors": [self.written(error, request_id) for error in result.errors]}

    def refused(self, errors: list[GraphQLError]) -> dict[str, Any]:
        """Errors found before anything was executed have neither code nor id, and show the place in the text."""
        return {"data": None, "errors": [{"message": self.located(error), **self.places(error)} for error in errors]}

    def places(self, error: GraphQLError) -> dict[str, Any]:
        return {"locations": [{"line": place.line, "column": place.column} for place in error.locations or []]}

    def located(self, error: GraphQLError) -> str:
        if not error.locations or not error.source:
            return error.message
        place = error.locations[0]
        line = error.source.body.splitlines()[place.line - 1] if error.source.body else ""
        pointer = " " * (place.column - 1) + "^"
        return f"{error.message} (line {place.line}, column {place.column}):\n{line}\n{pointer}"

    def written(self, error: GraphQLError, request_id: str) -> dict[str, Any]:
        cause = error.original_error
        found: dict[str, Any] = {**self.places(error), "path": list(error.path or [])}
        if isinstance(cause, UserError):
            found |= {"code": cause.code, "message": cause.message}
        else:
            found["message"] = error.message if cause is None else WHOOPS.format(request_id)
        return {**found, "requestId": request_id}

    # Subscriptions

    def opened(self, connection: Connection, parameters: dict[str, Any]) -> Stream | dict[str, Any]:
        request_id = self.store.request_id()
        project = connection.path.rsplit("/", 1)[-1]
        if project != PROJECT:
            raise Refused([{"message": f"Project not found: '{project}'"}])
        try:
            document = self.document(parameters)
            variables = self.variables(parameters)
        except WholeRequestError as error:
            raise Refused([{"message": error.message}]) from None
        name = parameters.get("operationName") or None
        operation = get_operation_ast(document, name)
        errors = validate(self.schema, document)
        if errors or operation is None or operation.operation.value != "subscription":
            message = self.located(errors[0]) if errors else "Only subscriptions are taken here."
            raise Refused([{"message": message}])

        def answered(event: dict[str, Any] | None):
            return execute_sync(self.schema, document, event, variable_values=variables, operation_name=name)

        # Without an event nothing is resolved, so that what is left are errors in the variables.
        if trial := answered(None).errors:
            raise Refused([{"message": self.located(trial[0])}])

        def stream(event: dict[str, Any]) -> dict[str, Any] | None:
            result = answered(event)
            if result.errors:
                return {"data": result.data, "errors": [self.written(error, request_id) for error in result.errors]}
            return {"data": result.data} if any(result.data.values()) else None

        return stream
