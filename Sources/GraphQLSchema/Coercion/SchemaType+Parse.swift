package import GraphQLLanguage
package import OrderedJSON

// Input coercion of leaf types (sections 3.5 and 3.9).

extension SchemaType {
  /// Coerces a value of JSON variables to a scalar or enum.
  /// - Returns: the canonical value: an Int as digits, an ID as a string, an enum value as its name. Custom scalars are
  ///   unchanged.
  /// - Throws: the mismatch.
  package func parse(value: JSON) throws(CoercionFailure) -> JSON {
    if kind == .enum { return try parseEnum(value) }
    switch name {
    case "Int":
      guard case .number(let number) = value, number.isInteger else {
        throw CoercionFailure("Int cannot represent non-integer value: \(value.inspected)")
      }
      return try Self.int(number, shownAs: number.shown)
    case "Float":
      guard case .number(let number) = value, number.double != nil else {
        throw CoercionFailure("Float cannot represent non numeric value: \(value.inspected)")
      }
      return value
    case "String":
      guard case .string = value else {
        throw CoercionFailure("String cannot represent a non string value: \(value.inspected)")
      }
      return value
    case "Boolean":
      guard case .bool = value else {
        throw CoercionFailure("Boolean cannot represent a non boolean value: \(value.inspected)")
      }
      return value
    case "ID":
      if case .string = value { return value }
      guard case .number(let number) = value, number.isInteger else {
        throw CoercionFailure("ID cannot represent value: \(value.inspected)")
      }
      return .string(number.shown)
    default:
      return value
    }
  }

  /// Coerces a literal to a scalar or enum. Only custom scalars may contain variables: an absent one becomes null in a
  /// list, and is omitted from an object.
  /// - Returns: the canonical value, as in `parse(value:)`.
  /// - Throws: the mismatch.
  package func parse(literal: Value, variables: JSONObject = JSONObject()) throws(CoercionFailure) -> JSON {
    if kind == .enum { return try parseEnum(literal) }
    switch name {
    case "Int":
      guard case .int(let text, _) = literal else {
        throw CoercionFailure("Int cannot represent non-integer value: \(literal.printed())")
      }
      return try Self.int(JSONNumber(validated: text), shownAs: text)
    case "Float":
      switch literal {
      case .int(let text, _), .float(let text, _): return .number(JSONNumber(validated: text))
      default: throw CoercionFailure("Float cannot represent non numeric value: \(literal.printed())")
      }
    case "String":
      guard case .string(let text) = literal else {
        throw CoercionFailure("String cannot represent a non string value: \(literal.printed())")
      }
      return .string(LoneSurrogates.encoded(text.value))
    case "Boolean":
      guard case .boolean(let value, _) = literal else {
        throw CoercionFailure("Boolean cannot represent a non boolean value: \(literal.printed())")
      }
      return .bool(value)
    case "ID":
      switch literal {
      case .string(let text): return .string(LoneSurrogates.encoded(text.value))
      case .int(let text, _): return .string(text)
      default: throw CoercionFailure("ID cannot represent a non-string and non-integer value: \(literal.printed())")
      }
    default:
      return literal.json(variables: variables) ?? .null
    }
  }

  private static func int(_ number: JSONNumber, shownAs text: String) throws(CoercionFailure) -> JSON {
    guard let value = number.int, let narrow = Int32(exactly: value) else {
      throw CoercionFailure("Int cannot represent non 32-bit signed integer value: \(text)")
    }
    return .int(Int(narrow))
  }

  private func parseEnum(_ value: JSON) throws(CoercionFailure) -> JSON {
    guard case .string(let text) = value else {
      let shown = value.inspected
      throw CoercionFailure("Enum \"\(name)\" cannot represent non-string value: \(shown).\(suggestions(shown))")
    }
    guard let known = self.value(named: text) else {
      throw CoercionFailure("Value \"\(text)\" does not exist in \"\(name)\" enum.\(suggestions(text))")
    }
    return .string(known.name)
  }

  private func parseEnum(_ literal: Value) throws(CoercionFailure) -> JSON {
    let shown = literal.printed()
    guard case .enum = literal else {
      throw CoercionFailure("Enum \"\(name)\" cannot represent non-enum value: \(shown).\(suggestions(shown))")
    }
    guard let known = value(named: shown) else {
      throw CoercionFailure("Value \"\(shown)\" does not exist in \"\(name)\" enum.\(suggestions(shown))")
    }
    return .string(known.name)
  }

  private func suggestions(_ text: String) -> String {
    didYouMean("the enum value", suggestionList(text, values.map(\.name)))
  }
}

extension JSONNumber {
  /// True if the value has no fraction, in any format: `1.0` and `1e3` are integers.
  var isInteger: Bool {
    if int != nil { return true }
    // The canonical text has an exponent only if needed: in `d.ddde30` the fraction has fewer than 30 digits.
    let parts = canonicalText.split(separator: "e")
    guard parts.count == 2 else { return !canonicalText.utf8.contains(UInt8(ascii: ".")) }
    return !parts[1].hasPrefix("-")
  }
}
