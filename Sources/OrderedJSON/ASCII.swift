/// Classes of ASCII characters. Bytes of other characters are in none of them.
extension UInt8 {
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }
  @inlinable package var isUpper: Bool { self &- 0x41 < 26 }
  @inlinable package var isLower: Bool { self &- 0x61 < 26 }
  @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inlinable package var isLetterOrDigit: Bool { isDigit || isLetter }
  /// True for a hexadecimal digit in either case.
  @inlinable package var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
  @inlinable package var isLowerHexDigit: Bool { isDigit || self &- 0x61 < 6 }

  /// The value of a hexadecimal digit in either case; nil for other bytes.
  @inlinable package var hexDigit: UInt8? {
    isDigit ? self - 0x30 : isHexDigit ? (self | 0x20) - 0x61 + 10 : nil
  }

  /// The small letter for a capital one; other bytes are the same.
  @inlinable package var asciiLowercased: UInt8 { isUpper ? self | 0x20 : self }
}

extension StringProtocol {
  /// Indicates whether the text is a GraphQL name: `[_A-Za-z][_0-9A-Za-z]*` (specification section 2.1.9).
  package var isGraphQLName: Bool {
    guard let first = utf8.first, !first.isDigit else { return false }
    return utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }

  /// The words of an identifier, as they are written: `profile`, `Image` and `URL` of `profileImageURL`.
  ///
  /// - Parameter isGraphQL: false for names of other kinds, such as keys of JSON. In these, digits are a word of their own
  ///   (`address` and `1` of `address1`), and characters beyond ASCII are letters.
  /// - Returns: the words; other characters than letters and digits separate them.
  package func identifierWords(isGraphQL: Bool = true) -> [String] {
    let bytes = Array(utf8)
    var words: [String] = []
    var start = 0
    func endWord(at index: Int) {
      if start < index { words.append(String(decoding: bytes[start..<index], as: UTF8.self)) }
      start = index
    }
    for (index, byte) in bytes.enumerated() {
      guard byte.isLetterOrDigit || !isGraphQL && byte >= 0x80 else {
        endWord(at: index)
        start = index + 1
        continue
      }
      let before = index > 0 ? bytes[index - 1] : 0
      // `imageURL` is split before U, `URLPath` before P: the last capital of a run belongs to the next word, unless it
      // is the plural of the run (`imageURLs`).
      let after = index + 1 < bytes.count ? bytes[index + 1] : 0
      let beyond = index + 2 < bytes.count ? bytes[index + 2] : 0
      let isPlural = after == UInt8(ascii: "s") && (index + 2 == bytes.count || beyond.isUpper)
      // `IPv6` is one word.
      let isVersion = after == UInt8(ascii: "v") && beyond.isDigit
      let endsRun = before.isUpper && after.isLower && !isPlural && !isVersion
      if byte.isUpper && (before.isLower || before.isDigit || before >= 0x80 || endsRun)
        || !isGraphQL && byte.isDigit != before.isDigit
      {
        endWord(at: index)
      }
    }
    endWord(at: bytes.count)
    return words
  }
}
