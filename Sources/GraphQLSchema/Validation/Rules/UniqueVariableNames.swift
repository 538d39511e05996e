import GraphQLLanguage

extension ValidationRule {
  /// Forbids repeated variables (section 5.8.1 "Variable Uniqueness").
  static let uniqueVariableNames = ValidationRule("UniqueVariableNames") { context, visitor in
    visitor.enterOperation.append { operation in
      for (name, places) in repeated(operation.variables.map(\.name)) {
        // A variable's place starts at the dollar sign, its name's after it.
        let names = places.map { Place(start: $0.end - Int32(name.utf8.count), end: $0.end) }
        context.report("There can be only one variable named \"$\(name)\".", at: names)
      }
    }
  }
}
