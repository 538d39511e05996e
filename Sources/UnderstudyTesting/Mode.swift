extension Understudy {
  /// The source of answers.
  public enum Mode: String, Sendable, CaseIterable {
    /// Replays recorded answers, without network. A request that is not recorded fails the test. The default.
    case replay
    /// Forwards requests to the real API and records its answers.
    case record
    /// Forwards requests to the real API and writes nothing.
    case live
    /// Replays recorded tests, without derived answers, and records the others.
    case auto
    /// Generates answers from the schema: the same ones for the same seed.
    case fake

    /// True if recordings are written.
    var writes: Bool { self == .record || self == .auto }
  }
}

extension Understudy {
  /// The answer to a request that is not recorded, in mode `.replay`.
  public enum OnMiss: String, Sendable, CaseIterable {
    /// An error, and the test fails. The default.
    case fail
    /// An answer generated from the schema (`schemas/<endpoint>.graphqls`).
    case fake
    /// The answer of the real API in `endpoint.yaml`. Nothing is written. After a replayed mutation, the request is an
    /// error, because the real API has not run that mutation.
    case forward

    /// The program's name for it.
    var word: String { self == .fail ? "error" : rawValue }
  }
}

extension Understudy.Mode {
  /// The variable that sets the mode of tests that do not.
  static let variable = "UNDERSTUDY_MODE"

  /// The mode of a run: the argument's, then that of `UNDERSTUDY_MODE`, then `replay`.
  ///
  /// - Throws: `UnderstudyError` if the value is not a mode, or if the mode writes recordings in CI: `CI` is set, and not to
  ///   `false`, `no` or `0`.
  static func resolved(_ argument: Self?, _ environment: [String: String]) throws(UnderstudyError) -> Self {
    let said = try said(environment)
    let mode = argument ?? said ?? .replay
    let ci = environment["CI"] ?? ""
    guard mode.writes, !["", "0", "false", "no"].contains(ci.lowercased()) else { return mode }
    throw UnderstudyError(
      """
      Mode \(mode.rawValue)\(argument == nil ? " (\(variable))" : "") writes recordings, and CI is set (CI=\(ci)). The library never records in CI: \
      a test that records passes, whatever the recordings contain.
      Record on your machine, and commit the recordings. In CI, unset \(variable), or set it to replay or fake.
      """)
  }

  private static func said(_ environment: [String: String]) throws(UnderstudyError) -> Self? {
    guard let word = environment[variable], !word.isEmpty else { return nil }
    if let mode = Self(rawValue: word) { return mode }
    throw UnderstudyError(
      "\(variable) is \"\(word)\". Valid values: \(allCases.map(\.rawValue).joined(separator: ", "))."
    )
  }
}
