package import Recordings

extension SecretFinder {
  /// A secret in a text, found by its form or by the name before it.
  package struct Found: Hashable, Sendable {
    package let range: Range<Int>
    package let kind: SecretKind
    /// The name before it, for `SecretKind.named`.
    package let name: String?
    /// True if it is percent-encoded in a URL.
    package let isEncoded: Bool
  }

  /// Indicates whether a text may contain a secret: it has eight bytes, or a sign that follows a name.
  static func mayHold(_ text: String.UTF8View) -> Bool {
    text.count >= 8 || text.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }
  }

  /// All secrets in a text, in order, which redaction replaces and `understudy scan` reports: first by form, then by
  /// name if nothing found by form overlaps. Placeholders are skipped.
  package func found(in bytes: [UInt8]) -> [Found] {
    let looks = matches(in: bytes).map {
      Found(range: $0.range, kind: $0.kind, name: nil, isEncoded: $0.kind == .urlPassword)
    }
    var all: [Found] = []
    var next = 0
    for hit in Assignments.find(in: bytes) {
      let value = Array(bytes[hit.value])
      if Self.isRedacted(hit.isEncoded ? Self.core(PercentEncoding.decoded(value)) : value) { continue }
      while next < looks.count, looks[next].range.upperBound <= hit.value.lowerBound {
        all.append(looks[next])
        next += 1
      }
      if next == looks.count || !looks[next].range.overlaps(hit.value) {
        all.append(Found(range: hit.value, kind: .named, name: hit.name, isEncoded: hit.isEncoded))
      }
    }
    return all + looks[next...]
  }

  /// Indicates whether a value is a placeholder, or contains one and otherwise nothing that looks random.
  private static func isRedacted(_ value: [UInt8]) -> Bool {
    if Pseudonym.isOne(value) { return true }
    let parts = value.split { "~.!=%".utf8.contains($0) }
    let rest = parts.filter { !Pseudonym.isOne(Array($0)) }
    return rest.count < parts.count && !rest.contains { Randomness.looksRandom($0) }
  }

  private static func core(_ bytes: [UInt8]) -> [UInt8] { Array(bytes[CredentialScheme.core(of: bytes)]) }
}
