/// Placeholders in file names, by kind, because a cut placeholder would look like a secret.
enum PseudonymBrief {
  /// Replaces the placeholders in a text that have a secret's shape with `jwt`, `private-key` or `understudy`, and
  /// `understudy-redacted-password-7f` with `redacted-7f`, because the name is before it. Other words stay.
  static func text(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count >= 12 else { return text }
    let core = CredentialScheme.core(of: bytes)
    let ranges =
      Pseudonym.isOne(Array(bytes[core])) ? [core] : SecretFinder(findsCards: false).pseudonyms(in: bytes)
    var result: [UInt8] = []
    var copied = 0
    for range in ranges {
      result += bytes[copied..<range.lowerBound]
      result += brief(bytes[range])
      copied = range.upperBound
    }
    return copied == 0 ? text : (result + bytes[copied...]).text
  }

  private static func brief(_ pseudonym: ArraySlice<UInt8>) -> [UInt8] {
    if Pseudonym.redactedByte(Array(pseudonym)) != nil { return Array("redacted-".utf8) + pseudonym.suffix(2) }
    if pseudonym.starts(withText: Pseudonym.textMarker) { return Array(pseudonym) }
    if pseudonym.starts(withText: "eyJ") { return Array("jwt".utf8) }
    if pseudonym.starts(withText: "-----BEGIN ") { return Array("private-key".utf8) }
    return Array("understudy".utf8)
  }
}
