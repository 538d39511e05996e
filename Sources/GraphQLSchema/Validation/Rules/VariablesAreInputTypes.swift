import GraphQLLanguage

extension ValidationRule {
  /// Requires input types for variables (section 5.8.2 "Variables Are Input Types").
  static let variablesAreInputTypes = ValidationRule("VariablesAreInputTypes") { context, visitor in
    visitor.enterVariableDefinition.append { variable in
      guard let type = context.schema.type(named: variable.type.namedType.name.text), !type.isInput else { return }
      context.report(
        "Variable \"$\(variable.name.text)\" cannot be non-input type \"\(variable.type.printed())\".",
        at: variable.type.place)
    }
  }
}
