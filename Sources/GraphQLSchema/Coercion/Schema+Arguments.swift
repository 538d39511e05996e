package import GraphQLLanguage
package import OrderedJSON

/// The reason that arguments are invalid, with the place of the node.
package struct ArgumentFailure: Error, Hashable, Sendable {
  package var message: String
  package var place: Place

  package init(_ message: String, at place: Place) {
    self.message = message
    self.place = place
  }
}

extension Schema {
  /// Coerces the arguments of a field or directive (section 6.4.1, `CoerceArgumentValues`). `place` is that of the
  /// field or directive, for a missing argument.
  /// - Returns: the values in the order of their definitions, including defaults. Absent ones are omitted.
  /// - Throws: the first mismatch, with graphql-js's message.
  package func coerceArguments(
    _ arguments: [Argument], definitions: [SchemaInputValue], at place: Place, variables: JSONObject
  ) throws(ArgumentFailure) -> JSONObject {
    var values: [JSONObject.Member] = []
    for definition in definitions {
      let literal = arguments.last { $0.name.text == definition.name }?.value
      let value = try coerceArgument(literal, definition, place, variables)
      if let value { values.append(.init(definition.name, value)) }
    }
    return JSONObject(values)
  }

  private func coerceArgument(
    _ literal: Value?, _ definition: SchemaInputValue, _ place: Place, _ variables: JSONObject
  ) throws(ArgumentFailure) -> JSON? {
    let subject = "Argument \"\(definition.name)\""
    guard let literal else {
      if let value = defaultValue(of: definition) { return value }
      guard definition.type.isNonNull else { return nil }
      throw ArgumentFailure("\(subject) of required type \"\(definition.type)\" was not provided.", at: place)
    }
    var isNull = if case .null = literal { true } else { false }
    if case .variable(let name) = literal {
      guard let value = variables[name.text] else {
        if let value = defaultValue(of: definition) { return value }
        guard definition.type.isNonNull else { return nil }
        throw ArgumentFailure(
          "\(subject) of required type \"\(definition.type)\" was provided the variable \"$\(name.text)\" "
            + "which was not provided a runtime value.", at: literal.place)
      }
      isNull = value.isNull
    }
    if isNull, definition.type.isNonNull {
      throw ArgumentFailure("\(subject) of non-null type \"\(definition.type)\" must not be null.", at: literal.place)
    }
    guard let value = value(of: literal, as: definition.type, variables: variables) else {
      throw ArgumentFailure("\(subject) has invalid value \(literal.printed()).", at: literal.place)
    }
    return value
  }
}
