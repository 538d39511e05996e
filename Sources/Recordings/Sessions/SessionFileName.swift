import OrderedJSON

/// The name of a session's file: readable words and the first digits of a hash of the session's name. The digits
/// identify the session. So names that differ only in case, or only in characters that file names cannot contain, have
/// different files on every file system.
package enum SessionFileName {
  package static let ending = ".json"
  package static let digits = 8
  /// The maximum length of the readable part, in bytes.
  private static let longest = 80

  /// The name of a session's file, such as `tests-test_cart.py-test_add-3f9a1c2e.json`.
  package static func text(_ session: String, digits count: Int = digits) -> String {
    let words = words(of: session)
    return "\(words.isEmpty ? "session" : words)-\(hash(session).hex(digits: count))\(ending)"
  }

  package static func digits(of session: String, _ count: Int = digits) -> String { hash(session).hex(digits: count) }

  /// The digits at the end of a file's name; nil for a name of another form.
  package static func digits(in file: String) -> String? {
    guard file.hasSuffix(ending) else { return nil }
    let stem = file.dropLast(ending.count)
    guard let dash = stem.lastIndex(of: "-") else { return nil }
    let digits = stem[stem.index(after: dash)...]
    let isHex = digits.utf8.allSatisfy(\.isLowerHexDigit)
    return isHex && (Self.digits...64).contains(digits.utf8.count) ? String(digits) : nil
  }

  private static func hash(_ session: String) -> ContentHash {
    ContentHash(of: Array("session 2\n".utf8) + Array(session.utf8))
  }

  /// Letters, digits, dots and underscores, with one dash for each run of other characters.
  private static func words(of session: String) -> String {
    var bytes: [UInt8] = []
    for byte in session.utf8 where bytes.count < longest {
      let isWord =
        byte.isLetterOrDigit || byte == 0x5F || (byte == 0x2E && bytes.last != 0x2E && !bytes.isEmpty)
      if isWord { bytes.append(byte) } else if bytes.last != 0x2D, !bytes.isEmpty { bytes.append(0x2D) }
    }
    while let last = bytes.last, last == 0x2D || last == 0x2E { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
