"""The types, files and folders that the rooms' READMEs name are there."""

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
