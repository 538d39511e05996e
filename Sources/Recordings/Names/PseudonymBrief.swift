/// Pseudonyms in the names of files: by what they are, since one that was cut looks like the secret it stands for.
enum PseudonymBrief {
  /// A text with `jwt`, `private-key` or `understudy` in the place of the pseudonyms in it that have a secret's shape, and
  /// `redacted-7f` in that of `understudy-redacted-password-7f`: the name stands before it. Other words stay.
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
