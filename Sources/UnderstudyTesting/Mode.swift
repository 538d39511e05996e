import Engine

extension Understudy {
  /// How requests are answered.
  public enum Mode: String, Sendable, CaseIterable {
    /// From recordings, with no network. A request that was not recorded is a miss, and fails the test. The default.
    case replay
    /// By the real endpoint, whose answers are recorded.
    case record
    /// By the real endpoint; nothing is written.
    case live
    /// From recordings; what was not recorded is asked of the real endpoint and recorded.
    case auto
    /// From the schema, made up: the same answers for the same seed.
    case fake

    /// Whether recordings are written.
    var writes: Bool { self == .record || self == .auto }
  }
}

extension Understudy {
  /// What becomes of a request that was not recorded, in mode `.replay`; the other modes have no such request.
  public enum OnMiss: String, Sendable, CaseIterable {
    /// It is a miss, and fails the test. The default.
    case fail
    /// The schema makes an answer up (`schemas/<endpoint>.graphqls`).
    case fake
    /// The real endpoint that `endpoint.yaml` names answers; nothing is written. Not after a mutation that was answered
    /// from recordings, of which that endpoint knows nothing: then it is a miss.
    case forward

    var policy: EngineConfiguration.MissPolicy {
      switch self {
      case .fail: .error
      case .fake: .fake
      case .forward: .forward
      }
    }
  }
}

extension Understudy.Mode {
  /// The variable that says the mode where no argument does.
  static let variable = "UNDERSTUDY_MODE"

  /// The mode of a run: the argument's, then that of `UNDERSTUDY_MODE`, then `replay`.
  ///
  /// - Throws: for a word that is no mode, and for one that writes in CI (the variable `CI` is set, and not to `false`,
  ///   `no` or `0`).
  static func resolved(_ argument: Self?, _ environment: [String: String]) throws(UnderstudyError) -> Self {
    let said = try said(environment)
    let mode = argument ?? said ?? .replay
    let ci = environment[ContinuousIntegration.variable]
    guard mode.writes, ContinuousIntegration.isMeant(by: ci) else { return mode }
    throw UnderstudyError(
      """
      Mode \(mode.rawValue)\(argument == nil ? " (\(variable))" : "") writes recordings, and this is CI (CI=\(ci ?? "")), where none is ever written: \
      a test that records what it should replay passes whatever the recordings say.
      Record on your machine and commit the recordings; in CI leave \(variable) unset, or set it to replay or fake.
      """)
  }

  private static func said(_ environment: [String: String]) throws(UnderstudyError) -> Self? {
    guard let word = environment[variable], !word.isEmpty else { return nil }
    if let mode = Self(rawValue: word) { return mode }
    throw UnderstudyError(
      "\(variable) is \"\(word)\". It is one of \(allCases.map(\.rawValue).joined(separator: ", ")); without it, replay."
    )
  }
}
