import Engine
import Maintenance
import Proxy
import Recordings
import Requests
import Subprocess

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The command of `exec`. With mode auto and a session for each test, it runs again for the tests without a recording.
struct CommandExecution {
  let words: [String]
  /// The number of seconds that the command may take to exit after a signal.
  let grace: Double
  let running: Running
  let variables: CommandVariables
  /// The certificate file of the CA that the command's clients must trust; nil without `--tls`.
  var authority: String?
  /// The variables of the proxy; nil without `--intercept`.
  var proxy: ProxyVariables?
  /// The framework whose tests have sessions; nil if the plugin is not used.
  var framework: TestFramework?
  var recordings = ""
  /// The options of `exec` to repeat in the command that runs one test again.
  var options: [String] = []

  /// Runs the command until it exits.
  ///
  /// - Parameters:
  ///   - mode: the mode of the run.
  ///   - names: the sessions of the tests to run; nil for all.
  /// - Returns: the exit code.
  /// - Throws: `WorkFailure` if the command, its plugin or the recording port cannot be started.
  func run(_ mode: ExecMode, only names: [String]?) async throws(WorkFailure) -> Int32 {
    let origin = running.server.origin
    let eachTest = framework.map { ["--each-test", $0.rawValue] } ?? []
    running.engine.note(rerun: Self.recording(eachTest + options, words))
    guard let framework else { return try await run(origin, mode, helperVariables).code }
    let folder = try PluginFolder(framework)
    defer { folder.remove() }
    let plugin = folder.variables(Terminal.variable).merging(commands(framework)) { $1 }
    if let names { return try await run(origin, mode, plugin.merging(folder.running(only: names)) { $1 }).code }
    guard mode == .auto else { return try await run(origin, mode, plugin).code }
    let (code, isStopped) = try await run(origin, mode, plugin.merging(folder.leavingOutUnrecorded()) { $1 })
    if isStopped {
      Terminal.err("understudy: A signal stopped the command, so tests without a recording did not run.")
      return code
    }
    let unrecorded = try folder.unrecorded()
    guard !unrecorded.isEmpty else { return code }
    Terminal.err(
      "understudy: \(unrecorded.count == 1 ? "1 test has" : "\(unrecorded.count) tests have") no recording. Your command runs once more with \(unrecorded.count == 1 ? "it" : "them") alone, and records."
    )
    let recording = try await run(recorder(), mode, plugin.merging(folder.running(only: unrecorded)) { $1 }).code
    return code == 0 || code == framework.codeOfNoTests ? recording : code
  }

  /// Opens a port that records, and returns its URL.
  private func recorder() async throws(WorkFailure) -> String {
    var settings = ListenerSettings()
    settings.mode = .record
    do throws(ListenerProblem) {
      return try await running.engine.openListener(settings, mayWrite: true).port.url
    } catch {
      throw WorkFailure(error.message)
    }
  }

  private func run(
    _ origin: String, _ mode: ExecMode, _ more: [String: String]
  ) async throws(WorkFailure) -> (code: Int32, isStopped: Bool) {
    var environment: [Environment.Key: String?] = [:]
    let own = variables.values(origin: origin, mode: mode.rawValue)
      .merging(proxy?.values(origin: origin) ?? [:], uniquingKeysWith: { $1 })
    for (name, value) in own.merging(more, uniquingKeysWith: { $1 }) {
      environment[Environment.Key(stringLiteral: name)] = value
    }
    if let authority { environment["UNDERSTUDY_CA"] = authority }
    return try await CommandRun(words: words, environment: environment, grace: grace).untilEnd()
  }

  /// The folder that contains the recordings. Paths in session names are relative to it.
  private var projectFolder: String { URL(fileURLWithPath: recordings).deletingLastPathComponent().path }

  /// Returns the variables that the plugin needs for session names, and for the commands in misses.
  private func commands(_ framework: TestFramework) -> [String: String] {
    let record = Self.recording(["--each-test", framework.rawValue] + options, framework.runner(in: words))
    return ["UNDERSTUDY_FOLDER": projectFolder, "UNDERSTUDY_RECORD": record]
  }

  /// The variables that the helpers of `init` need. They add the arguments that run one test.
  private var helperVariables: [String: String] {
    ["UNDERSTUDY_FOLDER": projectFolder, "UNDERSTUDY_RERUN": Self.recording(options, [])]
  }

  /// Returns the beginning of a command that records.
  static func recording(_ options: [String], _ runner: [String]) -> String {
    RecordingError.shellCommand(["understudy", "exec", "--mode", "record"] + options + ["--"] + runner)
  }
}
