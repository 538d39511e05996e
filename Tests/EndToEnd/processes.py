"""What a process takes, on Linux and macOS."""

from __future__ import annotations

import re
from pathlib import Path

import psutil


def memory(process: int) -> int:
    """The bytes that a process holds."""
    return psutil.Process(process).memory_info().rss


def peak_memory(process: int) -> int:
    """The most bytes that a process has held; on macOS, which does not say it, those that it holds."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return memory(process)
    return int(re.search(r"^VmHWM:\s*(\d+)", status.read_text(), re.MULTILINE)[1]) * 1024


def processor_time(*processes: int) -> float:
    """The seconds that processes and their children have worked so far."""
    known = [psutil.Process(process) for process in processes]
    family = known + [child for process in known for child in process.children(recursive=True)]
    return sum(sum(process.cpu_times()[:2]) for process in family)
