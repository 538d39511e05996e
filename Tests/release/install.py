#!/usr/bin/env python3
"""Installs the program, its manual pages, completions and the pytest plugin, or removes just what it installed.

    Tests/release/install.py PREFIX --program FILE
    Tests/release/install.py PREFIX --remove

`make install` and `make uninstall` run this. DESTDIR stands before the prefix, as in other makefiles.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from archives import folders, unpack
from program import Program, Unfit
from tree import PYTHON, installed

# The installed files and the folders that were made for them, a line each; folders end with a slash.
LIST = "share/understudy/installed-files"


def install(prefix: Path, program: Program) -> None:
    tree = installed(program)
    previous = _list(prefix)
    missing = [folder for folder in folders({**tree, LIST: tree["bin/understudy"]}) if not (prefix / folder).exists()]
    made = {line for line in previous if line.endswith("/")} | {f"{folder}/" for folder in missing}
    unpack(tree, prefix)
    (prefix / LIST).write_text("".join(f"{line}\n" for line in sorted({*made, *tree, LIST})))
    # Files of an older version that this one does not have.
    _remove(prefix, [line for line in previous if not line.endswith("/") and line not in {*tree, LIST}])


def remove(prefix: Path) -> int:
    lines = _list(prefix)
    _remove(prefix, lines)
    return sum(not line.endswith("/") for line in lines)


def _list(prefix: Path) -> list[str]:
    file = prefix / LIST
    return file.read_text().splitlines() if file.exists() else []


def _remove(prefix: Path, lines: list[str]) -> None:
    for line in lines:
        if not line.endswith("/"):
            (prefix / line).unlink(missing_ok=True)
    # Inner folders first; only those that nothing else uses.
    for line in sorted(lines, reverse=True):
        if line.endswith("/") and (prefix / line).is_dir() and not any((prefix / line).iterdir()):
            (prefix / line).rmdir()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("prefix", type=Path)
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--program", type=Path)
    action.add_argument("--remove", action="store_true")
    arguments = parser.parse_args()
    prefix = arguments.prefix.expanduser()
    if not prefix.is_absolute():
        parser.error(f"the prefix must be an absolute path, not {prefix}")
    place = Path(os.environ.get("DESTDIR", "") + str(prefix))
    if arguments.remove:
        count = remove(place)
        print(f"Removed {count} files from {place}." if count else f"{place} has no understudy that make install put there.")
        return 0
    try:
        program = Program(arguments.program)
        install(place, program)
    except (Unfit, OSError) as problem:
        print(f"install: {problem}", file=sys.stderr)
        return 2
    print(f"Installed understudy {program.version} in {place}.")
    print("pytest finds the plugin by this line in your shell's start file:")
    print(f"  export PYTHONPATH={prefix / PYTHON}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
