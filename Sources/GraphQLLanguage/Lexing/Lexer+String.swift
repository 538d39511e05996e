extension Lexer {
  /// Reads a plain string (section 2.9.4) and checks its escapes; `value(ofString:)` decodes it.
  mutating func string() throws(ParseFailure) -> Token {
    let start = position
    var index = start + 1
    var hasEscapes = false
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        position = index + 1
        return Token(kind: .string, hasEscapes: hasEscapes, start: start, end: position)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        index += try escape(at: index).width
      case 0x0A, 0x0D:
        throw failure("Unterminated string.", at: index)
      default:
        index += byte < 0x80 ? 1 : try widthWithinString(at: index)
      }
    }
    throw failure("Unterminated string.", at: index)
  }

  /// Reads a block string (section 2.9.4).
  mutating func blockString() throws(ParseFailure) -> Token {
    let start = position
    var index = start + 3
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\""), isTripleQuote(at: index) {
        position = index + 3
        return Token(kind: .blockString, hasEscapes: true, start: start, end: position)
      }
      if byte == UInt8(ascii: "\\"), isTripleQuote(at: index + 1) {
        index += 4
        continue
      }
      index += byte < 0x80 ? 1 : try widthWithinString(at: index)
    }
    throw failure("Unterminated string.", at: index)
  }

  /// Returns the value of a string token of either form.
  func value(ofString token: Token) -> String {
    if token.kind == .blockString {
      let content = UnsafeBufferPointer(rebasing: bytes[token.start + 3..<token.end - 3])
      return String(decoding: BlockString.value(ofContent: content), as: UTF8.self)
    }
    if !token.hasEscapes { return text(token.start + 1, token.end - 1) }
    var value: [UInt8] = []
    value.reserveCapacity(token.end - token.start)
    var index = token.start + 1
    while index < token.end - 1 {
      if bytes[index] == UInt8(ascii: "\\"), let escape = try? escape(at: index) {
        value.append(contentsOf: UTF8.encode(escape.scalar) ?? UTF8.encodedReplacementCharacter)
        index += escape.width
      } else {
        value.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: value, as: UTF8.self)
  }

  private func isTripleQuote(at index: Int) -> Bool {
    byte(at: index) == UInt8(ascii: "\"") && byte(at: index + 1) == UInt8(ascii: "\"")
      && byte(at: index + 2) == UInt8(ascii: "\"")
  }

  private func widthWithinString(at index: Int) throws(ParseFailure) -> Int {
    guard case .scalar(_, let width) = UTF8Scan.element(in: bytes, at: index) else {
      throw failure("Invalid character within String: \(characterDescription(at: index)).", at: index)
    }
    return width
  }
}
