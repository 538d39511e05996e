import GraphQLLanguage
import OrderedJSON
import Recordings

// The readers of trees and documents for `SecretScan`.

/// Visits the JSON tree of a file.
struct SecretTreeReader {
  /// A finding in a tree.
  struct Hit {
    let steps: [JSONLocator.Step]
    let kind: SecretKind
    let name: String?
  }

  private let scan: SecretScan
  private(set) var hits: [Hit] = []
  /// The places of the parts of the answer that is being read.
  private var parts = IncrementalParts()

  init(scan: SecretScan) { self.scan = scan }

  mutating func read(_ value: JSON, at place: RedactionPlace, steps: [JSONLocator.Step]) {
    if scan.keeps(place) { return }
    switch value {
    case .null, .bool: break
    case .number(let number):
      if number.text != "0", let name = place.labels.first(where: { SecretName.makesNumberSecret(named: $0) }) {
        hits.append(Hit(steps: steps, kind: .named, name: name))
      }
    case .string(let text): read(text, at: place, steps: steps)
    case .array(let elements) where place.labels.first == RecordedResponse.setCookie:
      for (index, element) in elements.enumerated() {
        read(cookie: element, at: place, steps: steps + [.element(index)])
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        read(element, at: place, steps: steps + [.element(index)])
      }
    case .object(let object):
      let type = object["__typename"]?.stringValue
      let piece = isPiece(at: place) ? parts.place(of: object) : nil
      var counts: [String: Int] = [:]
      for member in object.members {
        let occurrence = counts[member.name, default: 0]
        counts[member.name] = occurrence + 1
        if member.name.utf8.count >= 16, let kind = scan.textHits(Array(member.name.utf8)).first?.kind {
          hits.append(Hit(steps: steps + [.name(member.name, occurrence: occurrence)], kind: kind, name: nil))
        }
        var below = RedactionPlace(
          names: place.names + [member.name], labels: place.labels(ofMember: member.name))
        if isAnswer(at: below, member.value) { below.names = [] }
        if let piece, member.name == IncrementalParts.data || member.name == IncrementalParts.items {
          below.names = [RedactionRule.Root.data.rawValue] + piece.names
        }
        below.coordinates = [.init(type: type, field: member.name, argument: nil)]
        read(member.value, at: below, steps: steps + [.member(member.name, occurrence: occurrence)])
      }
    }
  }

  /// Indicates whether a place in a file is the root of an answer: `responses.5d0c.body.data` is `data` in a rule, and
  /// so is `responses.5d0c.events.payload.data`; `responses.5d0c.end.errors` is `errors`.
  private mutating func isAnswer(at place: RedactionPlace, _ value: JSON) -> Bool {
    guard place.names.count >= 3, place.names[0] == "responses" else { return false }
    switch place.names[2...] {
    case ["body"], [RecordingFormat.endMember]:
      parts = IncrementalParts()
      return true
    case [RecordingFormat.eventsMember]:
      parts = IncrementalParts()
      return false
    case [RecordingFormat.eventsMember, "payload"]:
      parts.note(value)
      return true
    default: return false
    }
  }

  /// Indicates whether an object at a place may be a part of an answer with its own path.
  private func isPiece(at place: RedactionPlace) -> Bool {
    place.names.isEmpty || place.names == [IncrementalParts.list]
  }

  /// Reads a `Set-Cookie` line, which is clean if its value is a placeholder or empty.
  private mutating func read(cookie line: JSON, at place: RedactionPlace, steps: [JSONLocator.Step]) {
    guard case .string(let text) = line, let cookie = SetCookie(text) else {
      return read(line, at: place, steps: steps)
    }
    if let credential = Credential(cookie.value), !Pseudonym.isOne(credential.bytes) {
      hits.append(Hit(steps: steps, kind: .named, name: RecordedResponse.setCookie))
    } else if let hit = scan.textHits(Array(text.utf8)).first {
      hits.append(Hit(steps: steps, kind: hit.kind, name: hit.name))
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

/// Visits the literals of a document.
struct SecretLiteralReader: DocumentVisitor {
  private(set) var named: [SecretScan.Hit] = []
  /// The arguments, members and variables around the value that is being visited.
  private var places: [RedactionPlace] = []

  mutating func enter(_ argument: Argument) -> VisitStep { enter(argument.name) }
  mutating func leave(_: Argument) { places.removeLast() }
  mutating func enter(_ field: ObjectField) -> VisitStep { enter(field.name) }
  mutating func leave(_: ObjectField) { places.removeLast() }
  mutating func enter(_ variable: VariableDefinition) -> VisitStep { enter(variable.name) }
  mutating func leave(_: VariableDefinition) { places.removeLast() }

  private mutating func enter(_ name: Name) -> VisitStep {
    let outer = places.last ?? RedactionPlace()
    places.append(RedactionPlace(labels: outer.labels(ofMember: name.text)))
    return .descend
  }

  mutating func enter(_ value: Value) -> VisitStep {
    guard let labels = places.last?.labels else { return .descend }
    let name: String?
    switch value {
    case .string(let string):
      let bytes = Array(string.value.utf8)
      let core = Array(bytes[CredentialScheme.core(of: bytes)])
      name = Pseudonym.isOne(core) ? nil : labels.first { SecretName.makesSecret(core, named: $0) }
    case .int, .float: name = labels.first { SecretName.makesNumberSecret(named: $0) }
    default: name = nil
    }
    if let name {
      let place = value.place
      named.append(.init(range: Int(place.start)..<Int(place.end), kind: .named, name: name))
    }
    return .descend
  }
}
