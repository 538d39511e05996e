import Requests
import Synchronization

/// A store that counts its failures, and reports when it fails and when it works again.
final class ReportedStore: SessionStore {
  enum Report: Hashable, Sendable {
    case fails(StoreProblem)
    case works
  }

  private let store: any SessionStore
  private let state = Mutex((failures: 0, isFailing: false, report: nil as (@Sendable (Report) -> Void)?))

  init(_ store: any SessionStore) { self.store = store }

  /// Calls `report` from any thread at the first failure, and at the first success after it.
  func report(to report: @escaping @Sendable (Report) -> Void) { state.withLock { $0.report = report } }

  /// The number of operations that failed, and whether the last one did.
  var failures: (count: Int, isFailing: Bool) { state.withLock { ($0.failures, $0.isFailing) } }

  private func reporting<Result: Sendable>(
    _ operation: () async throws(StoreProblem) -> Result
  ) async throws(StoreProblem) -> Result {
    do throws(StoreProblem) {
      let result = try await operation()
      note(nil)
      return result
    } catch {
      note(error)
      throw error
    }
  }

  private func note(_ problem: StoreProblem?) {
    let report = state.withLock { state in
      if problem != nil { state.failures += 1 }
      defer { state.isFailing = problem != nil }
      return state.isFailing == (problem != nil) ? nil : state.report
    }
    report?(problem.map(Report.fails) ?? .works)
  }

  func begin(_ name: String, with entry: StoredEntry, replaces: Bool) async throws(StoreProblem) -> StoredBegin {
    try await reporting { () throws(StoreProblem) in try await store.begin(name, with: entry, replaces: replaces) }
  }

  func read(_ name: String, after place: LogPlace?) async throws(StoreProblem) -> StoredRead {
    try await reporting { () throws(StoreProblem) in try await store.read(name, after: place) }
  }

  func append(
    _ name: String, after place: LogPlace, _ entry: StoredEntry
  ) async throws(StoreProblem) -> StoredAppend {
    try await reporting { () throws(StoreProblem) in try await store.append(name, after: place, entry) }
  }

  func end(_ name: String, log: String) async throws(StoreProblem) -> StoredEnd {
    try await reporting { () throws(StoreProblem) in try await store.end(name, log: log) }
  }

  func give(_ lease: SessionLease, of name: String) async { await store.give(lease, of: name) }

  func notify(_ handler: @escaping @Sendable (StoreNotice) -> Void) { store.notify(handler) }

  var keepsEntries: Bool { store.keepsEntries }
}
