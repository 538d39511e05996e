import Synchronization

/// Limits the lines of a log to a number in each second, and counts those past it. Never waits.
package final class LineRate: Sendable {
  package let limit: Int
  private let admitted = Atomic<Int>(0)
  /// When the current second began.
  private let began = Atomic<UInt64>(0)
  private let skipped = Atomic<Int>(0)

  private static let second: UInt64 = 1_000_000_000

  package init(limit: Int = 1_000) { self.limit = limit }

  /// Whether one more line may be printed.
  ///
  /// - Parameter now: the time in nanoseconds; only asked when the limit is reached.
  /// - Returns: false if the line is to be skipped; it is counted then.
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

  /// The number of lines that were not admitted since this was last called.
  package func takeSkipped() -> Int {
    skipped.load(ordering: .relaxed) == 0 ? 0 : skipped.exchange(0, ordering: .relaxed)
  }
}
