"""Requests and responses as plain values, and the ASGI application around a function from one to the other."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import inspect
import json
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl


@dataclass(frozen=True)
class Request:
    """One HTTP request with its whole body. Header names are in lower case."""

    method: str
    path: str
    query: dict[str, str]
    headers: dict[str, str]
    body: bytes

    @property
    def content_type(self) -> str:
        return self.headers.get("content-type", "").split(";")[0].strip().lower()

    def accepted(self) -> list[str]:
        """The media types of `Accept` without their parameters, best first; `*/*` where the header is missing."""
        ranked = []
        for place, entry in enumerate((self.headers.get("accept") or "*/*").split(",")):
            name, *parameters = [part.strip().lower() for part in entry.split(";")]
            quality = next((float(p[2:]) for p in parameters if p.startswith("q=")), 1.0)
            ranked.append((-quality, place, name))
        return [name for _, _, name in sorted(ranked)]


@dataclass
class Response:
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    stream: AsyncIterator[bytes] | None = None
    """Chunks as they come, instead of a body. `Broken` breaks the connection."""


class Broken(Exception):
    """The connection breaks off in the middle of a stream."""


def compact(value: Any) -> bytes:
    """JSON as JavaScript's `JSON.stringify` writes it: no spaces, no escapes beyond the needed ones, no newline."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def compressed(request: Request, response: Response, wanted: str) -> Response:
    """Compresses the body where the client takes it. `wanted` is `auto`, `gzip`, `deflate` or `none`."""
    taken = {entry.split(";")[0].strip().lower() for entry in request.headers.get("accept-encoding", "").split(",")}
    order = {"auto": ["gzip", "deflate"], "none": []}.get(wanted, [wanted])
    coding = next((name for name in order if name in taken), None)
    if coding is None or not response.body:
        return response
    body = gzip.compress(response.body, mtime=0) if coding == "gzip" else zlib.compress(response.body)
    vary = ", ".join(filter(None, [response.headers.get("vary"), "Accept-Encoding"]))
    return Response(response.status, {**response.headers, "content-encoding": coding, "vary": vary}, body)


def resettable(answer: Callable[[Request], Response], reset: Callable[[], None]) -> Callable[[Request], Response]:
    """`answer`, and `POST /__reset`, which makes the stand-in start over from its fixed state."""

    def answer_or_reset(request: Request) -> Response:
        if request.path != "/__reset":
            return answer(request)
        if request.method != "POST":
            return Response(405, {"allow": "POST"})
        reset()
        return Response(204)

    return answer_or_reset


async def streamed(response: Response, receive, send) -> None:
    """Sends chunks as they come, until there are no more, the stream breaks, or the client goes."""
    names = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in response.headers.items()]
    await send({"type": "http.response.start", "status": response.status, "headers": names})

    async def write() -> None:
        async for chunk in response.stream:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def leave() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    tasks = {asyncio.ensure_future(write()), asyncio.ensure_future(leave())}
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            # A response without its end is what the server then breaks off.
            with contextlib.suppress(Broken):
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await response.stream.aclose()


def application(
    answer: Callable[[Request], Response | Awaitable[Response]],
    compression: str = "auto",
    sockets: Callable[..., Awaitable[None]] | None = None,
):
    """An ASGI application that gives every request to `answer`, and every WebSocket to `sockets`."""

    async def app(scope, receive, send):
        if scope["type"] == "websocket":
            await sockets(scope, receive, send)
            return
        if scope["type"] == "lifespan":
            while (await receive())["type"] != "lifespan.shutdown":
                await send({"type": "lifespan.startup.complete"})
            await send({"type": "lifespan.shutdown.complete"})
            return
        body = bytearray()
        more = True
        while more:
            event = await receive()
            if event["type"] == "http.disconnect":
                return
            body += event.get("body", b"")
            more = event.get("more_body", False)
        request = Request(
            method=scope["method"],
            path=scope["path"],
            query=dict(parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)),
            headers={name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]},
            body=bytes(body),
        )
        answered = answer(request)
        response = await answered if inspect.isawaitable(answered) else answered
        if response.stream is not None:
            await streamed(response, receive, send)
            return
        response = compressed(request, response, compression)
        headers = {**response.headers, "content-length": str(len(response.body))}
        if response.status == 204:
            del headers["content-length"]
        await send(
            {
                "type": "http.response.start",
                "status": response.status,
                "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()],
            }
        )
        await send({"type": "http.response.body", "body": b"" if request.method == "HEAD" else response.body})

    return app
