package import GraphQLLanguage
package import OrderedJSON

extension Schema {
  /// Coerces a literal to a type (sections 3.5 to 3.12).
  ///
  /// Absent input fields get their defaults. Unknown ones are ignored, since validation reports them. Variables are
  /// used unchanged.
  /// - Returns: nil if the literal does not match, or is a variable without a value.
  package func value(of literal: Value, as type: TypeRef, variables: JSONObject = JSONObject()) -> JSON? {
    if case .variable(let name) = literal {
      guard let value = variables[name.text] else { return nil }
      return value.isNull && type.isNonNull ? nil : value
    }
    switch type {
    case .nonNull(let inner):
      if case .null = literal { return nil }
      return value(of: literal, as: inner, variables: variables)
    case .list(let itemType):
      if case .null = literal { return .null }
      guard case .list(let items, _) = literal else {
        return value(of: literal, as: itemType, variables: variables).map { .array([$0]) }
      }
      return listValue(of: items, as: itemType, variables: variables)
    case .named(let name):
      if case .null = literal { return .null }
      guard let named = self.type(named: name) else { return nil }
      switch named.kind {
      case .inputObject: return objectValue(of: literal, as: named, variables: variables)
      case .scalar, .enum: return try? named.parse(literal: literal, variables: variables)
      case .object, .interface, .union: return nil
      }
    }
  }

  private func listValue(of items: [Value], as itemType: TypeRef, variables: JSONObject) -> JSON? {
    var values: [JSON] = []
    values.reserveCapacity(items.count)
    for item in items {
      if item.isMissing(in: variables) {
        if itemType.isNonNull { return nil }
        values.append(.null)
      } else {
        guard let value = value(of: item, as: itemType, variables: variables) else { return nil }
        values.append(value)
      }
    }
    return .array(values)
  }

  private func objectValue(of literal: Value, as type: SchemaType, variables: JSONObject) -> JSON? {
    guard case .object(let given, _) = literal else { return nil }
    var members: [JSONObject.Member] = []
    for field in type.inputFields {
      if let literal = given.last(where: { $0.name.text == field.name })?.value, !literal.isMissing(in: variables) {
        guard let value = value(of: literal, as: field.type, variables: variables) else { return nil }
        members.append(.init(field.name, value))
      } else if let value = defaultValue(of: field) {
        members.append(.init(field.name, value))
      } else if field.type.isNonNull {
        return nil
      }
    }
    if type.isOneOf, members.count != 1 || members[0].value.isNull { return nil }
    return .object(JSONObject(members))
  }

  /// Returns the coerced default of an argument or input field; nil if there is none or it is invalid.
  package func defaultValue(of input: SchemaInputValue) -> JSON? {
    input.defaultValue.flatMap { value(of: $0, as: input.type) }
  }
}

extension Value {
  fileprivate func isMissing(in variables: JSONObject) -> Bool {
    if case .variable(let name) = self { variables[name.text] == nil } else { false }
  }
}
