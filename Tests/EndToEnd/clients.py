"""Real clients: curl as a command, the gql library over three transports, and a plain socket for bad requests."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
from dataclasses import dataclass
from typing import Any

import gql
from gql.transport.aiohttp import AIOHTTPTransport
from gql.transport.exceptions import TransportQueryError
from gql.transport.httpx import HTTPXTransport
from gql.transport.requests import RequestsHTTPTransport
from operations import APOLLO_ACCEPT, Operation

JSON_TYPE = "application/json"


@dataclass(frozen=True)
class Reply:
    """A response as it came over the wire. Header names are in lower case, their values in order."""

    status: int
    headers: dict[str, list[str]]
    body: bytes

    def header(self, name: str) -> str | None:
        return ", ".join(self.headers[name]) if name in self.headers else None

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def exact(self) -> Any:
        """The body with the order of its keys and the text of its numbers."""
        return exact(self.body)

    @property
    def media_type(self) -> str:
        return (self.header("content-type") or "").split(";")[0]

    @property
    def source(self) -> str | None:
        return self.header("understudy-source")

    @property
    def code(self) -> str | None:
        """`extensions.code` of the first error."""
        return self.json["errors"][0]["extensions"]["code"]

    @property
    def message(self) -> str:
        return self.json["errors"][0]["message"]


def exact(text: bytes | str) -> Any:
    """JSON with lists of pairs for objects, so that the order counts, and with numbers as they are written."""
    return json.loads(text, object_pairs_hook=lambda pairs: ("object", pairs), parse_int=str, parse_float=str)


def parsed(raw: bytes) -> Reply:
    """The last response in what curl printed with --include."""
    while True:
        head, _, body = raw.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split(" ")[1])
        if status != 100:
            break
        raw = body
    headers: dict[str, list[str]] = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers.setdefault(name.strip().lower(), []).append(value.strip())
    return Reply(status, headers, body)


def curl(url: str, *arguments: str, body: bytes | str | None = None) -> Reply:
    """Runs curl. Compressed bodies are undone if `--compressed` is among the arguments."""
    command = ["curl", "--silent", "--show-error", "--include", "--globoff", "--max-time", "25", *arguments, url]
    if body is not None:
        command[1:1] = ["--data-binary", "@-", "--header", "Expect:"]
    data = body.encode() if isinstance(body, str) else body
    done = subprocess.run(command, input=data, capture_output=True, timeout=30, check=False)
    if done.returncode:
        raise ConnectionError(f"curl exit {done.returncode}: {done.stderr.decode()}")
    return parsed(done.stdout)


def post(url: str, body: Any, *arguments: str, accept: str = JSON_TYPE) -> Reply:
    """POSTs JSON by curl."""
    data = body if isinstance(body, (bytes, str)) else json.dumps(body, ensure_ascii=False)
    return curl(url, "-H", f"Content-Type: {JSON_TYPE}", "-H", f"Accept: {accept}", *arguments, body=data)


def post_apollo(url: str, operation: Operation, *arguments: str) -> Reply:
    """As Apollo iOS 2.4 asks."""
    return post(url, operation.apollo_bytes(), *arguments, accept=APOLLO_ACCEPT)


def get(url: str, operation: Operation, *arguments: str) -> Reply:
    """GETs an operation by curl, which encodes the parameters."""
    words = ["--get", "--data-urlencode", f"query={operation.text}"]
    if operation.name:
        words += ["--data-urlencode", f"operationName={operation.name}"]
    if operation.variables is not None:
        words += ["--data-urlencode", f"variables={json.dumps(operation.variables)}"]
    return curl(url, *words, "-H", f"Accept: {JSON_TYPE}", *arguments)


# gql

TRANSPORTS = ["requests", "aiohttp", "httpx"]


def transport(kind: str, url: str, headers: dict[str, str] | None = None):
    match kind:
        case "requests":
            return RequestsHTTPTransport(url=url, timeout=20, headers=headers)
        case "aiohttp":
            return AIOHTTPTransport(url=url, timeout=20, headers=headers)
        case _:
            return HTTPXTransport(url=url, timeout=20, headers=headers)


@dataclass(frozen=True)
class Result:
    """What a program that uses gql sees."""

    data: Any
    errors: Any
    source: str | None

    @property
    def text(self) -> str:
        return json.dumps([self.data, self.errors])


def execute(kind: str, url: str, operation: Operation) -> Result:
    """Runs one operation by gql over a transport of this kind."""
    used = transport(kind, url)
    document = gql.gql(operation.text)
    options = {"variable_values": operation.variables, "operation_name": operation.name}

    async def asynchronous():
        async with gql.Client(transport=used) as session:
            return await session.execute(document, **options)

    data, errors = None, None
    try:
        if kind == "aiohttp":
            data = asyncio.run(asynchronous())
        else:
            with gql.Client(transport=used) as session:
                data = session.execute(document, **options)
    except TransportQueryError as error:
        data, errors = error.data, error.errors
    headers = {name.lower(): value for name, value in (used.response_headers or {}).items()}
    return Result(data, errors, headers.get("understudy-source"))


# A socket, for what no client sends


def raw(port: int, data: bytes, timeout: float = 10) -> bytes:
    """Sends bytes and returns all that comes until the other side closes or is silent."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as connection:
        connection.sendall(data)
        received = b""
        try:
            while chunk := connection.recv(65536):
                received += chunk
                if _is_whole(received):
                    break
        except (TimeoutError, ConnectionResetError):
            pass
        return received


def _is_whole(received: bytes) -> bool:
    head, separator, body = received.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: *(\d+)", head)
    return bool(separator and length and len(body) >= int(length[1]))


def raw_post(port: int, body: bytes, path: str = "/", headers: str = "") -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n{headers}\r\n"
    )
    return head.encode() + body
