"""The schemas and operations that are at hand: the repository's, and recorded or public ones where they are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from graphql import GraphQLError, GraphQLSchema, build_schema, parse, validate

from engines import PACKAGE, Request, shared_folder
from generate.schemas import schema_text


@dataclass
class Subject:
    """A schema and the operations that are known for it, each with the variables it was sent with."""

    name: str
    text: str
    path: Path | None = None
    operations: list[tuple[str, dict[str, Any] | None]] = field(default_factory=list)

    @cached_property
    def schema(self) -> GraphQLSchema:
        """As graphql-core has it; real schemas are not perfect, so nothing is checked."""
        return build_schema(self.text, assume_valid=True, assume_valid_sdl=True)

    @property
    def request(self) -> Request:
        """How a request names it: a file's schema by its path, and unchecked."""
        return {"schemaFile": str(self.path), "assumeValid": True} if self.path else {"schema": self.text}

    @property
    def is_large(self) -> bool:
        return len(self.text) > 100_000


def subjects(random_schemas: int, seed: int, large: bool = True) -> Iterator[Subject]:
    """All schemas: the repository's, the public ones, the conformance cases' and random ones."""
    paths = sorted((PACKAGE / "schemas").glob("*.graphqls"))
    shared = shared_folder()
    if shared:
        paths += sorted((shared / "systems" / "sdl").glob("*.graphqls"))
        paths += sorted((shared / "schemas").glob("*.graphql"))
    known = list(known_operations())
    for path in paths:
        subject = Subject(path.stem, path.read_text(encoding="utf-8"), path)
        if subject.is_large and not large:
            continue
        # An operation belongs to each schema that takes it; the rest is for nobody to know.
        subject.operations = [each for each in known if fits(each[0], subject)] if not subject.is_large else []
        yield subject
    for number in range(random_schemas):
        name = f"random-{seed}-{number}"
        yield Subject(name, schema_text(Random(name)))


def fits(text: str, subject: Subject) -> bool:
    try:
        return not validate(subject.schema, parse(text))
    except GraphQLError:
        return False


def known_operations() -> Iterator[tuple[str, dict[str, Any] | None]]:
    """Operations of recordings and tutorials, and of requests that real clients sent, each text once."""
    seen: set[str] = set()
    for text, variables in _operations():
        if text not in seen:
            seen.add(text)
            yield text, variables


def _operations() -> Iterator[tuple[str, dict[str, Any] | None]]:
    for path in sorted((PACKAGE / "recordings").glob("*/*/operation.graphql")):
        text = path.read_text(encoding="utf-8")
        yield text, None
        for recording in sorted(path.parent.glob("*.json")):
            yield text + "\n", json.loads(recording.read_text(encoding="utf-8")).get("variables")
    # The tests' copies of what the tutorials send are string literals that start as operations do.
    for path in sorted((PACKAGE / "Tests" / "EndToEnd").glob("*.py")):
        for match in re.finditer(r'"""((?:query|mutation|subscription|fragment|\{).*?)"""', path.read_text(), re.DOTALL):
            yield match.group(1), None
    shared = shared_folder()
    requests = shared / "systems" / "wire" / "client-requests.json" if shared else None
    if requests and requests.is_file():
        for request in json.loads(requests.read_text(encoding="utf-8")):
            yield from _operations_of(request.get("body"))


def _operations_of(body: str | None) -> Iterator[tuple[str, dict[str, Any] | None]]:
    try:
        parsed = json.loads(body or "")
    except ValueError:
        return
    for each in parsed if isinstance(parsed, list) else [parsed]:
        if isinstance(each, dict) and isinstance(each.get("query"), str):
            yield each["query"], each.get("variables")
