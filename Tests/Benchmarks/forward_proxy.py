"""Rows of `bench.py` about the port as an HTTP proxy: intercepted connections, certificates, and tunnels.

Tunnels and TLS take the load generator as much time as the server, so a rate alone would compare the generator with itself.
What counts there is the number of requests in a second of the server's processor time. Linux only.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import socket
import ssl
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import bench
from bench import Exchanges, Row, server, wrk
from harness import BINARY, ROOT, Server, eventually, run, running
from processes import processor_time

BARE_TUNNEL = ROOT / ".build" / "release" / "bare-tunnel"
HOSTS = 100
LARGE = 1 << 20


def rows(exchanges: Exchanges, seconds: int, rounds: int) -> Iterator[Row]:
    folder = exchanges.folder / "proxy"
    folder.mkdir()
    clients = Clients(folder)
    url = recorded_over_tls(exchanges, folder)
    yield from against_tls(exchanges, clients, url, seconds * rounds)
    yield from certificates(clients)
    yield from against_bare_tunnel(exchanges, clients, seconds * rounds)
    if bench.MITMDUMP.exists():
        yield from against_mitmproxy(exchanges, clients, url, seconds, min(2, rounds))
    else:
        yield Row("replay through CONNECT : mitmproxy's server replay", "", "", "skipped", "≥ 20")


@dataclass
class Worked(bench.Rate):
    """A rate, with the requests in a second of the server's processor time as what counts."""

    rate: float = 0

    def __str__(self) -> str:
        return f"{self.a_second:,.0f} in a second of processor time ({self.rate:,.0f}/s)"


def worked(process: Server, ask: Callable[[], bench.Rate]) -> Worked:
    """One turn of a second."""
    before = processor_time(process.process.pid)
    rate = ask()
    return Worked(rate.a_second / (processor_time(process.process.pid) - before), rate.p50, rate.p99, rate.a_second)


class Clients:
    """What they all need: the CA, and a library with which `wrk` uses a proxy."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        made = run("ca", "--ca-folder", folder / "ca")
        if made.returncode:
            raise SystemExit(made.stderr)
        self.authority = Path(made.stdout.strip())
        self.library = folder / "through_proxy.so"
        source = bench.HERE / "through_proxy.c"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", self.library, source, "-ldl"], check=True)

    def wrk(self, url: str, body: Path, seconds: int, proxy: int) -> bench.Rate:
        return wrk(url, body, seconds, library=self.library, proxy=proxy)

    def expect(self, url: str, body: Path, expected: bytes, proxy: int | None = None) -> None:
        """Stops unless the answer has these bytes. Which certificates are trusted is not what is measured."""
        words = ["curl", "-sSk", "--max-time", "20", "-H", "content-type: application/json", "--data-binary", f"@{body}"]
        if proxy:
            words += ["--proxytunnel", "--proxy", f"http://127.0.0.1:{proxy}"]
        done = subprocess.run([*words, "--noproxy", "", url] if proxy else [*words, "--noproxy", "*", url], capture_output=True)
        if done.stdout != expected:
            raise SystemExit(f"{url} does not answer what was recorded: {done.stdout[:200]!r} {done.stderr!r}")

    def replay(self, *options: object) -> Server:
        words = ["replay", "--recordings", self.folder / "recordings", "--ca-folder", self.folder / "ca", "--port", "0",
                 "--quiet", "--miss-status", "500", "--threads", "1", *options]  # fmt: skip
        return server([str(BINARY), *map(str, words)])


def recorded_over_tls(exchanges: Exchanges, folder: Path) -> str:
    """Copies the recordings as those of an API with a URL that begins with https, which nobody serves now."""
    shutil.copytree(exchanges.recordings, folder / "recordings")
    url = f"https://127.0.0.1:{bench.closed_port()}/"
    file = folder / "recordings" / "countries" / "endpoint.yaml"
    text, count = re.subn(r"^upstream: .*$", f"upstream: {url}", file.read_text(), flags=re.MULTILINE)
    assert count == 1
    file.write_text(text)
    return url


def against_tls(exchanges: Exchanges, clients: Clients, url: str, turns: int) -> Iterator[Row]:
    for name, operation in bench.CASES.items():
        body, answer = bench.body_file(exchanges.folder, operation), exchanges.answers[name]
        with running(clients.replay()) as proxy, running(clients.replay("--tls")) as direct:
            clients.expect(url, body, answer, proxy.port)
            clients.expect(f"{direct.origin}/", body, answer)
            rates = bench.in_turns(turns, {
                "proxy": lambda: worked(proxy, lambda: clients.wrk(url, body, 1, proxy.port)),
                "direct": lambda: worked(direct, lambda: wrk(f"{direct.origin}/", body, 1)),
            })  # fmt: skip
        yield row(f"replay {name} through CONNECT, intercepted : over --tls", rates["proxy"], rates["direct"], "≥ 0.8")


def row(what: str, ours: bench.Rate, theirs: bench.Rate, goal: str) -> Row:
    ratio = ours.a_second / theirs.a_second
    return Row(what, str(ours), str(theirs), f"{ratio:.0f}" if ratio >= 10 else f"{ratio:.2f}", goal)


def certificates(clients: Clients) -> Iterator[Row]:
    """The time to the end of the handshake, with a host that needs a certificate and with the same host again."""
    names = [f"host{number}.example.test" for number in range(HOSTS + 10)]
    places = [word for name in names for word in ("--resolve", f"{name}=127.0.0.1:9")]
    words = ["record", "--recordings", clients.folder / "unused", "--ca-folder", clients.folder / "ca", "--port", "0",
             "--quiet", "--threads", "1", *places]  # fmt: skip
    trust = ssl.create_default_context(cafile=clients.authority)
    new, known = [], []
    with running(server([str(BINARY), *map(str, words)])) as recorder:
        for number, name in enumerate(names):
            first, second = handshake(recorder.port, name, trust), handshake(recorder.port, name, trust)
            if number >= 10:
                new.append(first)
                known.append(second)
    ours, theirs = statistics.median(new) * 1000, statistics.median(known) * 1000
    yield Row("CONNECT and TLS handshake, new host : known host", f"{ours:.2f} ms", f"{theirs:.2f} ms",
              f"+{ours - theirs:.2f} ms", "≤ 2 ms")  # fmt: skip


def handshake(port: int, name: str, trust: ssl.SSLContext) -> float:
    start = time.perf_counter()
    with socket.create_connection(("127.0.0.1", port), 20) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(f"CONNECT {name}:443 HTTP/1.1\r\nHost: {name}:443\r\n\r\n".encode())
        received = b""
        while b"\r\n\r\n" not in received and (part := connection.recv(4096)):
            received += part
        if not received.startswith(b"HTTP/1.1 200 "):
            raise SystemExit(f"no tunnel to {name}: {received!r}")
        with trust.wrap_socket(connection, server_hostname=name):
            return time.perf_counter() - start


def against_bare_tunnel(exchanges: Exchanges, clients: Clients, turns: int) -> Iterator[Row]:
    """Small answers and large ones. The API is on the core of `wrk`, so that each tunnel has its own."""
    name, operation = next(iter(bench.CASES.items()))
    body = bench.body_file(exchanges.folder, operation)
    for what, answer in (("small answers", exchanges.answers[name]), ("answers of 1 MiB", b"x" * LARGE)):
        file = clients.folder / "answer"
        file.write_bytes(answer)
        api = Server(bench.pinned(1, [str(bench.BARE_SERVER), "--port", "0", "--body-file", str(file)]))
        with running(api), running(clients.replay("--pass", "127.0.0.1")) as ours, running(server([str(BARE_TUNNEL)])) as bare:
            url = f"{api.origin}/"
            for proxy in (ours, bare):
                clients.expect(url, body, answer, proxy.port)
            rates = bench.in_turns(turns, {
                "ours": lambda: worked(ours, lambda: clients.wrk(url, body, 1, ours.port)),
                "bare": lambda: worked(bare, lambda: clients.wrk(url, body, 1, bare.port)),
            })  # fmt: skip
        yield row(f"tunnel that passes bytes on, {what} : bare SwiftNIO tunnel", rates["ours"], rates["bare"], "≥ 0.7")


@contextlib.contextmanager
def mitmproxy(folder: Path, *arguments: object) -> Iterator[int]:
    """mitmdump as a proxy; gives its port."""
    port = bench.closed_port()
    words = [bench.MITMDUMP, "-q", "--mode", "regular", "--listen-host", "127.0.0.1", "--listen-port", port, "--ssl-insecure",
             "--set", "connection_strategy=lazy", "--set", "upstream_cert=false", "--set", f"confdir={folder}/mitmproxy",
             *arguments]  # fmt: skip
    process = bench.Process(bench.pinned(0, [*map(str, words)]))
    try:
        eventually(lambda: bench.listens(port) or process.process.poll() is not None, "mitmproxy listens")
        yield port
    finally:
        process.stop()


def against_mitmproxy(exchanges: Exchanges, clients: Clients, url: str, seconds: int, rounds: int) -> Iterator[Row]:
    port = url.rstrip("/").rsplit(":", 1)[1]
    for name, operation in bench.CASES.items():
        body, answer = bench.body_file(exchanges.folder, operation), exchanges.answers[name]
        flows = clients.folder / f"{name}.flows"
        with running(clients.replay("--tls", "--port", port)), mitmproxy(clients.folder, "-w", flows) as recorder:
            clients.expect(url, body, answer, recorder)
        options = ["--server-replay", flows]
        for option in ("reuse=true", "extra=kill", "refresh=false"):
            options += ["--set", f"server_replay_{option}"]
        with running(clients.replay()) as ours, mitmproxy(clients.folder, *options) as theirs:
            for proxy in (ours.port, theirs):
                clients.expect(url, body, answer, proxy)
            rates = bench.in_turns(rounds, {
                "ours": lambda: clients.wrk(url, body, seconds, ours.port),
                "theirs": lambda: clients.wrk(url, body, seconds, theirs),
            })  # fmt: skip
        yield row(f"replay {name} through CONNECT : mitmproxy's server replay", rates["ours"], rates["theirs"], "≥ 20")
