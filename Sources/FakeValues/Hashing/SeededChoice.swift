/// A choice that follows from a seed and a number: the same on every machine and in every run.
package struct SeededChoice: Sendable {
  private var draw: Draw

  /// - Parameters:
  ///   - seed: whoever wants other choices names another.
  ///   - purpose: what is chosen; two choices of one number are drawn for two purposes.
  ///   - number: which of many it is.
  package init(seed: UInt64, purpose: String, number: Int) {
    draw = Draw(StableHash().with(purpose).with(seed).with(UInt64(truncatingIfNeeded: number)))
  }

  /// A number of the closed range.
  package mutating func within(_ range: ClosedRange<Int>) -> Int { draw.within(range) }

  /// True in about so many of a hundred thousand.
  package mutating func chance(inHundredThousand rate: Int) -> Bool { draw.below(100_000) < rate }
}
