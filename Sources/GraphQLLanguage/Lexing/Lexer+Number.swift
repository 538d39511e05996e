extension Lexer {
  /// Reads an Int or Float value (sections 2.9.1 and 2.9.2).
  mutating func number() throws(ParseFailure) -> Token {
    let start = position
    var index = start
    var kind = Token.Kind.int
    if byte(at: index) == UInt8(ascii: "-") { index += 1 }
    if byte(at: index) == UInt8(ascii: "0") {
      index += 1
      if Self.isDigit(byte(at: index)) {
        throw failure("Invalid number, unexpected digit after 0: \(characterDescription(at: index)).", at: index)
      }
    } else {
      index = try digits(from: index)
    }
    if byte(at: index) == UInt8(ascii: ".") {
      kind = .float
      index = try digits(from: index + 1)
    }
    if byte(at: index) | 0x20 == UInt8(ascii: "e") {
      kind = .float
      index += 1
      if byte(at: index) == UInt8(ascii: "+") || byte(at: index) == UInt8(ascii: "-") { index += 1 }
      index = try digits(from: index)
    }
    // `1.2.3` and `0xF` are errors, not two tokens (section 2.9.1, lookahead restrictions).
    if byte(at: index) == UInt8(ascii: ".") || Self.isNameStart(byte(at: index)) { throw expectedDigit(at: index) }
    position = index
    return Token(kind: kind, start: start, end: index)
  }

  private func digits(from start: Int) throws(ParseFailure) -> Int {
    guard Self.isDigit(byte(at: start)) else { throw expectedDigit(at: start) }
    var index = start + 1
    while Self.isDigit(byte(at: index)) { index += 1 }
    return index
  }

  private func expectedDigit(at index: Int) -> ParseFailure {
    failure("Invalid number, expected digit but got: \(characterDescription(at: index)).", at: index)
  }
}
