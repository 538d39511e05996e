"""An HTTP server of one page, for upstreams that no library would be."""

from __future__ import annotations

import contextlib
import ssl
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from certificates import Pair


@contextlib.contextmanager
def serving(respond: Callable[[BaseHTTPRequestHandler], None], own: Pair | None = None) -> Iterator[str]:
    """Answers every request by `respond`, each connection in a thread of its own; gives the URL, https with a certificate."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Head and body go out together, or the client's system waits 40 ms between them.
        wbufsize = -1

        def do_POST(self) -> None:
            with contextlib.suppress(ConnectionError):
                respond(self)

        do_GET = do_HEAD = do_OPTIONS = do_PUT = do_POST

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if own:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(own.certificate, own.key)
        # The handshake is made in the connection's own thread, by its first read.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"{'https' if own else 'http'}://127.0.0.1:{server.server_port}/graphql"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def sent_body(handler: BaseHTTPRequestHandler) -> bytes:
    return handler.rfile.read(int(handler.headers.get("content-length", 0)))


def answer(handler: BaseHTTPRequestHandler, body: bytes, status: int = 200, **headers: str) -> None:
    """Sends an answer as a whole; JSON unless the headers say otherwise."""
    fields = {"content-type": "application/json"} | {name.replace("_", "-"): value for name, value in headers.items()}
    handler.send_response(status)
    for name, value in fields.items():
        handler.send_header(name, value)
    handler.send_header("content-length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)
    handler.wfile.flush()
