"""An upstream that misbehaves on request: the first part of the path says how.

    python misbehaving.py [--port N]        prints its origin as the first line, ends on SIGTERM

| path                 | what it does                                                                 |
|----------------------|------------------------------------------------------------------------------|
| /ok                  | answers any GraphQL request with `{"data":{"ok":true}}`                      |
| /big/BYTES           | `{"data":{"big":"bb…"}}` of about that size                                  |
| /slow/SECONDS        | waits that long (0.5, 30), then as /ok                                       |
| /reset               | sends half of a body, then resets the connection                             |
| /truncated           | promises a longer body than it sends, then closes cleanly                    |
| /close               | closes the connection before any answer                                      |
| /close-idle          | answers as /ok and closes at once, without `Connection: close`               |
| /status/N            | status N with GraphQL errors as JSON (401, 500, 503, …)                      |
| /html, /html/N       | a page, status 200 or N                                                      |
| /invalid-json        | says JSON, sends `{"data": {"ok": tru`                                       |
| /empty               | says JSON, sends nothing                                                     |
| /not-graphql         | sends JSON that is no GraphQL answer                                         |
| /gzip, /deflate      | compressed, whatever the client accepts; /raw-deflate without zlib's header  |
| /bad-gzip            | says gzip, sends something else                                              |
| /huge-header/BYTES   | a header of that size                                                        |
| /drip/MILLISECONDS   | sends the body a byte at a time                                              |
| /chunked             | a body in chunks                                                             |
| /headers             | cookies and headers of its own                                               |
| /text, /binary       | not GraphQL at all: a text, every byte there is (status 200, any method)     |
| /echo                | the request, as JSON: method, target, headers, body                          |
| /redirect            | 302 to /ok                                                                   |
| /digits              | a body with spaces, and with number texts and escapes worth keeping           |
| /serial              | `{"data":{"serial":N}}`, another number each time                            |
| /generated           | `{"data":{"thing":{"n":N,"name":"Thing N"}}}`, N being the variable `n`       |
| /requests            | the counts so far, as JSON: `{"total": N, "slow": N, …}`; not counted itself |
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import signal
import socket
import struct
import zlib
from collections import Counter
from dataclasses import dataclass

OK = b'{"data":{"ok":true}}'
PAGE = b"<!doctype html>\n<html><body><h1>Something else is here</h1></body></html>\n"
JSON = ("Content-Type", "application/json; charset=utf-8")
HTML = ("Content-Type", "text/html; charset=utf-8")
REASONS = {
    200: "OK",
    302: "Found",
    401: "Unauthorized",
    404: "Not Found",
    500: "Internal Server Error",
    502: "Bad Gateway",
    503: "Service Unavailable",
}


@dataclass
class Asked:
    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes

    @property
    def parts(self) -> list[str]:
        return [part for part in self.target.split("?")[0].split("/") if part]


def head(status: int, headers: list[tuple[str, str]]) -> bytes:
    lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Whatever')}", *(f"{name}: {value}" for name, value in headers)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def whole(status: int, headers: list[tuple[str, str]], body: bytes) -> bytes:
    return head(status, [*headers, ("Content-Length", str(len(body)))]) + body


class Hangup(Exception):
    """Close the connection, after what has been written."""


class Misbehaving:
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.serial = 0

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while asked := await self.read(reader):
                await self.answer(asked, writer)
                await writer.drain()
        except (Hangup, ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    async def read(self, reader: asyncio.StreamReader) -> Asked | None:
        line = await reader.readline()
        if not line.strip():
            return None
        method, target, _ = line.decode("latin-1").split(" ", 2)
        headers = []
        while (line := await reader.readline()).strip():
            name, _, value = line.decode("latin-1").partition(":")
            headers.append((name, value.strip()))
        fields = {name.lower(): value for name, value in headers}
        body = b""
        if fields.get("transfer-encoding", "").lower() == "chunked":
            while size := int((await reader.readline()).split(b";")[0], 16):
                body += await reader.readexactly(size)
                await reader.readline()
            await reader.readline()
        elif length := int(fields.get("content-length", "0")):
            body = await reader.readexactly(length)
        return Asked(method, target, headers, body)

    async def answer(self, asked: Asked, writer: asyncio.StreamWriter) -> None:
        how, *rest = asked.parts or ["ok"]
        if how == "requests":
            body = json.dumps({"total": self.counts.total(), **self.counts}).encode()
            writer.write(whole(200, [JSON], body))
            return
        self.counts[how] += 1
        number = next((part for part in rest if part.replace(".", "", 1).isdigit()), None)
        match how:
            case "slow":
                await asyncio.sleep(float(number or 1))
                writer.write(whole(200, [JSON], OK))
            case "big":
                writer.write(whole(200, [JSON], b'{"data":{"big":"%s"}}' % (b"b" * int(number or 100_000))))
            case "reset":
                writer.write(head(200, [JSON, ("Content-Length", "1000")]) + OK[:10])
                await writer.drain()
                linger = struct.pack("ii", 1, 0)  # with it, closing sends RST instead of FIN
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                writer.transport.abort()
                raise Hangup
            case "truncated":
                writer.write(head(200, [JSON, ("Content-Length", "1000")]) + OK)
                raise Hangup
            case "close":
                raise Hangup
            case "close-idle":
                writer.write(whole(200, [JSON], OK))
                raise Hangup
            case "status":
                body = b'{"errors":[{"message":"The upstream says %s.","extensions":{"code":"UPSTREAM"}}]}'
                writer.write(whole(int(number or 500), [JSON], body % (number or "500").encode()))
            case "html":
                writer.write(whole(int(number or 200), [HTML], PAGE))
            case "invalid-json":
                writer.write(whole(200, [JSON], b'{"data": {"ok": tru'))
            case "empty":
                writer.write(whole(200, [JSON], b""))
            case "not-graphql":
                writer.write(whole(200, [JSON], b'{"hello":"there"}'))
            case "gzip":
                writer.write(whole(200, [JSON, ("Content-Encoding", "gzip")], gzip.compress(OK, mtime=0)))
            case "deflate":
                writer.write(whole(200, [JSON, ("Content-Encoding", "deflate")], zlib.compress(OK)))
            case "raw-deflate":
                squeeze = zlib.compressobj(wbits=-zlib.MAX_WBITS)
                body = squeeze.compress(OK) + squeeze.flush()
                writer.write(whole(200, [JSON, ("Content-Encoding", "deflate")], body))
            case "bad-gzip":
                writer.write(whole(200, [JSON, ("Content-Encoding", "gzip")], b"this is not gzip"))
            case "huge-header":
                writer.write(whole(200, [JSON, ("X-Huge", "h" * int(number or 100_000))], OK))
            case "drip":
                writer.write(head(200, [JSON, ("Content-Length", str(len(OK)))]))
                for byte in OK:
                    writer.write(bytes([byte]))
                    await writer.drain()
                    await asyncio.sleep(float(number or 20) / 1000)
            case "chunked":
                writer.write(head(200, [JSON, ("Transfer-Encoding", "chunked")]))
                for start in range(0, len(OK), 7):
                    chunk = OK[start : start + 7]
                    writer.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
                    await writer.drain()
                writer.write(b"0\r\n\r\n")
            case "headers":
                own = [
                    ("Set-Cookie", "session=secret-cookie; HttpOnly"),
                    ("Set-Cookie", "theme=dark"),
                    ("Cache-Control", "private, max-age=60"),
                    ("X-Request-Id", f"request-{self.counts[how]}"),
                    ("Server", "misbehaving"),
                    ("Via", "1.1 somewhere"),
                    ("Keep-Alive", "timeout=30"),
                ]
                writer.write(whole(200, [JSON, *own], OK))
            case "text":
                writer.write(
                    whole(200, [("Content-Type", "text/plain"), ("X-Own", "kept")], "héllo\r\n\x00end".encode())
                )
            case "binary":
                body = bytes(range(256)) * 40
                writer.write(whole(200, [("Content-Type", "application/octet-stream"), ("X-Own", "kept")], body))
            case "echo":
                value = {
                    "method": asked.method,
                    "target": asked.target,
                    "headers": asked.headers,
                    "body": asked.body.decode("latin-1"),
                }
                writer.write(whole(200, [JSON], json.dumps(value).encode()))
            case "redirect":
                writer.write(whole(302, [("Location", "/ok")], b""))
            case "digits":
                body = b'{ "data" : {"b":1.0, "a":1e3,"n":123456789012345678901234567890,"f":613835182.14269805,"s":"\\u00e9\\/x"} }\n'
                writer.write(whole(200, [JSON], body))
            case "generated":
                asked_for = json.loads(asked.body)["variables"]["n"]
                body = b'{"data":{"thing":{"n":%d,"name":"Thing %d"}}}' % (asked_for, asked_for)
                writer.write(whole(200, [JSON], body))
            case "serial":
                self.serial += 1
                writer.write(whole(200, [JSON], b'{"data":{"serial":%d}}' % self.serial))
            case _:
                writer.write(whole(200, [JSON], OK))


async def serve(port: int) -> None:
    server = Misbehaving()
    listening = await asyncio.start_server(server.connection, "127.0.0.1", port, limit=1 << 20, backlog=2048)
    print("http://127.0.0.1:%d" % listening.sockets[0].getsockname()[1], flush=True)
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    await ended.wait()
    listening.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="An upstream that misbehaves on request.")
    parser.add_argument("--port", type=int, default=0)
    asyncio.run(serve(parser.parse_args().port))
