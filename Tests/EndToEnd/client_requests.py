"""The requests in `wire/`, and what is to be expected of each."""

from __future__ import annotations

import http.client
import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from clients import Reply
from harness import Server

WIRE = Path(__file__).parent / "wire"
SCHEMAS = WIRE / "schemas"
ENDPOINTS = {"graphql": "books", "sse": "books", "animals": "animals", "counter": "counter"}


@dataclass(frozen=True)
class ClientRequest:
    number: int
    method: str
    url: str
    headers: dict[str, str]
    body: str

    @property
    def label(self) -> str:
        return f"{self.number} {self.method} {self.name} {self.headers['user-agent'].split(' ')[0]}"

    @property
    def name(self) -> str:
        return self.parameters[0].get("operationName") or "-" if self.parameters else "none"

    @property
    def path(self) -> str:
        parts = urlsplit(self.url)
        return f"/{ENDPOINTS[parts.path.strip('/')]}" + (f"?{parts.query}" if parts.query else "")

    @property
    def data(self) -> bytes:
        """What is sent. Whoever caught the requests cut long uploads off inside of a file: that file ends there."""
        data = self.body.encode()
        if self.is_upload:
            last = f"--{self.headers['content-type'].partition('boundary=')[2]}--".encode()
            if last not in data:
                data += b"\r\n" + last + b"\r\n"
        return data

    @property
    def files(self) -> list[bytes]:
        """The contents of the files of an upload, in order."""
        boundary = self.headers["content-type"].partition("boundary=")[2].encode()
        parts = (b"\r\n" + self.data).split(b"\r\n--" + boundary)[3:-1]
        return [part.partition(b"\r\n\r\n")[2] for part in parts]

    @property
    def is_upload(self) -> bool:
        return self.headers.get("content-type", "").startswith("multipart/form-data")

    @cached_property
    def decoded(self) -> Any:
        if self.method == "GET":
            return dict(parse_qsl(urlsplit(self.url).query)) or None
        text = self.body
        if self.is_upload:
            text = re.search(r'name="operations"\r\n\r\n(.*?)\r\n--', text, re.DOTALL)[1]
        return json.loads(text) if text else None

    @property
    def is_batch(self) -> bool:
        return isinstance(self.decoded, list)

    @property
    def parameters(self) -> list[dict[str, Any]]:
        return self.decoded if self.is_batch else [self.decoded] if self.decoded else []

    @property
    def text(self) -> str:
        return " ".join(item.get("query") or "" for item in self.parameters)

    @property
    def kind(self) -> str:
        """`single`, `batch`, `upload`, `stream`, `parts`, `event`, `handshake`, `invalid`, `unparsable`, `none`."""
        if not self.parameters:
            return "none"
        if self.is_upload:
            return "upload"
        if self.is_batch:
            return "batch"
        if re.match(r"\s*subscription\b", self.text):
            return "stream"
        if "@defer" in self.text:
            return "parts"
        if self.name == "Bad":
            return "invalid"
        if self.text == "query {":
            return "unparsable"
        if self.headers.get("accept") == "text/event-stream":
            return "event"
        return "single" if self.text else "handshake"

    def send(self, server: Server, session: str | None = None) -> Reply:
        """To the byte, but for where it goes to, and the header of a session."""
        left_out = {"host", "content-length", "connection", "transfer-encoding", "accept-encoding"}
        headers = {name: value for name, value in self.headers.items() if name.lower() not in left_out}
        if session:
            headers["X-Understudy-Session"] = session
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        try:
            connection.request(self.method, self.path, self.data or None, headers)
            response = connection.getresponse()
            names: dict[str, list[str]] = {}
            for name, value in response.getheaders():
                names.setdefault(name.lower(), []).append(value)
            body = b""
            # A subscription has no end: its first event says enough.
            while self.kind == "stream" and b'"data":{' not in body and (more := response.read1()):
                body += more
            return Reply(response.status, names, body or response.read())
        finally:
            connection.close()


REQUESTS = [
    ClientRequest(number, one["method"], one["url"], one["headers"], one["body"] or "")
    for number, one in enumerate(json.loads((WIRE / "client-requests.json").read_text("utf-8")))
]
