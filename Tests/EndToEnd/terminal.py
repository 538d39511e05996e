"""Runs the program as at a terminal."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import threading

from harness import BINARY, PATIENCE, closed_port, eventually


def on_a_terminal(
    *arguments: object, typed: str = "", columns: int = 80, environment: dict[str, str] | None = None
) -> tuple[int, str]:
    """The exit code of `understudy`, and what a person sees at a terminal of so many columns who types something."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    variables = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.Popen(
        [str(BINARY), *map(str, arguments)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**variables, "TERM": "xterm", **(environment or {})},
    )
    os.close(slave)
    os.write(master, typed.encode())
    seen = b""
    # On Linux reading fails once nobody writes any more.
    with contextlib.suppress(OSError):
        while chunk := os.read(master, 65536):
            seen += chunk
    os.close(master)
    return process.wait(PATIENCE), seen.decode()


class ServerOnATerminal:
    """`understudy` serving at a terminal of so many columns. A context: it is ended."""

    def __init__(self, *arguments: object, columns: int = 80, environment: dict[str, str] | None = None) -> None:
        self.port = closed_port()
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        variables = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        self.process = subprocess.Popen(
            [str(BINARY), *map(str, arguments), "--port", str(self.port)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**variables, "TERM": "xterm", **(environment or {})},
        )
        os.close(slave)
        self.seen = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        eventually(lambda: "Ctrl-C" in self.seen, "it listens")

    def _read(self) -> None:
        with contextlib.suppress(OSError):
            while chunk := os.read(self.master, 65536):
                self.seen += chunk.decode()

    @property
    def screen(self) -> list[str]:
        """The lines as the terminal shows them, without their colors."""
        lines = [""]
        for part in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|\r|\n|[^\x1b\r\n]+", self.seen):
            if part == "\n":
                lines.append("")
            elif part == "\x1b[1A":
                # What stands below the cursor is empty here.
                lines.pop()
            elif part == "\x1b[2K":
                lines[-1] = ""
            elif part[0] not in "\x1b\r":
                lines[-1] += part
        return lines

    def __enter__(self) -> ServerOnATerminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        os.close(self.master)
