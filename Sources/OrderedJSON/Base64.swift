/// Base64 (RFC 4648), for bytes in JSON strings.
package enum Base64 {
  private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let forURL = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Encodes bytes in the standard alphabet, with padding (section 4).
  package static func encode(_ bytes: [UInt8]) -> String {
    var text = digits(of: bytes, standard)
    while !text.count.isMultiple(of: 4) { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Encodes bytes in the URL-safe alphabet, without padding (section 5).
  package static func encodeForURL(_ bytes: [UInt8]) -> [UInt8] { digits(of: bytes, forURL) }

  private static func digits(of bytes: [UInt8], _ alphabet: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var group: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      group = group << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(group >> bits & 0x3F)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(group << (6 - bits) & 0x3F)]) }
    return text
  }

  /// Decodes a text; nil unless it is exactly the encoding that `encode` produces.
  package static func decode(_ text: String) -> [UInt8]? {
    // Rejects nonzero unused bits, which would be a second encoding of the same bytes.
    guard let bytes = decodeLenient(text.utf8), encode(bytes) == text else { return nil }
    return bytes
  }

  /// Decodes a text in either alphabet, with or without padding; nil if it is not Base64.
  package static func decodeLenient(_ text: some Collection<UInt8>) -> [UInt8]? {
    decodeLenient(ArraySlice(text))
  }

  private static func decodeLenient(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    var group: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in text {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let digit = value(of: byte) else { return nil }
      group = group << 6 | digit
      count += 1
      if count % 4 == 0 {
        for shift: UInt32 in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: group >> shift)) }
      }
    }
    let rest = count % 4
    guard rest != 1, padding == 0 || (rest != 0 && padding == 4 - rest) else { return nil }
    if rest >= 2 { bytes.append(UInt8(truncatingIfNeeded: (group << (24 - 6 * UInt32(rest))) >> 16)) }
    if rest == 3 { bytes.append(UInt8(truncatingIfNeeded: group >> 2)) }
    return bytes
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 0x41
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 0x61 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 0x30 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
