"""The files of an installation, by their paths below its prefix: program, manual pages, completions, pytest plugin."""

from __future__ import annotations

from pathlib import Path

import manual
from archives import File, Tree, below
from program import Program

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parents[1] / "Sources" / "understudy"

COMPLETIONS = {
    "bash": "share/bash-completion/completions/understudy",
    "zsh": "share/zsh/site-functions/_understudy",
    "fish": "share/fish/vendor_completions.d/understudy.fish",
}
PYTHON = "share/understudy/python"


def installed(program: Program) -> Tree:
    return {
        "bin/understudy": File(program.data, is_program=True),
        **below("share/man/man1", manual.pages(program.help, program.version)),
        **{path: File(_completion(program, shell)) for shell, path in COMPLETIONS.items()},
        **below(PYTHON, plugin(program)),
    }


def plugin(program: Program) -> Tree:
    """The plugin for pytest, as a folder on Python's path has it.

    pytest loads the module by the entry point, whose name must not be the one that the plugin registers: `understudy`.
    """
    information = f"understudy-{program.version}.dist-info"
    return {
        "understudy_pytest.py": File((SOURCES / "Plugins" / "understudy_pytest.py").read_bytes()),
        f"{information}/METADATA": template("METADATA", VERSION=program.version),
        f"{information}/entry_points.txt": File(b"[pytest11]\nunderstudy_pytest = understudy_pytest\n"),
    }


def template(name: str, **values: object) -> File:
    """A template with its placeholders filled in. Each value is used, and no placeholder is left."""
    text = (HERE / "templates" / name).read_text()
    for key, value in values.items():
        if f"@{key}@" not in text:
            raise KeyError(f"templates/{name} has no @{key}@")
        text = text.replace(f"@{key}@", str(value))
    return File(text.encode())


def _completion(program: Program, shell: str) -> bytes:
    return program.run("--generate-completion-script", shell).encode()
