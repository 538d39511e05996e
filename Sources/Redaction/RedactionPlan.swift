package import GraphQLLanguage

/// The facts about an operation that redaction needs, computed once per document text for all requests that send it.
package struct RedactionPlan: Sendable {
  package let document: Document
  package let operation: OperationDefinition
  /// The uses of the operation's variables.
  let uses: [String: VariableUses.Use]
  /// True if the document itself contains values; without any, it contains no secret.
  package let hasLiterals: Bool

  package init(document: Document, operation: OperationDefinition) {
    self.document = document
    self.operation = operation
    let found = VariableUses(in: document)
    uses = found.uses
    hasLiterals = found.hasLiterals
  }
}
