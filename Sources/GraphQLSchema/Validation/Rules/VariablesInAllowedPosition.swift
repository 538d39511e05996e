import GraphQLLanguage

extension ValidationRule {
  /// Requires the types of variables to match their positions (section 5.8.5 "All Variable Usages Are Allowed").
  static let variablesInAllowedPosition = ValidationRule("VariablesInAllowedPosition") { context, visitor in
    visitor.leaveOperation.append { operation in
      guard !operation.variables.isEmpty else { return }
      var definitions: [String: VariableDefinition] = [:]
      for variable in operation.variables { definitions[variable.name.text] = variable }
      for usage in context.variableUsages(reachedFrom: operation) {
        guard let definition = definitions[usage.name.text], let location = usage.type else { continue }
        // Unknown types are reported by another rule.
        let type = TypeRef(definition.type)
        guard context.schema.type(of: type) != nil else { continue }
        if !isAllowed(type, definition.defaultValue, at: location, hasDefault: usage.hasDefault, context.schema) {
          context.report(
            "Variable \"$\(usage.name.text)\" of type \"\(type)\" used in position expecting type \"\(location)\".",
            at: definition.place, usage.place)
        }
        if let oneOf = usage.oneOfParent, !type.isNonNull {
          context.report(
            "Variable \"$\(usage.name.text)\" is of type \"\(type)\" but must be non-nullable to be used for OneOf "
              + "Input Object \"\(oneOf)\".", at: definition.place, usage.place)
        }
      }
    }
  }

  /// Allows a nullable variable in a non-null position if either has a non-null default.
  private static func isAllowed(
    _ variable: TypeRef, _ defaultValue: Value?, at location: TypeRef, hasDefault: Bool, _ schema: Schema
  ) -> Bool {
    guard case .nonNull(let inner) = location, !variable.isNonNull else {
      return schema.isSubtype(variable, of: location)
    }
    switch defaultValue {
    case nil, .null?: if !hasDefault { return false }
    default: break
    }
    return schema.isSubtype(variable, of: inner)
  }
}
