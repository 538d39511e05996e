/// The hash from which every generated value is derived: the same on every machine, in every run and every release.
///
/// The algorithm is frozen, since users commit generated answers; a test pins its results as literal numbers:
///
/// - The state is 64 bits, `0x9E37_79B9_7F4A_7C15` at the start.
/// - A word is absorbed by `state = mix(state ^ word)`, where `mix` adds `0x9E37_79B9_7F4A_7C15` and applies the
///   finalizer of SplitMix64 (shifts 30, 27, 31; multipliers `0xBF58_476D_1CE4_E5B9` and `0x94D0_49BB_1331_11EB`), all
///   modulo 2^64.
/// - A string is absorbed as its UTF-8 length and then its bytes, eight to a little-endian word, the last word padded
///   with zeros. The length comes first, so that "ab" + "c" differs from "a" + "bc".
package struct StableHash: Hashable, Sendable {
  /// The hash of everything absorbed so far.
  package private(set) var value: UInt64 = StableHash.increment

  package static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

  package init() {}

  /// Resumes an earlier hash, so that the common part of a group of values is hashed once.
  package init(resuming value: UInt64) { self.value = value }

  package mutating func combine(_ word: UInt64) { value = Self.mix(value ^ word) }

  package mutating func combine(_ string: String) {
    var string = string
    string.withUTF8 { bytes in
      combine(UInt64(bytes.count))
      var word: UInt64 = 0
      var filled: UInt64 = 0
      for byte in bytes {
        word |= UInt64(byte) << (filled * 8)
        filled += 1
        if filled == 8 {
          combine(word)
          word = 0
          filled = 0
        }
      }
      if filled > 0 { combine(word) }
    }
  }

  package func with(_ string: String) -> StableHash {
    var copy = self
    copy.combine(string)
    return copy
  }

  package func with(_ word: UInt64) -> StableHash {
    var copy = self
    copy.combine(word)
    return copy
  }

  static func mix(_ word: UInt64) -> UInt64 {
    var z = word &+ increment
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
