import GraphQLLanguage

extension ValidationRule {
  /// Requires unique names of operations (section 5.2.2.1 "Operation Name Uniqueness").
  static let uniqueOperationNames = ValidationRule("UniqueOperationNames") { context, visitor in
    var known: [String: Name] = [:]
    visitor.enterOperation.append { operation in
      guard let name = operation.name else { return }
      if let first = known[name.text] {
        context.report("There can be only one operation named \"\(name.text)\".", at: first.place, name.place)
      } else {
        known[name.text] = name
      }
    }
  }
}
