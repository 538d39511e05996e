import OrderedJSON

// Properties of bytes and short texts for redaction.

extension UInt8 {
  /// A Base64 character in the URL-safe alphabet (RFC 4648, section 5), without padding.
  package var isBase64URL: Bool { isLetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
  /// A Base64 character in either alphabet, without padding.
  package var isBase64: Bool { isBase64URL || self == UInt8(ascii: "+") || self == UInt8(ascii: "/") }
}

extension Collection where Element == UInt8 {
  package func starts(withText text: String) -> Bool { starts(with: text.utf8) }

  package var text: String { String(decoding: self, as: UTF8.self) }
}

/// Distinguishes random texts from texts by people.
package enum Randomness {
  /// Indicates whether a text looks random: at least 16 characters of hexadecimal, Base64 or similar, letters and
  /// digits mixed, at least eight of them different.
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
