"""The Swift of README.md and the guides: type-checked as the readers of a page would compile it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import swift_pages
from guide_stage import PAGES, blocks

# The clients that readers have.
CLIENTS = """
import Foundation
struct Country { let capital: String? }
struct CountriesClient {
  let url: URL
  func country(_ code: String) async throws -> Country { Country(capital: nil) }
}
struct ShopClient {
  let url: URL
  func logIn(_ email: String) async throws -> String { email }
}
"""
IMPORTS = "import Foundation\nimport Testing\nimport UnderstudyTesting\nimport XCTest\n"
needs_swift = pytest.mark.skipif(
    not (swift_pages.SWIFTC and swift_pages.LIBRARY.exists()), reason="swiftc, or the built library, is not there"
)


def swift(text: str, number: int) -> str:
    """A block as a file, with the lines that its reader has."""
    text = text.replace("…", "_ = client")
    if text.startswith("@Suite") and "struct" not in text:
        text += "struct CountryTests {}\n"
    if not re.search(r"\b(struct|class) ", text):
        text = f"func example(_ understudy: Understudy) async throws {{\n{text}\n}}"
    text = re.sub(r"^import .*\n", "", text, flags=re.M)
    return IMPORTS + re.sub(r"\b(CountryTests|example)\b", rf"\g<1>{number}", text)


def manifest(lines: str) -> str:
    """The lines of a Package.swift, at their place."""
    packages = "\n".join(line for line in lines.splitlines() if line.startswith(".package"))
    targets = "\n".join(line for line in lines.splitlines() if line.startswith(".testTarget"))
    assert packages
    return f"""import PackageDescription
let package = Package(
  name: "App",
  dependencies: [{packages.rstrip(",")}],
  targets: [.target(name: "App"), {targets.rstrip(",")}]
)
"""


# A block that starts with Package.swift has lines of it, and may have a test after an empty line.
SWIFT = [block.text for page in PAGES for block in blocks(page) if block.language == "swift" and not block.file]
MANIFESTS = [text.partition("\n\n")[0] for text in SWIFT if text.startswith("// Package.swift")]
CODE = [text.partition("\n\n")[2] if text.startswith("// Package.swift") else text for text in SWIFT]


@needs_swift
def test_swift(tmp_path):
    """Type-checked against the built library."""
    files = {f"Block{number}": swift(text, number) for number, text in enumerate(CODE) if text}
    arguments = ["-I", str(swift_pages.LIBRARY.parent)]
    done = swift_pages.type_checked(tmp_path, *arguments, Clients=CLIENTS, **files)
    assert done.returncode == 0, done.stderr
    files["Block0"] = files["Block0"].replace("Understudy.current", "Understudy.curent")
    assert "has no member 'curent'" in swift_pages.type_checked(tmp_path, *arguments, Clients=CLIENTS, **files).stderr


@needs_swift
@pytest.mark.parametrize("lines", MANIFESTS)
def test_manifests(lines, tmp_path):
    """Type-checked against SwiftPM's own library."""
    library = Path(swift_pages.SWIFTC).resolve().parents[1] / "lib/swift/pm/ManifestAPI"
    arguments = ["-typecheck", "-package-description-version", "6.2", "-I", str(library)]
    done = swift_pages.swiftc(tmp_path, *arguments, *swift_pages.write(tmp_path, main=manifest(lines)))
    assert done.returncode == 0, done.stderr
