import OrderedJSON
import Recordings

/// Finds `token: abc…`, `password=…`, `"apiKey": "…"` in plain text: the name of a secret, then a random-looking value.
/// In URL parameters, such as `?access_token=…`, the same values are secrets as in JSON.
enum Assignments {
  struct Found: Hashable, Sendable {
    let name: String
    let value: Range<Int>
    /// True for a URL parameter, which is percent-encoded.
    var isEncoded = false
  }

  /// The values, in order. Words, `${VARIABLES}`, `<placeholders>` and values under 16 characters are skipped, because
  /// texts talk about tokens and passwords.
  static func find(in bytes: [UInt8]) -> [Found] {
    var found: [Found] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), let item = Markup.secret(at: index, in: bytes) {
        found.append(item)
        index = item.value.upperBound
        continue
      }
      guard bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: "=") else {
        index += 1
        continue
      }
      let sign = index
      index += 1
      let name = name(before: sign, in: bytes)
      // No shorter word names a secret. This skips times and numbers.
      guard name.utf8.count(where: { ($0 | 0x20).isLower }) >= 3 else { continue }
      if let end = parameter(name, at: sign, in: bytes) {
        found.append(Found(name: name, value: (sign + 1)..<end, isEncoded: true))
        index = end
        continue
      }
      guard SecretName.strength(of: name) != nil else { continue }
      var start = sign + 1
      while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x22 || bytes[start] == 0x27 { start += 1 }
      var end = start
      while end < bytes.count, isValue(bytes[end]) { end += 1 }
      if !Randomness.looksRandom(bytes[start..<end]) {
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

  /// The end of a URL parameter that is a secret: `?token=…`, `&token=…`, `#token=…`, and the first one of a form.
  private static func parameter(_ name: String, at sign: Int, in bytes: [UInt8]) -> Int? {
    let before = sign - name.utf8.count - 1
    guard bytes[sign] == UInt8(ascii: "="),
      before < 0 ? bytes.contains(UInt8(ascii: "&")) : "?&#".utf8.contains(bytes[before])
    else { return nil }
    var end = sign + 1
    while end < bytes.count, bytes[end] > 0x20, !endings.contains(bytes[end]) { end += 1 }
    while end > sign + 1, ".:!".utf8.contains(bytes[end - 1]) { end -= 1 }
    let value = PercentEncoding.decoded(Array(bytes[(sign + 1)..<end]))
    // `${TOKEN}`, `<token>` and similar are not secrets.
    guard let first = value.first, !"$<{[*".utf8.contains(first) else { return nil }
    let core = Array(value[CredentialScheme.core(of: value)])
    if SecretName.makesSecret(core, named: name) { return end }
    // A URL's signature gives access to its content.
    let last = SecretName.words(of: name).last
    return ["signature", "sig", "hmac"].contains(last) && Randomness.looksRandom(core) ? end : nil
  }

  private static let endings = Set("&#\"'<>(),;\\`{}[]|".utf8)

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
