import Engine
import SchemaSources
import Synchronization

extension Understudy {
  /// What is expected of a test besides that nothing is missed.
  public struct Expectation: Hashable, Sendable {
    let operations: [String]

    /// Every recording was used: of the endpoints, or of the operations that are named.
    public static func allRecordingsUsed(of operations: String...) -> Expectation {
      Expectation(operations: operations)
    }
  }

  /// Fails the test, at the line that started the stand-in, where a recording was not used: of its endpoints, or of the
  /// operations that are named.
  ///
  /// - Parameter operations: the operations' names; none for all that was recorded.
  public func expectAllRecordingsUsed(of operations: String...) { expect(Expectation(operations: operations)) }

  /// The recordings that the client has not used so far: paths below the recordings folder, sorted.
  ///
  /// - Parameter operations: only those of operations of these names; none for all.
  /// - Returns: the paths.
  /// - Throws: `UnderstudyError` for a name of which nothing is recorded.
  public func unusedRecordings(of operations: String...) throws -> [String] {
    try unused(operations, besides: usedRecordings, session: session)
  }

  var usedRecordings: Set<String> { Set(entries.compactMap { $0.outcome?.recording }) }

  func expect(_ expectation: Expectation) {
    do throws(UnderstudyError) {
      let unused = try unused(expectation.operations, besides: usedRecordings, session: session)
      if let text = Expectation.text(unused, by: "this test") { reporter.fail(text) }
    } catch {
      reporter.fail("\(error)")
    }
  }

  /// The recordings that are not among those used; with a session's name no other session's.
  func unused(
    _ operations: [String], besides used: Set<String>, session: String? = nil
  ) throws(UnderstudyError) -> [String] {
    var files: [String] = []
    // An operation is known to one of several endpoints.
    var failure: ConfigurationError?
    for endpoint in server.setup.endpoints {
      do throws(ConfigurationError) {
        files += try server.engine.recordings(
          of: endpoint, operations: operations, session: session)
      } catch {
        failure = error
      }
    }
    if let failure, files.isEmpty { throw UnderstudyError("\(failure)") }
    return files.filter { !used.contains($0) }
  }
}

extension Understudy.Expectation {
  /// So many are named before the rest is only counted.
  private static let limit = 20

  /// What is said of recordings that were not used; nil where there are none.
  static func text(_ unused: [String], by whom: String) -> String? {
    guard !unused.isEmpty else { return nil }
    var lines = ["\(unused.count == 1 ? "1 recording was" : "\(unused.count) recordings were") not used by \(whom):"]
    lines += unused.prefix(limit).map { "  \($0)" }
    if unused.count > limit { lines.append("  and \(unused.count - limit) more") }
    lines.append("Delete what no test needs any more, or name the operations that are meant: of: \"…\".")
    return lines.joined(separator: "\n")
  }
}

/// What the tests of one suite have used together.
final class SuiteTally: Sendable {
  @TaskLocal static var current: SuiteTally?

  /// Where the suite's trait stands.
  let place: Reporter.Place
  private let state = Mutex<(used: Set<String>, last: Understudy?)>(([], nil))

  init(place: Reporter.Place) { self.place = place }

  /// Adds what a test of the suite has used.
  func add(_ understudy: Understudy) {
    let used = understudy.usedRecordings
    state.withLock { state in
      state.used.formUnion(used)
      state.last = understudy
    }
  }

  /// Fails the suite where a recording was not used by any of its tests; one without tests expects nothing.
  func expect(_ expectation: Understudy.Expectation, _ reporter: Reporter) {
    let (used, last) = state.withLock { $0 }
    guard let last else { return }
    do throws(UnderstudyError) {
      let unused = try last.unused(expectation.operations, besides: used)
      if let text = Understudy.Expectation.text(unused, by: "the tests of this suite") { reporter.fail(text) }
    } catch {
      reporter.fail("\(error)")
    }
  }
}
