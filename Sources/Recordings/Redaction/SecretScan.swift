import GraphQLLanguage
import OrderedJSON

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

  /// The findings in one file, by place.
  ///
  /// - Parameters:
  ///   - path: for messages; its ending tells JSON and GraphQL from other texts.
  ///   - bytes: the file's content. What does not parse is looked at as a text.
  /// - Returns: what was found; empty for a clean file.
  package func findings(path: String, bytes: [UInt8]) -> [SecretFinding] {
    let name = Array((path.split(separator: "/").last ?? "").utf8)
    var found = finder.matches(in: name).map { SecretFinding(path: path, place: nil, kind: $0.kind) }
    if path.hasSuffix(".json"), let json = try? JSON.parse(bytes) {
      var reader = TreeReader(scan: self)
      reader.read(json, at: RedactionPlace(), steps: [], keeps: false)
      for hit in reader.hits {
        let place = JSONLocator.place(of: hit.steps, in: bytes)
        found.append(SecretFinding(path: path, place: place, kind: hit.kind, name: hit.name))
      }
      return found
    }
    let source = SourceText(utf8: bytes, name: path)
    var hits = textHits(bytes)
    if path.hasSuffix(".graphql"), let document = try? parse(source) {
      var reader = LiteralReader()
      document.visit(with: &reader)
      for literal in reader.named where !hits.contains(where: { $0.range.overlaps(literal.range) }) {
        hits.append(literal)
      }
    }
    for hit in hits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let location = source.location(at: hit.range.lowerBound)
      let place = RecordingError.Place(line: location.line, column: location.column)
      found.append(SecretFinding(path: path, place: place, kind: hit.kind, name: hit.name))
    }
    return found
  }

  /// A finding in a text.
  struct Hit {
    let range: Range<Int>
    let kind: SecretKind
    let name: String?
  }

  /// The findings in a text that is no tree.
  func textHits(_ bytes: [UInt8]) -> [Hit] {
    var hits = finder.matches(in: bytes).map { Hit(range: $0.range, kind: $0.kind, name: nil) }
    for found in Assignments.find(in: bytes) where !Pseudonym.isOne(Array(bytes[found.value])) {
      if hits.contains(where: { $0.range.overlaps(found.value) }) { continue }
      hits.append(Hit(range: found.value, kind: .named, name: found.name))
    }
    return hits
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

/// Goes through the tree of a file.
private struct TreeReader {
  struct Hit {
    let steps: [JSONLocator.Step]
    let kind: SecretKind
    let name: String?
  }

  let scan: SecretScan
  var hits: [Hit] = []

  mutating func read(_ value: JSON, at place: RedactionPlace, steps: [JSONLocator.Step], keeps inherited: Bool) {
    let keeps = inherited || scan.keeps(place)
    if keeps { return }
    switch value {
    case .null, .bool: break
    case .number(let number):
      if number.text != "0", let name = place.labels.first(where: { SecretName.makesNumberSecret(named: $0) }) {
        hits.append(Hit(steps: steps, kind: .named, name: name))
      }
    case .string(let text): read(text, at: place, steps: steps)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        read(element, at: place, steps: steps + [.element(index)], keeps: keeps)
      }
    case .object(let object):
      let type = object["__typename"]?.stringValue
      var counts: [String: Int] = [:]
      for member in object.members {
        let occurrence = counts[member.name, default: 0]
        counts[member.name] = occurrence + 1
        if member.name.utf8.count >= 16, let kind = scan.textHits(Array(member.name.utf8)).first?.kind {
          hits.append(Hit(steps: steps + [.name(member.name, occurrence: occurrence)], kind: kind, name: nil))
        }
        var below = RedactionPlace(names: place.names + [member.name], labels: [member.name])
        // `responses.5d0c.body.data` is `data` in a rule.
        if below.names.count == 3, below.names[0] == "responses", below.names[2] == "body" { below.names = [] }
        below.coordinates = [.init(type: type, field: member.name, argument: nil)]
        if member.name == "value" { below.labels += place.labels }
        read(
          member.value, at: below, steps: steps + [.member(member.name, occurrence: occurrence)], keeps: keeps)
      }
    }
  }

  private mutating func read(_ text: String, at place: RedactionPlace, steps: [JSONLocator.Step]) {
    let bytes = Array(text.utf8)
    let core = Array(bytes[CredentialScheme.core(of: bytes)])
    if Pseudonym.isOne(core) { return }
    var found = scan.textHits(bytes)
    if place.labels.first == "base64", let content = Base64.decode(text) { found += scan.textHits(content) }
    if let hit = found.first {
      hits.append(Hit(steps: steps, kind: hit.kind, name: hit.name))
    } else if let name = place.labels.first(where: { SecretName.makesSecret(core, named: $0) }) {
      hits.append(Hit(steps: steps, kind: .named, name: name))
    }
  }
}

/// Goes through the literals of a document.
private struct LiteralReader: DocumentVisitor {
  var named: [SecretScan.Hit] = []
  private var names: [String] = []

  mutating func enter(_ argument: Argument) -> VisitStep {
    names.append(argument.name.text)
    return .descend
  }

  mutating func leave(_: Argument) { names.removeLast() }

  mutating func enter(_ field: ObjectField) -> VisitStep {
    names.append(field.name.text)
    return .descend
  }

  mutating func leave(_: ObjectField) { names.removeLast() }

  mutating func enter(_ variable: VariableDefinition) -> VisitStep {
    names.append(variable.name.text)
    return .descend
  }

  mutating func leave(_: VariableDefinition) { names.removeLast() }

  mutating func enter(_ value: Value) -> VisitStep {
    guard let name = names.last else { return .descend }
    let isSecret: Bool
    switch value {
    case .string(let string):
      let bytes = Array(string.value.utf8)
      let core = Array(bytes[CredentialScheme.core(of: bytes)])
      isSecret = !Pseudonym.isOne(core) && SecretName.makesSecret(core, named: name)
    case .int, .float: isSecret = SecretName.makesNumberSecret(named: name)
    default: isSecret = false
    }
    if isSecret {
      let place = value.place
      named.append(.init(range: Int(place.start)..<Int(place.end), kind: .named, name: name))
    }
    return .descend
  }
}
