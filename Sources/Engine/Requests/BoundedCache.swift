import Synchronization

/// A table that forgets everything when it is full: simple, and right for what can be made anew.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let limit: Int
  private let state: Mutex<State>

  private struct State {
    var entries: [Key: Value] = [:]
    var sight: SeenFilter
  }

  /// - Parameter limit: the most entries that are kept.
  init(limit: Int) {
    self.limit = limit
    state = Mutex(State(sight: SeenFilter(limit: limit * 4)))
  }

  /// The value that is kept for a key, or nil.
  subscript(key: Key) -> Value? { state.withLock { $0.entries[key] } }

  /// Keeps a value, at once or only where its key is offered for the second time.
  func keep(_ value: Value, for key: Key, fromSecondSight: Bool = false) {
    state.withLock { state in
      if fromSecondSight, !state.sight.hasSeen(key) { return }
      if state.entries.count >= limit { state.entries.removeAll(keepingCapacity: true) }
      state.entries[key] = value
    }
  }

  func removeAll() { state.withLock { $0.entries.removeAll() } }
}

/// Tells what comes again from what comes once, so that only the former takes room and time in a table.
///
/// It remembers hashes, not values: two values of one hash make the second look seen, which costs a table entry and
/// changes no answer.
package struct SeenFilter: Sendable {
  private let limit: Int
  private var seen: Set<Int> = []

  /// - Parameter limit: how many hashes are remembered before it starts afresh.
  package init(limit: Int) { self.limit = limit }

  /// Whether this hash was asked for before.
  package mutating func hasSeen(_ hash: Int) -> Bool {
    if seen.count >= limit { seen.removeAll(keepingCapacity: true) }
    return !seen.insert(hash).inserted
  }

  /// Whether an equal value was asked for before.
  package mutating func hasSeen(_ value: some Hashable) -> Bool {
    var hasher = Hasher()
    value.hash(into: &hasher)
    return hasSeen(hasher.finalize())
  }
}
