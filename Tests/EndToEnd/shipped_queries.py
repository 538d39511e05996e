"""The queries in the shipped recordings whose answers at the start have no errors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness import ROOT


@dataclass(frozen=True)
class ShippedQuery:
    endpoint: str
    file: Path
    text: str
    variables: dict[str, Any]
    data: dict[str, Any]


def shipped_queries() -> Iterator[ShippedQuery]:
    """Yields those that an anonymous client sent, in the order of their files."""
    for folder in sorted((ROOT / "recordings").glob("*/query.*")):
        text = (folder / "operation.graphql").read_text("utf-8")
        for file in sorted(folder.glob("*.json")):
            recording = json.loads(file.read_text("utf-8"))
            first = recording["states"].get("start")
            if not first or recording["identity"] != "anonymous":
                continue
            answer = recording["responses"][first[0] if isinstance(first, list) else first["responses"][0]]
            if "errors" not in answer["body"] and "__schema" not in text:
                yield ShippedQuery(folder.parent.name, file, text, recording["variables"], answer["body"]["data"])
