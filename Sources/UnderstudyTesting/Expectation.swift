import Synchronization

extension Understudy {
  /// A further condition for a test to pass.
  public struct Expectation: Hashable, Sendable {
    let operations: [String]

    /// Every recording of the endpoints was used. With names: every recording of these operations without a session. In
    /// mode `.record`, nothing is checked.
    ///
    /// - Parameter operations: the operations' names; none for all recordings.
    /// - Returns: the condition.
    public static func allRecordingsUsed(of operations: String...) -> Expectation {
      Expectation(operations: operations)
    }
  }

  /// Fails the test if a recording of its endpoints was not used. Recordings of other tests are not checked. With
  /// names: a recording of these operations without a session. The failure is shown at the line of the trait, of
  /// `startUnderstudy` or of `start`.
  ///
  /// - Parameter operations: the operations' names; none for all recordings.
  public func expectAllRecordingsUsed(of operations: String...) { expect(Expectation(operations: operations)) }

  /// The recordings that the client has not used so far: paths below the recordings folder, sorted.
  ///
  /// - Parameter operations: only those of operations of these names; none for all.
  /// - Returns: the paths.
  /// - Throws: `UnderstudyError` for a name without recordings.
  public func unusedRecordings(of operations: String...) throws -> [String] {
    try unused(operations, besides: journal.usedRecordings, session: session?.name)
  }

  func expect(_ expectation: Expectation) {
    // What a test records is new, and what it does not record may go.
    if mode == .record { return }
    do throws(UnderstudyError) {
      let unused = try unused(expectation.operations, besides: journal.usedRecordings, session: session?.name)
      if let text = Expectation.text(unused, by: "this test") { reporter.fail(text) }
    } catch {
      reporter.fail("\(error)")
    }
  }

  /// The recordings that are not among the used ones.
  ///
  /// - Parameters:
  ///   - operations: the operations' names; none for all recordings.
  ///   - used: the used ones.
  ///   - session: without the recordings of other sessions; nil for those of all.
  /// - Returns: paths below the recordings folder.
  /// - Throws: `UnderstudyError` for a name without recordings.
  func unused(
    _ operations: [String], besides used: Set<String>, session: String? = nil
  ) throws(UnderstudyError) -> [String] {
    let parameters =
      operations.map { "operation=\(ControlClient.encoded($0))" }
      + (session.map { ["session=\(ControlClient.encoded($0))"] } ?? [])
    let page = "recordings" + (parameters.isEmpty ? "" : "?\(parameters.joined(separator: "&"))")
    let files = try listener.control.send("GET", page)["recordings"]?.array.compactMap(\.string) ?? []
    return files.filter { !used.contains($0) }
  }
}

extension Understudy.Expectation {
  /// More are counted, not listed.
  private static let limit = 20

  /// The failure for recordings that were not used; nil if there are none.
  static func text(_ unused: [String], by whom: String) -> String? {
    guard !unused.isEmpty else { return nil }
    var lines = ["\(unused.count == 1 ? "1 recording was" : "\(unused.count) recordings were") not used by \(whom):"]
    lines += unused.prefix(limit).map { "  \($0)" }
    if unused.count > limit { lines.append("  and \(unused.count - limit) more") }
    lines.append(
      "Other tests may use them. Delete those that no test needs. To check only some operations, name them: of: \"…\".")
    return lines.joined(separator: "\n")
  }
}

/// The recordings that the tests of one suite have used together.
final class SuiteTally: Sendable {
  @TaskLocal static var current: SuiteTally?

  /// The place of the suite's trait.
  let place: Reporter.Place
  private let state = Mutex<(used: Set<String>, last: Understudy?)>(([], nil))

  init(place: Reporter.Place) { self.place = place }

  /// Adds the recordings that a test of the suite has used.
  func add(_ understudy: Understudy) {
    let used = understudy.journal.usedRecordings
    state.withLock { state in
      state.used.formUnion(used)
      state.last = understudy
    }
  }

  /// Fails the suite if none of its tests used a recording. A suite without tests passes.
  func expect(_ expectation: Understudy.Expectation, _ reporter: Reporter) {
    let (used, last) = state.withLock { $0 }
    guard let last, last.mode != .record else { return }
    do throws(UnderstudyError) {
      let unused = try last.unused(expectation.operations, besides: used)
      if let text = Understudy.Expectation.text(unused, by: "the tests of this suite") { reporter.fail(text) }
    } catch {
      reporter.fail("\(error)")
    }
  }
}
