/// SplitMix64: the same numbers from the same seed, everywhere.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
  mutating func times<Element>(_ range: ClosedRange<Int>, _ make: (inout SeededRandom) -> Element) -> [Element] {
    let count = range.lowerBound + below(range.count)
    return (0..<count).map { _ in make(&self) }
  }
}
