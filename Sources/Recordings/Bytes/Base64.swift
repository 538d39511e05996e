/// Base64 with padding (RFC 4648, section 4), for bodies that are not text.
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group: UInt32 = 0
      for offset in 0..<3 { group = group << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0) }
      for place in 0..<4 {
        text.append(place <= count ? alphabet[Int(group >> UInt32(18 - 6 * place) & 0x3F)] : UInt8(ascii: "="))
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that a text stands for; nil unless it is exactly what `encode` makes of them.
  package static func decode(_ text: String) -> [UInt8]? {
    let input = Array(text.utf8)
    guard input.count % 4 == 0 else { return nil }
    let padding = input.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(input.count / 4 * 3)
    var group: UInt32 = 0
    for (index, byte) in input.enumerated() {
      var digit: UInt32 = 0
      if index < input.count - padding {
        guard let value = value(byte) else { return nil }
        digit = value
      }
      group = group << 6 | digit
      if index % 4 == 3 {
        for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(shift))) }
        group = 0
      }
    }
    bytes.removeLast(padding)
    // Unused bits that are not zero would be a second spelling of the same bytes.
    return encode(bytes) == text ? bytes : nil
  }

  private static func value(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 0x41
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 0x61 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 0x30 + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
