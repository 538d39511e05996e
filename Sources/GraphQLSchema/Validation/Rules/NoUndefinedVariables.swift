import GraphQLLanguage

extension ValidationRule {
  /// Requires an operation to define all variables that it reaches (section 5.8.3 "All Variable Uses Defined").
  static let noUndefinedVariables = ValidationRule("NoUndefinedVariables") { context, visitor in
    visitor.leaveOperation.append { operation in
      let defined = Set(operation.variables.map(\.name.text))
      for usage in context.variableUsages(reachedFrom: operation) where !defined.contains(usage.name.text) {
        let message =
          operation.name.map { "Variable \"$\(usage.name.text)\" is not defined by operation \"\($0.text)\"." }
          ?? "Variable \"$\(usage.name.text)\" is not defined."
        context.report(message, at: usage.place, operation.place)
      }
    }
  }
}
