package import GraphQLLanguage
package import OrderedJSON

extension Value {
  /// The literal as JSON, without regard to any type; what a custom scalar makes of it.
  ///
  /// Numbers keep their text, an enum's value is a string.
  ///
  /// - Parameter variables: the coerced variables. An absent one is null in a list and left out of an object.
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

  /// JSON as a literal; the members of an object whose names are no GraphQL names are written all the same.
  package init(json: JSON) {
    switch json {
    case .null: self = .null(.none)
    case .bool(let value): self = .boolean(value, .none)
    case .number(let number):
      let isInteger = number.text.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39 ~= $0) }
      self = isInteger ? .int(number.text, .none) : .float(number.text, .none)
    case .string(let text): self = .string(StringValue(text))
    case .array(let items): self = .list(items.map(Value.init(json:)), .none)
    case .object(let object):
      self = .object(object.members.map { ObjectField(name: Name($0.name), value: Value(json: $0.value)) }, .none)
    }
  }
}
