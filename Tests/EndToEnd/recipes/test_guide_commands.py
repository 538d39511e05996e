"""README.md and the guides: options, commands, rules and generated answers are as they stand there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from harness import ROOT, running
from pages import BLOCK, Project, unknown_options, with_port

GUIDES = ROOT / "Sources/understudy/understudy.docc"
PAGES = [ROOT / "README.md", *sorted(GUIDES.glob("*.md"))]
ASKED = re.compile(r"^\$ (?P<command>(?:ask|curl) .*)\n(?P<answer>\{.*)$", re.MULTILINE)


def blocks(page: Path, language: str) -> list[str]:
    return [block["text"] for block in BLOCK.finditer(page.read_text("utf-8")) if block["language"] == language]


RULES = [pytest.param(text, id=f"{page.stem}-{number}") for page in PAGES for number, text in enumerate(blocks(page, "yaml"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_options(page):
    assert unknown_options(page.read_text("utf-8")) == []


def test_an_unknown_option_is_found():
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


@pytest.fixture
def shop(project) -> Project:
    """A project with the schema of the guide for generated data."""
    (project.root / "schemas").mkdir()
    (project.root / "schemas/shop.graphqls").write_text(blocks(GUIDES / "GeneratedData.md", "graphql")[0], "utf-8")
    return project


@pytest.mark.parametrize("page", [ROOT / "README.md", GUIDES / "GeneratedData.md"], ids=lambda page: page.stem)
def test_generated_answers(shop, page):
    text = page.read_text("utf-8")
    [define] = re.findall(r"^\$ (ask\(\).*)$", text, re.MULTILINE) or [":"]
    with running(shop.start("understudy fake")) as server:
        asked = list(ASKED.finditer(text))
        assert asked
        for example in asked:
            script = with_port(f"{define}\n{example['command']}", server.port)
            assert shop.passes(script).strip() == example["answer"]


def test_what_was_inferred(shop):
    page = GUIDES / "GeneratedData.md"
    [shown] = [text for text in blocks(page, "") if text.startswith("Product: ")]
    assert shown in shop.passes("understudy fake --explain")
    [rule] = [text for text in blocks(page, "yaml") if "archiveProduct" in text]
    assert rule in shop.passes("understudy fake --explain")


def test_directives(shop):
    """The second file of the page is accepted, and has an effect."""
    [more] = [text for text in blocks(GUIDES / "GeneratedData.md", "graphql") if "extend type" in text]
    (shop.root / "schemas/shop.fakes.graphqls").write_text(more, "utf-8")
    assert "@examples (schemas/shop.fakes.graphqls" in shop.passes("understudy fake --explain")


def test_faults(project):
    project.take("countries")
    for_one, for_a_test = blocks(GUIDES / "Faults.md", "sh")
    with running(project.start("understudy replay")) as server:
        shown = project.passes(with_port(for_one.replace("curl ", "curl -s -i "), server.port))
        assert "503 Service Unavailable" in shown and "Understudy-Fault: latency=2000ms, status=503" in shown
        shown = project.passes(with_port(for_a_test.replace("curl ", "curl -s "), server.port))
        assert '"times":1' in shown and '{"deleted":1}' in shown
