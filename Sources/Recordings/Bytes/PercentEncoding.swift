import OrderedJSON

/// Percent-encoding (RFC 3986, section 2.1).
package enum PercentEncoding {
  private static let digits = (upper: Array("0123456789ABCDEF".utf8), lower: Array("0123456789abcdef".utf8))

  /// Encodes everything except letters, digits, `-._~` and the characters in `keeping`.
  package static func encoded(_ bytes: [UInt8], keeping: String = "", isLower: Bool = false) -> [UInt8] {
    let digits = isLower ? digits.lower : digits.upper
    let kept = Array("._~-".utf8) + Array(keeping.utf8)
    var result: [UInt8] = []
    for byte in bytes {
      if byte.isLetterOrDigit || kept.contains(byte) {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return result
  }

  /// Decodes a text. A `%` without two digits is kept.
  package static func decoded(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(UInt8(ascii: "%")) else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.count, let high = text[index + 1].hexDigit,
        let low = text[index + 2].hexDigit
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  /// The encodings that clients use in URLs: strict, for paths (`/` is kept), `encodeURIComponent`, `encodeURI`, and
  /// forms.
  package static let encodings: [@Sendable ([UInt8]) -> [UInt8]] =
    [false, true].flatMap { isLower in
      ["", "/", "!'()*", ";,/?:@&=+$#!'()*", "*"].enumerated().map { index, kept in
        { @Sendable bytes in
          let text = encoded(bytes, keeping: index == 4 ? kept + " " : kept, isLower: isLower)
          return index == 4 ? text.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 } : text
        }
      }
    }
}
