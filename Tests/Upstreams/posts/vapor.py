"""GraphQL over HTTP as Vapor with Graphiti speaks it.

What tells it from others: the keys of every object stand in a random order; the path of an error is an object; a syntax
error and a missing query get Vapor's own body; there is no `data` beside the errors of a request that was not executed.
"""

from __future__ import annotations

import json
import random
from typing import Any

from graphql import GraphQLError, GraphQLSchema, execute_sync, is_enum_type, parse, validate
from serving.http import Request, Response
from serving.wording import places, quoted

from .schema import schema
from .store import Store

JSON = "application/json; charset=utf-8"


class Abort(Exception):
    """An answer in Vapor's own words."""

    def __init__(self, status: int, reason: str):
        super().__init__(reason)
        self.status = status
        self.body = {"error": True, "reason": reason}


class Vapor:
    def __init__(self, seed: str = "0"):
        self.seed = seed
        self.store = Store(seed)
        self.schema = self.disordered(schema(self.store))
        self.reset()

    def reset(self) -> None:
        self.store.reset()
        self.order = random.Random(f"{self.seed}/order")

    def disordered(self, schema: GraphQLSchema) -> GraphQLSchema:
        """Fields and values in an order that is another at every start of the real server, and here for every seed."""
        order = random.Random(f"{self.seed}/schema")
        for name in ("Post", "Author", "Mutation", "PostInput", "Tag"):
            named = schema.type_map[name]
            members = named.values if is_enum_type(named) else named.fields
            shuffled = list(members.items())
            order.shuffle(shuffled)
            members.clear()
            members.update(shuffled)
        return schema

    def written(self, value: Any) -> str:
        """JSON with the members of every object in another order, and with 17 digits for every fraction.

        Fewer digits would mean the same number; whoever reads and writes it again loses them.
        """
        if isinstance(value, list):
            return f"[{','.join(map(self.written, value))}]"
        if isinstance(value, dict):
            names = list(value)
            self.order.shuffle(names)
            return f"{{{','.join(f'{json.dumps(name)}:{self.written(value[name])}' for name in names)}}}"
        return f"{value:.17g}" if isinstance(value, float) else json.dumps(value, ensure_ascii=False)

    def __call__(self, request: Request) -> Response:
        try:
            if request.path != "/graphql" or request.method not in ("GET", "POST"):
                raise Abort(404, "Not Found")
            status, body = 200, self.execute(self.parameters(request))
        except Abort as abort:
            status, body = abort.status, abort.body
        return Response(status, {"content-type": JSON}, self.written(body).encode())

    def parameters(self, request: Request) -> dict[str, Any]:
        if request.method == "GET":
            parameters: Any = dict(request.query)
            try:
                parameters["variables"] = json.loads(parameters.get("variables", "null"))
            except ValueError:
                del parameters["variables"]  # as if there were none
        elif request.content_type != "application/json":
            raise Abort(415, "Unsupported Media Type")
        else:
            try:
                parameters = json.loads(request.body)
            except ValueError:
                raise Abort(400, "The given data was not valid JSON.") from None
        if not isinstance(parameters, dict) or not isinstance(parameters.get("query"), str):
            raise Abort(400, "Value required for key 'query'.")
        return parameters

    def execute(self, parameters: dict[str, Any]) -> dict[str, Any]:
        try:
            document = parse(parameters["query"])
        except GraphQLError as error:
            raise Abort(200, self.syntax_error(error)) from None
        if errors := validate(self.schema, document):
            return {"errors": [self.error(error) for error in errors]}
        variables = parameters.get("variables")
        result = execute_sync(
            self.schema,
            document,
            variable_values=variables if isinstance(variables, dict) else {},
            operation_name=parameters.get("operationName") or None,
        )
        if not result.errors:
            return {"data": result.data}
        answer: dict[str, Any] = {"errors": [self.error(error) for error in result.errors]}
        if any(error.path for error in result.errors):
            answer["data"] = result.data
        return answer

    def error(self, error: GraphQLError) -> dict[str, Any]:
        return {"message": quoted(error.message), **places(error), "path": {"elements": list(error.path or [])}}

    def syntax_error(self, error: GraphQLError) -> str:
        """The message, the place, and the line that it is in with a pointer below."""
        place = error.locations[0]
        what = quoted(error.message).removeprefix("Syntax Error: ").rstrip(".")
        text = (error.source.body.splitlines() or [""])[place.line - 1 :][:1] or [""]
        pointer = " " * (len(f"{place.line}: ") + place.column - 1) + "^"
        head = f"Syntax Error GraphQL request ({place.line}:{place.column}) {what}"
        return f"{head}\n\n{place.line}: {text[0]}\n{pointer}\n"
