#!/usr/bin/env python3
"""Packages the program for the platform that this runs on. The same program gives the same bytes.

    Tests/release/package.py PROGRAM FOLDER

`make release` runs this with the program that build.sh made. README.md in this folder lists the packages.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import shutil
import sys
from pathlib import Path

import debian
from archives import File, below, tar_gz, zipped
from notices import notices
from npm import npm
from program import Program, Unfit
from tree import installed, template
from wheel import wheel

LIMIT = 40_000_000


def archive(program: Program, licenses: File) -> tuple[str, bytes]:
    tree = {**installed(program), "share/doc/understudy/THIRD-PARTY-NOTICES": licenses}
    return f"{program.name}.tar.gz", tar_gz(below(program.name, tree))


def artifact_bundle(program: Program, licenses: File) -> tuple[str, bytes]:
    """What a binary target of SwiftPM names."""
    variant = f"{program.name}/bin/understudy"
    information = {
        "schemaVersion": "1.0",
        "artifacts": {
            "understudy": {
                "version": program.version,
                "type": "executable",
                "variants": [{"path": variant, "supportedTriples": [program.swift_triple]}],
            }
        },
    }
    tree = {
        "info.json": File((json.dumps(information, indent=2) + "\n").encode()),
        variant: File(program.data, is_program=True),
        "THIRD-PARTY-NOTICES": licenses,
    }
    name = f"{program.name}.artifactbundle"
    return f"{name}.zip", zipped(below("understudy.artifactbundle", tree))


def formula(program: Program, packed: str, checksum: str) -> File:
    """Homebrew's, for the platform of this release."""
    home = os.environ.get("UNDERSTUDY_HOMEPAGE", "https://example.com/understudy")
    return template(
        "understudy.rb",
        VERSION=program.version,
        HOMEPAGE=home,
        DOWNLOADS=f"{home}/releases/download/{program.version}",
        ARCHIVE=packed,
        SHA256=checksum,
        SYSTEM=":macos" if program.is_mac else ":linux",
        PROCESSOR=f":{'arm64' if program.npm_processor == 'arm64' else 'x86_64'}",
    )


def containerfile(program: Program, packed: str, checksum: str) -> File:
    """An image of the Debian that the program was built on: its libraries are old enough."""
    release = platform.freedesktop_os_release()
    base = f"{release['ID']}:{release.get('VERSION_CODENAME', 'latest')}"
    return template("Containerfile", VERSION=program.version, BASE=base, ARCHIVE=packed, SHA256=checksum)


def packages(program: Program, checkouts: Path) -> dict[str, bytes]:
    program.check_independence()
    licenses = notices(checkouts)
    files: dict[str, bytes] = {}
    if program.foreign_libraries:
        needed = ", ".join(program.foreign_libraries)
        print(f"release: only the .deb and the Containerfile: the other packages cannot install {needed}")
    else:
        files.update(make(program, licenses) for make in (archive, wheel, npm, artifact_bundle))
        packed = f"{program.name}.tar.gz"
        files["understudy.rb"] = formula(program, packed, _checksum(files[packed])).data
    if missing := debian.missing_tools():
        reason = f"no .deb and no Containerfile: {', '.join(missing)} of Debian's dpkg-dev is missing"
        if not files:
            raise Unfit(reason)
        print(f"release: {reason}")
    else:
        name, data = debian.deb(program, licenses)
        files[name] = data
        files["Containerfile"] = containerfile(program, name, _checksum(data)).data
    for name, data in files.items():
        if len(data) > LIMIT:
            raise Unfit(f"{name} has {len(data)} bytes, more than {LIMIT}.")
    files["SHA256SUMS"] = "".join(f"{_checksum(files[name])}  {name}\n" for name in sorted(files)).encode()
    return files


def _checksum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--checkouts", type=Path, help="the packages that it was built with (default: beside it)")
    arguments = parser.parse_args()
    try:
        program = Program(arguments.program)
        files = packages(program, arguments.checkouts or program.path.parent / "checkouts")
    except (Unfit, OSError) as problem:
        print(f"release: {problem}", file=sys.stderr)
        return 2
    # Nothing of an earlier version stays beside these.
    shutil.rmtree(arguments.folder, ignore_errors=True)
    arguments.folder.mkdir(parents=True)
    for name, data in sorted(files.items()):
        (arguments.folder / name).write_bytes(data)
        print(f"{len(data) / 1_000_000:6.1f} MB  {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
