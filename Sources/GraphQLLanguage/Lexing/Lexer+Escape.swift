extension Lexer {
  /// A decoded escape sequence.
  struct Escape {
    var scalar: Unicode.Scalar
    /// The length of the sequence in bytes, including the backslash.
    var width: Int
  }

  /// Reads the escape sequence whose backslash is at `index` (section 2.9.4).
  func escape(at index: Int) throws(ParseFailure) -> Escape {
    switch byte(at: index + 1) {
    case UInt8(ascii: "u"):
      return byte(at: index + 2) == UInt8(ascii: "{") ? try bracedEscape(at: index) : try fixedEscape(at: index)
    case UInt8(ascii: "\""): return Escape(scalar: "\"", width: 2)
    case UInt8(ascii: "\\"): return Escape(scalar: "\\", width: 2)
    case UInt8(ascii: "/"): return Escape(scalar: "/", width: 2)
    case UInt8(ascii: "b"): return Escape(scalar: "\u{8}", width: 2)
    case UInt8(ascii: "f"): return Escape(scalar: "\u{C}", width: 2)
    case UInt8(ascii: "n"): return Escape(scalar: "\n", width: 2)
    case UInt8(ascii: "r"): return Escape(scalar: "\r", width: 2)
    case UInt8(ascii: "t"): return Escape(scalar: "\t", width: 2)
    default:
      throw failure("Invalid character escape sequence: \"\(excerpt(from: index, utf16Count: 2))\".", at: index)
    }
  }

  /// Reads `\u{1F600}`: a Unicode scalar value in up to eight hexadecimal digits.
  private func bracedEscape(at index: Int) throws(ParseFailure) -> Escape {
    var code: UInt32 = 0
    var width = 3
    while width < 12 {
      let byte = byte(at: index + width)
      width += 1
      if byte == UInt8(ascii: "}") {
        guard width >= 5, let scalar = Unicode.Scalar(code) else { break }
        return Escape(scalar: scalar, width: width)
      }
      guard let digit = Self.hexDigit(byte) else { break }
      code = code << 4 | digit
      // graphql-js computes with signed numbers and stops at the first negative one.
      if code > Int32.max { break }
    }
    throw invalidUnicodeEscape(at: index, width: width)
  }

  /// Reads `\u00E9` or a surrogate pair `\uD83D\uDE00`.
  private func fixedEscape(at index: Int) throws(ParseFailure) -> Escape {
    if let code = fourDigits(at: index + 2) {
      if let scalar = Unicode.Scalar(code) { return Escape(scalar: scalar, width: 6) }
      if code < 0xDC00, byte(at: index + 6) == UInt8(ascii: "\\"), byte(at: index + 7) == UInt8(ascii: "u"),
        let trailing = fourDigits(at: index + 8), 0xDC00...0xDFFF ~= trailing,
        let scalar = Unicode.Scalar(0x10000 + (code - 0xD800) << 10 + (trailing - 0xDC00))
      {
        return Escape(scalar: scalar, width: 12)
      }
    }
    throw invalidUnicodeEscape(at: index, width: 6)
  }

  private func invalidUnicodeEscape(at index: Int, width: Int) -> ParseFailure {
    failure("Invalid Unicode escape sequence: \"\(excerpt(from: index, utf16Count: width))\".", at: index)
  }

  private func fourDigits(at index: Int) -> UInt32? {
    var code: UInt32 = 0
    for distance in 0..<4 {
      guard let digit = Self.hexDigit(byte(at: index + distance)) else { return nil }
      code = code << 4 | digit
    }
    return code
  }

  private static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte &- 0x30)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte &- 0x61 &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte &- 0x41 &+ 10)
    default: nil
    }
  }
}
