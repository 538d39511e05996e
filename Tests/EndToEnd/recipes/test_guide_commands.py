"""README.md and the guides: the shell's syntax, and each example of endpoint.yaml."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from harness import ROOT
from pages import BLOCK, unknown_options

GUIDES = ROOT / "Sources/understudy/understudy.docc"
PAGES = [ROOT / "README.md", *sorted(GUIDES.glob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return [block["text"] for block in BLOCK.finditer(page.read_text("utf-8")) if block["language"] == language]


RULES = [pytest.param(text, id=f"{page.stem}-{number}") for page in PAGES for number, text in enumerate(blocks(page, "yaml"))]


def test_an_unknown_option_is_found():
    """Options of all pages: test_guides_run.py."""
    assert unknown_options("`understudy replay --strict` and `understudy replay --exact`") == ["understudy replay --exact"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_shell(page):
    for text in blocks(page, "sh"):
        done = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("rules", RULES)
def test_rules(project, rules):
    """Each is accepted as endpoint.yaml."""
    file = project.root / "recordings/shop/endpoint.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(rules, "utf-8")
    project.passes("understudy check")
    file.write_text(f"{rules}\nunkown: true\n", "utf-8")
    assert "unkown" in project.fails("understudy check")
