extension Lexer {
  /// Returns the error for a character that begins no token.
  func unexpectedCharacter(at index: Int) -> ParseFailure {
    if byte(at: index) == UInt8(ascii: "'") {
      return failure(
        "Unexpected single quote character ('), did you mean to use a double quote (\")?", at: index)
    }
    if case .scalar = UTF8Scan.element(in: bytes, at: index) {
      return failure("Unexpected character: \(characterDescription(at: index)).", at: index)
    }
    return failure("Invalid character: \(characterDescription(at: index)).", at: index)
  }

  func failure(_ message: String, at index: Int) -> ParseFailure {
    ParseFailure(message: message, start: index, end: min(index + 1, bytes.count))
  }

  /// Describes a character in messages: printable ASCII in quotes, others as `U+00E9`, the end as `<EOF>`.
  func characterDescription(at index: Int) -> String {
    switch UTF8Scan.element(in: bytes, at: index) {
    case .end: "<EOF>"
    case .scalar(0x22, _): "'\"'"
    case .scalar(let code, _) where 0x20...0x7E ~= code:
      "\"\(String(decoding: CollectionOfOne(UInt8(truncatingIfNeeded: code)), as: UTF8.self))\""
    case .scalar(let code, _), .surrogate(let code): "U+" + Self.hexadecimal(code, digits: 4)
    case .invalid(let byte): "byte 0x" + Self.hexadecimal(UInt32(byte), digits: 2) + " is not UTF-8"
    }
  }

  /// Returns up to this many UTF-16 code units of the text, without splitting a character.
  func excerpt(from index: Int, utf16Count: Int) -> String {
    var end = index
    var units = 0
    while end < bytes.count, units < utf16Count {
      switch UTF8Scan.element(in: bytes, at: end) {
      case .scalar(let code, let width):
        units += code > 0xFFFF ? 2 : 1
        end += width
      case .surrogate, .invalid, .end:
        units += 1
        end += 1
      }
    }
    return text(index, end)
  }

  @inline(__always)
  func text(_ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
  }
}
