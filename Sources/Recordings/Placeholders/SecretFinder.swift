import OrderedJSON

/// Finds texts that look like secrets, anywhere in a text: `Bearer …`, a key in a URL, a token in a message.
///
/// Placeholders are not found. A single Base64 text (a Relay id, a cursor), a hash, a UUID or a cuid does not look like
/// a secret.
package struct SecretFinder: Hashable, Sendable {
  /// True to find card numbers: 13 to 19 digits in groups with a correct check digit (Luhn).
  var findsCards = false

  package init(findsCards: Bool = false) { self.findsCards = findsCards }

  /// A secret in a text.
  package struct Match: Hashable, Sendable {
    /// The secret itself, without `Bearer ` or the rest of a URL.
    package let range: Range<Int>
    package let kind: SecretKind
  }

  /// The secrets in a text, in order, without overlaps.
  package func matches(in bytes: [UInt8]) -> [Match] { all(in: bytes, arePseudonyms: false) }

  /// The placeholders in a text that have the form of a secret.
  func pseudonyms(in bytes: [UInt8]) -> [Range<Int>] { all(in: bytes, arePseudonyms: true).map(\.range) }

  private func all(in bytes: [UInt8], arePseudonyms: Bool) -> [Match] {
    guard bytes.count >= 8 else { return [] }
    var found: [Match] = []
    var position = 0
    var previous: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      if let match = match(in: bytes, at: position, after: previous) {
        let secret = Array(bytes[match.range])
        let isPseudonym = Pseudonym.isOne(match.kind == .urlPassword ? PercentEncoding.decoded(secret) : secret)
        if isPseudonym == arePseudonyms { found.append(match) }
        position = max(match.range.upperBound, position + 1)
        previous = bytes[position - 1]
      } else {
        previous = byte
        position += 1
      }
    }
    return found
  }

  /// The secret that starts at a place, including its prefix.
  private func match(in bytes: [UInt8], at position: Int, after previous: UInt8) -> Match? {
    let byte = bytes[position]
    if byte == UInt8(ascii: "-") { return pem(bytes, position) }
    if byte == UInt8(ascii: ":") { return urlPassword(bytes, position) }
    guard byte.isLetterOrDigit, !previous.isLetterOrDigit, previous != UInt8(ascii: "_") else { return nil }
    if byte == UInt8(ascii: "e"), let end = JWT.end(bytes, from: position) {
      return Match(range: position..<end, kind: .jwt)
    }
    for shape in VendorShape.byFirstByte[Int(byte)] {
      if let ends = shape.match(bytes, at: position), let end = ends.last {
        return Match(range: position..<end, kind: shape.kind)
      }
    }
    for shape in VendorShape.byFirstByte[0] {
      if let ends = shape.match(bytes, at: position), let end = ends.last {
        return Match(range: position..<end, kind: shape.kind)
      }
    }
    if byte | 0x20 == UInt8(ascii: "b") { return credential(bytes, position) }
    if findsCards, byte.isDigit { return card(bytes, position) }
    return nil
  }

  // MARK: HTTP credentials

  /// Matches `Bearer TOKEN` (RFC 6750) and `Basic BASE64` (RFC 7617). To exclude words in a sentence, a token needs 16
  /// characters and digits, and Basic must decode to a name and a password.
  private func credential(_ bytes: [UInt8], _ position: Int) -> Match? {
    for (scheme, kind) in [("bearer", SecretKind.bearer), ("basic", .basic)] {
      guard position + scheme.utf8.count < bytes.count,
        zip(bytes[position...], scheme.utf8).allSatisfy({ $0 | 0x20 == $1 })
      else { continue }
      var start = position + scheme.utf8.count
      guard bytes[start] == 0x20 else { continue }
      while start < bytes.count, bytes[start] == 0x20 { start += 1 }
      var end = start
      while end < bytes.count, Self.isToken(bytes[end]) { end += 1 }
      while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
      let token = bytes[start..<end]
      switch kind {
      case .basic:
        guard let decoded = Base64.decodeLenient(token), decoded.contains(UInt8(ascii: ":")), decoded.count >= 3,
          decoded.allSatisfy({ $0 >= 0x20 })
        else { continue }
      default:
        guard token.count >= 16, token.contains(where: \.isDigit) else { continue }
      }
      // A token with a specific form is of that kind.
      if kind == .bearer, let inner = match(in: bytes, at: start, after: 0x20), inner.range == start..<end {
        return inner
      }
      return Match(range: start..<end, kind: kind)
    }
    return nil
  }

  /// Indicates whether a byte may be in a `token68` (RFC 9110, section 11.2).
  static func isToken(_ byte: UInt8) -> Bool {
    byte.isBase64 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~") || byte == UInt8(ascii: "=")
  }

  // MARK: Other secrets

  /// Matches the password of `scheme://user:password@host`.
  private func urlPassword(_ bytes: [UInt8], _ position: Int) -> Match? {
    guard position > 0, bytes[position - 1].isLetterOrDigit, bytes[position...].starts(withText: "://") else {
      return nil
    }
    var colon: Int?
    var index = position + 3
    while index < bytes.count, index - position < 1000 {
      switch bytes[index] {
      case UInt8(ascii: "@"):
        guard let colon, index > colon + 1 else { return nil }
        return Match(range: (colon + 1)..<index, kind: .urlPassword)
      case UInt8(ascii: ":"): if colon == nil { colon = index }
      case 0...0x20, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "<"),
        UInt8(ascii: "{"):
        return nil
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Matches `-----BEGIN … PRIVATE KEY-----` to its end, or to the end of a truncated text.
  private func pem(_ bytes: [UInt8], _ position: Int) -> Match? {
    guard bytes[position...].starts(withText: "-----BEGIN ") else { return nil }
    guard let label = PEM.label(bytes, at: position), label.hasSuffix("PRIVATE KEY") || label.hasSuffix("KEY BLOCK")
    else { return nil }
    guard !label.contains("PUBLIC") else { return nil }
    let footer = Array("-----END \(label)-----".utf8)
    var index = position + 16
    while index + footer.count <= bytes.count {
      if bytes[index] == UInt8(ascii: "-"), bytes[index...].starts(with: footer) {
        return Match(range: position..<(index + footer.count), kind: .privateKey)
      }
      index += 1
    }
    return Match(range: position..<bytes.count, kind: .privateKey)
  }

  /// Matches 13 to 19 digits, alone or in groups separated by one space or dash.
  private func card(_ bytes: [UInt8], _ position: Int) -> Match? {
    var digits: [UInt8] = []
    var end = position
    var index = position
    while index < bytes.count, digits.count <= 19 {
      if bytes[index].isDigit {
        digits.append(bytes[index] - 0x30)
        end = index + 1
      } else if bytes[index] != 0x20 && bytes[index] != UInt8(ascii: "-") || index != end {
        break
      }
      index += 1
    }
    guard (13...19).contains(digits.count), end == bytes.count || !bytes[end].isLetterOrDigit,
      Set(digits).count > 1, (3...6).contains(digits[0])
    else { return nil }
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() {
      let doubled = Int(digit) * (place % 2 == 1 ? 2 : 1)
      sum += doubled > 9 ? doubled - 9 : doubled
    }
    return sum % 10 == 0 ? Match(range: position..<end, kind: .card) : nil
  }
}

/// JSON Web Tokens (RFC 7519) in compact form.
package enum JWT {
  /// The end of a token that starts at a place: three parts, or five if it is encrypted, the first of them a header
  /// with an algorithm. A cursor such as `eyJpZCI6MX0` has no parts and is not a token.
  package static func end(_ bytes: [UInt8], from start: Int) -> Int? {
    guard bytes[start...].starts(withText: "eyJ") else { return nil }
    var end = start
    while end < bytes.count, bytes[end].isBase64URL || bytes[end] == UInt8(ascii: ".") { end += 1 }
    while end > start, bytes[end - 1] == UInt8(ascii: "."), bytes[start..<end].count(where: { $0 == 0x2E }) > 2 {
      end -= 1
    }
    let parts = bytes[start..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 5, parts[1].count >= 2 || parts.count == 5,
      let header = Base64.decodeLenient(parts[0]), header.text.contains("\"alg\"") || header.text.contains("\"typ\"")
    else { return nil }
    return end
  }
}

/// Keys as text (RFC 7468).
package enum PEM {
  /// The words between `-----BEGIN ` and `-----`.
  package static func label(_ bytes: [UInt8], at position: Int) -> String? {
    let start = position + 11
    var end = start
    while end < bytes.count, end - start < 60, bytes[end].isUpper || bytes[end].isDigit || bytes[end] == 0x20 {
      end += 1
    }
    guard end < bytes.count, bytes[end...].starts(withText: "-----") else { return nil }
    return bytes[start..<end].text
  }
}
