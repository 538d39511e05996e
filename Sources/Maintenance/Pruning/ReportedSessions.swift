import OrderedJSON
import Recordings
import Requests
import SchemaSources

/// The sessions of a successful run, from its report.
struct ReportedSessions: Hashable, Sendable {
  /// The names of all sessions of the run, including scopes.
  let names: Set<String>
  let endpoints: Set<String>

  /// Reads a report.
  /// - Throws: `ConfigurationError` if the run failed or its sessions are not listed; `RecordingError` for read errors.
  init(path: String) throws {
    self = try ReportedSessions(try FileReading.bytes(of: path), path: path)
  }

  init(_ bytes: [UInt8], path: String) throws(ConfigurationError) {
    let report = try ReportFile.object(bytes, path: path)
    try ReportFile.check(report, path: path)
    if let problem = Self.problem(report) {
      throw ConfigurationError(
        "\(path): the run did not pass: \(problem). A failed test may not have started all its sessions, so nothing was removed. Use the report of a passing run of all tests."
      )
    }
    guard let listed = report["sessionNames"], let endpoints = report["endpoints"]?.arrayValue else {
      throw ConfigurationError(
        "\(path): has no list \"sessionNames\", so the sessions of its run are unknown. Write it again with this version: understudy exec --report \(path) -- <the command that runs all tests>"
      )
    }
    guard let names = listed.arrayValue else {
      throw ConfigurationError(
        "\(path): does not list the sessions of its run, which had more than \(UseLog.sessionLimit). Remove session files by hand."
      )
    }
    guard !names.isEmpty else {
      throw ConfigurationError(
        "\(path): its run had no named sessions, so unused ones are unknown. Use the report of a run with a session for each test."
      )
    }
    self.names = Set(names.compactMap(\.stringValue))
    self.endpoints = Set(endpoints.compactMap(\.stringValue))
  }

  /// Returns the reason that a run was not successful, as the end of a sentence; nil for success.
  private static func problem(_ report: JSON) -> String? {
    if let code = report["commandExitCode"]?.intValue, code != 0 { return "the command exited with \(code)" }
    func count(_ key: String) -> Int { report[key]?.intValue ?? 0 }
    if count("missed") > 0 { return "\(count("missed")) requests missed" }
    if count("refused") > 0 { return "\(count("refused")) requests were refused" }
    if count("unanswered") > 0 { return "\(count("unanswered")) requests got no answer" }
    guard let code = report["exitCode"]?.intValue else { return "the exit code is missing" }
    return code == 0 ? nil : "something was not saved, or understudy exec exited with \(code) for another reason"
  }
}
