/// A short stream of choices that all follow from one hash: SplitMix64 seeded with it.
///
/// A value that needs several choices (a first name and a last name) takes them from one draw. Two values
/// never share a draw, or their choices would depend on which was asked for first.
package struct Draw {
  private var state: UInt64

  package init(_ hash: StableHash) { state = hash.value }

  package mutating func word() -> UInt64 {
    let word = StableHash.mix(state)
    state &+= StableHash.increment
    return word
  }

  /// A number from 0 up to, not including, `bound`; 0 when the bound is not positive.
  ///
  /// The high half of a product, not a remainder: no division, and no loop whose length would depend on luck.
  package mutating func below(_ bound: Int) -> Int {
    guard bound > 0 else { return 0 }
    return Int(word().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A number of the closed range.
  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.upperBound - range.lowerBound + 1)
  }

  /// True in about `percent` of a hundred draws.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// One member; nil only when there is none.
  package mutating func pick<Element>(_ choices: [Element]) -> Element? {
    choices.isEmpty ? nil : choices[below(choices.count)]
  }

  /// One member of a word table; `""` only when the table is empty.
  package mutating func pick(_ words: [String]) -> String {
    words.isEmpty ? "" : words[below(words.count)]
  }

  /// Decimal digits, the first of which is not zero.
  mutating func digits(_ count: Int) -> String {
    var text = ""
    for index in 0..<count { text += String(index == 0 ? within(1...9) : below(10)) }
    return text
  }

  /// Capital letters of the Latin alphabet.
  mutating func capitals(_ count: Int) -> String {
    String(decoding: (0..<count).map { _ in UInt8(0x41 + below(26)) }, as: UTF8.self)
  }

  /// Lower-case hexadecimal digits.
  package mutating func hex(_ count: Int) -> String { characters(count, of: Self.hexadecimal) }

  /// Crockford's base 32: capital letters and digits without I, L, O and U.
  mutating func base32(_ count: Int) -> String {
    characters(count, of: Self.crockford)
  }

  /// Lower-case letters and digits, as in server-made ids.
  package mutating func base36(_ count: Int) -> String {
    characters(count, of: Self.lettersAndDigits)
  }

  /// The letters, digits, `-` and `_` of the URL-safe base 64.
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

  /// A version-4 UUID in lower case (RFC 9562).
  package mutating func uuid() -> String {
    let variant = ["8", "9", "a", "b"][below(4)]
    return "\(hex(8))-\(hex(4))-4\(hex(3))-\(variant)\(hex(3))-\(hex(12))"
  }
}

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
