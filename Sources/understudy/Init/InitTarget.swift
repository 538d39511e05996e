import ArgumentParser

/// A test framework or CI system that `init` sets up.
enum InitTarget: String, ExpressibleByArgument, CaseIterable {
  case pytest, vitest, jest, playwright, cypress, kotlin, xcuitest, github, gitlab
  case nodeTest = "node-test"
  case swiftTesting = "swift-testing"

  /// The text of the file, with placeholders; nil if no file is needed.
  var template: [UInt8]? {
    switch self {
    case .pytest: nil
    case .vitest: PackageResources.vitest_mjs
    case .jest: PackageResources.jest_cjs
    case .playwright: PackageResources.playwright_ts
    case .cypress: PackageResources.cypress_js
    case .kotlin: PackageResources.kotlin_kt
    case .xcuitest: PackageResources.xcuitest_swift_txt
    case .github: PackageResources.github_yml
    case .gitlab: PackageResources.gitlab_yml
    case .nodeTest: PackageResources.node_test_mjs
    case .swiftTesting: PackageResources.swift_testing_swift_txt
    }
  }

  /// Returns the path of the file; empty if no file is needed.
  func file(in project: Project) -> String {
    switch self {
    case .pytest: ""
    case .vitest, .nodeTest: "understudy.mjs"
    case .jest: "understudy.cjs"
    case .playwright: "\(project.has("e2e") && !project.has("tests") ? "e2e" : "tests")/understudy.ts"
    case .cypress: "cypress/support/understudy.js"
    case .kotlin: "\(project.has("app") ? "app/" : "")src/test/kotlin/Understudy.kt"
    case .xcuitest: "\(project.folder(endingWith: "UITests", below: ".") ?? "AppUITests")/UnderstudySession.swift"
    case .swiftTesting:
      "Tests/\(project.folder(endingWith: "Tests", below: "Tests") ?? "AppTests")/RecordedTests.swift"
    case .github: ".github/workflows/tests.yml"
    case .gitlab: ".gitlab-ci.yml"
    }
  }

  /// The other files, with their texts.
  var furtherFiles: [(path: String, text: [UInt8])] {
    self != .xcuitest
      ? []
      : [
        ("Scripts/understudy-start.sh", PackageResources.understudy_start_sh),
        ("Scripts/understudy-stop.sh", PackageResources.understudy_stop_sh),
      ]
  }

  /// Returns the lines to add to the project's own files, each with its place.
  func additions(_ file: String) -> [(place: String, line: String)] {
    switch self {
    case .vitest:
      [("vitest.config.js", #"export default defineConfig({ test: { setupFiles: ["./\#(file)"] } });"#)]
    case .jest: [("package.json", #""scripts": { "test": "jest --env ./\#(file)" }"#)]
    case .nodeTest: [("package.json", #""scripts": { "test": "node --import ./\#(file) --test" }"#)]
    case .playwright:
      [
        (
          #"each test file, instead of the import of "@playwright/test""#,
          #"import { test, expect } from "./understudy";"#
        )
      ]
    case .cypress:
      [
        ("cypress/support/e2e.js", #"import "./understudy";"#),
        ("cypress.config.js, in e2e", "env: { UNDERSTUDY_URL: process.env.UNDERSTUDY_URL },"),
      ]
    case .kotlin: [("each test class", #"@get:Rule val understudy = Understudy("@ENDPOINT@")"#)]
    case .xcuitest:
      [
        ("each test, before app.launch()", #"app.launchEnvironment["API_URL"] = understudyURL(of: "@ENDPOINT@")"#),
        ("the scheme's pre-actions of Test", #"bash "$SRCROOT/Scripts/understudy-start.sh""#),
        ("the scheme's post-actions of Test", #"bash "$SRCROOT/Scripts/understudy-stop.sh""#),
      ]
    case .swiftTesting:
      [
        (
          "the dependencies in Package.swift, with the path of your clone",
          #".package(name: "understudy", path: "../understudy", traits: [])"#
        ),
        ("the test target in Package.swift", #".product(name: "UnderstudyTesting", package: "understudy")"#),
      ]
    case .pytest, .github, .gitlab: []
    }
  }

  /// Returns the command that runs the tests.
  func command(in project: Project) -> String {
    switch self {
    case .pytest: "pytest"
    case .vitest: "npx vitest run"
    case .jest, .nodeTest: "npm test"
    case .playwright: project.kind == .python ? "pytest" : "npx playwright test"
    case .cypress: "npx cypress run"
    case .kotlin: project.kind == .gradle ? project.command : "./gradlew test --rerun"
    case .xcuitest: #"xcodebuild test -scheme App -destination "platform=iOS Simulator,name=iPhone 16""#
    case .swiftTesting: "swift test"
    case .github, .gitlab: project.command
    }
  }

  /// Returns the beginning of the command that replays, without `--`.
  func exec(in project: Project) -> String {
    let plugin = command(in: project) == "pytest" ? ["--each-test", "pytest"] : []
    // A web page is built for one URL, and reads no variable, so the port must be fixed.
    let isPage = self == .cypress || self == .playwright && project.kind != .python || isCI && project.isTestedInBrowser
    let port = isPage ? ["--port", "4000"] : []
    return (["understudy", "exec"] + plugin + port + project.variables.flatMap { ["--env", $0] }).joined(separator: " ")
  }

  /// True if the `UnderstudyTesting` library records and replays, without `exec`.
  var isLibrary: Bool { self == .swiftTesting }

  var isCI: Bool { self == .github || self == .gitlab }
}
