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
