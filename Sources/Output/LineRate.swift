import Synchronization

/// Limits the lines of a log in each second, and counts those past the limit. Never waits.
package final class LineRate: Sendable {
  package let limit: Int
  private let admitted = Atomic<Int>(0)
  /// The time when the current second began, in nanoseconds.
  private let began = Atomic<UInt64>(0)
  private let skipped = Atomic<Int>(0)

  private static let second: UInt64 = 1_000_000_000

  package init(limit: Int = 1_000) { self.limit = limit }

  /// Counts one more line.
  ///
  /// - Parameter now: returns the time in nanoseconds; called only at the limit.
  /// - Returns: true if it may be printed; else it is counted as skipped.
  package func admits(now: () -> UInt64) -> Bool {
    if admitted.add(1, ordering: .relaxed).oldValue < limit { return true }
    let now = now()
    let start = began.load(ordering: .relaxed)
    if now >= start + Self.second,
      began.compareExchange(expected: start, desired: now, ordering: .relaxed).exchanged
    {
      admitted.store(1, ordering: .relaxed)
      return true
    }
    skipped.add(1, ordering: .relaxed)
    return false
  }

  /// Returns the number of lines skipped since the last call.
  package func takeSkipped() -> Int {
    skipped.load(ordering: .relaxed) == 0 ? 0 : skipped.exchange(0, ordering: .relaxed)
  }
}
