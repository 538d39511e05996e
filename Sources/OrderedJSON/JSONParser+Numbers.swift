extension JSONParser {
  /// Parses the number that starts here, with a minus sign or a digit.
  mutating func number() throws(JSONError) -> JSONNumber {
    let start = position
    if byte() == UInt8(ascii: "-") {
      position += 1
      guard byte().isDigit else { throw unexpected(.invalidNumber, #"Expected a digit after "-""#) }
    }
    let leading = byte()
    position += 1
    if leading == UInt8(ascii: "0") {
      guard !byte().isDigit else { throw leadingZero(from: start) }
    } else {
      skipDigits()
    }
    if byte() == UInt8(ascii: ".") {
      position += 1
      guard byte().isDigit else { throw unexpected(.invalidNumber, "Expected a digit after the decimal point") }
      skipDigits()
    }
    if byte() | 0x20 == UInt8(ascii: "e") {
      position += 1
      if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") { position += 1 }
      guard byte().isDigit else { throw unexpected(.invalidNumber, "Expected a digit in the exponent") }
      skipDigits()
    }
    return JSONNumber(validated: String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func skipDigits() {
    while position < bytes.count, bytes[position].isDigit { position += 1 }
  }
}
