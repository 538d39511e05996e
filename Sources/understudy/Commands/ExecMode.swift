import ArgumentParser
import Engine

/// The handling of the command's requests in `exec`.
enum ExecMode: String, ExpressibleByArgument, CaseIterable {
  /// Answers from recordings.
  case replay
  /// Answers from recordings, and records what is missing.
  case auto
  /// Records everything again.
  case record
  /// Forwards everything to the real API, and writes nothing.
  case live
  /// Generates all answers from the schemas.
  case fake

  /// The environment variable that sets the mode if there is no `--mode`.
  static let variable = "UNDERSTUDY_MODE"

  /// True if the mode writes recordings.
  var writes: Bool { self == .auto || self == .record }

  /// Chooses the mode of a run: the flag's, else the environment's, else replay.
  ///
  /// - Parameters:
  ///   - flag: the value of `--mode`.
  ///   - environment: returns the value of an environment variable.
  /// - Returns: the mode.
  /// - Throws: `WorkFailure` if the environment's mode is unknown, or if it would record in CI.
  static func chosen(_ flag: ExecMode?, environment: (String) -> String?) throws(WorkFailure) -> ExecMode {
    if let flag { return flag }
    guard let name = environment(variable), !name.isEmpty else { return .replay }
    guard let mode = ExecMode(rawValue: name) else {
      let all = allCases.map(\.rawValue).joined(separator: ", ")
      throw WorkFailure("\(variable) is \"\(name)\", which is not a mode. Valid values: \(all).")
    }
    if mode.writes, ContinuousIntegration.isMeant(by: environment(ContinuousIntegration.variable)) {
      throw WorkFailure(
        "\(variable) is \(mode.rawValue), and CI is set. In CI, \(variable) cannot start a recording. To replay, unset \(variable). To record in this job, pass --mode \(mode.rawValue)."
      )
    }
    return mode
  }
}
