/// A short stream of choices derived from one hash: SplitMix64 seeded with it. A value that needs several choices takes
/// them from one draw. Two values never share a draw, since their choices would then depend on their order.
package struct Draw {
  private var state: UInt64

  package init(_ hash: StableHash) { state = hash.value }

  package mutating func word() -> UInt64 {
    let word = StableHash.mix(state)
    state &+= StableHash.increment
    return word
  }

  /// Returns a number from 0 up to, not including, `bound`; 0 if the bound is not positive. It uses the high half of a
  /// product, not a remainder: no division, and no loop of varying length.
  package mutating func below(_ bound: Int) -> Int {
    guard bound > 0 else { return 0 }
    return Int(word().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Returns a number in a range, both ends included.
  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// Returns true in about `percent` of a hundred draws.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// Returns one member; nil only if there is none.
  package mutating func pick<Element>(_ choices: [Element]) -> Element? {
    choices.isEmpty ? nil : choices[below(choices.count)]
  }

  /// Returns one member of a word table; `""` only if the table is empty.
  package mutating func pick(_ words: [String]) -> String {
    words.isEmpty ? "" : words[below(words.count)]
  }

  /// Returns decimal digits, the first of which is not zero.
  mutating func digits(_ count: Int) -> String {
    var text = ""
    for index in 0..<count { text += String(index == 0 ? within(1...9) : below(10)) }
    return text
  }

  /// Returns capital letters from A to Z.
  mutating func capitals(_ count: Int) -> String {
    String(decoding: (0..<count).map { _ in UInt8(0x41 + below(26)) }, as: UTF8.self)
  }

  /// Returns hexadecimal digits in lower case.
  package mutating func hex(_ count: Int) -> String { characters(count, of: Self.hexadecimal) }

  /// Returns Crockford's base 32: capital letters and digits without I, L, O and U.
  mutating func base32(_ count: Int) -> String {
    characters(count, of: Self.crockford)
  }

  /// Returns lower-case letters and digits, as in ids that servers generate.
  package mutating func base36(_ count: Int) -> String {
    characters(count, of: Self.lettersAndDigits)
  }

  /// Returns characters of the URL-safe base 64: letters, digits, `-` and `_`.
  mutating func base64(_ count: Int) -> String {
    characters(count, of: Self.urlSafe)
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
  private static let crockford = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  private static let lettersAndDigits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
  private static let urlSafe = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private mutating func characters(_ count: Int, of alphabet: [UInt8]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    for _ in 0..<count { bytes.append(alphabet[below(alphabet.count)]) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a version-4 UUID in lower case (RFC 9562).
  package mutating func uuid() -> String {
    let variant = ["8", "9", "a", "b"][below(4)]
    return "\(hex(8))-\(hex(4))-4\(hex(3))-\(variant)\(hex(3))-\(hex(12))"
  }
}

/// A choice derived from a seed and a number: the same on every machine and in every run.
package struct SeededChoice: Sendable {
  private var draw: Draw

  /// Seeds the choice. Another seed gives other choices; two choices for one `number` need two purposes.
  package init(seed: UInt64, purpose: String, number: Int) {
    draw = Draw(StableHash().with(purpose).with(seed).with(UInt64(truncatingIfNeeded: number)))
  }

  package mutating func within(_ range: ClosedRange<Int>) -> Int { draw.within(range) }

  /// Returns true for about `rate` of a hundred thousand numbers.
  package mutating func chance(inHundredThousand rate: Int) -> Bool { draw.below(100_000) < rate }
}
