package import GraphQLLanguage
package import OrderedJSON

extension Value {
  /// The literal as JSON without regard to types, for custom scalars. Numbers keep their text; enum values become
  /// strings.
  /// - Parameter variables: the coerced variables. An absent one becomes null in a list, and is omitted from an object.
  /// - Returns: nil for an absent variable.
  package func json(variables: JSONObject = JSONObject()) -> JSON? {
    switch self {
    case .null: return .null
    case .boolean(let value, _): return .bool(value)
    case .int(let text, _), .float(let text, _): return .number(JSONNumber(validated: text))
    case .string(let text): return .string(LoneSurrogates.encoded(text.value))
    case .enum(let name): return .string(name.text)
    case .variable(let name): return variables[name.text]
    case .list(let items, _): return .array(items.map { $0.json(variables: variables) ?? .null })
    case .object(let fields, _):
      return .object(
        JSONObject(
          fields.compactMap { field in
            field.value.json(variables: variables).map { JSONObject.Member(field.name.text, $0) }
          }))
    }
  }

  /// Converts JSON to a literal. Member names need not be GraphQL names.
  package init(json: JSON) {
    switch json {
    case .null: self = .null(.none)
    case .bool(let value): self = .boolean(value, .none)
    case .number(let number):
      let isInteger = number.text.utf8.allSatisfy { $0 == 0x2D || $0.isDigit }
      self = isInteger ? .int(number.text, .none) : .float(number.text, .none)
    case .string(let text): self = .string(StringValue(text))
    case .array(let items): self = .list(items.map(Value.init(json:)), .none)
    case .object(let object):
      self = .object(object.members.map { ObjectField(name: Name($0.name), value: Value(json: $0.value)) }, .none)
    }
  }
}
