import OrderedJSON

extension JSONError {
  /// Whether the text would have been JSON if more of it had come: it ends where something has to follow, or in the
  /// middle of a word or a number.
  func isCutOff(in bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { !Self.isSpace($0) }), [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first)
    else { return false }
    return bytes[min(offset, bytes.count)...].allSatisfy { byte in
      Self.isSpace(byte) || 0x61...0x7A ~= byte || 0x30...0x39 ~= byte || byte == UInt8(ascii: "-")
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
