import GraphQLLanguage

extension ValidationRule {
  /// Requires a root type for each kind of operation (section 5.2.1.1 "Operation Type Existence"). Name and message are
  /// those of graphql-js 17; 16 has no such rule.
  static let knownOperationTypes = ValidationRule("KnownOperationTypes") { context, visitor in
    visitor.enterOperation.append { operation in
      guard context.schema.rootType(of: operation.kind) == nil else { return }
      context.report("The \(operation.kind.rawValue) operation is not supported by the schema.", at: operation.place)
    }
  }
}
