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
    let found = VariableUses(in: document)
    uses = found.uses
    hasLiterals = found.hasLiterals
  }
}
