import GraphQLLanguage
import OrderedJSON
import Recordings

/// Searches the files of a recordings folder for secrets: by form everywhere, by name in JSON and documents, by name
/// and random-looking value in other texts. Placeholders are not findings.
package struct SecretScan: Sendable {
  private let finder: SecretFinder
  private let rules: RedactionRules

  /// - Parameter rules: the endpoint's rules, whose `keep` rules apply.
  package init(rules: RedactionRules = RedactionRules()) {
    self.rules = rules
    finder = SecretFinder(findsCards: rules.cards)
  }

  /// The findings in one file: in its name first, then by place. The path's extension identifies JSON and GraphQL.
  /// Content that does not parse is searched as text.
  package func findings(path: String, bytes: [UInt8]) -> [SecretFinding] {
    findings(inNameOf: path, isFolder: false) + findings(path: path, bytes: bytes, limit: .max).findings
  }

  /// The findings in the content of a file, at most `limit`, and the number of further ones. Locating each finding
  /// reads the file up to it.
  package func findings(path: String, bytes: [UInt8], limit: Int) -> (findings: [SecretFinding], more: Int) {
    let shown = hidden(path: path)
    let source = SourceText(utf8: bytes, name: path)
    if path.hasSuffix(".json"), let json = try? JSON.parse(bytes) {
      var reader = SecretTreeReader(scan: self)
      reader.read(json, at: RedactionPlace(), steps: [])
      let found = reader.hits.prefix(limit).map { hit in
        let place = JSONLocator.place(of: hit.steps, in: bytes)
        return SecretFinding(
          path: shown, place: .content(place, path: way(hit.steps)), kind: hit.kind, name: hit.name.map(hidden(text:)))
      }
      return (found, max(0, reader.hits.count - limit))
    }
    var hits = textHits(bytes)
    if path.hasSuffix(".graphql"), let document = try? parse(source) {
      var reader = SecretLiteralReader()
      document.visit(with: &reader)
      hits = Self.merged(hits, reader.named)
    }
    let found = hits.prefix(limit).map { hit in
      let location = source.location(at: hit.range.lowerBound)
      let place = RecordingError.Place(line: location.line, column: location.column)
      return SecretFinding(
        path: shown, place: .content(place, path: nil), kind: hit.kind, name: hit.name.map(hidden(text:)))
    }
    return (found, max(0, hits.count - limit))
  }

  /// The findings in the name of a file or folder.
  package func findings(inNameOf path: String, isFolder: Bool) -> [SecretFinding] {
    let name = Array((path.split(separator: "/").last ?? "").utf8)
    return finder.matches(in: name).map {
      SecretFinding(path: hidden(path: path), place: isFolder ? .folderName : .fileName, kind: $0.kind)
    }
  }

  // MARK: Text for messages

  /// Replaces anything in a path that looks like a secret with `…`.
  package func hidden(path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { hidden(name: String($0)) }.joined(separator: "/")
  }

  /// Replaces secrets in a name of a path. In a recording's name, `token=jwt-7be1d204.json`, the digits are not part of
  /// the value before them. With them it would look random, and nobody would find the file.
  private func hidden(name: String) -> String {
    let bytes = Array(name.utf8)
    let stem = name.hasSuffix(".json") ? bytes.dropLast(".json".utf8.count) : bytes[...]
    let digits = stem.reversed().prefix { $0.isDigit || ($0.isLower && $0.isHexDigit) }.count
    guard NameScheme.standard.digits.contains(digits), stem.dropLast(digits).last == UInt8(ascii: "-"),
      finder.matches(in: bytes).isEmpty
    else { return hidden(text: name) }
    let brief = stem.count - digits - 1
    return hidden(text: Array(bytes[..<brief]).text) + Array(bytes[brief...]).text
  }

  /// Replaces anything in a text that looks like a secret with `…`.
  package func hidden(text: String) -> String {
    let bytes = Array(text.utf8)
    let hits = textHits(bytes)
    guard !hits.isEmpty else { return text }
    var shown: [UInt8] = []
    var end = 0
    for hit in hits {
      shown += bytes[end..<hit.range.lowerBound] + Array("…".utf8)
      end = hit.range.upperBound
    }
    return (shown + bytes[end...]).text
  }

  private func way(_ steps: [JSONLocator.Step]) -> JSONPath {
    JSONPath(
      steps.map { step in
        switch step {
        case .member(let name, _), .name(let name, _): .name(hidden(text: name))
        case .element(let index): .index(index)
        }
      })
  }

  // MARK: Texts

  /// A finding in a text.
  struct Hit {
    let range: Range<Int>
    let kind: SecretKind
    let name: String?
  }

  /// The findings in a text that is not JSON, in order.
  func textHits(_ bytes: [UInt8]) -> [Hit] {
    finder.found(in: bytes).map { Hit(range: $0.range, kind: $0.kind, name: $0.name) }
  }

  /// Merges two lists by place. Skips items of the second that overlap the first, whose items do not overlap each
  /// other.
  private static func merged(_ first: [Hit], _ second: [Hit]) -> [Hit] {
    var all: [Hit] = []
    var next = 0
    for hit in second.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      while next < first.count, first[next].range.upperBound <= hit.range.lowerBound {
        all.append(first[next])
        next += 1
      }
      if next == first.count || !first[next].range.overlaps(hit.range) { all.append(hit) }
    }
    return all + first[next...]
  }

  /// Indicates whether a rule keeps a place unchanged.
  func keeps(_ place: RedactionPlace) -> Bool { rules.keeps(place) }
}

extension RedactionRules {
  /// Indicates whether a `keep` rule covers a place, in any operation.
  fileprivate func keeps(_ place: RedactionPlace) -> Bool {
    rules.contains { $0.effect == .keep && place.isMet(by: $0.target) }
  }
}
