"""The licenses of the packages whose code the program has."""

from __future__ import annotations

from pathlib import Path

from archives import File
from program import Unfit

HEAD = """\
Understudy has code of the packages below, each under its license. It also has Swift's runtime library and Foundation, under
the Apache License 2.0 with the Runtime Library Exception (https://swift.org/LICENSE.txt).
"""


def notices(checkouts: Path) -> File:
    """Reads the license files of the packages that the program was built with."""
    packages = sorted(path for path in checkouts.iterdir() if path.is_dir()) if checkouts.is_dir() else []
    if not packages:
        raise Unfit(f"{checkouts} has no packages, whose licenses belong to the release. Name their folder by --checkouts.")
    parts = [HEAD]
    for package in packages:
        files = sorted(path for path in package.iterdir() if path.name.upper().startswith(("LICENSE", "NOTICE")))
        if not files:
            raise Unfit(f"{package} has no license file.")
        parts += [f"{'=' * 80}\n{package.name}: {file.name}\n{'=' * 80}\n\n{file.read_text()}" for file in files]
    return File("\n".join(parts).encode())
