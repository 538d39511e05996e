"""The program that the packages carry: its version, what it runs on, and what it needs there."""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
from functools import cached_property
from pathlib import Path

# The names of a processor: Debian's, npm's.
PROCESSORS = {"x86_64": ("amd64", "x64"), "aarch64": ("arm64", "arm64"), "arm64": ("arm64", "arm64")}

# The libraries that each Linux of a manylinux tag has (PEP 600).
EVERYWHERE = r"(lib(c|m|z|stdc\+\+|gcc_s|pthread|dl|rt)|ld-linux-[a-z0-9-]+)\.so\."


class Unfit(Exception):
    """The program cannot be packaged."""


class Program:
    def __init__(self, path: Path) -> None:
        self.path = path.resolve()
        if not self.path.is_file():
            raise Unfit(f"{path} does not exist. Build it: Tests/release/build.sh")
        self.data = self.path.read_bytes()
        self.is_mac = sys.platform == "darwin"
        self.processor = platform.machine()
        if self.processor not in PROCESSORS:
            raise Unfit(f"No package has a name for the processor {self.processor}.")
        self.debian_processor, self.npm_processor = PROCESSORS[self.processor]

    def run(self, *arguments: str) -> str:
        return subprocess.run([self.path, *arguments], check=True, capture_output=True, text=True).stdout

    @cached_property
    def version(self) -> str:
        """The one constant, `Run.version`, as the program prints it."""
        version = self.run("--version").strip()
        if not re.fullmatch(r"\d+\.\d+\.\d+", version):
            raise Unfit(f"{self.path} --version printed {version!r}, not a version such as 1.2.3.")
        return version

    @property
    def system(self) -> str:
        return "macos" if self.is_mac else "linux"

    @property
    def name(self) -> str:
        """The program with its version and platform, as archives are named."""
        return f"understudy-{self.version}-{self.system}-{self.processor}"

    @cached_property
    def help(self) -> dict:
        """Every command and option, as swift-argument-parser lists them."""
        return json.loads(self.run("--experimental-dump-help"))["command"]

    # What it needs

    @cached_property
    def libraries(self) -> list[str]:
        """The names of the shared libraries that it needs."""
        if self.is_mac:
            return re.findall(r"^\s+(\S+) \(", _output("otool", "-L", self.path), re.M)
        return re.findall(r"NEEDED\s+(\S+)", _output("objdump", "-p", self.path))

    def check_independence(self) -> None:
        """Fails if it needs Swift's runtime, which no package brings."""
        swift = [name for name in self.libraries if re.match(r"lib(swift|Foundation|_Foundation|dispatch)", name)]
        if swift and not self.is_mac:
            raise Unfit(f"{self.path} needs Swift's runtime ({swift[0]}…). Build it without: Tests/release/build.sh")

    @property
    def foreign_libraries(self) -> list[str]:
        """Those that a Linux may not have: pip, npm and SwiftPM cannot install them, and dpkg can."""
        return [] if self.is_mac else [name for name in self.libraries if not re.match(EVERYWHERE, name)]

    @cached_property
    def oldest_system(self) -> tuple[int, int]:
        """The oldest glibc or macOS that it runs on."""
        if self.is_mac:
            minimum = re.search(r"minos (\d+)\.(\d+)", _output("vtool", "-show-build", self.path))
            return int(minimum[1]), int(minimum[2])
        return self._newest("GLIBC")[:2]

    def _newest(self, prefix: str) -> tuple[int, ...]:
        found = re.findall(rf"\b{prefix}_([0-9.]+)", _output("objdump", "-T", self.path))
        return max(tuple(map(int, version.split("."))) for version in found)

    @cached_property
    def wheel_platform(self) -> str:
        """The platform tag of a wheel."""
        major, minor = self.oldest_system
        if self.is_mac:
            return f"macosx_{major}_{minor}_{self.processor}"
        return f"manylinux_{major}_{minor}_{self.processor}"

    @property
    def swift_triple(self) -> str:
        return f"{self.processor}-{'apple-macosx' if self.is_mac else 'unknown-linux-gnu'}"


def _output(*command: object) -> str:
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout
