import GraphQLLanguage

extension ValidationRule {
  /// Requires an anonymous operation to be the only one (section 5.2.3.1 "Lone Anonymous Operation").
  static let loneAnonymousOperation = ValidationRule("LoneAnonymousOperation") { context, visitor in
    var count = 0
    visitor.enterDocument.append { document in
      count = document.definitions.count { if case .operation = $0 { true } else { false } }
    }
    visitor.enterOperation.append { operation in
      if operation.name == nil, count > 1 {
        context.report("This anonymous operation must be the only defined operation.", at: operation.place)
      }
    }
  }
}
