import Foundation

/// The arguments of the test, in an order that a seed chooses.
enum Items {
  private static let all = ["apple", "book", "chair", "desk", "envelope", "flower", "guitar", "hat"]

  /// The items, shuffled by the number in `ORDERS_SEED`, with those in `ORDERS_MORE` at the end.
  static var chosen: [String] {
    let environment = ProcessInfo.processInfo.environment
    let more = (environment["ORDERS_MORE"] ?? "").split(separator: ",").map(String.init)
    guard let seed = environment["ORDERS_SEED"].flatMap(UInt64.init) else { return all + more }
    var numbers = Numbers(state: seed)
    return all.shuffled(using: &numbers) + more
  }

  /// SplitMix64.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
