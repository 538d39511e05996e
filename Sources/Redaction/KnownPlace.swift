import OrderedJSON
import Recordings

/// A place in a tree, with the rules and names that apply to it. All elements of a list share one, and so do the
/// members of one name in all its objects. So names are looked up once for a list of ten thousand objects.
final class KnownPlace {
  let place: RedactionPlace
  /// The effect of the rules here.
  let effect: RedactionRule.Effect?
  /// The fields of the objects here; nil if they are unknown.
  let fields: ResponseFields?
  /// True if a number here is a secret.
  let hidesNumbers: Bool
  private let hidesNumbersInTexts: Bool
  private let strengths: [SecretName.Strength]
  private var members: [Member: KnownPlace] = [:]
  /// The maximum number of cached members. The keys of a map are not fields and occur once each.
  private static let keptMembers = 1_000

  private struct Member: Hashable {
    let name: String
    let type: String?
  }

  /// `inherited` is the effect of the rules at the parent. `fields` are those of the objects here; nil if unknown.
  init(
    _ place: RedactionPlace, below inherited: RedactionRule.Effect?, fields: ResponseFields?,
    _ rules: RedactionRules, _ operation: String
  ) {
    let own = rules.effect(at: place, operation: operation)
    effect = own == .redact || inherited == .redact ? .redact : own ?? inherited
    self.place = place
    self.fields = fields
    strengths = effect == nil ? place.labels.compactMap { SecretName.strength(of: $0) } : []
    let isNamed = !strengths.isEmpty && place.labels.contains { SecretName.makesNumberSecret(named: $0) }
    hidesNumbers = effect == .redact || isNamed
    hidesNumbersInTexts = isNamed && (place.objectType == "Int" || place.objectType == "Float")
  }

  /// Indicates whether a whole text here is a secret, by a rule or by a name.
  func hides(_ text: String) -> Bool {
    if effect == .redact { return true }
    guard !strengths.isEmpty else { return false }
    // A text in place of a number was meant to be the secret, whatever it is.
    if hidesNumbersInTexts { return true }
    let bytes = Array(text.utf8)
    let core = Array(bytes[CredentialScheme.core(of: bytes)])
    return strengths.contains { SecretName.makesSecret(core, $0) }
  }

  /// Returns the place of a member, which all objects here share. `type` is the object's `__typename`, if it has one.
  func member(_ name: String, type: String?, _ rules: RedactionRules, _ operation: String) -> KnownPlace {
    let member = Member(name: name, type: type)
    if let known = members[member] { return known }
    let entry = fields?[name]
    var below = RedactionPlace(names: place.names + [name])
    below.labels = place.labels(ofMember: name, alsoNamed: entry?.names ?? [])
    for field in entry?.names ?? [name] { below.coordinates += coordinates(of: field, type: type) }
    let known = KnownPlace(below, below: effect, fields: fields?.below(entry), rules, operation)
    if members.count < Self.keptMembers { members[member] = known }
    return known
  }

  /// The coordinates of a field of an object here: with its `__typename`, else with the known type of the place, else
  /// with any type. With a `__typename`, also with the types of the fragments around the field.
  private func coordinates(of field: String, type: String?) -> [RedactionPlace.Coordinate] {
    var coordinates = [RedactionPlace.Coordinate(type: type ?? place.objectType, field: field, argument: nil)]
    for condition in fields?.conditions ?? [] where type != nil {
      coordinates.append(.init(type: condition, field: field, argument: nil))
    }
    return coordinates
  }
}

/// A list or an object that is being visited, and the number of values read.
struct Frame {
  let place: KnownPlace
  private let content: Content
  private let count: Int
  private var read = 0

  private enum Content {
    case elements([JSON])
    case members([JSONObject.Member], type: String?)
  }

  /// Nil for a value without elements or members.
  init?(_ value: JSON, at place: KnownPlace) {
    self.place = place
    switch value {
    case .array(let elements): (content, count) = (.elements(elements), elements.count)
    case .object(let object):
      (content, count) = (.members(object.members, type: object["__typename"]?.stringValue), object.members.count)
    case .null, .bool, .number, .string: return nil
    }
  }

  /// Reads the next value and its place; nil at the end.
  mutating func next(_ rules: RedactionRules, _ operation: String) -> (value: JSON, place: KnownPlace)? {
    guard read < count else { return nil }
    read += 1
    switch content {
    case .elements(let elements): return (elements[slot], place)
    case .members(let members, let type):
      return (members[slot].value, place.member(members[slot].name, type: type, rules, operation))
    }
  }

  /// The position of the value that was read last.
  var slot: Int { read - 1 }

  /// The path step to the value that was read last.
  var step: JSONPath.Step {
    switch content {
    case .elements: .index(slot)
    case .members(let members, _): .name(members[slot].name)
    }
  }

  /// The member names that are long enough for a secret, with their positions.
  var longNames: [(slot: Int, name: String)] {
    guard case .members(let members, _) = content else { return [] }
    return members.indices.filter { members[$0].name.utf8.count >= 16 }.map { ($0, members[$0].name) }
  }
}
