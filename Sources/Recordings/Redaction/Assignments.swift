/// `token: abc…`, `password=…`, `"apiKey": "…"` in a text that is no tree: a name that makes a secret, and a value that
/// is made by chance.
enum Assignments {
  struct Found: Hashable, Sendable {
    let name: String
    let value: Range<Int>
  }

  /// The values, in order. Words, `${VARIABLES}`, `<placeholders>` and what is shorter than 16 characters are none:
  /// texts speak of tokens and passwords.
  static func find(in bytes: [UInt8]) -> [Found] {
    var found: [Found] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: "=") else {
        index += 1
        continue
      }
      let sign = index
      index += 1
      let name = name(before: sign, in: bytes)
      guard !name.isEmpty, SecretName.strength(of: name) != nil else { continue }
      var start = sign + 1
      while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x22 || bytes[start] == 0x27 { start += 1 }
      var end = start
      while end < bytes.count, isValue(bytes[end]) { end += 1 }
      if !Randomness.looksRandom(bytes[start..<end]) {
        // `Authorization: Bearer …`
        let scheme = end
        while end < bytes.count, bytes[end] == 0x20 { end += 1 }
        guard end > scheme else { continue }
        start = end
        while end < bytes.count, isValue(bytes[end]) { end += 1 }
        guard Randomness.looksRandom(bytes[start..<end]) else { continue }
      }
      found.append(Found(name: name, value: start..<end))
      index = end
    }
    return found
  }

  private static func isValue(_ byte: UInt8) -> Bool {
    byte.isBase64 || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
  }

  private static func name(before sign: Int, in bytes: [UInt8]) -> String {
    var end = sign
    while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x22 || bytes[end - 1] == 0x27 { end -= 1 }
    var start = end
    while start > 0, bytes[start - 1].isBase64URL, end - start < 100 { start -= 1 }
    return bytes[start..<end].text
  }
}
