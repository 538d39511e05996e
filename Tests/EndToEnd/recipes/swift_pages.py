"""The Swift in the recipes: type-checked against this repository's library, and stand-ins for Apple's and Apollo's."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from harness import ROOT

SWIFTC = shutil.which(os.environ.get("SWIFTC", "swiftc"))
BUILD = ROOT / ".build" / "debug"
LIBRARY = BUILD / "Modules" / "UnderstudyTesting.swiftmodule"

# What of Apollo iOS 2 the pages use: names and types only.
APOLLO = """
public import Foundation

public protocol GraphQLQuery: Sendable { associatedtype Data: Sendable }
public struct GraphQLResponse<Query: GraphQLQuery>: Sendable { public let data: Query.Data? }
public final class ApolloClient: Sendable {
  public init(url: URL) {}
  public func fetch<Query: GraphQLQuery>(query: Query) async throws -> GraphQLResponse<Query> { fatalError() }
}
"""

# What Apollo's code generation makes of the operation.
GENERATED = """
import Apollo

struct CountryDetailQuery: GraphQLQuery {
  let code: String
  struct Data: Sendable {
    let country: Country?
    struct Country: Sendable { let name: String; let capital: String? }
  }
}
"""

# What of XCTest on Apple's platforms the pages use.
XCUI = """
import XCTest

@MainActor final class XCUIApplication {
  var launchEnvironment: [String: String] = [:]
  func launch() {}
  var staticTexts: XCUIElementQuery { XCUIElementQuery() }
}
@MainActor final class XCUIElementQuery { subscript(label: String) -> XCUIElement { XCUIElement() } }
@MainActor final class XCUIElement {
  func tap() {}
  func waitForExistence(timeout: TimeInterval) -> Bool { true }
}
"""


def swiftc(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [SWIFTC, "-swift-version", "6", "-I", str(folder), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)


def write(folder: Path, **texts: str) -> list[str]:
    """Swift files by their names."""
    for name, text in texts.items():
        (folder / f"{name}.swift").write_text(text)
    return [f"{name}.swift" for name in texts]


def module(folder: Path, name: str, text: str, *arguments: str) -> None:
    """Makes a module that others can import."""
    files = write(folder, **{name: text})
    done = swiftc(folder, "-emit-module", "-parse-as-library", "-module-name", name, *arguments, *files)
    assert done.returncode == 0, done.stderr


def type_checked(folder: Path, *arguments: str, **texts: str) -> subprocess.CompletedProcess[str]:
    return swiftc(folder, "-typecheck", "-parse-as-library", *arguments, *write(folder, **texts))
