import OrderedJSON

extension Redactor {
  /// A value of variables or of an answer with its secrets replaced. As deep as the value, which its parser bounds.
  ///
  /// `place` is where it stands, for names and rules; `inherited` what a rule said of a place above; `fields` are the
  /// operation's, for the objects in this value, nil where they are not known.
  mutating func walk(
    _ value: JSON, at place: RedactionPlace, path: [JSONPath.Step], effect inherited: RedactionRule.Effect?,
    fields: ResponseFields?, side: Side, nesting: Int = 0
  ) -> JSON {
    let own = rules.effect(at: place, operation: side.operation)
    let effect = own == .redact || inherited == .redact ? .redact : own ?? inherited
    switch value {
    case .null, .bool: return value
    case .number(let number):
      let isNamed = effect != .keep && place.labels.contains { SecretName.makesNumberSecret(named: $0) }
      guard effect == .redact || isNamed else { return value }
      // Clients read a number there; there is no room for a mark in it.
      if side.isResponse { return 0 }
      return .string(
        redacted(number.text, isSecret: true, keeps: false, name: place.name, path: path, side: side))
    case .string(let text):
      let isSecret = effect == .redact || (effect != .keep && Self.isSecret(text, at: place))
      let redacted = redacted(
        text, isSecret: isSecret, keeps: effect == .keep, name: place.name, path: path, side: side, nesting: nesting)
      return redacted.hasSameScalars(as: text) ? value : .string(redacted)
    case .array(var elements):
      for index in elements.indices {
        elements[index] = walk(
          elements[index], at: place, path: path + [.index(index)], effect: effect, fields: fields, side: side,
          nesting: nesting)
      }
      return .array(elements)
    case .object(var object):
      let type = object["__typename"]?.stringValue
      for index in object.members.indices {
        let member = object.members[index]
        let entry = fields?[member.name]
        var below = RedactionPlace(names: place.names + [member.name])
        below.labels = [member.name] + (entry?.names ?? [])
        if Self.wrappers.contains(member.name) { below.labels += place.labels }
        for field in entry?.names ?? [member.name] {
          below.coordinates += Self.coordinates(field, type: type, place: place, fields: fields)
        }
        object.members[index].value = walk(
          member.value, at: below, path: path + [.name(member.name)], effect: effect,
          fields: entry.flatMap { fields?.below($0) }, side: side, nesting: nesting)
        object.members[index].name = redacted(
          member.name, isSecret: false, keeps: effect == .keep || member.name.utf8.count < 16, name: place.name,
          path: path, side: side, nesting: 9)
      }
      return .object(object)
    }
  }

  /// Members that hold what their object is: `token { value }`.
  private static let wrappers: Set<String> = ["value", "text", "raw", "plain", "plaintext"]

  private static func isSecret(_ text: String, at place: RedactionPlace) -> Bool {
    let bytes = Array(text.utf8)
    let core = Array(bytes[CredentialScheme.core(of: bytes)])
    return place.labels.contains { SecretName.makesSecret(core, named: $0) }
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
