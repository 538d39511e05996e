"""The HTTP side: JSON or multipart/form-data in, JSON out."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from graphql import graphql_sync
from serving.http import Request, Response, compact

from .schema import schema


@dataclass(frozen=True)
class UploadedFile:
    filename: str | None
    content: bytes


class Uploads:
    def __init__(self) -> None:
        self.schema = schema()

    def __call__(self, request: Request) -> Response:
        try:
            operations = self.operations(request)
        except (KeyError, IndexError, ValueError) as problem:
            return answer(400, {"errors": [{"message": f"no upload: {problem!r}"}]})
        if isinstance(operations, list):
            return answer(200, [self.executed(each) for each in operations])
        return answer(200, self.executed(operations))

    def executed(self, operation: dict) -> dict:
        result = graphql_sync(
            self.schema,
            operation["query"],
            variable_values=operation.get("variables"),
            operation_name=operation.get("operationName"),
        )
        return result.formatted

    def operations(self, request: Request):
        if request.content_type != "multipart/form-data":
            return json.loads(request.body)
        parts = dict(parsed(request))
        operations = json.loads(parts["operations"].content)
        for name, paths in json.loads(parts["map"].content).items():
            for path in paths:
                put(operations, path.split("."), parts[name])
        return operations


def parsed(request: Request):
    """The parts of a body that is there as a whole, by name."""
    boundary = re.search(r'boundary="?([^";]+)"?', request.headers["content-type"]).group(1).encode()
    for part in request.body.split(b"--" + boundary)[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        name = re.search(rb'[; ]name="?([^";\r\n]*)"?', head).group(1).decode()
        filename = re.search(rb'filename="?([^";\r\n]*)"?', head)
        yield name, UploadedFile(filename.group(1).decode() if filename else None, content.removesuffix(b"\r\n"))


def put(value, path: list[str], file: UploadedFile) -> None:
    *way, last = path
    for step in way:
        value = value[int(step)] if isinstance(value, list) else value[step]
    value[int(last) if isinstance(value, list) else last] = file


def answer(status: int, body) -> Response:
    return Response(status, {"content-type": "application/json"}, compact(body))
