// All messages of the parser: the expectation, then what was found.

extension JSONParser {
  /// An error about the character at `position`, or about UTF-8 if it is not a character.
  func unexpected(_ code: JSONError.Code, _ expectation: String) -> JSONError {
    if position < bytes.count, bytes[position] >= 0x80, scalar(at: position) == nil {
      return notUTF8(at: position)
    }
    let found = code == .invalidEscape ? foundInString() : found()
    return error(code, "\(expectation), found \(found)\(hint(code))", at: position)
  }

  func unterminated(from start: Int) -> JSONError {
    let (line, column) = place(of: start - 1)
    let expectation = "Expected a quotation mark to end the string that starts at line \(line), column \(column)"
    return error(.unterminatedString, "\(expectation), found the end of the text", at: bytes.count)
  }

  func controlCharacter() -> JSONError {
    var escape: [UInt8] = []
    JSONPrinter.appendEscape(of: byte(), to: &escape)
    let expectation = "Expected the escape " + String(decoding: escape, as: UTF8.self)
    return error(.controlCharacter, "\(expectation), found \(found()) itself in a string", at: position)
  }

  /// An error about the first bytes from `start` on that are not UTF-8. There must be some.
  func invalidUTF8(from start: Int) -> JSONError {
    var index = start
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
      } else if let scalar = scalar(at: index) {
        index += UTF8.width(scalar)
      } else {
        break
      }
    }
    return notUTF8(at: index)
  }

  func leadingZero(from start: Int) -> JSONError {
    error(.invalidNumber, "Expected a number without leading zeros, found \(word(from: start))", at: start)
  }

  func tooDeep() -> JSONError {
    error(
      .tooDeep, "Expected at most \(limits.depth) arrays and objects inside each other, found one more", at: position)
  }

  func tooLarge() -> JSONError {
    let message = "Expected a text of at most \(limits.bytes) bytes, found \(bytes.count)"
    return JSONError(code: .tooLarge, offset: 0, line: 1, column: 1, message: message)
  }

  func rejectByteOrderMark() throws(JSONError) {
    guard bytes.count >= 2 else { return }
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw error(.byteOrderMark, "Expected UTF-8 without a byte order mark, found one (EF BB BF)", at: 0)
    }
    if (bytes[0] == 0xFE && bytes[1] == 0xFF) || (bytes[0] == 0xFF && bytes[1] == 0xFE) {
      throw error(.byteOrderMark, "Expected UTF-8, found the byte order mark of UTF-16", at: 0)
    }
  }

  private func notUTF8(at index: Int) -> JSONError {
    error(.invalidUTF8, "Expected UTF-8, found the byte 0x\(hexadecimal(UInt32(bytes[index]), width: 2))", at: index)
  }

  private func error(_ code: JSONError.Code, _ message: String, at offset: Int) -> JSONError {
    let (line, column) = place(of: offset)
    return JSONError(code: code, offset: offset, line: line, column: column, message: message)
  }

  private func place(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    for index in 0..<offset {
      let byte = bytes[index]
      if byte == 0x0A || (byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)) {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}

// MARK: - Descriptions of the input

extension JSONParser {
  private func found() -> String {
    guard position < bytes.count else { return "the end of the text" }
    let byte = bytes[position]
    if byte == UInt8(ascii: #"""#) { return "a string" }
    if isWordByte(byte) { return word(from: position) }
    if byte > 0x20, byte < 0x7F { return "\"\(Unicode.Scalar(byte))\"" }
    if byte == 0x20 { return "a space" }
    guard let scalar = scalar(at: position) else { return "the byte 0x\(hexadecimal(UInt32(byte), width: 2))" }
    let code = "U+\(hexadecimal(scalar.value, width: 4))"
    switch scalar.properties.generalCategory {
    case .control: return "the control character \(code)"
    case .uppercaseLetter, .lowercaseLetter, .otherLetter, .initialPunctuation, .finalPunctuation, .mathSymbol,
      .otherPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .currencySymbol, .otherSymbol:
      return "\"\(scalar)\" (\(code))"
    default: return "the character \(code)"
    }
  }

  /// Describes the character inside a string, where words have no meaning and a quotation mark ends the string.
  private func foundInString() -> String {
    guard position < bytes.count, isWordByte(bytes[position]) else {
      return byte() == UInt8(ascii: #"""#) ? "the end of the string" : found()
    }
    return "\"\(Unicode.Scalar(bytes[position]))\""
  }

  /// The word that starts at `start`, at most 24 bytes of it.
  private func word(from start: Int) -> String {
    var end = start + 1
    while end < bytes.count, isWordByte(bytes[end]) || bytes[end] == UInt8(ascii: "."), end - start < 24 { end += 1 }
    return "\"\(String(decoding: bytes[start..<end], as: UTF8.self))\""
  }

  /// A hint for common mistakes: the reason why JSON does not have what was found.
  private func hint(_ code: JSONError.Code) -> String {
    guard position < bytes.count else { return "" }
    switch (code, bytes[position]) {
    case (.expectedValue, UInt8(ascii: "]")), (.expectedName, UInt8(ascii: "}")):
      return hasCommaBefore() ? "; JSON has no trailing commas" : ""
    case (.expectedValue, UInt8(ascii: "'")), (.expectedName, UInt8(ascii: "'")):
      return "; strings of JSON are in double quotes"
    case (.expectedValue, UInt8(ascii: "+")):
      return "; numbers of JSON have no plus sign"
    case (.expectedValue, UInt8(ascii: ".")):
      return "; numbers of JSON start with a digit"
    case (.expectedValue, _), (.invalidNumber, UInt8(ascii: "A")...):
      return wordHint()
    case (_, UInt8(ascii: "/")), (_, UInt8(ascii: "#")):
      return "; JSON has no comments"
    default:
      return ""
    }
  }

  private func wordHint() -> String {
    switch word(from: position) {
    case #""NaN""#, #""Infinity""#, #""Inf""#, #""nan""#, #""inf""#: "; JSON has no such number"
    case #""True""#, #""TRUE""#: #"; JSON writes "true""#
    case #""False""#, #""FALSE""#: #"; JSON writes "false""#
    case #""Null""#, #""NULL""#, #""None""#, #""nil""#, #""undefined""#: #"; JSON writes "null""#
    case #""/""#, ##""#""##: "; JSON has no comments"
    default: ""
    }
  }

  private func hasCommaBefore() -> Bool {
    var index = position - 1
    while index >= 0 {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index -= 1
      default: return bytes[index] == UInt8(ascii: ",")
      }
    }
    return false
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "_")
  }

  private func scalar(at index: Int) -> Unicode.Scalar? {
    let end = min(index + 4, bytes.count)
    var decoder = UTF8()
    var iterator = bytes[index..<end].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return scalar
  }
}

/// The number in uppercase hexadecimal digits, padded with zeros to `width`.
func hexadecimal(_ value: UInt32, width: Int) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
