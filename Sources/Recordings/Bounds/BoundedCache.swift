import Synchronization

/// A `BoundedTable` for several threads.
package final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let state: Mutex<State>

  private struct State {
    var table: BoundedTable<Key, Value>
    var seen: SeenFilter
  }

  /// `byteLimit` is the maximum memory in bytes, `seenLimit` the number of keys remembered after their first offer.
  package init(byteLimit: Int, seenLimit: Int = 8_000) {
    state = Mutex(State(table: BoundedTable(byteLimit: byteLimit), seen: SeenFilter(limit: seenLimit)))
  }

  package subscript(key: Key) -> Value? { state.withLock { $0.table.value(for: key) } }

  package var bytes: Int { state.withLock { $0.table.bytes } }

  /// Stores a value. `bytes` is the approximate memory of the value and its key. With `fromSecondSight`, stores it only
  /// if its key was offered before.
  package func keep(_ value: Value, for key: Key, bytes: Int, fromSecondSight: Bool = false) {
    state.withLock { state in
      if fromSecondSight, !state.seen.hasSeen(key) { return }
      state.table.keep(value, for: key, bytes: bytes)
    }
  }

  package func removeAll() { state.withLock { $0.table.removeAll() } }
}

/// Distinguishes values that occur again from those that occur once, so that only the former use space in a table. It
/// stores hashes. If two values share one, the second is stored too early, which changes no answer.
package struct SeenFilter: Sendable {
  private let limit: Int
  private var young: Set<Int> = []
  private var old: Set<Int> = []

  /// - Parameter limit: the maximum number of hashes; past it, the oldest half is dropped.
  package init(limit: Int) { self.limit = limit }

  package var count: Int { young.count + old.count }

  /// Indicates whether this hash was passed before.
  package mutating func hasSeen(_ hash: Int) -> Bool {
    if young.contains(hash) || old.contains(hash) { return true }
    if young.count >= limit / 2 {
      old = young
      young = []
    }
    young.insert(hash)
    return false
  }

  /// Indicates whether an equal value was passed before.
  package mutating func hasSeen(_ value: some Hashable) -> Bool {
    var hasher = Hasher()
    value.hash(into: &hasher)
    return hasSeen(hasher.finalize())
  }
}
