package import GraphQLLanguage
package import OrderedJSON

/// Why arguments cannot be used: a sentence and the node that it is about.
package struct ArgumentFailure: Error, Hashable, Sendable {
  package var message: String
  package var place: Place

  package init(_ message: String, at place: Place) {
    self.message = message
    self.place = place
  }
}

extension Schema {
  /// The values of a field's or a directive's arguments (specification section 6.4.1, `CoerceArgumentValues`).
  ///
  /// - Parameters:
  ///   - arguments: the arguments as written.
  ///   - definitions: the arguments as defined.
  ///   - place: the field or directive, for an argument that is missing.
  ///   - variables: the coerced variables.
  /// - Returns: the coerced values in the order of their definition, defaults filled in; absent ones are absent.
  /// - Throws: the first argument that does not fit, in the reference implementation's words.
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
