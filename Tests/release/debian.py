"""The Debian package, by Debian's own tools."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from archives import TIME, File, Tree, below, unpack
from program import Program
from tree import COMPLETIONS, PYTHON, installed, template

# Where Debian has what an installation from source has elsewhere.
PLACES = {COMPLETIONS["zsh"]: "share/zsh/vendor-completions/_understudy"}


def deb(program: Program, notices: File) -> tuple[str, bytes]:
    tree = below("usr", {_place(path): file for path, file in installed(program).items()})
    tree["usr/share/doc/understudy/copyright"] = notices
    tree["DEBIAN/control"] = template(
        "control",
        VERSION=program.version,
        PROCESSOR=program.debian_processor,
        LIBRARIES=_libraries(program),
        KIB=sum(len(file.data) for file in tree.values()) // 1024,
    )
    name = f"understudy_{program.version}_{program.debian_processor}.deb"
    with tempfile.TemporaryDirectory() as folder:
        _unpack(tree, Path(folder, "package"))
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", "package", name]
        _run(command, folder, SOURCE_DATE_EPOCH=str(TIME))
        return name, Path(folder, name).read_bytes()


def missing_tools() -> list[str]:
    return [tool for tool in ("dpkg-deb", "dpkg-shlibdeps") if not shutil.which(tool)]


def _place(path: str) -> str:
    if path.startswith(f"{PYTHON}/"):
        return f"lib/python3/dist-packages/{path.removeprefix(f'{PYTHON}/')}"
    return PLACES.get(path, path)


def _libraries(program: Program) -> str:
    """The packages of the shared libraries, each with the oldest version that has all symbols."""
    with tempfile.TemporaryDirectory() as folder:
        # The tool works only where a source package is.
        Path(folder, "debian").mkdir()
        Path(folder, "debian", "control").write_text("Source: understudy\n\nPackage: understudy\nArchitecture: any\n")
        printed = _run(["dpkg-shlibdeps", "-O", str(program.path)], folder)
    return re.search(r"^shlibs:Depends=(.+)$", printed, re.M)[1]


def _unpack(tree: Tree, folder: Path) -> None:
    unpack(tree, folder)
    # Whatever this user's umask is.
    for path in [folder, *folder.rglob("*")]:
        if path.is_dir():
            path.chmod(0o755)


def _run(command: list[str], folder: str, **variables: str) -> str:
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise OSError(f"{' '.join(command)} failed: {done.stderr}")
    return done.stdout
