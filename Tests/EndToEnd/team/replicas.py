"""Several replicas behind a load balancer, a store, and many sessions at once whose answers are all compared.

The configurations of nginx and HAProxy are those that the guide "Run it for a team" prints, with other ports.

    with replicas(3, "--sessions", "begun") as three, nginx(three) as front:
        counts = run_flows(front.origin, planned(copies(20), *three[0].arguments))
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import shlex
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import clients
from harness import PATIENCE, ROOT, Process, Server, closed_port, eventually, understudy

GUIDE = ROOT / "Sources/understudy/understudy.docc/RunForATeam.md"
HOSTS = ("mock1:4000", "mock2:4000", "mock3:4000")
RECORDINGS = ("--recordings", ROOT / "recordings", "--schemas", ROOT / "schemas")
READY = "/__understudy/ready"


def printed(name: str) -> str:
    """The text of the file that the guide says to write."""
    text = GUIDE.read_text("utf-8")
    [found] = re.findall(rf"^`{re.escape(name)}`(?:[^\n]|\n(?!\n))*:\n\n```\w+\n(.*?)^```$", text, re.M | re.S) or [
        f"{GUIDE.name} has no block `{name}`:"
    ]
    return found


class Replica:
    """One program that keeps its port, so that it can be started again."""

    def __init__(self, command: str, *arguments: object, folders: tuple[object, ...] = RECORDINGS) -> None:
        self.port = closed_port()
        self.arguments = (command, *folders, *arguments)
        self.server: Server | None = None

    def start(self) -> None:
        self.server = understudy(*self.arguments, "--quiet", "--port", self.port)

    def kill(self) -> None:
        """As a machine that loses its power."""
        if self.server and self.server.process.poll() is None:
            self.server.kill()

    def restart(self, down: float = 0) -> None:
        """Kills it, and starts it after so many seconds."""
        self.kill()
        time.sleep(down)
        self.start()

    def terminate(self) -> None:
        """As an orchestrator stops it: with time to drain."""
        self.server.process.send_signal(signal.SIGTERM)

    def wait(self, within: float = PATIENCE) -> int:
        """The exit code, once it has ended by itself."""
        return self.server.wait(within)

    def freeze(self) -> None:
        self.server.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.server.process.send_signal(signal.SIGCONT)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def sessions(self) -> set[str]:
        """The names of the sessions that it knows."""
        answer = clients.curl(f"{self.origin}/__understudy/sessions").json
        return {session["name"] for session in answer["sessions"]}


@contextlib.contextmanager
def replicas(
    count: int, *arguments: object, command: str = "replay", folders: tuple[object, ...] = RECORDINGS
) -> Iterator[list[Replica]]:
    started = [Replica(command, *arguments, folders=folders) for _ in range(count)]
    try:
        for replica in started:
            replica.start()
        yield started
    finally:
        for replica in started:
            replica.kill()


@contextlib.contextmanager
def repeatedly(*actions: Callable[[], None], pause: float = 0.7) -> Iterator[list[int]]:
    """Does the actions in turn until the block ends, each after a pause. Gives how often each was done."""
    over = threading.Event()
    counts = [0] * len(actions)

    def act() -> None:
        for number in itertools.cycle(range(len(actions))):
            if over.wait(pause):
                return
            actions[number]()
            counts[number] += 1

    with ThreadPoolExecutor(1) as pool:
        acting = pool.submit(act)
        try:
            yield counts
        finally:
            over.set()
            acting.result()


class Front:
    """A load balancer."""

    def __init__(self, port: int, process: Process) -> None:
        self.port = port
        self.process = process

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def replaced(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"the guide's file has {text.count(old)} times: {old}"
    return text.replace(old, new)


def with_replicas(text: str, replicas: list[Replica]) -> str:
    """The printed file with the replicas' addresses, and with a line for each of them."""
    [last] = re.findall(rf"^.*{HOSTS[-1]}.*\n", text, re.M)
    hosts = [f"mock{number}:4000" for number in range(1, max(len(HOSTS), len(replicas)) + 1)]
    added = [last.replace("mock3", host.partition(":")[0]) for host in hosts[len(HOSTS) :]]
    text = replaced(text, last, "".join([last, *added]))
    for number, host in enumerate(hosts):
        if number < len(replicas):
            text = replaced(text, host, f"127.0.0.1:{replicas[number].port}")
        else:
            text = re.sub(rf"^.*{host}.*\n", "", text, flags=re.M)
    return text


@contextlib.contextmanager
def front(port: int, command: list[str], **options: Any) -> Iterator[Front]:
    process = Process(command, **options)
    try:
        eventually(lambda: listens(port) or process.process.poll() is not None, f"{command[0]} listens")
        assert process.process.poll() is None, process.stderr
        yield Front(port, process)
    finally:
        process.kill()


@contextlib.contextmanager
def nginx(folder: Path, replicas: list[Replica], *, sticky: bool = True, shared: bool = False) -> Iterator[Front]:
    """nginx with the guide's file; round robin if not sticky; with the guide's changes for shared sessions."""
    port = closed_port()
    text = with_replicas(replaced(printed("nginx.conf"), "listen 8080;", f"listen 127.0.0.1:{port};"), replicas)
    if not sticky:
        text = replaced(text, "    hash $understudy_session consistent;\n", "")
    if shared:
        text = replaced(text, "        proxy_next_upstream off;\n", "")
        assert text.count(" max_fails=0;") == len(replicas), text
        text = text.replace(" max_fails=0;", " fail_timeout=1s;")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "understudy.conf").write_text(text)
    temporary = "".join(
        f"  {kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    # As root, its workers would be a user that cannot read the test's folder.
    user = "user root;\n" if os.geteuid() == 0 else ""
    (folder / "nginx.conf").write_text(
        f"{user}daemon off;\nworker_processes 2;\npid {folder}/pid;\nerror_log stderr;\n"
        "events { worker_connections 4096; }\n"
        f"http {{\n  access_log off;\n{temporary}  include {folder}/understudy.conf;\n}}\n"
    )
    with front(port, ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]) as started:
        yield started


@contextlib.contextmanager
def haproxy(folder: Path, replicas: list[Replica], sticky: bool = True) -> Iterator[Front]:
    """HAProxy with the guide's file; round robin if not sticky."""
    port = closed_port()
    text = with_replicas(replaced(printed("haproxy.cfg"), "bind :8080", f"bind 127.0.0.1:{port}"), replicas)
    if not sticky:
        text = replaced(text, "balance hash var(txn.session)", "balance roundrobin")
        text = re.sub(r"^ +(hash-type|stick-table|stick) .*\n", "", text, flags=re.M)
    # Where a page is missing, every replica would look ready, or none.
    assert text.count(f" uri {READY} ") == 1, text
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "haproxy.cfg").write_text(text)
    with front(port, ["haproxy", "-db", "-f", str(folder / "haproxy.cfg")]) as started:
        yield started


def redis_command() -> list[str]:
    """The guide's command, without its password."""
    [command] = re.findall(r"^redis-server .*", GUIDE.read_text("utf-8"), re.M)
    return shlex.split(replaced(command, ' --requirepass "$PASSWORD"', ""))


class Redis:
    """A store that keeps what it has acknowledged, on a port of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self.port = closed_port()
        self.arguments = arguments
        self.process: Process | None = None
        folder.mkdir(parents=True, exist_ok=True)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        here = ("--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self.folder), "--save", "")
        self.process = Process([*redis_command(), *here, *self.arguments])
        eventually(self.answers, "redis-server answers")

    def answers(self) -> bool:
        """Whether it is there and has read its file."""
        try:
            return clients.raw(self.port, b"PING\r\n", timeout=0.2).startswith(b"+PONG")
        except OSError:
            assert self.process.process.poll() is None, self.process.stdout
            return False

    def kill(self) -> None:
        if self.process and self.process.process.poll() is None:
            self.process.kill()

    def stop(self) -> int:
        return self.process.stop()

    def freeze(self) -> None:
        self.process.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.process.send_signal(signal.SIGCONT)


@contextlib.contextmanager
def redis(folder: Path, *arguments: str) -> Iterator[Redis]:
    store = Redis(folder, *arguments)
    try:
        store.start()
        yield store
    finally:
        store.kill()
