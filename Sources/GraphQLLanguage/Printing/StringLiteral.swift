/// The literal form of plain strings (section 2.9.4).
enum StringLiteral {
  /// Appends the literal with its quotation marks. Escapes only control characters, quotation marks and backslashes.
  static func append(_ value: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { append($0, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ value: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var unescaped = 0
    var index = 0
    while index < value.count {
      let byte = value[index]
      // U+0080 to U+009F are control characters, too; in UTF-8 they are C2 80 to C2 9F.
      let isWideControl = byte == 0xC2 && index + 1 < value.count && value[index + 1] < 0xA0
      guard byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || isWideControl else {
        index += 1
        continue
      }
      bytes.append(contentsOf: value[unescaped..<index])
      if isWideControl { index += 1 }
      appendEscape(of: value[index], to: &bytes)
      index += 1
      unescaped = index
    }
    bytes.append(contentsOf: value[unescaped...])
  }

  private static func appendEscape(of code: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch code {
    case 0x22, 0x5C: bytes.append(code)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      bytes.append(contentsOf: [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")])
      bytes.append(hexDigit(code >> 4))
      bytes.append(hexDigit(code & 0x0F))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
