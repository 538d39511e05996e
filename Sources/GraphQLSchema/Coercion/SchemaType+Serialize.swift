package import OrderedJSON

extension SchemaType {
  /// Coerces the result of a leaf field for a response (section 6.4.3 "Value Completion").
  ///
  /// Built-in scalars accept lossless conversions: an Int from `"7"`, a String from a number. Custom scalars are
  /// unchanged.
  package func serialize(_ result: JSON) throws(CoercionFailure) -> JSON {
    if kind == .enum {
      if case .string(let text) = result, let known = value(named: text) { return .string(known.name) }
      throw CoercionFailure("Enum \"\(name)\" cannot represent value: \(result.inspected)")
    }
    switch name {
    case "String": return try serializeString(result)
    case "Int": return try serializeInt(result)
    case "Float": return try serializeFloat(result)
    case "Boolean": return try serializeBoolean(result)
    case "ID": return try serializeID(result)
    default: return result
    }
  }

  private func serializeString(_ result: JSON) throws(CoercionFailure) -> JSON {
    switch result {
    case .string: return result
    case .bool(let value): return .string(value ? "true" : "false")
    case .number(let number): return .string(number.shown)
    default: throw CoercionFailure("String cannot represent value: \(result.inspected)")
    }
  }

  private func serializeInt(_ result: JSON) throws(CoercionFailure) -> JSON {
    if case .bool(let value) = result { return .int(value ? 1 : 0) }
    guard let number = Self.number(result), number.isInteger else {
      throw CoercionFailure("Int cannot represent non-integer value: \(result.inspected)")
    }
    guard let value = number.int, let narrow = Int32(exactly: value) else {
      throw CoercionFailure("Int cannot represent non 32-bit signed integer value: \(result.inspected)")
    }
    return .int(Int(narrow))
  }

  private func serializeFloat(_ result: JSON) throws(CoercionFailure) -> JSON {
    if case .bool(let value) = result { return .int(value ? 1 : 0) }
    guard let number = Self.number(result), number.double != nil else {
      throw CoercionFailure("Float cannot represent non numeric value: \(result.inspected)")
    }
    return .number(number)
  }

  private func serializeBoolean(_ result: JSON) throws(CoercionFailure) -> JSON {
    switch result {
    case .bool: return result
    case .number(let number): return .bool(number.canonicalText != "0")
    default: throw CoercionFailure("Boolean cannot represent a non boolean value: \(result.inspected)")
    }
  }

  private func serializeID(_ result: JSON) throws(CoercionFailure) -> JSON {
    switch result {
    case .string: return result
    case .number(let number) where number.isInteger: return .string(number.shown)
    default: throw CoercionFailure("ID cannot represent value: \(result.inspected)")
    }
  }

  private static func number(_ result: JSON) -> JSONNumber? {
    switch result {
    case .number(let number): number
    case .string(let text): JSONNumber(text: text)
    default: nil
    }
  }
}
