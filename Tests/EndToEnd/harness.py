"""Starts the built program and the upstreams, and waits for things without sleeping blindly."""

from __future__ import annotations

import atexit
import contextlib
import itertools
import json
import os
import queue
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
UPSTREAMS = ROOT / "Tests" / "Upstreams"
BINARY = Path(os.environ.get("UNDERSTUDY_BIN") or ROOT / ".build" / "debug" / "understudy").resolve()

# Only a hang should ever reach it; slow machines must not.
PATIENCE = 30.0


def eventually(check: Callable[[], Any], what: str, within: float = PATIENCE) -> Any:
    """Waits until `check` gives something true, and returns that."""
    end = time.monotonic() + within
    while not (result := check()):
        if time.monotonic() > end:
            raise AssertionError(f"not within {within} seconds: {what}")
        time.sleep(0.02)
    return result


_alive: set[Process] = set()


@atexit.register
def _end_all() -> None:
    """Nothing that a test started outlives an interrupted run."""
    for process in list(_alive):
        process.kill()


class Process:
    """A child process whose output is read as it comes."""

    def __init__(self, command: list[str], **options: Any) -> None:
        self.command = command
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
            **options,
        )
        _alive.add(self)
        self.stdout_lines: list[str] = []
        self.stderr_lines: list[str] = []
        self._first: queue.Queue[str | None] = queue.Queue()
        self._readers = [
            threading.Thread(target=self._read, args=(self.process.stdout, self.stdout_lines, True), daemon=True),
            threading.Thread(target=self._read, args=(self.process.stderr, self.stderr_lines, False), daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    def _read(self, stream, lines: list[str], announces: bool) -> None:
        for line in stream:
            lines.append(line.rstrip("\n"))
            if announces and len(lines) == 1:
                self._first.put(lines[0])
        if announces:
            self._first.put(None)

    def first_line(self) -> str:
        """The first line on stdout; an error with what was printed where the process ends without one."""
        try:
            line = self._first.get(timeout=PATIENCE)
        except queue.Empty:
            self.kill()
            raise AssertionError(f"printed nothing: {self.command}") from None
        if line is None:
            code = self.process.wait(PATIENCE)
            self._join()
            raise AssertionError(f"ended with {code} without a first line: {self.command}\n{self.stderr}")
        return line

    @property
    def stdout(self) -> str:
        return "\n".join(self.stdout_lines)

    @property
    def stderr(self) -> str:
        return "\n".join(self.stderr_lines)

    def _join(self) -> None:
        _alive.discard(self)
        for reader in self._readers:
            reader.join(5)
        for stream in (self.process.stdout, self.process.stderr):
            stream.close()

    def wait(self, within: float = PATIENCE) -> int:
        """The exit code, once the process has ended by itself."""
        try:
            code = self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"did not end: {self.command}\n{self.stderr}") from None
        self._join()
        return code

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ends it by a signal and returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.wait()

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)
        self._join()


class Server(Process):
    """A process whose first line on stdout says where it listens."""

    def __init__(self, command: list[str], **options: Any) -> None:
        super().__init__(command, **options)
        line = self.first_line()
        self.listening: dict[str, Any] = {}
        if line.startswith("{"):
            self.listening = json.loads(line)
            line = self.listening["url"]
        assert re.fullmatch(r"https?://[^/\s]+:\d+", line), f"not an origin: {line!r}"
        self.origin = line

    @property
    def port(self) -> int:
        return int(self.origin.rsplit(":", 1)[1])

    def events(self, kind: str | None = None) -> list[dict[str, Any]]:
        """What `--json` printed so far."""
        events = [json.loads(line) for line in self.stdout_lines if line.startswith("{")]
        return [event for event in events if kind is None or event["event"] == kind]


def understudy(*arguments: object, **options: Any) -> Server:
    """Starts `understudy`, on a free port and with UNDERSTUDY_TEST_THREADS event loops unless the arguments say otherwise."""
    words = [str(argument) for argument in arguments]
    if "--threads" not in words and (threads := os.environ.get("UNDERSTUDY_TEST_THREADS")):
        words[1:1] = ["--threads", threads]
    if "--port" not in words:
        words[1:1] = ["--port", "0"]
    return Server([str(BINARY), *words], **options)


def run(*arguments: object, timeout: float = PATIENCE, **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs `understudy` to its end."""
    return subprocess.run(
        [str(BINARY), *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
        **options,
    )


@contextlib.contextmanager
def running(server: Server) -> Iterator[Server]:
    """Ends the server, and says what it printed if the test failed."""
    try:
        yield server
    except BaseException:
        server.kill()
        print(f"$ {' '.join(server.command)}\n{server.stdout[-3000:]}\n{server.stderr[-3000:]}", file=sys.stderr)
        raise
    finally:
        if server.process.poll() is None:
            server.kill()


def countries_upstream(*arguments: str) -> Server:
    """The stand-in for the Countries API."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return Server([sys.executable, "-m", "countries", *arguments], cwd=UPSTREAMS, env=environment)


def misbehaving_upstream() -> Server:
    return Server([sys.executable, str(UPSTREAMS / "misbehaving.py")])


# Below the ports that systems hand out by themselves (Linux from 32768, macOS from 49152): a port of those may be given to
# another server before the test uses it. Each process of the tests begins elsewhere.
PORTS = itertools.cycle(range(20000, 32000))
for _ in range(os.getpid() * 97 % 12000):
    next(PORTS)


def closed_port() -> int:
    """A port that nobody listens on, and that nobody is given who asks for any free one."""
    for port in PORTS:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


class Trap:
    """Listens, and knows whether anybody ever connected. A context: it stops listening at the end."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.socket.settimeout(0)
        self.url = "http://127.0.0.1:%d/graphql" % self.socket.getsockname()[1]

    def __enter__(self) -> Trap:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def was_entered(self) -> bool:
        try:
            connection, _ = self.socket.accept()
        except BlockingIOError:
            return False
        connection.close()
        return True


# Recordings on disk


def recording_files(folder: Path) -> list[Path]:
    """Every file of a variables set, `<name>-<key>.json`, below a recordings folder."""
    return sorted(path for path in folder.rglob("*.json") if not is_litter(path))


def is_litter(path: Path) -> bool:
    """Whether the name is a half-written file's: hidden, or with an ending that no recording has."""
    return path.name.startswith(".") or path.suffix not in {".json", ".graphql", ".yaml", ".md"}


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes, without the counts of a recorder that runs or was killed."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.parent.name != ".unwritten"]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def copy(source: Path, target: Path) -> Path:
    shutil.copytree(source, target)
    return target
