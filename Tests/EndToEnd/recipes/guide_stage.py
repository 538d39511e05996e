"""Runs the blocks of a page in order: commands by bash, in a project, and outputs against what the commands printed."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import clients
from ci import download
from harness import ROOT, Server, closed_port, running
from pages import BLOCK, RECIPES, Block, Project, with_port

GUIDES = ROOT / "Sources/understudy/understudy.docc"
LIBRARY = ROOT / "Sources/UnderstudyTesting/UnderstudyTesting.docc/UnderstudyTesting.md"
FILES = (ROOT / "README.md", *sorted(GUIDES.glob("*.md")), *sorted(RECIPES.glob("*.md")), LIBRARY)
PAGES = {path.stem: path for path in FILES}
COMMANDS, OUTPUTS = ("sh", "bash", "console"), ("", "text")
SERVER = re.compile(r"understudy (?:record|replay|fake)\b(?!.* --(?:explain|help)\b)")


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page. A block of commands or output is not the file that the paragraph above it names."""
    found = []
    for block in BLOCK.finditer(PAGES[page].read_text("utf-8")):
        is_file = re.fullmatch(r"[\w./-]+\.\w+", block["file"] or "") and block["language"] not in ("sh", *OUTPUTS)
        found.append(Block(block["file"] if is_file else None, block["language"], block["text"]))
    return found


def first_line(block: Block) -> str:
    return block.text.partition("\n")[0]


def commands(text: str) -> list[str]:
    """The commands of a block. One that continues after a backslash is whole."""
    return [line for line in text.replace("\\\n", " ").splitlines() if line.strip() and not line.startswith("#")]


@dataclass
class Scene:
    """What a page's reader has before the first command, and what happens between commands.

    Keys of `before`, `after` and `exits` are parts of commands. While a server runs, `after` is its client.
    """

    endpoints: tuple[str, ...] = ()
    before: dict[str, Callable[[Stage], None]] = field(default_factory=dict)
    after: dict[str, Callable[[Stage], None]] = field(default_factory=dict)
    exits: dict[str, int] = field(default_factory=dict)
    # The files that blocks of other languages are, by the start of the block.
    files: dict[str, str] = field(default_factory=dict)
    # Blocks of other languages that commands print, by their start.
    outputs: tuple[str, ...] = ()
    # What the prose promises that commands print.
    prints: tuple[str, ...] = ()


@dataclass
class Stage:
    """A page being followed."""

    page: str
    scene: Scene
    project: Project
    # The page's URLs, and the test servers in their place.
    urls: dict[str, str]
    skipped: set[str] = field(default_factory=set)
    printed: list[str] = field(default_factory=list)
    happened: list[tuple[bool, str]] = field(default_factory=list)
    server: Server | None = None
    open: ExitStack = field(default_factory=ExitStack)
    port: int = field(default_factory=closed_port)

    @property
    def root(self) -> Path:
        return self.project.root

    def follow(self) -> None:
        """Runs and checks every block. At the end, everything that the page shows was printed."""
        shown = []
        with self.open:
            self.take(*self.scene.endpoints)
            self.happen(self.scene.before, "")
            for block in blocks(self.page):
                if first_line(block) in self.skipped:
                    continue
                if block.language not in COMMANDS:
                    self.happen(self.scene.before, first_line(block))
                if self.write(block):
                    self.happen(self.scene.after, first_line(block))
                elif block.language in COMMANDS:
                    for command in commands(block.text):
                        self.run(command)
                elif first_line(block).startswith("$ "):
                    self.console(block)
                elif re.match(r"recordings/\S+ {2,}", block.text):
                    self.tree(block)
                elif block.language in OUTPUTS or block.text.startswith(self.scene.outputs):
                    shown.append(block)
            self.end_server()
            self.happen(self.scene.after, "")
        planned = {*((False, part) for part in self.scene.before), *((True, part) for part in self.scene.after)}
        assert planned == set(self.happened), "no command or block is like these keys"
        for text in (*(block.text for block in shown), *self.scene.prints):
            self.check(text)

    def here(self, text: str) -> str:
        """The page's text with the test servers and a free port in it."""
        for url, real in self.urls.items():
            if text.startswith("understudy import"):
                break  # It sends nothing, and the file has the URL.
            if url == "https://countries.trevorblades.com":
                # A test server's host does not have the endpoint's name.
                text = re.sub(f"(understudy record --upstream {url})$", r"\1 --endpoint countries", text)
            text = re.sub(rf"{re.escape(url)}(?![\w./])", real, text)
        return with_port(text, self.port)

    def take(self, *endpoints: str) -> None:
        """Shipped recordings and schemas, with a test server as the upstream."""
        self.project.take(*endpoints)
        for file in self.root.glob("recordings/*/endpoint.yaml"):
            file.write_text(re.sub(r"(trevorblades\.com)/", r"\1", file.read_text()), "utf-8")
            file.write_text(self.here(file.read_text()), "utf-8")

    def write(self, block: Block) -> bool:
        """Writes a block that is a file."""
        names = [name for start, name in self.scene.files.items() if block.text.startswith(start)]
        if block.file:
            names.append(block.file)
        for name in names:
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(self.here(block.text), "utf-8")
            path.chmod(0o755 if block.language == "bash" else 0o644)
        return bool(names)

    def happen(self, what: dict[str, Callable[[Stage], None]], command: str) -> None:
        """Each happens once, at the first command or block that it is meant for."""
        for part, action in what.items():
            key = (what is self.scene.after, part)
            if key not in self.happened and (part == command or (part and part in command)):
                self.happened.append(key)
                action(self)

    def run(self, command: str) -> None:
        self.happen(self.scene.before, command)
        if SERVER.match(command):
            self.start(command)
        else:
            done = self.project.run(self.here(command), UNDERSTUDY_DOWNLOAD=download(self.project))
            self.printed += [done.stdout, done.stderr]
            expected = next((code for part, code in self.scene.exits.items() if part in command), 0)
            assert done.returncode == expected, f"{self.page}: {command}\n{done.stdout}\n{done.stderr}"
        self.happen(self.scene.after, command)

    def start(self, command: str) -> None:
        self.end_server()
        words = shlex.join(shlex.split(self.here(command), comments=True))
        self.server = self.open.enter_context(running(self.project.start(f"{words} --port {self.port}")))

    def end_server(self) -> None:
        if self.server:
            assert self.server.stop() == 0, self.server.stderr
            self.printed += [self.server.stdout, self.server.stderr]
            self.server = None

    def console(self, block: Block) -> None:
        """Lines after `$` are commands of one shell, and the others are exactly what it prints."""
        lines = block.text.splitlines(keepends=True)
        script = "".join(line[2:] for line in lines if line.startswith("$ "))
        output = self.project.passes(self.here(script))
        shown = "".join(line for line in lines if not line.startswith("$ "))
        assert output.strip() == shown.strip(), f"{self.page} shows:\n{shown}\nPrinted:\n{output}"

    def tree(self, block: Block) -> None:
        """The files and folders that are listed exist, with any digits in their names."""
        folders: list[tuple[int, str]] = []
        for line in block.text.splitlines():
            indent, name = len(line) - len(line.lstrip()), line.split()[0]
            folders = [folder for folder in folders if folder[0] < indent]
            path = "".join(folder for _, folder in folders) + name
            assert list(self.root.glob(re.sub(r"\b[0-9a-f]{8,16}\b", "*", path))), f"{self.page}: there is no {path}"
            folders.append((indent, name))

    def ask(
        self,
        path: str,
        query: str,
        variables: dict[str, Any] | None = None,
        port: int = 0,
        extensions: Any = None,
        **headers: str,
    ) -> clients.Reply:
        """A client's request to the server, whose answer is printed."""
        name = re.match(r"\w+ (\w+)", query)
        body = {"query": query, "variables": variables or {}, **({"operationName": name[1]} if name else {})}
        if extensions:
            body["extensions"] = extensions
        lines = [word for header, value in headers.items() for word in ("-H", f"{header.replace('_', '-')}: {value}")]
        reply = clients.post(f"http://127.0.0.1:{port or self.port}{path}", json.dumps(body), *lines)
        self.printed += [error["message"] for error in reply.json.get("errors", [])]
        return reply

    def inline(self, command: str) -> None:
        """Runs a command that the page has in its text."""
        assert f"`{command}`" in " ".join(PAGES[self.page].read_text("utf-8").split()), command
        self.run(command)

    def check(self, text: str) -> None:
        """The output is what was printed, but for ports, times and durations. `…` is any text."""
        printed = self.normal("\n".join(self.printed))
        pattern = r"[^\n]*".join(map(re.escape, self.normal(text.rstrip("\n")).split("…")))
        assert re.search(pattern, printed), f"{self.page} shows, but no command printed:\n{text}\nPrinted:\n{printed}"

    def normal(self, text: str) -> str:
        for url, real in self.urls.items():
            text = text.replace(real.rstrip("/"), url).replace(f"{url}/", url)
        text = with_port(text, self.port).replace(f":{self.port}", ":4000").replace(f"{self.root}/", "")
        text = re.sub(r"\b\d\d:\d\d:\d\d\b", "TIME", text)
        text = re.sub(r"\b\d+ ms\b", "N ms", text)
        return re.sub(r"[ \t]+", " ", re.sub(r"^\s+", "", text, flags=re.M))
