extension JSONParser {
  mutating func string() throws(JSONError) -> String {
    let start = position + 1
    let (end, isASCII) = scanString(in: bytes, from: start)
    guard end < bytes.count, bytes[end] == UInt8(ascii: #"""#) else { return try stringWithSpecials(from: start) }
    // Without escapes or encoded characters, the bytes are the string, provided that they are valid UTF-8.
    let text = UnsafeBufferPointer(rebasing: bytes[start..<end])
    position = end + 1
    // Twice as fast as validating, but it would repair invalid UTF-8.
    if isASCII { return String(decoding: text, as: UTF8.self) }
    guard let result = String(validating: text, as: UTF8.self) else { throw invalidUTF8(from: start) }
    return result
  }

  private mutating func stringWithSpecials(from start: Int) throws(JSONError) -> String {
    scratch.removeAll(keepingCapacity: true)
    position = start
    while true {
      let end = firstSpecialByte(in: bytes, from: position)
      scratch.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[position..<end]))
      position = end
      guard end < bytes.count else { throw unterminated(from: start) }
      switch bytes[end] {
      case UInt8(ascii: #"""#):
        guard let result = String(validating: scratch, as: UTF8.self) else { throw invalidUTF8(from: start) }
        position += 1
        return result
      case UInt8(ascii: #"\"#):
        try escape(inStringFrom: start)
      case 0xEF:
        if LoneSurrogates.isIntroducer(in: bytes, at: end) {
          LoneSurrogates.appendIntroducer(to: &scratch)
          LoneSurrogates.appendIntroducer(to: &scratch)
          position += 3
        } else {
          scratch.append(0xEF)
          position += 1
        }
      default:
        throw controlCharacter()
      }
    }
  }

  /// Parses one escape, or two that form a surrogate pair.
  private mutating func escape(inStringFrom start: Int) throws(JSONError) {
    position += 1
    guard position < bytes.count else { throw unterminated(from: start) }
    switch bytes[position] {
    case UInt8(ascii: #"""#): scratch.append(0x22)
    case UInt8(ascii: #"\"#): scratch.append(0x5C)
    case UInt8(ascii: "/"): scratch.append(0x2F)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "n"): scratch.append(0x0A)
    case UInt8(ascii: "r"): scratch.append(0x0D)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "u"): return try unicodeEscape(inStringFrom: start)
    default: throw unexpected(.invalidEscape, #"Expected one of " \ / b f n r t u after the backslash"#)
    }
    position += 1
  }

  /// Parses the digits after `\u`, and the second half of a surrogate pair if one follows.
  private mutating func unicodeEscape(inStringFrom start: Int) throws(JSONError) {
    position += 1
    let unit = try fourDigits(inStringFrom: start)
    guard unit & 0xFC00 == 0xD800, followsEscape() else { return append(unit) }
    let behindFirst = position
    position += 2
    let second = try fourDigits(inStringFrom: start)
    guard second & 0xFC00 == 0xDC00 else {
      // Another escape. It is parsed again on its own, because it may start a pair itself.
      position = behindFirst
      return append(unit)
    }
    append(0x10000 + (unit & 0x3FF) << 10 + (second & 0x3FF))
  }

  private func followsEscape() -> Bool {
    position + 1 < bytes.count && bytes[position] == UInt8(ascii: #"\"#) && bytes[position + 1] == UInt8(ascii: "u")
  }

  private mutating func fourDigits(inStringFrom start: Int) throws(JSONError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard position < bytes.count else { throw unterminated(from: start) }
      guard let digit = bytes[position].hexDigit else {
        throw unexpected(.invalidEscape, #"Expected four hexadecimal digits after \u"#)
      }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }

  /// Appends the scalar, or the encoding of a lone surrogate.
  private mutating func append(_ code: UInt32) {
    guard let scalar = Unicode.Scalar(code) else { return LoneSurrogates.append(code, to: &scratch) }
    if code == 0xFDD0 { LoneSurrogates.appendIntroducer(to: &scratch) }
    for byte in UTF8.encode(scalar) ?? .init() { scratch.append(byte) }
  }
}
