package import GraphQLLanguage

/// What redaction needs to know of an operation, found out once for a document's text and used for every request that
/// sends it.
package struct RedactionPlan: Sendable {
  package let document: Document
  package let operation: OperationDefinition
  /// For what the operation's variables are used.
  let uses: [String: VariableUses.Use]
  /// Whether values stand in the document itself: without any, no secret is in it.
  package let hasLiterals: Bool

  /// A plan for one operation of a document.
  package init(document: Document, operation: OperationDefinition) {
    self.document = document
    self.operation = operation
    hasLiterals = LiteralSearch.finds(in: document)
    uses = operation.variables.isEmpty && !hasLiterals ? [:] : VariableUses(in: document).uses
  }
}

/// Looks for values, and for descriptions, in which a secret could stand. Numbers count: a field may be called `pin`.
private struct LiteralSearch: DocumentVisitor {
  private var found = false

  static func finds(in document: Document) -> Bool {
    var search = LiteralSearch()
    document.visit(with: &search)
    return search.found
  }

  mutating func enter(_ definition: OperationDefinition) -> VisitStep {
    if definition.description != nil { found = true }
    if definition.variables.contains(where: { $0.defaultValue != nil || $0.description != nil }) { found = true }
    return .descend
  }

  mutating func enter(_ definition: FragmentDefinition) -> VisitStep {
    if definition.description != nil { found = true }
    return .descend
  }

  mutating func enter(_ argument: Argument) -> VisitStep {
    switch argument.value {
    case .variable, .boolean, .null: break
    default: found = true
    }
    return .descend
  }
}
