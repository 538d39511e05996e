"""All recipes: none is left out of the index or of these tests, and options are there. (Their links: `Tests/Layout/test_guides.py`.)"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from harness import BINARY, ROOT
from pages import BLOCK, RECIPES, Page, Project, unknown_options

NAMES = sorted(path.stem for path in RECIPES.glob("*.md"))


def test_the_index_has_them_all():
    index = Page("Recipes").text
    assert {name for name in NAMES if name != "Recipes"} == set(re.findall(r"^\| \[[^\]]+\]\((\w+)\.md\)", index, re.M))
    assert "understudy.docc/Recipes" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_options(name):
    """Every option of the program that a page names, its help knows."""
    assert unknown_options(Page(name).text) == []


@pytest.mark.parametrize("name", NAMES)
def test_shell(name):
    for block in Page(name).blocks:
        if block.language in ("sh", "bash"):
            done = subprocess.run(["bash", "-n"], input=block.text, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
    assert all(len(line) <= 160 for line in Page(name).text.splitlines() if line[:1] != "|")


def test_installed_as_written(tmp_path):
    project = Project(tmp_path)
    project.passes(Page("Recipes").shell("UNDERSTUDY_DOWNLOAD"), UNDERSTUDY_DOWNLOAD=BINARY.as_uri())
    assert "record" in project.passes('"$HOME/.local/bin/understudy" --help')


def test_every_file_is_tried():
    """A file that no test takes out of its page is not tried: here are those that cannot be."""
    here = Path(__file__)
    tests = "".join(path.read_text("utf-8") for path in here.parent.glob("*.py") if path != here)
    untried = {
        (name, block.file) for name in NAMES for block in Page(name).blocks if block.file and block.file not in tests
    }
    assert untried == {("ApolloKotlin", "app/src/androidTest/kotlin/com/example/CountriesTest.kt")}
