"""Archives that have the same bytes for the same files: names sorted, one time, no user."""

from __future__ import annotations

import gzip
import io
import tarfile
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path

# The time of every file: the one that npm writes. A zip archive has none before 1980.
TIME = 499_162_500


@dataclass(frozen=True)
class File:
    """A file's content, and whether it is a program."""

    data: bytes
    is_program: bool = False

    @property
    def mode(self) -> int:
        return 0o755 if self.is_program else 0o644


# Files by their paths.
Tree = dict[str, File]


def below(folder: str, tree: Tree) -> Tree:
    return {f"{folder}/{path}": file for path, file in tree.items()}


def folders(tree: Tree) -> list[str]:
    """Every folder of the files, outer ones first."""
    return sorted({str(parent) for path in tree for parent in Path(path).parents} - {"."})


def tar_gz(tree: Tree) -> bytes:
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", fileobj=packed, mode="wb", compresslevel=6, mtime=TIME) as stream:
        with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            # No folders: those of /usr/local keep their modes where this is unpacked over them.
            for path, file in sorted(tree.items()):
                entry = tarfile.TarInfo(path)
                entry.size, entry.mode, entry.mtime = len(file.data), file.mode, TIME
                archive.addfile(entry, io.BytesIO(file.data))
    return packed.getvalue()


def zipped(tree: Tree) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path, file in sorted(tree.items()):
            entry = zipfile.ZipInfo(path, time.gmtime(TIME)[:6])
            # Unix, whichever system this is: a zip archive made there keeps the mode.
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100000 | file.mode) << 16
            archive.writestr(entry, file.data)
    return packed.getvalue()


def unpack(tree: Tree, folder: Path) -> None:
    """Writes the files below a folder."""
    for path, file in tree.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        # Replaced as a whole: a program that runs goes on with the old file.
        new = target.with_name(f"{target.name}.new")
        new.write_bytes(file.data)
        new.chmod(file.mode)
        new.replace(target)
