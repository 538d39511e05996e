import OrderedJSON
import Recordings

extension Redactor {
  /// A value of variables or of an answer with its secrets replaced, in its order.
  ///
  /// `place` is where it stands, for names and rules; `inherited` what a rule said of a place above; `fields` are the
  /// operation's, for the objects in this value, nil where they are not known.
  mutating func walk(
    _ root: JSON, at place: RedactionPlace, path: [JSONPath.Step], effect inherited: RedactionRule.Effect?,
    fields: ResponseFields?, side: Side, nesting: Int = 0
  ) -> JSON {
    var changes = JSONSlots()
    var open = [Visit(value: root, place: place, path: path, effect: inherited, fields: fields)]
    while var visit = open.popLast() {
      visit.effect = effect(of: visit, side)
      switch visit.value {
      case .null, .bool: break
      case .number, .string:
        if let new = scalar(visit, side, nesting) { changes.set(visit.slots, to: new) }
      case .array(let elements):
        for index in elements.indices.reversed() { open.append(visit.element(index, elements[index])) }
      case .object(let object):
        let type = object["__typename"]?.stringValue
        for index in object.members.indices.reversed() {
          open.append(Self.member(visit, index, object.members[index], type: type))
        }
        for index in object.members.indices where object.members[index].name.utf8.count >= 16 {
          let name = object.members[index].name
          let redacted = redacted(
            name, isSecret: false, keeps: visit.effect == .keep, name: visit.place.name, path: visit.path, side: side,
            nesting: 9)
          if redacted != name { changes.rename(visit.slots + [index], to: redacted) }
        }
      }
    }
    return changes.applied(to: root)
  }

  /// A value on the way, and what is known of where it stands.
  private struct Visit {
    var value: JSON
    var place: RedactionPlace
    var path: [JSONPath.Step]
    var effect: RedactionRule.Effect?
    var fields: ResponseFields?
    var slots: [Int] = []

    func element(_ index: Int, _ value: JSON) -> Visit {
      Visit(
        value: value, place: place, path: path + [.index(index)], effect: effect, fields: fields, slots: slots + [index]
      )
    }
  }

  private static func member(_ visit: Visit, _ index: Int, _ member: JSONObject.Member, type: String?) -> Visit {
    let entry = visit.fields?[member.name]
    var place = RedactionPlace(names: visit.place.names + [member.name])
    place.labels = [member.name] + (entry?.names ?? [])
    if wrappers.contains(member.name) { place.labels += visit.place.labels }
    for field in entry?.names ?? [member.name] {
      place.coordinates += coordinates(field, type: type, place: visit.place, fields: visit.fields)
    }
    return Visit(
      value: member.value, place: place, path: visit.path + [.name(member.name)], effect: visit.effect,
      fields: visit.fields?.below(entry), slots: visit.slots + [index])
  }

  /// What is known of the place in an answer's `data` to which names lead, for a piece that belongs there.
  ///
  /// - Parameters:
  ///   - names: from `data` on, without indices.
  ///   - root: the place of `data` itself.
  ///   - fields: the operation's.
  ///   - side: the answer's.
  /// - Returns: the place, what a rule says of it or of a place above, and the fields of what is there.
  func descended(
    _ names: [String], from root: RedactionPlace, fields: ResponseFields?, side: Side
  ) -> (place: RedactionPlace, effect: RedactionRule.Effect?, fields: ResponseFields?) {
    var visit = Visit(value: .null, place: root, path: [], effect: nil, fields: fields)
    for name in names {
      // Every step as the walk makes it, each with what its own rules say.
      visit.effect = effect(of: visit, side)
      visit = Self.member(visit, 0, .init(name, .null), type: nil)
    }
    return (visit.place, visit.effect, visit.fields)
  }

  private func effect(of visit: Visit, _ side: Side) -> RedactionRule.Effect? {
    let own = rules.effect(at: visit.place, operation: side.operation)
    return own == .redact || visit.effect == .redact ? .redact : own ?? visit.effect
  }

  /// What stands for a number or a string; nil if it may stay.
  private mutating func scalar(_ visit: Visit, _ side: Side, _ nesting: Int) -> JSON? {
    let place = visit.place
    if case .number(let number) = visit.value {
      let isNamed = visit.effect != .keep && place.labels.contains { SecretName.makesNumberSecret(named: $0) }
      guard visit.effect == .redact || isNamed else { return nil }
      // Clients read a number there; there is no room for a mark in it.
      if side.isResponse { return 0 }
      return .string(
        redacted(number.text, isSecret: true, keeps: false, name: place.name, path: visit.path, side: side))
    }
    guard case .string(let text) = visit.value else { return nil }
    let isSecret = visit.effect == .redact || (visit.effect != .keep && Self.isSecret(text, at: place))
    let redacted = redacted(
      text, isSecret: isSecret, keeps: visit.effect == .keep, name: place.name, path: visit.path, side: side,
      nesting: nesting)
    return redacted.hasSameScalars(as: text) ? nil : .string(redacted)
  }

  /// Members that hold what their object is: `token { value }`.
  private static let wrappers: Set<String> = ["value", "text", "raw", "plain", "plaintext"]

  private static func isSecret(_ text: String, at place: RedactionPlace) -> Bool {
    let bytes = Array(text.utf8)
    let core = Array(bytes[CredentialScheme.core(of: bytes)])
    if place.labels.contains(where: { SecretName.makesSecret(core, named: $0) }) { return true }
    // A text for a number: whatever it is, it was meant to be the secret.
    return (place.objectType == "Int" || place.objectType == "Float")
      && place.labels.contains { SecretName.makesNumberSecret(named: $0) }
  }

  /// The coordinates of a field of an object: by `__typename`, else by the type that the place is known to have, else
  /// of any type.
  private static func coordinates(
    _ field: String, type: String?, place: RedactionPlace, fields: ResponseFields?
  ) -> [RedactionPlace.Coordinate] {
    var coordinates = [RedactionPlace.Coordinate(type: type ?? place.objectType, field: field, argument: nil)]
    for condition in fields?.conditions ?? [] where type != nil {
      coordinates.append(.init(type: condition, field: field, argument: nil))
    }
    return coordinates
  }
}

extension RedactionPlace {
  /// The name that pseudonyms of this place get.
  var name: String { labels.first ?? "value" }
}
