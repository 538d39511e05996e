import Engine
import Proxy
import Subprocess

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The command of `exec`: run once, or with a session for each test twice, first the recorded tests, then the others.
struct CommandExecution {
  let words: [String]
  /// How long it may take to end when a signal asks it to, in seconds.
  let grace: Double
  let running: Running
  let variables: CommandVariables
  /// The file of the certificate that the command's clients have to trust; nil without TLS.
  var authority: String?
  /// The framework whose tests have sessions.
  var framework: TestFramework?
  /// The folder of recordings.
  var recordings = ""
  /// The options of `exec` that another run of it for one test needs.
  var options: [String] = []

  /// Runs the command to its end.
  ///
  /// - Parameters:
  ///   - mode: of the run.
  ///   - names: the sessions of the tests that run; nil for all.
  /// - Returns: its exit code.
  /// - Throws: `WorkFailure` if it cannot be started.
  func run(_ mode: ExecMode, only names: [String]?) async throws(WorkFailure) -> Int32 {
    let origin = running.server.origin
    guard let framework else { return try await run(origin, mode, helperVariables) }
    let folder = try PluginFolder(framework)
    defer { folder.remove() }
    let plugin = folder.variables(Terminal.variable).merging(commands(framework)) { $1 }
    if let names { return try await run(origin, mode, plugin.merging(folder.running(only: names)) { $1 }) }
    guard mode == .auto else { return try await run(origin, mode, plugin) }
    let code = try await run(origin, mode, plugin.merging(folder.leavingOutUnrecorded()) { $1 })
    let unrecorded = try folder.unrecorded()
    guard !unrecorded.isEmpty else { return code }
    Terminal.err(
      "understudy: \(unrecorded.count == 1 ? "1 test has" : "\(unrecorded.count) tests have") no recording. Your command runs once more with \(unrecorded.count == 1 ? "it" : "them") alone, and records."
    )
    let recording = try await run(recorder(), mode, plugin.merging(folder.running(only: unrecorded)) { $1 })
    return code == 0 || code == framework.codeOfNoTests ? recording : code
  }

  /// Opens a port that records.
  private func recorder() async throws(WorkFailure) -> String {
    var settings = ListenerSettings()
    settings.mode = .record
    do throws(ListenerProblem) {
      return try await running.engine.openListener(settings, mayWrite: true).port.url
    } catch {
      throw WorkFailure(error.message)
    }
  }

  private func run(_ origin: String, _ mode: ExecMode, _ more: [String: String]) async throws(WorkFailure) -> Int32 {
    var environment: [Environment.Key: String?] = [:]
    for (name, value) in variables.values(origin: origin, mode: mode.rawValue).merging(more, uniquingKeysWith: { $1 }) {
      environment[Environment.Key(stringLiteral: name)] = value
    }
    if let authority { environment["UNDERSTUDY_CA"] = authority }
    return try await CommandRun(words: words, environment: environment, grace: grace).untilEnd()
  }

  /// The folder that holds the recordings: names of sessions have paths relative to it.
  private var projectFolder: String { URL(fileURLWithPath: recordings).deletingLastPathComponent().path }

  /// The variables that the plugin needs for the names of sessions, and for the command in their misses.
  private func commands(_ framework: TestFramework) -> [String: String] {
    let record = recording(["--each-test", framework.rawValue], framework.runner(in: words))
    return ["UNDERSTUDY_FOLDER": projectFolder, "UNDERSTUDY_RECORD": record]
  }

  /// The same for the helpers that `init` writes. They know how to run one test.
  private var helperVariables: [String: String] {
    ["UNDERSTUDY_FOLDER": projectFolder, "UNDERSTUDY_RERUN": recording([], [])]
  }

  /// The start of a command that records.
  private func recording(_ more: [String], _ runner: [String]) -> String {
    let words = ["understudy", "exec", "--mode", "record"] + more + options + ["--"] + runner
    return words.map(Self.quoted).joined(separator: " ")
  }

  /// A word as a shell takes it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-_./=:@%+,".utf8.contains(byte)
    }
    return isPlain && !word.isEmpty
      ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
