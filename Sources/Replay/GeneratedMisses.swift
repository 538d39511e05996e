import GraphQLLanguage
import OrderedJSON
import Synchronization

/// The operations of each session whose misses are answered with generated data, although the run does not do so.
package final class GeneratedMisses: Sendable {
  /// The most operations of all sessions.
  package static let limit = 1_000

  private struct Entry: Hashable, Sendable {
    let session: String
    let operation: String
  }

  private let entries = Mutex<Set<Entry>>([])
  /// The number of entries, so that a run without any needs no lock.
  private let count = Atomic<Int>(0)

  package init() {}

  /// Adds an operation in the session of a name; false if there are too many. All operations of the same endpoint, kind
  /// and name count as one; so do those without a name.
  package func add(_ operation: MissedOperation, session: String) -> Bool {
    entries.withLock { entries in
      let entry = Entry(session: session, operation: Self.text(operation))
      guard entries.contains(entry) || entries.count < Self.limit else { return false }
      entries.insert(entry)
      count.store(entries.count, ordering: .releasing)
      return true
    }
  }

  package func contains(_ operation: MissedOperation, session: String) -> Bool {
    guard count.load(ordering: .acquiring) > 0 else { return false }
    return entries.withLock { $0.contains(Entry(session: session, operation: Self.text(operation))) }
  }

  /// The operations of a session, sorted, such as `shop query Cart`.
  package func operations(ofSession session: String) -> [String] {
    guard count.load(ordering: .acquiring) > 0 else { return [] }
    return entries.withLock { $0.filter { $0.session == session }.map(\.operation) }.sorted { $0.precedesByScalars($1) }
  }

  /// Removes all operations of a session; false if there are none.
  package func remove(session: String) -> Bool {
    guard count.load(ordering: .acquiring) > 0 else { return false }
    return entries.withLock { entries in
      let before = entries.count
      entries = entries.filter { $0.session != session }
      count.store(entries.count, ordering: .releasing)
      return entries.count < before
    }
  }

  /// The operation as a text. A listed miss has only the beginning of a long name.
  private static func text(_ operation: MissedOperation) -> String {
    let name = operation.name.map { " \($0.beginning(limit: Miss.textLimit))" } ?? ""
    return "\(operation.endpoint) \(operation.kind.rawValue)\(name)"
  }
}
