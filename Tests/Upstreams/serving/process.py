"""The process of a stand-in server: its options, its first line, its end."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import socket
import ssl
from collections.abc import Awaitable, Callable

import uvicorn

from .http import Request, Response, application


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self):
        """Ends on SIGINT and SIGTERM with exit code 0. uvicorn's own would raise the signal again."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield


def arguments(description: str) -> argparse.ArgumentParser:
    """The options that all stand-ins have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--port", type=int, default=0, help="0, the default, takes a free one")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument(
        "--compression",
        choices=["auto", "gzip", "deflate", "none"],
        default="auto",
        help="of answers, where the client accepts it",
    )
    parser.add_argument("--tls-cert", help="a PEM file: https and wss instead of http and ws")
    parser.add_argument("--tls-key", help="its key")
    parser.add_argument("--tls-clients", help="an authority's PEM file: clients must show a certificate of it")
    return parser


def run(
    answer: Callable[[Request], Response],
    options: argparse.Namespace,
    sockets: Callable[..., Awaitable[None]] | None = None,
) -> None:
    """Prints the origin as the first line on stdout, once connections are taken, and serves until it is told to end.

    `sockets` is an ASGI application for WebSockets; without one there are none.
    """
    listener = socket.create_server((options.host, options.port), backlog=2048)
    # Head and body of an answer are two writes; the second must not wait for the client's acknowledgement of the first.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    host, port = listener.getsockname()[:2]
    print(f"{'https' if options.tls_cert else 'http'}://{host}:{port}", flush=True)
    config = uvicorn.Config(
        application(answer, options.compression, sockets),
        log_level="warning",
        access_log=False,
        ws="websockets-sansio" if sockets else "none",
        ws_ping_interval=None,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=2,
        ssl_certfile=options.tls_cert,
        ssl_keyfile=options.tls_key,
        ssl_ca_certs=options.tls_clients,
        ssl_cert_reqs=ssl.CERT_REQUIRED if options.tls_clients else ssl.CERT_NONE,
    )
    asyncio.run(_Server(config).serve(sockets=[listener]))
