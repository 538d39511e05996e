import FakeValues

/// The delay of answers, in milliseconds: within a range, and the same for one operation with the same variables.
package struct FakeLatency: Hashable, Sendable {
  private let range: ClosedRange<Int>
  private let seed: UInt64

  /// Creates a delay within a range from 0, with the world's seed.
  package init(_ range: ClosedRange<Int>, seed: UInt64) {
    self.range = range
    self.seed = seed
  }

  /// Returns the delay of an answer in milliseconds; `operation` is the same for all texts of an operation.
  package func milliseconds(operation: String, variables: String) -> Int {
    var draw = Draw(StableHash().with("latency").with(seed).with(operation).with(variables))
    return draw.within(range)
  }
}
