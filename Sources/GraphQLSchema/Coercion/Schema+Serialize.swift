package import OrderedJSON

extension Schema {
  /// Coerces the value of a leaf field, or of a list of leaves, for a response.
  /// - Throws: the first value that the type does not have, or a null that it does not allow.
  package func serialized(_ value: JSON, as type: TypeRef) throws(CoercionFailure) -> JSON {
    switch (type, value) {
    case (.nonNull(let inner), .null): throw CoercionFailure("\(inner)! cannot represent value: null")
    case (.nonNull(let inner), _): return try serialized(value, as: inner)
    case (_, .null): return .null
    case (.list(let item), .array(let items)):
      var serialized: [JSON] = []
      for element in items { serialized.append(try self.serialized(element, as: item)) }
      return .array(serialized)
    case (.list, _): throw CoercionFailure("\(type) cannot represent value: \(value.inspected)")
    case (.named(let name), .array) where self.type(named: name)?.isBuiltIn != false:
      throw CoercionFailure("\(name) cannot represent value: \(value.inspected)")
    case (.named(let name), _):
      guard let named = self.type(named: name) else { throw CoercionFailure("There is no type \(name).") }
      return try named.serialize(value)
    }
  }
}
