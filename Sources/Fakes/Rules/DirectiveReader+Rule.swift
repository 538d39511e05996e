import FakeClauses
import FakeValues
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

// `@fakeRule(…)`: the rules of `endpoint.yaml` for types and fields, under the same names.

extension DirectiveReader {
  /// The arguments for types; the others are for fields.
  private static let ofTypes = ["key", "population", "page", "real"]

  mutating func rule(
    _ directive: Directive, on location: DirectiveLocation, of type: String, _ field: String?
  ) {
    guard !directive.arguments.isEmpty else {
      return fail("Directive \"@fakeRule\" has no argument: add one.", directive.place)
    }
    for argument in directive.arguments {
      let name = argument.name.text
      let isOfType = Self.ofTypes.contains(name)
      guard isOfType == (location == .object) else {
        fail(
          "Argument \"\(name)\" of directive \"@fakeRule\" is for a \(isOfType ? "type" : "field"): it may not be used on \(location.rawValue).",
          argument.place)
        continue
      }
      for (clause, place) in clauses(name, argument.value) {
        say(type, field, clause, called: "@fakeRule(\(name):)", at: place)
      }
    }
  }

  private mutating func clauses(_ name: String, _ value: Value) -> [(FakeClause, Place)] {
    func said(_ clause: FakeClause?) -> [(FakeClause, Place)] {
      clause.map { [($0, value.place)] } ?? []
    }
    switch name {
    case "key": return said(text(name, value, "the name of a field, or none").map { .key(orNone: $0) })
    case "inverse": return said(text(name, value, "the name of a field, or none").map { .inverse(orNone: $0) })
    case "real": return said(text(name, value, "a real thing such as country, or none").map { .real(orNone: $0) })
    case "counts": return said(counts(value))
    case "follows": return said(text(name, value, "the name of a field, or none").map { .follows(orNone: $0) })
    case "population": return said(whole(name, .fakeRule, [name: value]).map { .population($0) })
    case "pageSize": return said(whole(name, .fakeRule, [name: value]).map { .pageSize($0) })
    case "does": return said(text(name, value, "an action such as \"create Post\"").map { .does($0) })
    case "tells": return said(text(name, value, "an event such as \"created Post\"").map { .tells($0) })
    case "sets": return said(sets(value))
    case "nulls":
      guard case .number(let number)? = value.json(), let rate = Double(number.text), (0...1).contains(rate),
        (rate * 100).rounded() == rate * 100
      else {
        wrong(name, .fakeRule, value, "a number of hundredths from 0 to 1, such as 0.1")
        return []
      }
      return said(.nulls(Int(rate * 100)))
    case "viewer", "owner":
      guard case .boolean(let isSo, _) = value else {
        wrong(name, .fakeRule, value, "true or false")
        return []
      }
      return said(name == "viewer" ? .viewer(isSo) : .owner(isSo))
    case "page": return said(page(value))
    default: return arguments(value, [])
    }
  }

  private mutating func page(_ value: Value) -> FakeClause? {
    if case .object(let fields, _) = value {
      var members: [FakeClause.PageMember] = []
      for field in fields {
        guard let name = text(field.name.text, field.value, "the name of a field") else { return nil }
        members.append(.init(field.name.text, name))
      }
      return .page(members)
    }
    if let said = value.json()?.stringValue, said == "none" { return .page(nil) }
    wrong("page", .fakeRule, value, "an object such as {items: \"results\"}, or none")
    return nil
  }

  private mutating func counts(_ value: Value) -> FakeClause? {
    let expected = "the name of a list, {of: issues, where: {state: OPEN}}, or none"
    guard case .object(let object)? = value.json() else {
      return text("counts", value, expected).map { .counts(orNone: $0) }
    }
    guard let list = object["of"]?.stringValue, case .object(let members) = object["where"] ?? .object(JSONObject()),
      object.members.allSatisfy({ ["of", "where"].contains($0.name) })
    else {
      wrong("counts", .fakeRule, value, expected)
      return nil
    }
    return .counts(list, where: members.members)
  }

  private mutating func sets(_ value: Value) -> FakeClause? {
    let json = value.json()
    guard case .object(let types)? = json, types.members.allSatisfy({ $0.value.objectValue != nil }) else {
      wrong("sets", .fakeRule, value, "an object such as {Post: {archived: true}}")
      return nil
    }
    return .sets(
      types.members.flatMap { type in
        (type.value.objectValue?.members ?? []).map { SaidEffect(type: type.name, field: $0.name, value: $0.value) }
      })
  }

  private mutating func arguments(_ value: Value, _ path: [String]) -> [(FakeClause, Place)] {
    guard case .object(let fields, _) = value else {
      wrong("arguments", .fakeRule, value, "an object such as {take: first}")
      return []
    }
    var clauses: [(FakeClause, Place)] = []
    for field in fields {
      let path = path + [field.name.text]
      if case .object = field.value {
        clauses += arguments(field.value, path)
      } else if let said = text(field.name.text, field.value, "what it is, such as first, \"User.email\" or none") {
        clauses.append((.argument(path: path, is: said), field.name.place))
      }
    }
    return clauses
  }

  private mutating func text(_ name: String, _ value: Value, _ expected: String) -> String? {
    switch value {
    case .string(let text): return text.value
    case .enum(let name): return name.text
    default:
      wrong(name, .fakeRule, value, expected)
      return nil
    }
  }
}

extension FakeClause {
  private static func name(_ text: String) -> String? { text == "none" ? nil : text }

  fileprivate static func key(orNone text: String) -> Self { .key(name(text)) }
  fileprivate static func real(orNone text: String) -> Self { .real(name(text)) }
  fileprivate static func inverse(orNone text: String) -> Self { .inverse(name(text)) }
  fileprivate static func counts(orNone text: String) -> Self { .counts(name(text)) }
  fileprivate static func follows(orNone text: String) -> Self { .follows(name(text)) }
}
