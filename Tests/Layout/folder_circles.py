#!/usr/bin/env python3
"""Fails if folders of a target depend on each other in a circle.

A folder depends on another one if a file in it names a type that a file of the other declares; an extension names the type
that it extends. Only types at the top level of a file count. `make lint` runs this.

    Tests/Layout/folder_circles.py              checks all targets
    Tests/Layout/folder_circles.py Engine       prints every edge in the circles of one target
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2] / "Sources"

STRINGS_AND_COMMENTS = re.compile(
    r'//[^\n]*|/\*.*?\*/|(#+)".*?"\1|"""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"|`[^`\n]*`', re.DOTALL
)
DECLARATION = re.compile(r"\b(struct|class|actor|enum|protocol|typealias|extension|associatedtype)\s+([A-Z]\w*)")
GENERICS = re.compile(r"\b(?:func\s+\S+?|init\??|(?:struct|class|actor|enum|typealias)\s+\w+)\s*<([^>(]*)>")
NAME = re.compile(r"(?<![\w.])[A-Z]\w*")
PRIVATE = re.compile(r"\b(?:private|fileprivate)\s+(?:[a-z@]\w*\s+)*$")


class Source:
    """The types that one file declares and names."""

    def __init__(self, text: str) -> None:
        text = STRINGS_AND_COMMENTS.sub(" ", text)
        self.declared: set[str] = set()
        self.private: set[str] = set()
        self.nested: dict[str, set[str]] = defaultdict(set)  # by the top-level type that they are in
        self.names = set(NAME.findall(text))
        owner, depth, place = "", 0, 0
        for match in DECLARATION.finditer(text):
            depth += text.count("{", place, match.start()) - text.count("}", place, match.start())
            place = match.start()
            # `class func`, `class var` and constraints such as `: class` declare nothing.
            kind, name = match.groups()
            if depth > 0:
                if kind != "extension":
                    self.nested[owner].add(name)
                continue
            owner = name
            self.nested[owner] |= set()
            if kind == "extension":
                continue
            line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
            (self.private if PRIVATE.search(line) else self.declared).add(name)
        for parameters in GENERICS.findall(text):
            self.private |= {part.split(":")[0].replace("each", "").strip() for part in parameters.split(",")}


Edges = dict[str, dict[str, str]]


def edges(files: dict[str, str]) -> Edges:
    """Which folders depend on which, each with an example such as `Routing/Router.swift: Endpoint`.

    `files` has the text of each file by its path in the target. The target's own folder is `.`.
    """
    sources = {path: Source(text) for path, text in sorted(files.items())}
    homes: dict[str, set[str]] = defaultdict(set)
    nested: dict[str, set[str]] = defaultdict(set)
    for path, source in sources.items():
        for name in source.declared:
            homes[name].add(folder(path))
        for owner, names in source.nested.items():
            nested[owner] |= names
    found: Edges = defaultdict(dict)
    for path, source in sources.items():
        hidden = source.private.union(*(nested[owner] for owner in source.nested))
        for name in sorted(source.names - hidden):
            if len(homes[name]) == 1 and (target := min(homes[name])) != folder(path):
                found[folder(path)].setdefault(target, f"{path}: {name}")
    return found


def folder(path: str) -> str:
    return str(Path(path).parent)


def circles(found: Edges) -> list[list[str]]:
    """The groups of folders that reach each other, sorted."""
    reach = {start: reachable(found, start) for start in found}
    groups = {tuple(sorted(b for b in reach[a] if a in reach.get(b, ()))) for a in reach}
    return [list(group) for group in sorted(groups) if group]


def reachable(found: Edges, start: str) -> set[str]:
    seen: set[str] = set()
    todo = [start]
    while todo:
        new = set(found.get(todo.pop(), ())) - seen
        seen |= new
        todo += new
    return seen


def shortest(found: Edges, group: list[str]) -> list[str]:
    """The shortest circle in a group, as lines with an example for each edge."""
    best: list[str] = []
    for start in group:
        ways = [[start]]
        seen = set()
        while ways and not (best and len(ways[0]) >= len(best)):
            way = ways.pop(0)
            for target in sorted(found.get(way[-1], ())):
                if target == start and (not best or len(way) < len(best)):
                    best = way
                if target not in seen:
                    seen.add(target)
                    ways.append([*way, target])
    return [f"  {a} → {b}  ({found[a][b]})" for a, b in zip(best, best[1:] + best[:1])]


def problems(target: str, found: Edges) -> list[str]:
    lines = []
    for group in circles(found):
        lines += [f"{target}: {len(group)} folders depend on each other: {', '.join(group)}. The shortest circle:", *shortest(found, group)]
    return lines


def main(chosen: list[str]) -> int:
    failed = []
    for place in sorted(path for path in SOURCES.iterdir() if path.is_dir()):
        if chosen and place.name not in chosen:
            continue
        files = {str(path.relative_to(place)): path.read_text() for path in place.rglob("*.swift")}
        found = edges(files)
        for group in circles(found) if chosen else []:
            print(f"{place.name}, {len(group)} folders: {', '.join(group)}")
            for a in group:
                for b in sorted(set(found[a]) & set(group)):
                    print(f"  {a} → {b}  ({found[a][b]})")
        failed += problems(place.name, found)
    for line in failed:
        print(line, file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
