"""Runs GraphQL engines that answer JSON lines (see README.md for the protocol)."""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent
NODE_MODULES = "/usr/share/nodejs"

Request = dict[str, Any]
Answer = dict[str, Any]


def shared_folder() -> Path | None:
    """Where recorded reference cases and public schemas are: beside the package, or where UNDERSTUDY_SHARED points."""
    folder = Path(os.environ.get("UNDERSTUDY_SHARED", PACKAGE.parent / "shared"))
    return folder if folder.is_dir() else None


def our_program() -> str:
    """The `graphql-oracle` to judge: UNDERSTUDY_ORACLE, else a release build, else a debug build."""
    if named := os.environ.get("UNDERSTUDY_ORACLE"):
        return named
    for build in ("release", "debug"):
        program = PACKAGE / ".build" / build / "graphql-oracle"
        if program.exists():
            return str(program)
    sys.exit("graphql-oracle is not built: run `swift build --product graphql-oracle`")


class Engine:
    """One engine as a subprocess. A request that kills it, or takes too long, is answered with the phase `crash`."""

    def __init__(self, name: str, command: list[str], environment: dict[str, str] | None = None, patience: float = 60):
        self.name = name
        self.command = command
        self.environment = {**os.environ, **(environment or {})}
        self.patience = patience
        self.process: subprocess.Popen[str] | None = None
        self.lines: queue.Queue[str | None] = queue.Queue()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def ask(self, request: Request) -> Answer:
        """The answer to one request."""
        return self.ask_all([request])[0]

    def ask_all(self, requests: Iterable[Request]) -> list[Answer]:
        """The answers, in the order of the requests, which are written ahead of the answers."""
        wanted = list(requests)
        answers: list[Answer] = []
        while len(answers) < len(wanted):
            if self.process is None:
                self._start()
            rest = wanted[len(answers) :]
            writer = threading.Thread(target=self._write, args=(self.process, len(answers), rest), daemon=True)
            writer.start()
            for _ in rest:
                try:
                    line = self.lines.get(timeout=self.patience)
                except queue.Empty:
                    line = None
                    reason = f"no answer in {self.patience:.0f} s"
                else:
                    reason = "the engine ended"
                if line is None:
                    self._stop()
                    answers.append({"ok": False, "phase": "crash", "errors": [{"message": f"{self.name}: {reason}"}]})
                    break
                answer = json.loads(line)
                if answer.pop("id") != len(answers):
                    raise RuntimeError(f"{self.name} answered out of turn: {line[:200]}")
                answers.append(answer)
            writer.join(timeout=5)
        return answers

    def _start(self) -> None:
        self.lines = queue.Queue()
        self.process = subprocess.Popen(
            self.command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            env=self.environment,
        )
        threading.Thread(target=self._read, args=(self.process, self.lines), daemon=True).start()

    @staticmethod
    def _write(process: subprocess.Popen[str], first: int, requests: list[Request]) -> None:
        try:
            for index, request in enumerate(requests, first):
                process.stdin.write(json.dumps({"id": index, **request}) + "\n")
            process.stdin.flush()
        except (OSError, ValueError):
            return  # The reader sees that the engine ended.

    @staticmethod
    def _read(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
        for line in process.stdout:
            lines.put(line)
        lines.put(None)

    def _stop(self) -> None:
        if self.process is None:
            return
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            try:
                stream.close()
            except OSError:
                pass
        self.process = None


def ours(program: str | None = None) -> Engine:
    return Engine("ours", [program or our_program()])


def graphql_core() -> Engine:
    return Engine("graphql-core", [sys.executable, str(HERE / "reference.py")])


def graphql_js() -> Engine | None:
    """Debian's node-graphql, or None where it or node is missing."""
    if shutil.which("node") is None or not (Path(NODE_MODULES) / "graphql").is_dir():
        return None
    command = ["node", "--stack-size=4000", str(HERE / "reference.js")]
    return Engine("graphql-js", command, {"NODE_PATH": NODE_MODULES})
