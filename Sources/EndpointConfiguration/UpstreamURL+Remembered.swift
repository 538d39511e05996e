import OrderedJSON
import Recordings
import Redaction

extension UpstreamURL {
  /// The parts of a URL that are not written to `endpoint.yaml`, because others read that file.
  package struct LeftOut: Hashable, Sendable {
    /// True if there is a query, which may contain a key.
    package let query: Bool
    /// True if a path segment looks like a key.
    package let segment: Bool

    package init(query: Bool = false, segment: Bool = false) {
      self.query = query
      self.segment = segment
    }

    package var isEmpty: Bool { !query && !segment }

    /// The parts and why they are missing, as the end of a sentence.
    package var description: String {
      switch (query, segment) {
      case (true, false): "its query, which may hold a key"
      case (false, true): "a part of its path, which looks like a key"
      case (true, true): "its query and a part of its path, which may hold a key"
      case (false, false): "nothing"
      }
    }
  }

  /// The URL to write to `endpoint.yaml`, and the parts left out of it.
  package var remembered: (url: UpstreamURL, leftOut: LeftOut) {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    var kept: [Substring] = []
    var name: Substring = ""
    for segment in segments {
      let isSecret = SecretName.makesSecret(segment: segment, after: name) || Self.looksLikeKey(segment)
      if !isSecret { kept.append(segment) }
      name = segment
    }
    let leftOut = LeftOut(query: query != nil, segment: kept.count < segments.count)
    return (UpstreamURL(scheme: scheme, authority: authority, path: kept.joined(separator: "/")), leftOut)
  }

  /// Indicates whether a path segment looks like a key. When in doubt, it does: a URL without a part fails visibly, but
  /// a key in the file would be exposed to everyone who reads it.
  private static func looksLikeKey(_ segment: Substring) -> Bool {
    let bytes = PercentEncoding.decoded(Array(segment.utf8))
    guard SecretFinder().found(in: bytes).isEmpty else { return true }
    // Splits `name=value` and similar forms.
    return bytes.split(whereSeparator: { "=:;,@+~!$&'()*".utf8.contains($0) }).contains { part in
      let words = part.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".") }
      if words.contains(where: { Randomness.looksRandom($0) || isHex($0) }) || isUUID(words) { return true }
      // Base64 for URLs may have dashes anywhere, and mixed case unlike words: `aB-3xK_9f…`.
      return Randomness.looksRandom(part) && part.contains(where: \.isLower)
        && words.contains { word in word.dropFirst().contains(where: \.isUpper) && word.contains(where: \.isDigit) }
    }
  }

  private static func isHex(_ word: ArraySlice<UInt8>) -> Bool { word.count >= 16 && word.allSatisfy(\.isHexDigit) }

  private static func isUUID(_ words: [ArraySlice<UInt8>]) -> Bool {
    words.map(\.count) == [8, 4, 4, 4, 12] && words.joined().allSatisfy(\.isHexDigit)
  }
}
