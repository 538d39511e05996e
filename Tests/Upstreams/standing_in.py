"""For tests: a stand-in as a running process, asked over real HTTP and WebSockets."""

from __future__ import annotations

import contextlib
import json
import os
import ssl
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from harness import Server, running
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

UPSTREAMS = Path(__file__).parent
PATIENCE = 20


def server(name: str, *arguments: str) -> Server:
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return Server([sys.executable, "-m", name, "--port", "0", *arguments], cwd=UPSTREAMS, env=environment)


class StandIn:
    """A running stand-in whose GraphQL endpoint is at `path`."""

    def __init__(self, origin: str, path: str, trust: ssl.SSLContext | bool = True):
        self.origin = origin
        self.path = path
        self.http = httpx.Client(
            base_url=origin, timeout=PATIENCE, headers={"accept-encoding": "identity"}, verify=trust
        )

    def post(self, body: Any, path: str | None = None, **headers: str) -> httpx.Response:
        data = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()
        names = {"content-type": "application/json"} | {
            name.replace("_", "-"): value for name, value in headers.items()
        }
        return self.http.post(self.path if path is None else path, content=data, headers=names)

    def get(self, path: str | None = None, parameters: dict[str, str] | None = None, **headers: str) -> httpx.Response:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.get(self.path if path is None else path, params=parameters, headers=names)

    def ask(self, query: str, headers: dict[str, str] | None = None, /, **variables: Any) -> Any:
        """The whole answer of a request that is well."""
        response = self.post({"query": query, "variables": variables}, **(headers or {}))
        assert response.status_code == 200, response.text
        return response.json()

    def reset(self) -> None:
        assert self.http.post("/__reset").status_code == 204

    @contextlib.contextmanager
    def socket(self, subprotocol: str, path: str | None = None) -> Iterator[Socket]:
        url = self.origin.replace("http://", "ws://") + (path or self.path)
        with connect(url, subprotocols=[subprotocol], open_timeout=PATIENCE, close_timeout=PATIENCE) as connection:
            assert connection.subprotocol == subprotocol
            yield Socket(connection)


class Socket:
    """A WebSocket that speaks JSON."""

    def __init__(self, connection):
        self.connection = connection

    def send(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def receive(self) -> Any:
        return json.loads(self.text())

    def text(self) -> str:
        return self.connection.recv(PATIENCE)

    def closed_with(self) -> int:
        """The code with which the server ends the connection; what it sends before is passed over."""
        try:
            while True:
                self.text()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


@contextlib.contextmanager
def standing_in(name: str, path: str, *arguments: str, trust: ssl.SSLContext | bool = True) -> Iterator[StandIn]:
    """Starts one, and ends it by SIGTERM, which it must obey. `trust` is how its certificate is checked, if it has one."""
    with running(server(name, *arguments)) as process:
        stand_in = StandIn(process.origin, path, trust)
        with stand_in.http:
            yield stand_in
        assert process.stop() == 0, process.stderr
