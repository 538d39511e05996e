/// Decodes UTF-8 for the lexer and the excerpts.
enum UTF8Scan {
  /// A character, or the error or end found in its place.
  enum Element: Equatable {
    case scalar(UInt32, width: Int)
    /// Three bytes that encode half of a surrogate pair, which UTF-8 forbids.
    case surrogate(UInt32)
    case invalid(UInt8)
    case end
  }

  /// The number of UTF-16 code units of a character, given its first byte; 0 for a continuation byte.
  static func utf16Width(ofLeadByte byte: UInt8) -> Int {
    if byte & 0xC0 == 0x80 { return 0 }
    return byte >= 0xF0 ? 2 : 1
  }

  static func element(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Element {
    guard index < bytes.count else { return .end }
    let first = bytes[index]
    if first < 0x80 { return .scalar(UInt32(first), width: 1) }
    func continuation(_ distance: Int) -> UInt32? {
      guard index + distance < bytes.count, bytes[index + distance] & 0xC0 == 0x80 else { return nil }
      return UInt32(bytes[index + distance] & 0x3F)
    }
    switch first {
    case 0xC2...0xDF:
      guard let second = continuation(1) else { break }
      return .scalar(UInt32(first & 0x1F) << 6 | second, width: 2)
    case 0xE0...0xEF:
      guard let second = continuation(1), let third = continuation(2) else { break }
      let code = UInt32(first & 0x0F) << 12 | second << 6 | third
      if code < 0x800 { break }
      return 0xD800...0xDFFF ~= code ? .surrogate(code) : .scalar(code, width: 3)
    case 0xF0...0xF4:
      guard let second = continuation(1), let third = continuation(2), let fourth = continuation(3) else { break }
      let code = UInt32(first & 0x07) << 18 | second << 12 | third << 6 | fourth
      if code < 0x10000 || code > 0x10FFFF { break }
      return .scalar(code, width: 4)
    default:
      break
    }
    return .invalid(first)
  }
}
