#!/usr/bin/env python3
"""Builds the DocC catalogs as web pages, `.build/docs`. A link that leads nowhere is an error.

The guides link as Markdown on a code host does (`[Sessions](Sessions.md#reset)`). DocC wants `doc:` links, so copies of the
catalogs get those. A link out of the catalogs, such as to a target's README, becomes its text: the web pages have no place
for it.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build/docs-work"
OUTPUT = ROOT / ".build/docs"
CATALOGS = [ROOT / "Sources/understudy/understudy.docc", ROOT / "Sources/UnderstudyTesting/UnderstudyTesting.docc"]
SWIFT = os.environ.get("SWIFT", "swift")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]+)\)")
TITLE = re.compile(r"^#+ (.+)$", re.MULTILINE)
BLOCK = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def run(*command: object) -> None:
    subprocess.run([str(word) for word in command], cwd=ROOT, check=True)


def doc_link(page: Path, text: str, target: str) -> str:
    path, _, anchor = target.partition("#")
    if "://" in target:
        return f"[{text}]({target})"
    file = (page.parent / path).resolve() if path else page
    catalog = next((catalog for catalog in CATALOGS if catalog in file.parents), None)
    if catalog is None:
        return text
    if catalog not in page.parents:
        # A page of another catalog has an address of its own. The tests of the guides check such links.
        name = catalog.stem if file.stem == catalog.stem else f"{catalog.stem}/{file.stem}"
        return f"[{text}](/documentation/{name.lower()})"
    return f"[{text}](doc:{file.stem}{'#' + docc_anchor(file, anchor) if anchor else ''})"


def anchor_of(title: str) -> str:
    """The anchor that a code host gives to a title."""
    shown = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", title.lower())
    return re.sub(r"[^\w\- ]", "", shown).replace(" ", "-")


def titles(page: Path) -> list[str]:
    return TITLE.findall(BLOCK.sub("", page.read_text("utf-8")))


def docc_anchor(page: Path, anchor: str) -> str:
    """DocC's anchor of the title that has this anchor on a code host."""
    for title in titles(page):
        if anchor_of(title) == anchor:
            return re.sub(r"\s+", "-", re.sub(r"[`*]", "", title).strip())
    raise SystemExit(f"{page}: no title has the anchor #{anchor}")


def copy(catalog: Path) -> Path:
    target = WORK / catalog.name
    shutil.copytree(catalog, target)
    for page in catalog.rglob("*.md"):
        parts = BLOCK.split(page.read_text("utf-8"))
        parts[::2] = [LINK.sub(lambda match: doc_link(page, match[1], match[2]), part) for part in parts[::2]]
        (target / page.relative_to(catalog)).write_text("".join(parts), "utf-8")
    return target


def symbols(name: str) -> Path:
    """The module's public symbols. The program has none, so that its graph needs no build."""
    folder = WORK / f"{name}-symbols"
    folder.mkdir()
    if name == "understudy":
        version = {"major": 0, "minor": 6, "patch": 0}
        graph = {
            "metadata": {"formatVersion": version, "generator": "docs.py"},
            "module": {"name": name, "platform": {}},
            "symbols": [],
            "relationships": [],
        }
        (folder / f"{name}.symbols.json").write_text(json.dumps(graph), "utf-8")
        return folder
    run(SWIFT, "build", "--target", name)
    target = json.loads(subprocess.check_output([SWIFT, "-print-target-info"]))["target"]["unversionedTriple"]
    modules = ROOT / ".build/debug/Modules"
    run(SWIFT, "symbolgraph-extract", "-module-name", name, "-target", target, "-I", modules, "-output-dir", folder)
    return folder


def main() -> None:
    for folder in (WORK, OUTPUT):
        shutil.rmtree(folder, ignore_errors=True)
    archives = []
    for catalog in CATALOGS:
        name = catalog.stem
        archives.append(WORK / f"{name}.doccarchive")
        run(
            "docc", "convert", copy(catalog), "--warnings-as-errors", "--additional-symbol-graph-dir", symbols(name),
            "--fallback-display-name", name, "--fallback-bundle-identifier", name, "--output-path", archives[-1],
        )  # fmt: skip
    run("docc", "merge", *archives, "--synthesized-landing-page-name", "Understudy", "--output-path", OUTPUT)
    print(f"The guides are in {OUTPUT.relative_to(ROOT)}. To read them: python3 -m http.server -d {OUTPUT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
