import GraphQLLanguage
import OrderedJSON
import Recordings

/// Looks through the files of a folder of recordings for secrets that should not be there: by look anywhere, by name
/// in trees and documents, by name and chance in other texts. Pseudonyms are no findings.
package struct SecretScan: Sendable {
  private let finder: SecretFinder
  private let rules: RedactionRules

  /// - Parameter rules: of the endpoint the files belong to; `keep` rules count. None unless said.
  package init(rules: RedactionRules = RedactionRules()) {
    self.rules = rules
    finder = SecretFinder(findsCards: rules.cards)
  }

  /// All that is found in one file: of its own name first, then by place.
  ///
  /// - Parameters:
  ///   - path: for messages; its ending tells JSON and GraphQL from other texts.
  ///   - bytes: the file's content. What does not parse is looked at as a text.
  /// - Returns: what was found; empty for a clean file.
  package func findings(path: String, bytes: [UInt8]) -> [SecretFinding] {
    findings(inNameOf: path, isFolder: false) + findings(path: path, bytes: bytes, limit: .max).findings
  }

  /// Those in the content of a file, where not more than `limit` places are looked up: each takes reading the file up to there.
  ///
  /// - Returns: what was found, and how many more there are.
  package func findings(path: String, bytes: [UInt8], limit: Int) -> (findings: [SecretFinding], more: Int) {
    let shown = hidden(path: path)
    let source = SourceText(utf8: bytes, name: path)
    if path.hasSuffix(".json"), let json = try? JSON.parse(bytes) {
      var reader = SecretTreeReader(scan: self)
      reader.read(json, at: RedactionPlace(), steps: [], keeps: false)
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

  /// What looks like a secret in the name of a file or folder.
  package func findings(inNameOf path: String, isFolder: Bool) -> [SecretFinding] {
    let name = Array((path.split(separator: "/").last ?? "").utf8)
    return finder.matches(in: name).map {
      SecretFinding(path: hidden(path: path), place: isFolder ? .folderName : .fileName, kind: $0.kind)
    }
  }

  // MARK: What is shown

  /// A path in which `…` stands for what looks like a secret.
  package func hidden(path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { hidden(name: String($0)) }.joined(separator: "/")
  }

  /// A name in a path. In a recording's, `token=jwt-7be1d204.json`, the digits are no part of the value before them: with
  /// them it would look as if made by chance, and nobody would find the file.
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

  /// A text in which `…` stands for what looks like a secret.
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

  /// The findings in a text that is no tree, in order.
  func textHits(_ bytes: [UInt8]) -> [Hit] {
    finder.found(in: bytes).map { Hit(range: $0.range, kind: $0.kind, name: $0.name) }
  }

  /// Two lists as one, by place; of the second only what overlaps nothing in the first, whose parts do not overlap.
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

  /// Whether a rule keeps a place as it is.
  func keeps(_ place: RedactionPlace) -> Bool { rules.keeps(place) }
}

extension RedactionRules {
  /// Whether a rule `keep` is about a place, in whatever operation.
  fileprivate func keeps(_ place: RedactionPlace) -> Bool {
    rules.contains { $0.effect == .keep && place.isMet(by: $0.target) }
  }
}
