import EndpointConfiguration
import Recordings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The project in the working directory, as far as its files show.
struct Project {
  /// The language of the tests.
  enum Kind: String, CaseIterable {
    case node, python, swift

    /// The command that runs the tests.
    var command: String {
      switch self {
      case .node: "npm test"
      case .python: "pytest"
      case .swift: "swift test"
      }
    }
  }

  let kind: Kind
  /// The name of the recorded endpoint. Without recordings, that of the user's first variable; else an example.
  let endpoint: String
  /// The upstream of that endpoint; nil if it is not saved.
  let upstream: String?
  /// The values for `--env`: the user's, else one for each endpoint.
  let variables: [String]

  static let exampleUpstream = "https://api.example.com/graphql"

  /// - Parameters:
  ///   - recordings: the folder of recordings, which need not exist.
  ///   - named: the user's variables; if empty, there is one for each endpoint.
  /// - Throws: `RecordingError` if the recordings cannot be read.
  init(recordings: String, named: [NamedVariable]) throws {
    let files = ["pyproject.toml", "pytest.ini", "conftest.py", "requirements.txt", "setup.cfg"]
    kind =
      Self.exists("package.json")
      ? .node : files.contains(where: Self.exists) ? .python : Self.exists("Package.swift") ? .swift : .node
    let endpoints = Self.exists(recordings) ? try RecordingsFolder(path: recordings).endpoints : []
    let only = endpoints.count == 1 ? endpoints.first : nil
    endpoint = only?.name ?? (endpoints.isEmpty ? named.first?.endpoint : nil) ?? "shop"
    upstream = try only?.configuration().upstream?.shown
    let names = endpoints.isEmpty ? [endpoint] : endpoints.map(\.name)
    variables =
      named.isEmpty
      ? names.map { "\(CommandVariables.variable(for: $0).dropFirst("UNDERSTUDY_URL_".count))_URL=\($0)" }
      : named.map(\.text)
    hasRecordings = !endpoints.isEmpty
  }

  /// True if an endpoint is recorded.
  let hasRecordings: Bool

  func has(_ path: String) -> Bool { Self.exists(path) }

  /// Returns the only folder in `parent` with a name that ends so; nil if there is none, or more than one.
  func folder(endingWith ending: String, below parent: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    let folders = names.filter { $0.hasSuffix(ending) && Self.exists("\(parent)/\($0)/.") }
    return folders.count == 1 ? folders.first : nil
  }

  private static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  // MARK: Templates

  /// Fills in a template for this project.
  ///
  /// Lines that begin with a kind and `|` are for projects of that kind only.
  func filled(_ template: [UInt8], for target: InitTarget) -> String {
    let lines = String(decoding: template, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    let kept = lines.compactMap { line -> Substring? in
      guard let only = Kind.allCases.first(where: { line.hasPrefix("\($0.rawValue)|") }) else { return line }
      return only == kind ? line.dropFirst(only.rawValue.utf8.count + 1) : nil
    }
    return filled(kept.joined(separator: "\n"), for: target)
  }

  /// Replaces the placeholders in a text.
  func filled(_ text: String, for target: InitTarget) -> String {
    let install =
      switch kind {
      case .node: "npm ci"
      case .python: has("requirements.txt") ? "pip install -r requirements.txt" : "pip install pytest"
      case .swift: "swift package resolve"
      }
    let values = [
      "@ENDPOINT@": endpoint, "@UPSTREAM@": upstream ?? Self.exampleUpstream, "@INSTALL@": install,
      "@EXEC@": target.exec(in: self), "@COMMAND@": target.command(in: self),
    ]
    return values.reduce(text) { $0.replacing($1.key, with: $1.value) }
  }
}
