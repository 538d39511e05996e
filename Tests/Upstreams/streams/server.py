"""GraphQL over HTTP with one result or many, and over WebSockets.

By HTTP, subscriptions come as server-sent events (graphql-sse, distinct connections) or as parts (Apollo's
`subscriptionSpec=1.0`), as `Accept` says. A mutation is answered a moment after it has told its subscribers.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from graphql import (
    DocumentNode,
    ExecutionResult,
    GraphQLError,
    OperationType,
    execute_sync,
    get_operation_ast,
    parse,
    subscribe,
    validate,
)
from serving.http import Broken, Request, Response, compact
from serving.sockets import Closed, Connection, Finished, Hub, Refused

from .deferral import parts, split
from .schema import PAUSE, Board, Closing, schema

JSON = "application/json; charset=utf-8"


def written(result: ExecutionResult) -> dict[str, Any]:
    errors = {"errors": [error.formatted for error in result.errors]} if result.errors else {}
    return {**errors, "data": result.data}


async def slowly(answers: list[dict[str, Any]]) -> AsyncIterator[dict[str, Any]]:
    for answer in answers:
        yield answer
        await asyncio.sleep(PAUSE)


class Server:
    """`protocols` is what it speaks: `sse`, `multipart`, `defer`; WebSockets are `__main__`'s affair."""

    def __init__(self, hub: Hub, protocols: set[str]):
        self.hub = hub
        self.protocols = protocols
        self.board = Board()
        self.schema = schema(self.board)

    # HTTP

    async def __call__(self, request: Request) -> Response:
        if request.path.rstrip("/") != "/graphql" or request.method != "POST":
            return Response(404, {"content-type": "text/plain"}, b"POST to /graphql")
        parameters = json.loads(request.body)
        try:
            document, operation = self.operation(parameters)
        except Refused as refusal:
            return Response(400, {"content-type": JSON}, compact({"errors": refusal.errors}))
        accept = request.headers.get("accept", "")
        user = request.headers.get("authorization")
        if operation.operation == OperationType.SUBSCRIPTION:
            return self.subscribed(document, parameters, accept, user)
        answer = self.executed(document, operation, parameters, accept, user)
        if operation.operation == OperationType.MUTATION:
            await asyncio.sleep(2 * PAUSE)
        return answer

    def executed(self, document: DocumentNode, operation, parameters, accept: str, user) -> Response:
        spec = "deferspec=20220824" in accept.replace(" ", "").lower()
        answers = self.answers(document, operation, parameters, user, "multipart/mixed" in accept, spec)
        if len(answers) == 1:
            return Response(200, {"content-type": JSON}, compact(answers[0]))
        kind = 'multipart/mixed; boundary="-"' + ("; deferSpec=20220824" if spec else "")
        return Response(200, {"content-type": kind}, stream=self.in_parts(answers))

    def answers(self, document, operation, parameters, user, in_parts: bool, spec: bool) -> list[dict[str, Any]]:
        """The parts of an answer; one where it is whole."""
        early, whole, deferred = split(operation)
        others = tuple(node for node in document.definitions if node is not operation)
        # Only once: a mutation must not be made again for the sake of its parts.
        result = self.execute(DocumentNode(definitions=(whole, *others)), parameters, user)
        if not in_parts or not deferred or "defer" not in self.protocols or not result.get("data"):
            return [result]
        if operation.operation == OperationType.MUTATION:
            return [result]
        first = self.execute(DocumentNode(definitions=(early, *others)), parameters, user)
        return list(parts(first, result, deferred, spec))

    async def in_parts(self, answers) -> AsyncIterator[bytes]:
        yield b"\r\n---"
        for part in answers:
            yield b"\r\nContent-Type: application/json; charset=utf-8\r\n\r\n" + compact(part) + b"\r\n---"
            await asyncio.sleep(PAUSE)
        yield b"--\r\n"

    def execute(self, document: DocumentNode, parameters: dict[str, Any], user: str | None) -> dict[str, Any]:
        return written(
            execute_sync(
                self.schema,
                document,
                context_value=user,
                variable_values=parameters.get("variables") or {},
                operation_name=parameters.get("operationName") or None,
            )
        )

    def operation(self, parameters: dict[str, Any]):
        try:
            document = parse(parameters.get("query") or "")
        except GraphQLError as error:
            raise Refused([error.formatted]) from None
        if errors := validate(self.schema, document):
            raise Refused([error.formatted for error in errors])
        operation = get_operation_ast(document, parameters.get("operationName") or None)
        if operation is None:
            raise Refused([{"message": "Could not determine what operation to execute."}])
        return document, operation

    # Subscriptions

    async def results(self, document, parameters, user) -> AsyncIterator[dict[str, Any]]:
        """What a subscription tells; raises Refused where it fails, and Broken where the connection breaks."""
        opened = await subscribe(
            self.schema,
            document,
            context_value=user,
            variable_values=parameters.get("variables") or {},
            operation_name=parameters.get("operationName") or None,
        )
        if isinstance(opened, ExecutionResult):
            raise Refused([error.formatted for error in opened.errors])
        try:
            async for result in opened:
                answer = written(result)
                yield answer
        except GraphQLError as error:
            raise Refused([error.formatted]) from None
        finally:
            await opened.aclose()

    def subscribed(self, document, parameters, accept: str, user) -> Response:
        results = self.results(document, parameters, user)
        if "sse" in self.protocols and "text/event-stream" in accept:
            return Response(200, {"content-type": "text/event-stream"}, stream=self.events(results))
        if "multipart" in self.protocols and "multipart/mixed" in accept:
            kind = "multipart/mixed;boundary=graphql;subscriptionSpec=1.0"
            return Response(200, {"content-type": kind}, stream=self.payloads(results))
        refusal = {"errors": [{"message": "Subscriptions are not answered by one result."}]}
        return Response(400, {"content-type": JSON}, compact(refusal))

    async def events(self, results) -> AsyncIterator[bytes]:
        yield b":\n\n"
        try:
            async for result in results:
                yield b"event: next\ndata: " + compact(result) + b"\n\n"
        except Refused as refusal:
            yield b"event: next\ndata: " + compact({"errors": refusal.errors}) + b"\n\n"
        yield b"event: complete\ndata:\n\n"

    async def payloads(self, results) -> AsyncIterator[bytes]:
        def part(value: Any) -> bytes:
            return b"\r\ncontent-type: application/json\r\n\r\n" + compact(value) + b"\r\n--graphql"

        yield b"\r\n--graphql" + part({})
        try:
            async for result in results:
                yield part({"payload": result})
        except Refused as refusal:
            yield part({"payload": None, "errors": refusal.errors})
        yield b"--\r\n"

    # WebSockets

    def greeted(self, connection: Connection) -> dict[str, Any] | None:
        """By the token: `expired` is not let in, and `welcome` is told so."""
        token = (connection.init or {}).get("authorization")
        if token == "expired":
            raise Refused([{"message": "The token has expired.", "extensions": {"code": "EXPIRED"}}])
        return {"user": token} if token == "welcome" else None

    def opened(self, connection: Connection, parameters: dict[str, Any]):
        token = (connection.init or {}).get("authorization")
        document, operation = self.operation(parameters)
        if operation.operation == OperationType.SUBSCRIPTION:
            return self.stream(self.results(document, parameters, token))
        answers = self.answers(document, operation, parameters, token, in_parts=True, spec=False)
        return answers[0] if len(answers) == 1 else self.stream(slowly(answers))

    def stream(self, results: AsyncIterator[dict[str, Any]]):
        mine = object()
        told: list[Any] = []

        async def tell() -> None:
            try:
                async for result in results:
                    self.hub.publish((mine, result))
                self.hub.publish((mine, Finished()))
            except Closing as closing:
                self.hub.publish((mine, Closed(closing.code, closing.reason)))
            except Broken:
                self.hub.publish((mine, Closed(1011, "broken")))
            except Refused as refusal:
                self.hub.publish((mine, refusal))

        task = asyncio.ensure_future(tell())
        told.append(task)  # held as long as the stream is

        def stream(event: Any) -> dict[str, Any] | None:
            whose, value = event
            if whose is not mine:
                return None
            if isinstance(value, Exception):
                raise value
            return value

        stream.task = told
        return stream
