extension JSONPrinter {
  /// Appends the string in quotation marks. Escapes only `"`, `\`, control characters, and the lone surrogates that
  /// LoneSurrogates.swift has encoded.
  static func appendString(_ text: String, to bytes: inout [UInt8]) {
    var copy = text
    copy.withUTF8 { text in
      bytes.append(UInt8(ascii: #"""#))
      var start = 0
      while true {
        let end = firstSpecialByte(in: text, from: start)
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
        guard end < text.count else { break }
        start = appendSpecial(at: end, of: text, to: &bytes)
      }
      bytes.append(UInt8(ascii: #"""#))
    }
  }

  /// Appends the special character at `index` and returns the index after it.
  private static func appendSpecial(
    at index: Int, of text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]
  ) -> Int {
    guard text[index] == 0xEF else {
      appendEscape(of: text[index], to: &bytes)
      return index + 1
    }
    guard LoneSurrogates.isIntroducer(in: text, at: index) else {
      bytes.append(0xEF)
      return index + 1
    }
    if let surrogate = LoneSurrogates.surrogate(in: text, at: index + 3) {
      appendUnicodeEscape(surrogate, to: &bytes)
      return index + 7
    }
    LoneSurrogates.appendIntroducer(to: &bytes)
    return LoneSurrogates.isIntroducer(in: text, at: index + 3) ? index + 6 : index + 3
  }

  /// Appends the shortest escape of `"`, `\` or a control character.
  static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    let letter: UInt8
    switch byte {
    case 0x22, 0x5C: letter = byte
    case 0x08: letter = UInt8(ascii: "b")
    case 0x09: letter = UInt8(ascii: "t")
    case 0x0A: letter = UInt8(ascii: "n")
    case 0x0C: letter = UInt8(ascii: "f")
    case 0x0D: letter = UInt8(ascii: "r")
    default: return appendUnicodeEscape(UInt32(byte), to: &bytes)
    }
    bytes.append(UInt8(ascii: #"\"#))
    bytes.append(letter)
  }

  private static func appendUnicodeEscape(_ unit: UInt32, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: #"\"#))
    bytes.append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
      bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }
}
