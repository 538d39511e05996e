// What the redaction asks of single bytes and of short texts.

extension UInt8 {
  package var isDigit: Bool { self &- 0x30 < 10 }
  package var isUpper: Bool { self &- 0x41 < 26 }
  package var isLower: Bool { self &- 0x61 < 26 }
  package var isLetterOrDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 26 }
  package var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
  /// A character of Base64 in the alphabet for URLs (RFC 4648, section 5), without padding.
  package var isBase64URL: Bool { isLetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
  /// A character of Base64 in either alphabet, without padding.
  package var isBase64: Bool { isBase64URL || self == UInt8(ascii: "+") || self == UInt8(ascii: "/") }
}

extension Collection where Element == UInt8 {
  /// Whether the ASCII text comes first.
  package func starts(withText text: String) -> Bool { starts(with: text.utf8) }

  package var text: String { String(decoding: self, as: UTF8.self) }
}

/// Whether a text is made by chance rather than by people.
package enum Randomness {
  /// 16 characters or more of hexadecimal, Base64 or the like, letters and digits mixed.
  package static func looksRandom(_ value: some Collection<UInt8>) -> Bool {
    guard value.count >= 16 else { return false }
    var letters = 0
    var digits = 0
    var seen: (UInt64, UInt64) = (0, 0)
    for byte in value {
      guard byte.isBase64 || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~") else {
        return false
      }
      if byte.isDigit { digits += 1 } else if byte.isLetterOrDigit { letters += 1 }
      if byte < 64 { seen.0 |= 1 << UInt64(byte) } else { seen.1 |= 1 << UInt64(byte - 64) }
    }
    return letters >= 2 && digits >= 2 && seen.0.nonzeroBitCount + seen.1.nonzeroBitCount >= 8
  }
}

/// Base64 as it is found in the wild: either alphabet, with padding or without.
package enum LenientBase64 {
  /// The bytes that a text stands for; nil if it is no Base64.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    var group: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in text {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let digit = value(of: byte) else { return nil }
      group = group << 6 | digit
      count += 1
      if count % 4 == 0 {
        for shift: UInt32 in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: group >> shift)) }
      }
    }
    let rest = count % 4
    guard rest != 1, padding == 0 || (rest != 0 && padding == 4 - rest) else { return nil }
    if rest >= 2 { bytes.append(UInt8(truncatingIfNeeded: (group << (24 - 6 * UInt32(rest))) >> 16)) }
    if rest == 3 { bytes.append(UInt8(truncatingIfNeeded: group >> 2)) }
    return bytes
  }

  /// Base64 in the alphabet for URLs, without padding.
  package static func encodeForURL(_ bytes: [UInt8]) -> [UInt8] {
    Base64.encode(bytes).utf8.filter { $0 != UInt8(ascii: "=") }.map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 0x41
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 0x61 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 0x30 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
