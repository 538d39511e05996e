import Transports

/// SplitMix64: the same numbers for the same seed on every machine.
struct LawRandom {
  private var state: UInt64

  init(seed: Int) {
    // Mixed: the numbers of neighboring seeds would be the same ones, one place apart.
    state = UInt64(truncatingIfNeeded: seed)
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func int(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Returns true in that many of a hundred cases.
  mutating func happens(_ percent: Int) -> Bool { below(100) < percent }

  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for index in elements.indices.dropFirst().reversed() { elements.swapAt(index, below(index + 1)) }
    return elements
  }
}
