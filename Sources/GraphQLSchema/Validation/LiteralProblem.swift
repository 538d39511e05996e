import GraphQLLanguage

/// Why a literal is no value of a scalar or an enum, in the reference's words.
enum LiteralProblem {
  /// The sentence, or nil when the literal is fine. Custom scalars take every literal.
  static func of(_ value: Value, as type: SchemaType) -> String? {
    if type.kind == .enum { return ofEnum(value, type) }
    switch type.name {
    case "Int": return ofInt(value)
    case "Float":
      switch value {
      case .int, .float: return nil
      default: return "Float cannot represent non numeric value: \(value.printed())"
      }
    case "String":
      if case .string = value { return nil }
      return "String cannot represent a non string value: \(value.printed())"
    case "Boolean":
      if case .boolean = value { return nil }
      return "Boolean cannot represent a non boolean value: \(value.printed())"
    case "ID":
      switch value {
      case .string, .int: return nil
      default: return "ID cannot represent a non-string and non-integer value: \(value.printed())"
      }
    default: return nil
    }
  }

  private static func ofInt(_ value: Value) -> String? {
    guard case .int(let digits, _) = value else {
      return "Int cannot represent non-integer value: \(value.printed())"
    }
    return Int32(digits) == nil ? "Int cannot represent non 32-bit signed integer value: \(digits)" : nil
  }

  private static func ofEnum(_ value: Value, _ type: SchemaType) -> String? {
    let names = type.values.map(\.name)
    guard case .enum(let name) = value else {
      let text = value.printed()
      return "Enum \"\(type.name)\" cannot represent non-enum value: \(text)." + suggestion(text, names)
    }
    if names.contains(name.text) { return nil }
    return "Value \"\(name.text)\" does not exist in \"\(type.name)\" enum." + suggestion(name.text, names)
  }

  private static func suggestion(_ text: String, _ names: [String]) -> String {
    Suggestions.didYouMean(Suggestions.near(text, among: names), subject: "the enum value")
  }
}
