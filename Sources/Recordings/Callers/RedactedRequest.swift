package import GraphQLLanguage
package import OrderedJSON

/// A request without its secrets: what is written, and what its key is made of, when recording and when replaying.
package struct RedactedRequest: Sendable {
  package let document: Document
  package let operation: OperationDefinition
  /// The variables as they were sent, secrets replaced. Not yet in canonical form: `DocumentKey` sees to that.
  package let variables: JSONObject
  package let caller: Caller
  /// The named session that the request came in; nil outside one.
  package var session: CredentialScope?

  /// A request that is redacted already, as a recording has it.
  package init(document: Document, operation: OperationDefinition, variables: JSONObject, caller: Caller) {
    self.document = document
    self.operation = operation
    self.variables = variables
    self.caller = caller
  }
}

/// The session within which unknown credentials are told apart. Requests outside a named session have none.
package struct CredentialScope: Hashable, Sendable {
  /// A session that starts over gets another number, so that its credentials are counted from the beginning.
  package let number: Int

  /// The scope of a session that is read from its file: what came of its credentials stands there.
  package static let recorded = CredentialScope(session: 0)

  /// - Parameter number: the session's number.
  package init(session number: Int) { self.number = number }
}
