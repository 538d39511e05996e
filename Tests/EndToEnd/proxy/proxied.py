"""For tests of the forward proxy: a real API behind TLS under a name of its own, clients that use the proxy, and a recorder."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import socket
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from certificates import Authority
from harness import PATIENCE, Server, run, running, understudy
from standing_in import StandIn, standing_in

HOST = "api.example.test"
URL = f"https://{HOST}/graphql"
ADD = 'mutation Add { addNote(text: "hello") { text } }'
NOTES = "query Notes { notes { text } }"
COUNT = "subscription Count { count(to: 3) }"


@dataclass(frozen=True)
class Answered:
    """What curl got."""

    code: int
    status: str
    text: str
    error: str

    @property
    def json(self):
        return json.loads(self.text)


def curl(*arguments: object) -> Answered:
    words = ["curl", "--silent", "--show-error", "--max-time", "25", "-w", "\n%{http_connect} %{http_code} %{http_version}",
             *map(str, arguments)]  # fmt: skip
    # No variable of the machine changes the test.
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    done = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False, env=environment)
    text, _, status = done.stdout.rpartition("\n")
    return Answered(done.returncode, status, text, done.stderr)


@dataclass(frozen=True)
class World:
    """A real API under the name `api.example.test`, its CA, and the local CA of the user."""

    upstream: StandIn
    company: Authority
    local: Path

    @property
    def port(self) -> int:
        return int(self.upstream.origin.rsplit(":", 1)[1])

    @property
    def trust(self) -> list[object]:
        """The options of a program that reaches the API."""
        return [*self.certificates, "--resolve", f"{HOST}=127.0.0.1:{self.port}"]

    @property
    def certificates(self) -> list[object]:
        return ["--upstream-ca", self.company.pair.certificate, "--ca-folder", self.local.parent]


@contextlib.contextmanager
def world(folder: Path) -> Iterator[World]:
    company = Authority.make(folder / "company")
    own = company.issue("server", alternatives=f"DNS:{HOST},DNS:other.example.test,DNS:*.other.test,DNS:api.github.com,IP:127.0.0.1")
    made = run("ca", "--ca-folder", folder / "local")
    assert made.returncode == 0, made.stderr
    options = ["--tls-cert", str(own.certificate), "--tls-key", str(own.key)]
    trust = ssl.create_default_context(cafile=company.pair.certificate)
    with standing_in("streams", "/graphql", *options, trust=trust) as upstream:
        yield World(upstream, company, Path(made.stdout.strip()))


def intercepted(command: list[str], *arguments: object, **options: object) -> str:
    """The output of a command that succeeds through `exec --intercept`."""
    done = run("exec", "--intercept", *arguments, "--", *command, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def recorded_and_replayed(command: list[str], place: list[object], folder: Path, **options: object) -> str:
    """The output of a command, recorded, then replayed while the name of its API has no address."""
    recorded = intercepted(command, "--mode", "record", *place, cwd=folder, **options)
    assert intercepted(command, cwd=folder, **options) == recorded
    return recorded


class Proxied:
    """Clients of a running program that use it as their proxy."""

    def __init__(self, server: Server, local: Path):
        self.server = server
        self.local = local

    def curl(self, *arguments: object, trusts: bool = True) -> Answered:
        return curl("--proxy", self.server.origin, *(["--cacert", self.local] if trusts else []), *arguments)

    def post(self, url: str, query: str, *arguments: object, **options: bool) -> Answered:
        body = json.dumps({"query": query})
        return self.curl("-H", "content-type: application/json", "-d", body, *arguments, url, **options)

    def tunnel(self, authority: str, *fields: str) -> tuple[socket.socket, bytes]:
        """A connection after CONNECT, with the head of the answer."""
        connection = socket.create_connection(("127.0.0.1", self.server.port), PATIENCE)
        lines = "".join(f"{field}\r\n" for field in (f"Host: {authority}", *fields))
        connection.sendall(f"CONNECT {authority} HTTP/1.1\r\n{lines}\r\n".encode())
        received = b""
        while b"\r\n\r\n" not in received and (part := connection.recv(1)):
            received += part
        return connection, received

    def secure(self, connection: socket.socket, name: str = HOST) -> ssl.SSLSocket:
        context = ssl.create_default_context(cafile=self.local)
        context.check_hostname = name == HOST
        return context.wrap_socket(connection, server_hostname=name)


def basic(token: str) -> str:
    return "Proxy-Authorization: Basic " + base64.b64encode(f"anyone:{token}".encode()).decode()


@contextlib.contextmanager
def proxying(world: World, *arguments: object, **options: object) -> Iterator[Proxied]:
    with running(understudy(*arguments, **options)) as server:
        yield Proxied(server, world.local)
