"""What the Tab key offers, in real shells: bash, and zsh and fish where they are installed.

The shells are set up by the lines of the README, sit at a terminal and are typed to.
"""

import contextlib
import hashlib
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest
from harness import BINARY, PATIENCE, ROOT, run

SETUP = {
    "bash": 'eval "$(understudy --generate-completion-script bash)"',
    "zsh": 'eval "$(understudy --generate-completion-script zsh)"',
    "fish": "understudy --generate-completion-script fish | source",
}
COMMAND = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
# Before the line of the README, which for zsh says that compinit comes first.
BEFORE = {
    "bash": "bind 'set bell-style none'; bind 'set show-all-if-ambiguous on'; bind 'set page-completions off'; "
    "bind 'set enable-bracketed-paste off'; bind 'set completion-query-items 0'",
    "zsh": "unsetopt beep zle_bracketed_paste prompt_sp; unset zle_bracketed_paste; unsetopt list_ambiguous; "
    "LISTMAX=10000; autoload -U compinit; compinit -u",
    "fish": "function fish_prompt; echo '$ '; end; set -g fish_autosuggestion_enabled 0",
}
# What is typed, what has to be offered, and what must not be.
CASES = {
    "a command": ("understudy re", ["record", "replay"], ["fake"]),
    "a command of a command": ("understudy schema ", ["diff", "fetch", "print"], ["record"]),
    "the values of an option": ("understudy replay --on-miss ", ["error", "fake", "forward", "record"], ["immediate"]),
    "a mode": ("understudy exec --mode ", ["replay", "auto", "record", "live", "fake"], ["forward"]),
    "the format of a request": ("understudy show LaunchList --as ", ["curl", "graphql"], []),
    "options": ("understudy scan --", ["--endpoint", "--json", "--recordings"], ["--schemas"]),
    "endpoints with recordings": ("understudy replay --endpoint ", ["countries", "posts"], ["made-up"]),
    "endpoints with a schema": ("understudy fake --endpoint ", ["made-up", "countries"], ["only-recorded"]),
    "endpoints of another folder": ("understudy check --recordings other --endpoint ", ["elsewhere"], ["posts"]),
    "operations": ("understudy show Launch", ["LaunchDetails", "LaunchList"], ["CountryDetail"]),
    "operations of one endpoint": ("understudy mv --endpoint posts ", ["AllPosts", "EditPost"], ["LaunchList"]),
    "sessions": ("understudy show --session ", ["adds-a-post", "edits-it"], ["AllPosts"]),
    "sessions that begin so": ("understudy mv --session add", ["adds-a-post"], ["AllPosts"]),
    "files by their ending": ("understudy import cap", ["capture.har", "captures"], ["capture.txt"]),
    "folders only": ("understudy scan --recordings ot", ["other"], ["otto.txt"]),
    "schemas and files of schemas": ("understudy schema print ", ["countries", "new.graphqls"], ["capture.txt"]),
    "a command behind exec --": ("understudy exec --quiet -- stand-in-", ["stand-in-one", "stand-in-two"], []),
    "its arguments": ("understudy exec -- cat capture.", ["capture.har", "capture.txt"], []),
}


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder to sit in: the shipped recordings and schemas, other files, and commands in `bin`."""
    folder = tmp_path_factory.mktemp("desk")
    for name in ("recordings", "schemas"):
        shutil.copytree(ROOT / name, folder / name)
    (folder / "recordings" / "posts" / "sessions").mkdir()
    for name in ("adds-a-post", "edits-it"):
        digits = hashlib.sha256(f"session 2\n{name}".encode()).hexdigest()[:8]
        file = folder / "recordings" / "posts" / "sessions" / f"{name}-{digits}.json"
        file.write_text(json.dumps({"format": 2, "session": name, "steps": []}))
    shutil.copytree(folder / "recordings" / "posts", folder / "recordings" / "only-recorded")
    shutil.copytree(folder / "recordings" / "posts", folder / "other" / "elsewhere")
    shutil.copy(folder / "schemas" / "posts.graphqls", folder / "schemas" / "made-up.graphqls")
    (folder / "captures").mkdir()
    for name in ("capture.har", "capture.txt", "otto.txt", "new.graphqls"):
        (folder / name).write_text("")
    (folder / "bin").mkdir()
    for name in ("stand-in-one", "stand-in-two"):
        (folder / "bin" / name).write_text("#!/bin/sh\n")
        (folder / "bin" / name).chmod(0o755)
    (folder / "bin" / "understudy").symlink_to(BINARY)
    return folder


def environment(desk: Path) -> dict[str, str]:
    return {
        "PATH": f"{desk / 'bin'}:{os.environ['PATH']}",
        "HOME": str(desk),
        "TERM": "dumb",
        "LC_ALL": "C.UTF-8",
        "LD_LIBRARY_PATH": os.environ.get("LD_LIBRARY_PATH", ""),
    }


class Terminal:
    """A shell at a terminal, which is typed to."""

    def __init__(self, shell: str, desk: Path) -> None:
        self.shell = shell
        self.screen = ""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(desk)
            os.execvpe(COMMAND[shell][0], COMMAND[shell], environment(desk))
        subprocess.run(["stty", "cols", "200", "rows", "100"], stdin=self.terminal, check=True)
        self.run(BEFORE[shell])
        self.run(SETUP[shell])

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def read_until(self, check) -> str:
        """What appears until the check is content with it."""
        end = time.monotonic() + PATIENCE
        while not check(self.screen):
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            assert ready, f"not within {PATIENCE} s; the screen has {self.screen!r}"
            self.screen += os.read(self.terminal, 65536).decode(errors="replace")
        found, self.screen = self.screen, ""
        return found

    def run(self, line: str) -> str:
        """Runs a line to its end. The mark is broken in what is typed, so that only its output is it."""
        self.type(f"{line}\necho all'-'done\n")
        return self.read_until(lambda screen: "all-done" in screen)

    def offers(self, line: str, expected: list[str]) -> str:
        """What the Tab key shows. It is read before anything else is typed: shells skip lists where somebody types on."""
        if self.shell == "fish":
            # Its menu needs a terminal that moves the cursor; it says by itself what would be in it, with a meaning.
            quoted = line.replace("'", "\\'")
            return re.sub(r"\t.*", "", self.run(f"complete -C '{quoted}'"))
        self.screen = ""
        self.type(line + "\t")
        offered = self.read_until(lambda screen: set(expected) <= words(screen))
        # Ctrl-U empties the line, and what comes before the mark belongs to the list.
        self.type("\x15")
        return offered + self.run("")

    def close(self) -> None:
        os.close(self.terminal)
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


@pytest.fixture(scope="module", params=["bash", "zsh", "fish"])
def shell(request, desk):
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not installed")
    shell = Terminal(request.param, desk)
    yield shell
    shell.close()


def words(text: str) -> set[str]:
    """What stands on a screen, without colours and the slash of folders."""
    return {each.rstrip("/") for each in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|[\x00-\x08]", "", text).split()}


@pytest.mark.parametrize("case", CASES)
def test_the_tab_key_offers(shell, case):
    line, expected, others = CASES[case]
    offered = words(shell.offers(line, expected))
    assert set(expected) <= offered
    assert not set(others) & offered


@pytest.mark.parametrize(
    ("line", "expected", "others"),
    [
        ("understudy help ", ["record", "verify", "schema"], ["diff"]),
        ("understudy help ver", ["verify"], []),
        ("understudy help schema ", ["diff", "fetch", "print"], ["record"]),
        ("understudy help --", ["--version"], []),
    ],
)
def test_bash_offers_commands_behind_help(shell, line, expected, others):
    if shell.shell != "bash":
        pytest.skip("what ArgumentParser makes for the others offers nothing there")
    offered = words(shell.offers(line, expected))
    assert not set(others) & offered


@pytest.mark.parametrize("name", SETUP)
def test_the_readme_has_the_line(name):
    assert SETUP[name] in (ROOT / "README.md").read_text()


def test_a_shell_that_is_none_is_refused():
    done = run("--generate-completion-script", "tcsh")
    assert done.returncode == 64
    assert "bash" in done.stderr
