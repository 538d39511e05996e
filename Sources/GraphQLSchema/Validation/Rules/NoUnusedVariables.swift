import GraphQLLanguage

extension ValidationRule {
  /// Requires an operation or its fragments to use all its variables (section 5.8.4 "All Variables Used").
  static let noUnusedVariables = ValidationRule("NoUnusedVariables") { context, visitor in
    visitor.leaveOperation.append { operation in
      guard !operation.variables.isEmpty else { return }
      let used = Set(context.variableUsages(reachedFrom: operation).map(\.name.text))
      for variable in operation.variables where !used.contains(variable.name.text) {
        let message =
          operation.name.map { "Variable \"$\(variable.name.text)\" is never used in operation \"\($0.text)\"." }
          ?? "Variable \"$\(variable.name.text)\" is never used."
        context.report(message, at: variable.place)
      }
    }
  }
}
