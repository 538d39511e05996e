extension JSONParser {
  /// Parses the number that starts here, with a minus sign or a digit.
  mutating func number() throws(JSONError) -> JSONNumber {
    let start = position
    if byte() == UInt8(ascii: "-") {
      position += 1
      guard isDigit(byte()) else { throw unexpected(.invalidNumber, #"Expected a digit after "-""#) }
    }
    let leading = byte()
    position += 1
    if leading == UInt8(ascii: "0") {
      guard !isDigit(byte()) else { throw leadingZero(from: start) }
    } else {
      skipDigits()
    }
    if byte() == UInt8(ascii: ".") {
      position += 1
      guard isDigit(byte()) else { throw unexpected(.invalidNumber, "Expected a digit after the decimal point") }
      skipDigits()
    }
    if byte() | 0x20 == UInt8(ascii: "e") {
      position += 1
      if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") { position += 1 }
      guard isDigit(byte()) else { throw unexpected(.invalidNumber, "Expected a digit in the exponent") }
      skipDigits()
    }
    return JSONNumber(validated: String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func skipDigits() {
    while position < bytes.count, isDigit(bytes[position]) { position += 1 }
  }
}

func isDigit(_ byte: UInt8) -> Bool {
  byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
}
