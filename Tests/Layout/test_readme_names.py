"""The types, files and folders that the targets' READMEs name exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SWIFT = [path for folder in ("Sources", "Tests") for path in (ROOT / folder).rglob("*.swift")]
READMES = sorted((ROOT / "Sources").glob("*/README.md"))
NAMED = re.compile(r"`([A-Z][A-Za-z]*[a-z][A-Za-z]*(?:\+[A-Za-z]+)*)(?:\.swift)?`")


def known() -> set[str]:
    """Each file, each folder, and each word of the code."""
    names = {name for path in SWIFT for name in (path.stem, *path.parent.relative_to(ROOT).parts)}
    return names.union(*(re.findall(r"\w+", path.read_text()) for path in SWIFT))


KNOWN = known()


@pytest.mark.parametrize("readme", READMES, ids=lambda path: path.parent.name)
def test_what_a_readme_names_is_there(readme):
    assert sorted(set(NAMED.findall(readme.read_text())) - KNOWN) == []


def test_the_contributors_map_has_every_target():
    page = (ROOT / ".github/CONTRIBUTING.md").read_text()
    assert sorted(re.findall(r"^\| \[(\w+)\]\(\.\./Sources/\1/README\.md\)", page, re.MULTILINE)) == sorted(
        path.parent.name for path in READMES
    )


def test_the_contributors_map_is_in_the_order_of_imports():
    """A target imports only those above it."""
    page = (ROOT / ".github/CONTRIBUTING.md").read_text()
    order = re.findall(r"^\| \[(\w+)\]\(\.\./Sources/", page, re.MULTILINE)
    for place, target in enumerate(order):
        imported = {
            name
            for path in (ROOT / "Sources" / target).rglob("*.swift")
            for name in re.findall(r"^(?:package |public )?import (\w+)", path.read_text(), re.MULTILINE)
        }
        assert imported & set(order[place:]) == set(), target
