extension JSONError {
  /// Indicates whether the text is a truncated JSON object or array: it ends where something has to follow, or in the
  /// middle of a word, a number or a character. Text after a complete value does not count as truncation.
  package func isCutOff(in bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { !Self.isSpace($0) }), [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first)
    else { return false }
    let rest = bytes[min(offset, bytes.count)...]
    let word = rest.prefix { !Self.isSpace($0) }
    guard rest.dropFirst(word.count).allSatisfy(Self.isSpace) else { return false }
    switch code {
    case .invalidUTF8: return Self.beginsCharacter(rest)
    case .expectedValue where !word.isEmpty:
      return ["true", "false", "null"].contains { $0.utf8.starts(with: word) && $0.utf8.count > word.count }
    case .invalidNumber: return word.isEmpty || word.elementsEqual([UInt8(ascii: "-")])
    default: return word.isEmpty
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  /// Indicates whether the bytes are the start of a UTF-8 character that lacks its end.
  private static func beginsCharacter(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, 0xC2...0xF4 ~= first else { return false }
    let width = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    return bytes.count < width && bytes.dropFirst().allSatisfy { 0x80...0xBF ~= $0 }
  }
}
