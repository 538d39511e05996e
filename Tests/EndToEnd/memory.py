"""How much memory a process takes."""

from __future__ import annotations

import subprocess


def resident(pid: int) -> int:
    """The resident memory of a process, in bytes."""
    done = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True)
    return int(done.stdout) * 1024
