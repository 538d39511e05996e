import FakeValues

/// How long answers take, in milliseconds: within a range, and for the same operation with the same variables always
/// the same.
package struct FakeLatency: Hashable, Sendable {
  private let range: ClosedRange<Int>
  private let seed: UInt64

  /// - Parameters:
  ///   - range: from 0.
  ///   - seed: the world's.
  package init(_ range: ClosedRange<Int>, seed: UInt64) {
    self.range = range
    self.seed = seed
  }

  /// For how many milliseconds an answer waits; `operation` is the same for every spelling of it.
  package func milliseconds(operation: String, variables: String) -> Int {
    var draw = Draw(StableHash().with("latency").with(seed).with(operation).with(variables))
    return draw.within(range)
  }
}
