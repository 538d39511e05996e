"""An upstream that sends a large answer in two halves, the second one when the test says so."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

from harness import PATIENCE
from http_server import sent_body, serving

PEOPLE = [{"id": str(number), "name": f"Person {number}", "note": "x" * 200} for number in range(8000)]
ANSWER = json.dumps({"data": {"people": PEOPLE}}).encode()
HALF = len(ANSWER) // 2
JSON = "application/json"


class GatedUpstream:
    """Each request gets the same answer, or a list of it for a batch."""

    def __init__(self, *, chunked: bool = False, open_gate: bool = False) -> None:
        self.chunked = chunked
        self.asked = 0
        self.breaks = False
        self.has_sent_half = threading.Event()
        self.gate = threading.Event()
        if open_gate:
            self.gate.set()

    def respond(self, handler: BaseHTTPRequestHandler) -> None:
        request = json.loads(sent_body(handler))
        self.asked += 1
        body = b"[" + b",".join([ANSWER] * len(request)) + b"]" if isinstance(request, list) else ANSWER
        handler.send_response(200)
        handler.send_header("content-type", JSON)
        handler.send_header("x-own", "kept")
        if self.chunked:
            handler.send_header("transfer-encoding", "chunked")
        else:
            handler.send_header("content-length", str(len(body)))
        handler.end_headers()
        self.send(handler, body[:HALF])
        self.has_sent_half.set()
        if not self.gate.wait(PATIENCE) or self.breaks:
            handler.close_connection = True
            return
        self.send(handler, body[HALF:])
        if self.chunked:
            handler.wfile.write(b"0\r\n\r\n")

    def send(self, handler: BaseHTTPRequestHandler, part: bytes) -> None:
        handler.wfile.write(b"%x\r\n%b\r\n" % (len(part), part) if self.chunked else part)
        handler.wfile.flush()

    @contextlib.contextmanager
    def listening(self) -> Iterator[str]:
        with serving(self.respond) as url:
            try:
                yield url
            finally:
                self.gate.set()
