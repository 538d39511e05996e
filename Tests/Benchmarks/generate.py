#!/usr/bin/env python3
"""Writes a folder of many valid recordings quickly, for measuring start-up.

    python generate.py COUNT FOLDER        FOLDER/generated/query.Generated0-…/n=0-….json, a hundred files a folder

The names carry the operation's key, so they are computed as the program computes them (document_hash, operation_hash:
design §2 in the spelling of Sources/Recordings/Keys). `check` compares them with a recording that the program wrote.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from collections.abc import Container
from pathlib import Path

ENDPOINT = "generated"
FILES_A_FOLDER = 100


def part(text: bytes) -> bytes:
    return len(text).to_bytes(8, "big") + text


def text_of(operation: int) -> str:
    """A request's document, as it is sent."""
    return f"query Generated{operation}($n: Int!) {{ thing(n: $n) {{ n name }} }}"


def canonical_text(operation: int) -> str:
    """The same without any space that is not needed."""
    return f"query Generated{operation}($n:Int!){{thing(n:$n){{n name}}}}"


def document_hash(operation: int) -> bytes:
    return hashlib.sha256(b"\x01d" + part(ENDPOINT.encode()) + part(canonical_text(operation).encode())).digest()


def operation_hash(operation: int, number: int) -> bytes:
    variables = json.dumps({"n": number}, separators=(",", ":")).encode()
    return hashlib.sha256(b"\x01o" + document_hash(operation) + part(b"anonymous") + variables).digest()


def request(number: int) -> dict:
    """The body of the request that recording `number` answers."""
    return {"query": text_of(number // FILES_A_FOLDER), "variables": {"n": number}}


def answer(number: int) -> dict:
    return {"data": {"thing": {"n": number, "name": f"Thing {number}"}}}


def path_of(number: int) -> Path:
    operation = number // FILES_A_FOLDER
    folder = f"query.Generated{operation}-{document_hash(operation).hex()[:8]}"
    return Path(ENDPOINT) / folder / f"n={number}-{operation_hash(operation, number).hex()[:8]}.json"


def check(recorded: Path, number: int) -> None:
    """Stops if the program named its recording of `request(number)` otherwise than `path_of` does."""
    if not (recorded / path_of(number)).exists():
        found = [str(path.relative_to(recorded)) for path in recorded.rglob("*.json")]
        raise SystemExit(f"generate.py does not name recordings as the program does:\n  {path_of(number)}\n  {found}")


# Names of one file, of which file systems allow no more than some ten thousand.
LINKS = 30_000


def generate(count: int, folder: Path, template: Path, asked: Container[int] | None = None) -> None:
    """Writes `count` recordings like the template, which is the program's own recording of number 0.

    With `asked`, only these are written. The others are names of one file, which takes a tenth of the time and no space:
    the program lists their names and never reads them.
    """
    source = template / path_of(0)
    text = source.read_text("utf-8")
    document = (source.parent / "operation.graphql").read_text("utf-8")
    other, links = folder / ".other", 0
    mark = re.compile(r'("n": *)0\b|Thing 0\b')
    for number in range(count):
        path = folder / path_of(number)
        operation = number // FILES_A_FOLDER
        if number % FILES_A_FOLDER == 0:
            path.parent.mkdir(parents=True)
            (path.parent / "operation.graphql").write_text(document.replace("Generated0", f"Generated{operation}"))
        if asked is not None and number not in asked:
            if links % LINKS == 0:
                other.unlink(missing_ok=True)
                other.write_text(text)
            os.link(other, path)
            links += 1
            continue
        path.write_text(mark.sub(lambda match: (match[1] or "Thing ") + str(number), text))


if __name__ == "__main__":
    from bench import template

    with template() as recorded:
        generate(int(sys.argv[1]), Path(sys.argv[2]), recorded)
