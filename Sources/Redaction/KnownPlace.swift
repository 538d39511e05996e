import OrderedJSON
import Recordings

/// A place of a tree, with the rules and the names for it.
///
/// All elements of a list have one, and so have the members of one name of all objects in the list: names are looked at
/// once for a list of ten thousand objects.
final class KnownPlace {
  let place: RedactionPlace
  /// The effect that the rules have here.
  let effect: RedactionRule.Effect?
  /// The fields of the objects here; nil where they are not known.
  let fields: ResponseFields?
  /// Whether a number here is a secret.
  let hidesNumbers: Bool
  private let hidesNumbersInTexts: Bool
  private let strengths: [SecretName.Strength]
  private var members: [Member: KnownPlace] = [:]
  /// The most members that are kept: the names of a map are no fields, and come once each.
  private static let keptMembers = 1_000

  private struct Member: Hashable {
    let name: String
    let type: String?
  }

  /// - Parameters:
  ///   - place: where it is.
  ///   - inherited: the effect that the rules have at the place above.
  ///   - fields: of the objects here; nil where they are not known.
  ///   - rules: of the endpoint.
  ///   - operation: the name of the operation.
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

  /// Whether the whole of a text here is a secret, by a rule or by a name.
  func hides(_ text: String) -> Bool {
    if effect == .redact { return true }
    guard !strengths.isEmpty else { return false }
    // A text for a number: whatever it is, it was meant to be the secret.
    if hidesNumbersInTexts { return true }
    let bytes = Array(text.utf8)
    let core = Array(bytes[CredentialScheme.core(of: bytes)])
    return strengths.contains { SecretName.makesSecret(core, $0) }
  }

  /// The place of a member of the objects here.
  ///
  /// - Parameters:
  ///   - name: the member's.
  ///   - type: the object's, by its `__typename`; nil where it has none.
  ///   - rules: of the endpoint.
  ///   - operation: the name of the operation.
  /// - Returns: the place, which all objects here share.
  func member(_ name: String, type: String?, _ rules: RedactionRules, _ operation: String) -> KnownPlace {
    let member = Member(name: name, type: type)
    if let known = members[member] { return known }
    let entry = fields?[name]
    var below = RedactionPlace(names: place.names + [name])
    below.labels = [name] + (entry?.names ?? [])
    if Self.wrappers.contains(name) { below.labels += place.labels }
    for field in entry?.names ?? [name] { below.coordinates += coordinates(of: field, type: type) }
    let known = KnownPlace(below, below: effect, fields: fields?.below(entry), rules, operation)
    if members.count < Self.keptMembers { members[member] = known }
    return known
  }

  /// Members that hold what their object is: `token { value }`.
  private static let wrappers: Set<String> = ["value", "text", "raw", "plain", "plaintext"]

  /// The coordinates of a field of an object here: by `__typename`, else by the type that the place is known to have,
  /// else of any type.
  private func coordinates(of field: String, type: String?) -> [RedactionPlace.Coordinate] {
    var coordinates = [RedactionPlace.Coordinate(type: type ?? place.objectType, field: field, argument: nil)]
    for condition in fields?.conditions ?? [] where type != nil {
      coordinates.append(.init(type: condition, field: field, argument: nil))
    }
    return coordinates
  }
}

/// A list or an object on the way through a tree, and how far it was read.
struct Frame {
  let place: KnownPlace
  private let content: Content
  private let count: Int
  private var read = 0

  private enum Content {
    case elements([JSON])
    case members([JSONObject.Member], type: String?)
  }

  /// Nil for a value that holds no others.
  init?(_ value: JSON, at place: KnownPlace) {
    self.place = place
    switch value {
    case .array(let elements): (content, count) = (.elements(elements), elements.count)
    case .object(let object):
      (content, count) = (.members(object.members, type: object["__typename"]?.stringValue), object.members.count)
    case .null, .bool, .number, .string: return nil
    }
  }

  /// The next value, and its place; nil at the end.
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

  /// The step to the value that was read last.
  var step: JSONPath.Step {
    switch content {
    case .elements: .index(slot)
    case .members(let members, _): .name(members[slot].name)
    }
  }

  /// The names of members that are long enough for a secret, and their positions.
  var longNames: [(slot: Int, name: String)] {
    guard case .members(let members, _) = content else { return [] }
    return members.indices.filter { members[$0].name.utf8.count >= 16 }.map { ($0, members[$0].name) }
  }
}
