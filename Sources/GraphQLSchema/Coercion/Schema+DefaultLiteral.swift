package import GraphQLLanguage
import OrderedJSON

extension Schema {
  /// Returns the coerced default of an argument or input field as a literal, for introspection (section 4.2.7 "The
  /// __InputValue Type").
  ///
  /// A single value for a list becomes a list. An input object has its fields in the type's order, including defaults.
  /// - Returns: nil for no default or an invalid one, which is ignored.
  package func defaultLiteral(of input: SchemaInputValue) -> Value? {
    defaultValue(of: input).map { literal(for: $0, as: input.type) }
  }

  /// Returns the literal of a coerced value, as graphql-js's `astFromValue` does.
  private func literal(for value: JSON, as type: TypeRef) -> Value {
    switch (type, value) {
    case (_, .null): return .null(.none)
    case (.nonNull(let inner), _): return literal(for: value, as: inner)
    case (.list(let item), .array(let values)): return .list(values.map { literal(for: $0, as: item) }, .none)
    case (.list(let item), _): return literal(for: value, as: item)
    case (.named(let name), .object(let object)):
      let fields = self.type(named: name)?.inputFields ?? []
      return .object(
        object.members.map { member in
          let type = fields.first { $0.name == member.name }?.type
          let value = type.map { literal(for: member.value, as: $0) } ?? Value(json: member.value)
          return ObjectField(name: Name(member.name), value: value)
        }, .none)
    case (.named(let name), .string(let text)):
      if self.type(named: name)?.kind == .enum { return .enum(Name(text)) }
      // An ID that looks like an integer becomes one.
      if name == "ID", Self.isInteger(text) { return .int(text, .none) }
      return Value(json: value)
    case (.named, .number(let number)): return Value(json: .number(JSONNumber(text: number.shown) ?? number))
    case (.named, _): return Value(json: value)
    }
  }

  /// Matches `-?(0|[1-9][0-9]*)`.
  private static func isInteger(_ text: String) -> Bool {
    let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
    guard let first = digits.first, digits.allSatisfy(\.isDigit) else { return false }
    return first != UInt8(ascii: "0") || digits.count == 1
  }
}
