import ArgumentParser
import Engine

/// What `exec` does with the requests of its command.
enum ExecMode: String, ExpressibleByArgument, CaseIterable {
  /// Answers from recordings; nothing is written.
  case replay
  /// Answers from recordings, and records what is missing.
  case auto
  /// Records everything anew.
  case record
  /// Passes everything on to the real endpoint; nothing is written.
  case live

  /// The environment variable that names the mode where no flag does.
  static let variable = "UNDERSTUDY_MODE"

  /// Whether recordings are written.
  var writes: Bool { self == .auto || self == .record }

  /// The mode of a run: the flag's, else that of the environment, else replay.
  ///
  /// - Parameters:
  ///   - flag: what `--mode` says.
  ///   - environment: a variable's value outside.
  /// - Returns: the mode.
  /// - Throws: `WorkFailure` for a name that is none, and where a CI system would write without being told to.
  static func chosen(_ flag: ExecMode?, environment: (String) -> String?) throws(WorkFailure) -> ExecMode {
    if let flag { return flag }
    guard let name = environment(variable), !name.isEmpty else { return .replay }
    guard let mode = ExecMode(rawValue: name) else {
      let all = allCases.map(\.rawValue).joined(separator: ", ")
      throw WorkFailure("\(variable) is \"\(name)\", which is not a mode. Valid values: \(all).")
    }
    if mode.writes, ContinuousIntegration.isMeant(by: environment(ContinuousIntegration.variable)) {
      throw WorkFailure(
        "\(variable) is \(mode.rawValue), and CI is set: an environment variable cannot start recording in CI. Unset it to replay. If this job should record, pass --mode \(mode.rawValue)."
      )
    }
    return mode
  }
}
