import EndpointConfiguration
import Recordings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The project in the working directory, as far as its files show.
struct Project {
  /// The language or build tool of the tests.
  enum Kind: String, CaseIterable {
    case node, python, swift, gradle, go, ruby
    /// None of the files that show it is there.
    case unknown

    /// The files of which one shows the kind.
    fileprivate var files: [String] {
      switch self {
      case .node: ["package.json"]
      case .python: ["pyproject.toml", "pytest.ini", "conftest.py", "requirements.txt", "setup.cfg"]
      case .swift: ["Package.swift"]
      case .gradle: ["gradlew"]
      case .go: ["go.mod"]
      case .ruby: ["Gemfile"]
      case .unknown: []
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
    kind = Kind.allCases.first { $0.files.contains(where: Self.exists) } ?? .unknown
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

  /// The program that installs packages of Node, by its lock file.
  private var packageManager: String { has("pnpm-lock.yaml") ? "pnpm" : has("yarn.lock") ? "yarn" : "npm" }

  /// The tests in a browser, if the project has their configuration. Their page is built for one URL.
  private var browserTests: InitTarget? {
    func hasConfiguration(_ name: String) -> Bool {
      ["ts", "js", "mjs", "cjs", "mts"].contains { has("\(name).config.\($0)") }
    }
    guard kind == .node else { return nil }
    return hasConfiguration("playwright") ? .playwright : hasConfiguration("cypress") ? .cypress : nil
  }

  /// True if the tests run in a browser.
  var isTestedInBrowser: Bool { browserTests != nil }

  /// The command that runs the tests.
  var command: String {
    switch kind {
    case .node: browserTests?.command(in: self) ?? "\(packageManager) test"
    case .python: "pytest"
    case .swift: "swift test"
    // Gradle does not run tests again that passed with the same files.
    case .gradle: isAndroid ? "./gradlew testDebugUnitTest --rerun" : "./gradlew test --rerun"
    // Go does not either, unless it must run them a number of times.
    case .go: "go test -count=1 ./..."
    case .ruby: has("spec") ? "bundle exec rspec" : "bundle exec rake test"
    case .unknown: "make test"
    }
  }

  /// True if it is an app for Android, whose task `test` only starts others.
  private var isAndroid: Bool { has("app/src/main/AndroidManifest.xml") }

  /// True if pip can install the project.
  private var isPackage: Bool { text(of: "pyproject.toml").contains("[project]") }

  private func text(of file: String) -> String {
    FileManager.default.contents(atPath: file).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The command that installs what the tests need.
  private var install: String {
    switch kind {
    case .node:
      (packageManager == "npm" ? "npm ci" : "corepack enable && \(packageManager) install --frozen-lockfile")
        + (browserTests == .playwright ? " && npx playwright install --with-deps" : "")
    case .python:
      has("requirements.txt")
        ? "pip install -r requirements.txt" : isPackage ? "pip install . pytest" : "pip install pytest"
    case .swift: "swift package resolve"
    case .gradle: isAndroid ? "./gradlew compileDebugUnitTestSources" : "./gradlew testClasses"
    case .go: "go mod download"
    case .ruby: "bundle install"
    case .unknown: "echo Install here what the tests need."
    }
  }

  /// The module of Jest's environment: that of the DOM, if Jest's configuration names it.
  private var jestEnvironment: String {
    let files = ["package.json"] + ["js", "ts", "mjs", "cjs", "json"].map { "jest.config.\($0)" }
    let settings = files.flatMap { text(of: $0).split { $0.isNewline || $0 == "," } }
    let hasDOM = settings.contains { $0.contains("testEnvironment") && $0.contains("jsdom") }
    return hasDOM ? "jest-environment-jsdom" : "jest-environment-node"
  }

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
    let values = [
      "@ENDPOINT@": endpoint, "@UPSTREAM@": upstream ?? Self.exampleUpstream, "@INSTALL@": install,
      "@EXEC@": target.exec(in: self), "@COMMAND@": target.command(in: self), "@ENVIRONMENT@": jestEnvironment,
      "@RUBY@": [".ruby-version", ".tool-versions"].first(where: has) ?? "3.4",
    ]
    return values.reduce(text) { $0.replacing($1.key, with: $1.value) }
  }
}
