"""README.md and the guides: the shell's syntax, and each example of endpoint.yaml."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from harness import ROOT
from pages import BLOCK, unknown_options

GUIDES = ROOT / "Sources/understudy/understudy.docc"
PAGES = [ROOT / "README.md", *sorted(GUIDES.glob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    found = [block for block in BLOCK.finditer(page.read_text("utf-8")) if block["language"] == language]
    # A file of another program, such as compose.yaml, is not endpoint.yaml.
    return [block["text"] for block in found if not re.fullmatch(r"(?!endpoint)[\w-]+\.yaml", block["file"] or "")]


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


# Where a rule of a table may be. A table does not repeat what is around its rules.
PLACES = (
    "{}",
    "operations: {{ X: {{ {} }} }}",
    "operations: {{ X: {{ variables: {{ {} }} }} }}",
    "operations: {{ X: {{ variables: {{ path: {{ {} }} }} }} }}",
    "operations: {{ X: {{ variables: {{ path: {{ any: true, {} }} }} }} }}",
    "redaction: {{ {} }}",
    "fakes: {{ types: {{ Launch: {{ {} }} }} }}",
    "fakes: {{ fields: {{ {} }} }}",
    "fakes: {{ fields: {{ Query.launches: {{ {} }} }} }}",
    "faults: [{{ {} }}]",
    "faults: [{{ status: 503, {} }}]",
    "answers: [{{ data: null, {} }}]",
)
TABLE = re.compile(r"^\| (?:Key|Word|Rule|Rule of a type|Rule of a field) \|.*\n\|[-|]+\n((?:\|.*\n)+)", re.M)
# This one is for the control API only.
FOR_CALLS = {'session: "LoginTests"'}


def rules_in_tables(page: Path) -> list[str]:
    rows = "".join(TABLE.findall(page.read_text("utf-8"))).splitlines()
    rules = [rule for row in rows for rule in re.findall(r"`([\w.]+: [^`]+)`", row.split("|")[1])]
    return [re.sub(r"^operations\.X\.(variables\.)?", "", rule).replace("/…/", "/a/") for rule in rules]


@pytest.mark.parametrize("rule", [rule for page in PAGES for rule in rules_in_tables(page) if rule not in FOR_CALLS])
def test_rules_in_tables(project, rule):
    """Each is accepted at one of the places."""
    file = project.root / "recordings/shop/endpoint.yaml"
    file.parent.mkdir(parents=True)
    refused = []
    for place in PLACES:
        file.write_text(place.format(rule), "utf-8")
        done = project.run("understudy check")
        if done.returncode == 0:
            return
        refused.append(done.stdout)
    pytest.fail("\n".join(refused))


def test_there_are_rules_in_tables():
    assert len([rule for page in PAGES for rule in rules_in_tables(page)]) > 35
