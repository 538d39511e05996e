package import GraphQLLanguage
package import OrderedJSON

/// The errors of a request that cannot be executed.
package struct RequestErrors: Error, Hashable, Sendable, CustomStringConvertible {
  package var errors: [GraphQLError]

  package init(_ errors: [GraphQLError]) { self.errors = errors }

  package var description: String { errors.map(\.message).joined(separator: "\n") }
}

extension Schema {
  /// Coerces the variables of an operation (section 6.1.2, `CoerceVariableValues`). Undefined variables are ignored.
  /// Without `source`, errors have no locations.
  /// - Returns: the values in the order of their definitions, including defaults. Absent ones are omitted.
  /// - Throws: up to fifty mismatches, with graphql-js's messages.
  package func coerceVariables(
    _ given: JSONObject, of operation: OperationDefinition, source: SourceText? = nil
  ) throws(RequestErrors) -> JSONObject {
    let (values, problems) = coercedVariables(given, of: operation)
    if problems.isEmpty { return values }
    var errors = problems.prefix(Self.mostVariableErrors).map { problem in
      GraphQLError(problem.message, locations: source?.locations(of: [problem.place]) ?? [])
    }
    if problems.count > Self.mostVariableErrors {
      errors.append(
        GraphQLError("Too many errors processing variables, error limit reached. Execution aborted."))
    }
    throw RequestErrors(errors)
  }

  /// Returns all mismatches of an operation's variables, with their paths.
  package func variableProblems(_ given: JSONObject, of operation: OperationDefinition) -> [VariableProblem] {
    coercedVariables(given, of: operation).problems
  }

  private func coercedVariables(
    _ given: JSONObject, of operation: OperationDefinition
  ) -> (values: JSONObject, problems: [VariableProblem]) {
    var values: [JSONObject.Member] = []
    var problems: [VariableProblem] = []
    for definition in operation.variables {
      let name = definition.name.text
      let type = TypeRef(definition.type)
      func report(_ message: String, _ value: JSON?, at place: Place) {
        problems.append(VariableProblem(message: message, path: [.key(name)], value: value, place: place))
      }
      guard isInput(type) else {
        report(
          "Variable \"$\(name)\" expected value of type \"\(type)\" which cannot be used as an input type.",
          given[name],
          at: definition.type.place)
        continue
      }
      guard let value = given[name] else {
        if let literal = definition.defaultValue {
          if let value = self.value(of: literal, as: type) { values.append(.init(name, value)) }
        } else if type.isNonNull {
          report("Variable \"$\(name)\" of required type \"\(type)\" was not provided.", nil, at: definition.place)
        }
        continue
      }
      if value.isNull, type.isNonNull {
        report("Variable \"$\(name)\" of non-null type \"\(type)\" must not be null.", value, at: definition.place)
        continue
      }
      var coercion = InputCoercion(schema: self, limit: Self.mostVariableErrors + 1)
      values.append(.init(name, coercion.coerce(value, to: type)))
      for failure in coercion.failures {
        problems.append(
          VariableProblem(
            message: failure.message(variable: name), path: [.key(name)] + failure.path, value: failure.value,
            place: definition.place))
      }
    }
    return (JSONObject(values), problems)
  }

  private static let mostVariableErrors = 50
}

/// A mismatch in a variable's value.
package struct VariableProblem: Hashable, Sendable {
  package var message: String
  /// The path in the variables, beginning with the variable's name.
  package var path: [GraphQLError.PathElement]
  package var value: JSON?
  /// The place of the variable's definition, or of its type if that is invalid.
  package var place: Place
}

extension InputCoercion.Failure {
  fileprivate func message(variable: String) -> String {
    var place = ""
    if !path.isEmpty {
      place = path.reduce(into: " at \"\(variable)") { text, element in
        switch element {
        case .key(let key): text += ".\(key)"
        case .index(let index): text += "[\(index)]"
        }
      }
      place += "\""
    }
    return "Variable \"$\(variable)\" got invalid value \(value.inspected)\(place); \(message)"
  }
}
