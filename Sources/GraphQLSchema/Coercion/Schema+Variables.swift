package import GraphQLLanguage
package import OrderedJSON

/// Why a request cannot be executed: all its errors.
package struct RequestErrors: Error, Hashable, Sendable, CustomStringConvertible {
  /// At least one.
  package var errors: [GraphQLError]

  package init(_ errors: [GraphQLError]) { self.errors = errors }

  /// The messages, one a line.
  package var description: String { errors.map(\.message).joined(separator: "\n") }
}

extension Schema {
  /// The values of an operation's variables (specification section 6.1.2, `CoerceVariableValues`).
  ///
  /// - Parameters:
  ///   - given: the request's variables; those that the operation does not define are ignored.
  ///   - operation: the operation that defines the variables.
  ///   - source: the operation's text, for the places of errors; errors have none without it.
  /// - Returns: the coerced values in the order of their definition, defaults filled in. A variable that was not given
  ///   and has no default is absent.
  /// - Throws: what does not fit, up to fifty errors, in the reference implementation's words.
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

  /// What does not fit of an operation's variables, with the places in the values; as `coerceVariables` has it.
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

/// A variable's value, or a part of one, that does not fit its type.
package struct VariableProblem: Hashable, Sendable {
  /// The sentence, in the reference implementation's words.
  package var message: String
  /// Where in the variables, from the variable's name on.
  package var path: [GraphQLError.PathElement]
  /// What stands there; nil where nothing was given.
  package var value: JSON?
  /// Of the variable's definition, or of its type where that is what is wrong.
  package var place: Place
}

extension InputCoercion.Failure {
  /// The sentence about a variable's value.
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
