// JSON may escape half of a UTF-16 surrogate pair (`"\ud800"`, RFC 8259, section 8.2). Servers send such text when they
// cut a string in the middle of an emoji. A Swift String holds only whole Unicode scalars. So that nothing is lost and
// no two different texts become equal, JSON strings are kept in an injective encoding:
//
//     lone surrogate U+D800+n (n < 0x800)   U+FDD0, then U+F0000+n
//     U+FDD0 itself                         U+FDD0 twice
//     everything else                       itself
//
// U+FDD0 is a noncharacter, which Unicode forbids for interchange, so ordinary text is its own encoding. An encoded
// string has only one reading from left to right: U+FDD0 always takes the next scalar. A text that really contains
// U+FDD0 U+F0000 becomes U+FDD0 U+FDD0 U+F0000, which contains no lone surrogate.
//
// The parser encodes, the printer decodes. A U+FDD0 that neither follows (only code can make such a string) is printed
// as itself.

/// The encoding of lone surrogates in a Swift String, described at the top of the file.
package enum LoneSurrogates {
  /// Encodes a text from elsewhere that may contain U+FDD0: each one is doubled.
  package static func encoded(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value == 0xFDD0 }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.value == 0xFDD0 { result.append(scalar) }
      result.append(scalar)
    }
    return String(result)
  }

  /// Indicates whether a JSON string contains half a surrogate pair, so that it is not Unicode text.
  package static func occur(in text: String) -> Bool {
    var copy = text
    return copy.withUTF8 { bytes in
      var index = 0
      while let start = introducer(in: bytes, from: index) {
        if surrogate(in: bytes, at: start + 3) != nil { return true }
        // The next scalar belongs to this introducer, so it cannot be one itself.
        index = isIntroducer(in: bytes, at: start + 3) ? start + 6 : start + 3
      }
      return false
    }
  }

  /// The bytes of a text in which lone surrogates U+DC80 to U+DCFF represent the bytes 0x80 to 0xFF (Python's
  /// `surrogateescape`). Everything else becomes the UTF-8 of its `decoded` text.
  package static func bytes(of text: String) -> [UInt8] {
    var copy = text
    return copy.withUTF8 { bytes in
      var result: [UInt8] = []
      var (index, whole) = (0, 0)
      func pass(upTo end: Int) {
        let part = String(decoding: UnsafeBufferPointer(rebasing: bytes[whole..<end]), as: UTF8.self)
        result += decoded(part).utf8
      }
      while let start = introducer(in: bytes, from: index) {
        if let surrogate = surrogate(in: bytes, at: start + 3), (0xDC80...0xDCFF).contains(surrogate) {
          pass(upTo: start)
          result.append(UInt8(truncatingIfNeeded: surrogate))
          whole = start + 7
          index = whole
        } else {
          index = isIntroducer(in: bytes, at: start + 3) ? start + 6 : start + 3
        }
      }
      pass(upTo: bytes.count)
      return result
    }
  }

  /// Appends the encoding of a lone surrogate (0xD800 to 0xDFFF).
  static func append(_ surrogate: UInt32, to bytes: inout [UInt8]) {
    appendIntroducer(to: &bytes)
    // U+F0000 to U+F07FF are F3 B0 80 80 to F3 B0 9F BF.
    let low = surrogate & 0x7FF
    bytes.append(0xF3)
    bytes.append(0xB0)
    bytes.append(0x80 | UInt8(truncatingIfNeeded: low >> 6))
    bytes.append(0x80 | UInt8(truncatingIfNeeded: low & 0x3F))
  }

  static func appendIntroducer(to bytes: inout [UInt8]) {
    bytes.append(0xEF)
    bytes.append(0xB7)
    bytes.append(0x90)
  }

  /// Indicates whether U+FDD0 (EF B7 90) is at `index`, which may be past the end.
  static func isIntroducer(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    index + 3 <= bytes.count && bytes[index] == 0xEF && bytes[index + 1] == 0xB7 && bytes[index + 2] == 0x90
  }

  /// The surrogate that the scalar at `index` encodes after an introducer; nil if none.
  static func surrogate(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt32? {
    guard index + 4 <= bytes.count, bytes[index] == 0xF3, bytes[index + 1] == 0xB0 else { return nil }
    let high = bytes[index + 2]
    let low = bytes[index + 3]
    guard high >= 0x80, high <= 0x9F else { return nil }
    return 0xD800 | UInt32(high & 0x1F) << 6 | UInt32(low & 0x3F)
  }

  private static func introducer(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    while index + 3 <= bytes.count {
      if isIntroducer(in: bytes, at: index) { return index }
      index += 1
    }
    return nil
  }
}

extension LoneSurrogates {
  /// Reverses `encoded`, for JSON strings without half a surrogate pair.
  package static func decoded(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value == 0xFDD0 }) else { return text }
    var result = String.UnicodeScalarView()
    var isSecond = false
    for scalar in text.unicodeScalars {
      isSecond = scalar.value == 0xFDD0 && !isSecond
      if !isSecond || scalar.value != 0xFDD0 { result.append(scalar) }
    }
    return String(result)
  }
}
