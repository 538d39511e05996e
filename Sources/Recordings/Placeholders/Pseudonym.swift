import OrderedJSON

/// A placeholder for a secret, and the markers by which people and `understudy scan` recognize it.
///
/// | shape of the secret | placeholder |
/// |---|---|
/// | JSON Web Token | a token that decodes: issuer `understudy`, expires in 2100, no claim of the real one |
/// | UUID | `facade00-…`, version and case kept |
/// | hexadecimal, 24 digits or more | `facade00…`, as long, case kept |
/// | Base64 of an e-mail address | Base64 of `understudy-…@example.com` |
/// | Base64, 16 characters or more | Base64 of `understudy-…`, as long, at least 36 |
/// | a vendor's key | its public prefix, then `understudy`, `UNDERSTUDY` or `facade00`, as long |
/// | a private key | the same lines around Base64 of `understudy-…` |
/// | anything else | `understudy-token-…`, where `token` is the name under which it first appeared |
///
/// A secret that only the client knew (a password) becomes `understudy-redacted-password-7f`, see `RedactionSalt`.
package enum Pseudonym {
  package static let textMarker = "understudy-"
  package static let hexMarker = "facade00"
  /// The expiry of tokens: 2100-01-01T00:00:00Z, which fits into 32 unsigned bits.
  package static let expiry = 4_102_444_800

  /// Indicates whether a whole text is a placeholder, by its markers alone.
  package static func isOne(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 12 else { return false }
    if bytes.starts(withText: textMarker) { return isPlain(bytes) }
    if bytes.count >= 24, hasHexMarker(bytes), bytes.allSatisfy({ $0.isHexDigit || $0 == UInt8(ascii: "-") }) {
      return true
    }
    if bytes.starts(withText: "eyJ") { return isToken(bytes) }
    if bytes.starts(withText: "-----BEGIN ") { return isKey(bytes) }
    if bytes.count >= 32, bytes.starts(withText: "dW5kZXJzdHVkeS") {
      return Base64.decodeLenient(bytes)?.starts(withText: textMarker) == true
    }
    for shape in VendorShape.byFirstByte[Int(bytes[0])] + VendorShape.byFirstByte[0] {
      if let ends = shape.match(bytes, at: 0), ends.last == bytes.count {
        return shape.isPseudonym(bytes, from: 0, ends: ends)
      }
    }
    return false
  }

  /// Indicates whether a text has the form of `redacted(name:byte:)`.
  package static func isRedacted(_ text: String) -> Bool {
    text.hasPrefix("\(textMarker)redacted-") && isOne(Array(text.utf8))
  }

  /// The name in the placeholder of a secret without a name.
  package static let unnamed = "value"

  /// The byte at the end of a `redacted(name:byte:)` placeholder; nil for any other text.
  package static func redactedByte(_ bytes: [UInt8]) -> UInt8? {
    isRedacted(bytes.text) ? UInt8(bytes.suffix(2).text, radix: 16) : nil
  }

  /// The placeholder of a secret that no recorded answer issued.
  package static func redacted(name: String, byte: UInt8) -> String {
    let digits = String(byte, radix: 16)
    return "\(textMarker)redacted-\(slug(name))-\(digits.count < 2 ? "0" : "")\(digits)"
  }

  /// Returns such a placeholder with another byte.
  package static func redacted(_ placeholder: String, byte: UInt8) -> String {
    String(placeholder.dropLast(2) + redacted(name: "", byte: byte).suffix(2))
  }

  /// Reduces a name to letters, digits and dashes, at most 24 characters; `value` if none is left.
  package static func slug(_ name: String) -> String {
    var words: [String] = []
    for word in SecretName.words(of: name) {
      let plain = word.utf8.filter(\.isLetterOrDigit)
      if !plain.isEmpty { words.append(plain.text) }
    }
    let joined = words.joined(separator: "-").utf8.prefix(24)
    var bytes = Array(joined)
    while bytes.last == UInt8(ascii: "-") { bytes.removeLast() }
    return bytes.isEmpty ? "value" : bytes.text
  }

  private static func isPlain(_ bytes: [UInt8]) -> Bool {
    let rest = bytes.dropFirst(textMarker.utf8.count)
    guard let dash = rest.lastIndex(of: UInt8(ascii: "-")), rest.startIndex < dash else { return false }
    let digits = rest[(dash + 1)...]
    let length = rest.starts(withText: "redacted-") ? 2 : digitsOfText
    return digits.count == length && digits.allSatisfy { $0.isDigit || ($0.isLower && $0.isHexDigit) }
      && rest.allSatisfy { $0.isDigit || $0.isLower || $0 == UInt8(ascii: "-") }
  }

  /// The number of hexadecimal digits at the end of a plain placeholder.
  package static let digitsOfText = 16

  private static func hasHexMarker(_ bytes: [UInt8]) -> Bool {
    zip(bytes, hexMarker.utf8).allSatisfy { $0.asciiLowercased == $1 }
  }

  private static func isToken(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let claims = Base64.decodeLenient(parts[1]),
      let signature = Base64.decodeLenient(parts[2])
    else { return false }
    return claims.starts(withText: #"{"iss":"understudy","#) && signature.starts(withText: textMarker)
  }

  /// Line ends may be written as `\n`, as in JSON inside a text.
  private static func isKey(_ bytes: [UInt8]) -> Bool {
    guard let label = PEM.label(bytes, at: 0) else { return false }
    var content = bytes.dropFirst("-----BEGIN -----".utf8.count + label.utf8.count)
    while let first = content.first, first == 0x0A || first == 0x0D || first == UInt8(ascii: "\\") {
      content = content.dropFirst(first == UInt8(ascii: "\\") ? 2 : 1)
    }
    let end =
      content.firstIndex { !$0.isBase64 && $0 != UInt8(ascii: "=") || $0 == UInt8(ascii: "-") } ?? content.endIndex
    guard Base64.decodeLenient(content[..<end])?.starts(withText: textMarker) == true else { return false }
    let rest = content[end...].text.replacing("\\n", with: "").replacing("\\r", with: "").filter { !$0.isNewline }
    return rest == "-----END \(label)-----"
  }
}
