/// Reads tokens from UTF-8 bytes, one at a time (section 2.1 "Source Text").
///
/// The bytes must outlive the lexer. `Parser` and `lexing` ensure that.
struct Lexer {
  let bytes: UnsafeBufferPointer<UInt8>
  /// The offset after the last token.
  var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The byte at an offset; 0 past the end.
  @inline(__always)
  func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// Reads the next token, skipping white space, commas, comments and byte order marks.
  mutating func next() throws(ParseFailure) -> Token {
    while position < bytes.count {
      let start = position
      let byte = bytes[start]
      switch byte {
      case 0x20:
        // Most of a formatted document is indentation.
        var index = start + 1
        while index < bytes.count, bytes[index] == 0x20 { index += 1 }
        position = index
      case 0x09, 0x0A, 0x0D, 0x2C:
        position += 1
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
        return name()
      case UInt8(ascii: "{"): return punctuator(.braceLeft)
      case UInt8(ascii: "}"): return punctuator(.braceRight)
      case UInt8(ascii: "("): return punctuator(.parenLeft)
      case UInt8(ascii: ")"): return punctuator(.parenRight)
      case UInt8(ascii: ":"): return punctuator(.colon)
      case UInt8(ascii: "$"): return punctuator(.dollar)
      case UInt8(ascii: "!"): return punctuator(.bang)
      case UInt8(ascii: "["): return punctuator(.bracketLeft)
      case UInt8(ascii: "]"): return punctuator(.bracketRight)
      case UInt8(ascii: "@"): return punctuator(.at)
      case UInt8(ascii: "="): return punctuator(.equals)
      case UInt8(ascii: "|"): return punctuator(.pipe)
      case UInt8(ascii: "&"): return punctuator(.ampersand)
      case UInt8(ascii: "#"):
        skipComment()
      case UInt8(ascii: "."):
        guard self.byte(at: start + 1) == byte, self.byte(at: start + 2) == byte else {
          throw unexpectedCharacter(at: start)
        }
        position = start + 3
        return Token(kind: .spread, start: start, end: position)
      case UInt8(ascii: "\""):
        if self.byte(at: start + 1) == byte, self.byte(at: start + 2) == byte { return try blockString() }
        return try string()
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        return try number()
      case 0xEF where self.byte(at: start + 1) == 0xBB && self.byte(at: start + 2) == 0xBF:
        position += 3
      default:
        throw unexpectedCharacter(at: start)
      }
    }
    return Token(kind: .endOfFile, start: bytes.count, end: bytes.count)
  }

  @inline(__always)
  private mutating func punctuator(_ kind: Token.Kind) -> Token {
    position += 1
    return Token(kind: kind, start: position - 1, end: position)
  }

  /// Reads a name (section 2.1.9) whose first character has been checked.
  private mutating func name() -> Token {
    let start = position
    var index = start + 1
    while index < bytes.count, Self.isNameContinue(bytes[index]) { index += 1 }
    position = index
    return Token(kind: .name, start: start, end: index)
  }

  /// Skips a comment (section 2.1.5) up to the end of its line, or to invalid UTF-8, which `next` reports.
  private mutating func skipComment() {
    var index = position + 1
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0A || byte == 0x0D { break }
      if byte < 0x80 {
        index += 1
        continue
      }
      guard case .scalar(_, let width) = UTF8Scan.element(in: bytes, at: index) else { break }
      index += width
    }
    position = index
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  static func isNameStart(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte == 0x5F }

  @inline(__always)
  static func isNameContinue(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) }
}
