import GraphQLLanguage
import OrderedJSON

/// Converts the variables of a request to canonical form, as far as possible without a schema: by the types that the
/// operation declares (specification section 6.1.2).
struct VariableCoercion: Sendable {
  /// The declared variables, sorted by name; the last of two with one name.
  private let declared: [Declared]

  private struct Declared: Sendable {
    var name: String
    var shape: Shape
    /// In canonical form.
    var defaultValue: JSON?
  }

  /// The part of a declared type that affects the canonical form of a value.
  private indirect enum Shape: Sendable {
    /// An integer equals the string of its digits.
    case id
    /// Any other type: only numbers are normalized, by value.
    case other
    /// A single value equals a list of it.
    case list(Shape)

    init(_ type: TypeReference) {
      switch type {
      case .named(let type): self = type.name.text == "ID" ? .id : .other
      case .nonNull(let inner, _): self = Shape(inner)
      case .list(let inner, _): self = .list(Shape(inner))
      }
    }
  }

  init(_ definitions: [VariableDefinition]) {
    var declared: [Declared] = []
    for definition in definitions {
      let shape = Shape(definition.type)
      let defaultValue = definition.defaultValue.map { Self.canonical(Self.json($0), shape) }
      declared.append(Declared(name: definition.name.text, shape: shape, defaultValue: defaultValue))
    }
    self.declared = Self.sortedLastWins(declared, name: \.name)
  }

  /// The declared variables of `given` in canonical form, defaults filled in, sorted by name. An absent variable
  /// without a default stays absent. `null` stays `null`, unless `nullIsAbsent` is true.
  func canonical(_ given: JSONObject, nullIsAbsent: Bool = false) -> JSONObject {
    var members: [JSONObject.Member] = []
    guard !declared.isEmpty else { return JSONObject() }
    members.reserveCapacity(declared.count)
    let sorted = Self.sortedLastWins(given.members, name: \.name)
    var next = 0
    for variable in declared {
      while next < sorted.count, sorted[next].name.precedesByScalars(variable.name) { next += 1 }
      if next < sorted.count, sorted[next].name.hasSameScalars(as: variable.name),
        !(nullIsAbsent && sorted[next].value.isNull)
      {
        members.append(.init(variable.name, Self.canonical(sorted[next].value, variable.shape)))
      } else if let defaultValue = variable.defaultValue {
        members.append(.init(variable.name, defaultValue))
      }
    }
    return JSONObject(members)
  }

  /// Recurses as deep as the value, which the JSON parser limits (`JSONLimits.depth`).
  private static func canonical(_ value: JSON, _ shape: Shape) -> JSON {
    switch value {
    case .null:
      return value
    case .bool, .string:
      return wrapped(value, shape)
    case .number(let number):
      return wrapped(canonical(number, shape), shape)
    case .array(var elements):
      // As in graphql-js, each element of a list of lists may be a single value, too.
      let inner: Shape = if case .list(let inner) = shape { inner } else { .other }
      for index in elements.indices { elements[index] = canonical(elements[index], inner) }
      return .array(elements)
    case .object(let object):
      var members = sortedLastWins(object.members, name: \.name)
      for index in members.indices { members[index].value = canonical(members[index].value, .other) }
      return wrapped(.object(JSONObject(members)), shape)
    }
  }

  /// Wraps a single value in as many lists as its type has.
  private static func wrapped(_ value: JSON, _ shape: Shape) -> JSON {
    guard case .list(let inner) = shape else { return value }
    return .array([wrapped(value, inner)])
  }

  private static func canonical(_ number: JSONNumber, _ shape: Shape) -> JSON {
    var innermost = shape
    while case .list(let inner) = innermost { innermost = inner }
    let text = number.canonicalText
    if case .id = innermost, isIntegral(text) { return .string(text) }
    return .number(JSONNumber(validated: text))
  }

  /// Indicates whether a canonical number text is an integer, so that it can be an ID.
  private static func isIntegral(_ text: String) -> Bool {
    text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: "-") }
  }

  /// Converts a literal of the document to the JSON that a client would send for it. The parser limits its depth.
  private static func json(_ literal: Value) -> JSON {
    switch literal {
    case .int(let text, _), .float(let text, _): .number(JSONNumber(validated: text))
    case .string(let string): .string(LoneSurrogates.encoded(string.value))
    case .boolean(let value, _): .bool(value)
    case .null, .variable: .null
    case .enum(let name): .string(name.text)
    case .list(let elements, _): .array(elements.map(json))
    case .object(let fields, _): .object(JSONObject(fields.map { .init($0.name.text, json($0.value)) }))
    }
  }

  /// Sorts by the scalars of the names. Of several with one name, keeps the last, as most servers do.
  private static func sortedLastWins<Named>(_ items: [Named], name: (Named) -> String) -> [Named] {
    var isSorted = true
    for index in items.indices.dropFirst() where !name(items[index - 1]).precedesByScalars(name(items[index])) {
      isSorted = false
      break
    }
    if isSorted { return items }
    // Swift's sort is stable, so equal names keep their order.
    var result: [Named] = []
    for item in items.sorted(by: { name($0).precedesByScalars(name($1)) }) {
      if let last = result.last, name(last).hasSameScalars(as: name(item)) { result.removeLast() }
      result.append(item)
    }
    return result
  }
}
