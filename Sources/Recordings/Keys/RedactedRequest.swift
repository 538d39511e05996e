package import GraphQLLanguage
package import OrderedJSON

/// A request without its secrets, from which the recording and its key are made, while recording and in replay.
package struct RedactedRequest: Sendable {
  package let document: Document
  package let operation: OperationDefinition
  /// The variables as sent, with secrets replaced. `DocumentKey` brings them into canonical form.
  package var variables: JSONObject
  /// The variables with which it is recorded, if its client's random values were recorded before; nil for those above.
  package var recordedVariables: JSONObject?
  package let caller: Caller
  /// The headers of its key (`OperationKey.headers`): a tenant's changes are not another tenant's.
  package var headers: [RecordedResponse.Header] = []
  /// The named session of the request; nil outside one.
  package var session: CredentialScope?
  /// The placeholder of its credential, if an answer issued it. A user who logs in again has another one, and a server may
  /// end the first.
  package var credential: String?

  /// Takes a request that is redacted already, such as a recorded one.
  package init(document: Document, operation: OperationDefinition, variables: JSONObject, caller: Caller) {
    self.document = document
    self.operation = operation
    self.variables = variables
    self.caller = caller
  }
}

/// The session in which unknown credentials are distinguished; nil for requests outside a named session.
package struct CredentialScope: Hashable, Sendable {
  /// The session's number. A restarted session gets a new one, so that its credentials are counted from the start.
  package let number: Int

  /// The scope of a session that is read from its file, which contains the resulting callers.
  package static let recorded = CredentialScope(session: 0)

  package init(session number: Int) { self.number = number }
}
