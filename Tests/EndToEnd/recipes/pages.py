"""The recipes as they are written: the files and commands of a page, taken out of it into a project of their own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from harness import BINARY, PATIENCE, ROOT, Server, run

RECIPES = ROOT / "Sources/understudy/understudy.docc/Recipes"
ENVIRONMENT = ROOT / ".test-env" / "recipes" / "bin"
BROWSER_ENVIRONMENT = ROOT / ".test-env" / "browser" / "bin"

# The real endpoint, as the pages name it: tests put its stand-in there.
COUNTRIES = "https://countries.trevorblades.com"

# A block of code, and the file's name where the paragraph before it begins with one: `conftest.py`, which starts it:
FILE = r"^`(?P<file>[^`\n]+)`(?:[^\n]|\n(?!\n))*:\n\n"
BLOCK = re.compile(rf"(?:{FILE})?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S)


def yaml(text: str) -> Any:
    """A YAML document, by the library that pre-commit brings along. (`on` is a word, not YAML 1.1's truth.)"""
    program = "import json, sys, yaml; print(json.dumps(yaml.load(sys.stdin, yaml.BaseLoader)))"
    command = [str(ENVIRONMENT / "python"), "-c", program]
    return json.loads(subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout)


def with_port(text: str, port: int) -> str:
    """A page's text with another port in the place of 4000, which somebody else may have."""
    return re.sub(r"\b4000\b", str(port), text)


# A line of commands, or a command in the text.
COMMAND = re.compile(r"\bunderstudy ((?:[a-z]+)(?: (?:fetch|print|diff|har|msw|init))?)\b([^`\n]*)")


@cache
def options(command: str) -> set[str]:
    return set(re.findall(r"--[a-z][a-z-]*", run("help", *command.split(), "--help-all").stdout))


def unknown_options(text: str) -> list[str]:
    """The commands in a text with an option that their help does not have."""
    unknown = []
    for command, words in COMMAND.findall(text.replace("\\\n", " ")):
        # Other words after "understudy" are no commands.
        if not (known := options(command)):
            continue
        own = re.split(r" -- | && | \| ", words)[0]
        if not set(re.findall(r"--[a-z][a-z-]*", own)) <= known:
            unknown.append(f"understudy {command}{words}")
    return unknown


@dataclass(frozen=True)
class Block:
    file: str | None
    language: str
    text: str


@dataclass(frozen=True)
class Page:
    """One recipe."""

    name: str

    @cached_property
    def text(self) -> str:
        return (RECIPES / f"{self.name}.md").read_text("utf-8")

    @cached_property
    def blocks(self) -> list[Block]:
        found = [(block["language"], block["file"], block["text"]) for block in BLOCK.finditer(self.text)]
        return [Block(None if language in ("sh", "text") else file, language, text) for language, file, text in found]

    def file(self, name: str) -> str:
        """The text of the file that the page says to write."""
        [block] = [block for block in self.blocks if block.file == name]
        return block.text

    def shell(self, containing: str) -> str:
        """The block of commands in which something stands."""
        [block] = [block for block in self.blocks if block.language == "sh" and containing in block.text]
        return block.text

    def command(self, containing: str) -> str:
        """The line of commands in which something stands; one that goes on after a backslash is whole."""
        texts = [block.text.replace("\\\n", " ") for block in self.blocks if block.language == "sh"]
        lines = [line for text in texts for line in text.splitlines()]
        [line] = [line for line in lines if containing in line]
        return line

    def shown(self, containing: str) -> str:
        """The output that the page shows, in which something stands."""
        [block] = [block for block in self.blocks if block.language == "text" and containing in block.text]
        return block.text


@dataclass
class Project:
    """Somebody's project, with a home of its own and nothing of this machine's settings."""

    folder: Path
    bin: Path = ENVIRONMENT

    def __post_init__(self) -> None:
        self.root = self.folder / "project"
        self.home = self.folder / "home"
        self.programs = self.folder / "programs"
        for folder in (self.root, self.home, self.programs):
            folder.mkdir(parents=True)

    def take(self, *endpoints: str) -> None:
        """Shipped recordings and schemas."""
        for endpoint in endpoints:
            shutil.copytree(ROOT / "recordings" / endpoint, self.root / "recordings" / endpoint)
            (self.root / "schemas").mkdir(exist_ok=True)
            shutil.copy(ROOT / "schemas" / f"{endpoint}.graphqls", self.root / "schemas")

    def install(self) -> None:
        """As if it had been installed."""
        (self.programs / "understudy").symlink_to(BINARY)

    def write(self, page: Page, *names: str) -> None:
        for name in names:
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page.file(name), "utf-8")

    def program(self, name: str, script: str) -> Path:
        """A program of the project's own on the PATH, by bash."""
        path = self.programs / name
        path.write_text("#!/usr/bin/env bash\n" + script)
        path.chmod(0o755)
        return path

    def start(self, command: str, **variables: str) -> Server:
        """Starts a stand-in by a command of bash, in its own port where the command names none."""
        if "--port" not in command:
            command += " --port 0"
        environment = {**self.environment, **variables}
        return Server(["bash", "-c", f"exec {command}"], cwd=self.root, env=environment)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "PATH": f"{self.programs}:{self.bin}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
            "PYTHONDONTWRITEBYTECODE": "1",
            # Whatever wants to download something fails at once: nothing listens there.
            "PIP_NO_INDEX": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "HTTPS_PROXY": "http://127.0.0.1:9",
            "https_proxy": "http://127.0.0.1:9",
            "NO_PROXY": "127.0.0.1",
        }

    def run(self, script: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Runs commands by bash, as a CI system does: the first that fails ends them."""
        return subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", script],
            cwd=self.root,
            env={**self.environment, **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=4 * PATIENCE,
            check=False,
        )

    def passes(self, script: str, **variables: str) -> str:
        """What commands that succeed print."""
        done = self.run(script, **variables)
        assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}"
        return done.stdout + done.stderr

    def fails(self, script: str, **variables: str) -> str:
        """What commands that fail print."""
        done = self.run(script, **variables)
        assert done.returncode != 0, f"{script}\n{done.stdout}\n{done.stderr}"
        return done.stdout + done.stderr
