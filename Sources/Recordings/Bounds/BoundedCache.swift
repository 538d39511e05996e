import Synchronization

/// A `BoundedTable` for several threads.
package final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let state: Mutex<State>

  private struct State {
    var table: BoundedTable<Key, Value>
    var seen: SeenFilter
  }

  /// - Parameters:
  ///   - byteLimit: the most bytes that are kept.
  ///   - seenLimit: how many keys are remembered that were offered once.
  package init(byteLimit: Int, seenLimit: Int = 8_000) {
    state = Mutex(State(table: BoundedTable(byteLimit: byteLimit), seen: SeenFilter(limit: seenLimit)))
  }

  /// The value that is kept for a key, or nil.
  package subscript(key: Key) -> Value? { state.withLock { $0.table.value(for: key) } }

  /// The bytes that are held.
  package var bytes: Int { state.withLock { $0.table.bytes } }

  /// Keeps a value, at once or only where its key is offered for the second time.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - key: its key.
  ///   - bytes: about how many bytes both take.
  ///   - fromSecondSight: whether it is kept only if its key was offered before.
  package func keep(_ value: Value, for key: Key, bytes: Int, fromSecondSight: Bool = false) {
    state.withLock { state in
      if fromSecondSight, !state.seen.hasSeen(key) { return }
      state.table.keep(value, for: key, bytes: bytes)
    }
  }

  package func removeAll() { state.withLock { $0.table.removeAll() } }
}

/// Tells what comes again from what comes once, so that only the former takes room and time in a table.
///
/// It remembers hashes, not values: two values of one hash make the second look seen, which costs a table entry and
/// changes no answer.
package struct SeenFilter: Sendable {
  private let limit: Int
  private var young: Set<Int> = []
  private var old: Set<Int> = []

  /// - Parameter limit: how many hashes are remembered; of more the oldest half is forgotten.
  package init(limit: Int) { self.limit = limit }

  /// The number of hashes that are remembered.
  package var count: Int { young.count + old.count }

  /// Whether this hash was asked for before.
  package mutating func hasSeen(_ hash: Int) -> Bool {
    if young.contains(hash) || old.contains(hash) { return true }
    if young.count >= limit / 2 {
      old = young
      young = []
    }
    young.insert(hash)
    return false
  }

  /// Whether an equal value was asked for before.
  package mutating func hasSeen(_ value: some Hashable) -> Bool {
    var hasher = Hasher()
    value.hash(into: &hasher)
    return hasSeen(hasher.finalize())
  }
}
