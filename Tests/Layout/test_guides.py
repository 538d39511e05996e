"""README.md, the guides and recipes: links lead somewhere, the README is short, and words of the old style stay away."""

import re
from pathlib import Path

import pytest
from docs import BLOCK, anchor_of, titles
from plain_words import PATTERNS

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
CATALOG = ROOT / "Sources/understudy/understudy.docc"
GUIDES = sorted(CATALOG.glob("*.md"))
LIBRARY = ROOT / "Sources/UnderstudyTesting/UnderstudyTesting.docc/UnderstudyTesting.md"
RECIPES = sorted((CATALOG / "Recipes").glob("*.md"))
PAGES = [README, *GUIDES, LIBRARY, *RECIPES]
README_WORDS = 1500

LINK = re.compile(r"\]\(([^)\s]+)\)")

NAME = re.compile(r"\bUNDERSTUDY_[A-Z_]*[A-Z]")
CODE = "\n".join(
    path.read_text("utf-8") for path in sorted((ROOT / "Sources").rglob("*")) if path.suffix in (".swift", ".mjs", ".cjs", ".ts")
)
NAMES = set(NAME.findall(CODE))
TESTS = {path.name for path in (ROOT / "Tests").rglob("test_*.py")}
EXAMPLES = {"test_countries.py", "test_cart.py", "test_page.py"}
NAMED_BY_RECIPES = {"UNDERSTUDY_DOWNLOAD", "UNDERSTUDY_URL_COUNTRIES"}


def messages(page: Path) -> list[str]:
    """What is quoted in the first column of tables of messages."""
    tables = re.findall(r"^\| (?:The message says|Message) \|.*\n\|[-|]+\n((?:\|.*\n)+)", page.read_text("utf-8"), re.MULTILINE)
    return [message for table in tables for row in table.splitlines() for message in re.findall(r"`([^`]+)`", row.split("|")[1])]


def prose(page: Path) -> str:
    return BLOCK.sub("", page.read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors that a code host gives to a page's titles."""
    return {anchor_of(title) for title in titles(page)}


def broken_links(page: Path) -> list[str]:
    broken = []
    for link in LINK.findall(prose(page)):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    return broken


def forbidden(text: str) -> list[str]:
    lower = " ".join(text.lower().split())
    return [f"{match[0]!r}: {better}" for pattern, better in PATTERNS for match in pattern.finditer(lower)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_links_lead_somewhere(page):
    assert broken_links(page) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_plain_words(page):
    assert forbidden(prose(page)) == []


def test_the_readme_is_short():
    assert len(README.read_text("utf-8").split()) <= README_WORDS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_names_are_of_the_code(page):
    """Variables and error codes are in the sources, and tests that a page names are there."""
    text = page.read_text("utf-8")
    assert set(NAME.findall(text)) - NAMES - NAMED_BY_RECIPES == set()
    assert set(re.findall(r"\btest_\w+\.py", text)) - TESTS - EXAMPLES == set()


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.stem)
def test_messages_are_of_the_code(page):
    """The messages in tables are in the sources; `…` is any text."""
    parts = {part.strip() for message in messages(page) for part in message.split("…")} - {""}
    assert {part for part in parts if part not in CODE} == set()


def test_there_are_messages_to_compare():
    assert len(messages(GUIDES[0].parent / "Troubleshooting.md")) > 15


def test_every_guide_is_reached():
    """From the README, and from the overview of the guides."""
    names = {page.stem for page in GUIDES} - {"understudy"}
    for start in (README, CATALOG / "understudy.md"):
        assert names - {Path(link.partition("#")[0]).stem for link in LINK.findall(start.read_text("utf-8"))} == set()


def test_what_is_broken_is_found(tmp_path):
    page = tmp_path / "a.md"
    page.write_text("# A `title`, twice\n\n[a](#a-title-twice) [b](#b) [c](c.md) [d](a.md#title)\n\n```\n[e](e.md)\n```\n", "utf-8")
    assert broken_links(page) == ["#b", "c.md", "a.md#title"]
    assert len(forbidden("A stand-in makes answers\nup for whoever asks.")) == 3
    assert forbidden("They stand out.") == []
