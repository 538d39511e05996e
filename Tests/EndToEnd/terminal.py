"""Runs the program as at a terminal."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import struct
import subprocess
import termios

from harness import BINARY, PATIENCE


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
