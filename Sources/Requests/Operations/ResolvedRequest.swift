import GraphQLExecution
package import GraphQLLanguage
package import OrderedJSON
package import Recordings
package import Replay
package import Transports

/// A parsed request: its operation and its variables.
package struct ParsedRequest: Sendable {
  package let request: GraphQLRequest
  package let operation: PreparedOperation

  package init(request: GraphQLRequest, operation: PreparedOperation) {
    self.request = request
    self.operation = operation
  }
}

/// A request as it is recorded or looked up: with its caller and session, without its secrets.
package struct ResolvedRequest: Sendable {
  package let parsed: ParsedRequest
  /// The streams that the client accepts; nil for an operation with one result.
  package let accept: StreamAccept?
  /// The request as it may be written and shown.
  package var redacted: RedactedRequest
  package let key: OperationKey
  /// The client's random values, which `redacted` and `key` replace by recorded ones; nil if there are none.
  package let clientValues: ClientValues?
  /// Those of the scopes around its session.
  package let outerValues: ClientValues?
  /// The session that it belongs to, and the start that it names.
  package let session: String
  package let start: String?
  /// True if a secret was removed from it.
  package let hidesSomething: Bool
  /// The generation of the recordings before any was read for it.
  package let generation: UInt64
  /// Tells apart callers who share an identity for lack of a rule: their answers are no sequence.
  package let unruled: UnruledInput?
  /// Warnings for the user about it. A warning may repeat an earlier one.
  package let warnings: [String]
  /// True if it is recorded with other ids than it was sent with.
  package let isRenamed: Bool
  /// The first value that may not fit the ids which are recorded as others; nil if there is none (`ReplacedIDs`).
  package let leftover: String?

  package init(
    parsed: ParsedRequest, accept: StreamAccept?, redacted: RedactedRequest, key: OperationKey,
    clientValues: ClientValues?, outerValues: ClientValues?, session: String, start: String?, hidesSomething: Bool,
    generation: UInt64, unruled: UnruledInput?, warnings: [String], isRenamed: Bool, leftover: String?
  ) {
    self.parsed = parsed
    self.accept = accept
    self.redacted = redacted
    self.redacted.headers = key.headers
    self.key = key
    self.clientValues = clientValues
    self.outerValues = outerValues
    self.session = session
    self.start = start
    self.hidesSomething = hidesSomething
    self.generation = generation
    self.unruled = unruled
    self.warnings = warnings
    self.isRenamed = isRenamed
    self.leftover = leftover
  }

  package var request: GraphQLRequest { parsed.request }
  package var kind: OperationKind { parsed.operation.kind }
  package var name: String? { parsed.operation.name }
  /// True if it is no GraphQL request.
  package var isExchange: Bool { HTTPExchange.isOne(redacted.operation) }
  /// The name of its session, on any listener.
  package var sessionName: String { SessionName.name(of: session) }
  /// The operation and the fragments that it uses, in the order of the text, without secrets.
  package var separated: Document { redacted.document.separated(operation: redacted.operation) }
  /// For example `mutation BookTrip` or `POST /login`, for messages.
  package var title: String { OperationTitle.text(kind, name, variables: key.variables) }
  /// The client's variables in canonical form, redacted. Recording finds echoes with them.
  package var sentWithoutSecrets: JSONObject {
    guard let clientValues else { return canonical(redacted.variables) }
    return canonical(clientValues.sent(.object(redacted.variables)).objectValue)
  }
  /// The same with the client's real values, which echoes get when replaying.
  package var sent: JSONObject { canonical(request.variables.objectValue) }

  private func canonical(_ variables: JSONObject?) -> JSONObject {
    parsed.operation.key.key(variables: variables, identity: .anonymous).variables
  }

  /// The kind of its results, if it has several.
  package var streamKind: EventStream.Kind {
    kind == .subscription ? .subscription : .incremental(accept?.incrementalFormat ?? .draft)
  }

  /// Merges a recorded incremental result for a client over HTTP that accepts no parts: over a WebSocket, an endpoint
  /// sends parts in a format of its own. Nil for any other response, and for incomplete parts.
  package func whole(_ response: RecordedResponse) -> JSON? {
    guard kind != .subscription, let accept, !accept.isSocket, accept.incremental == nil,
      case .events(let events) = response.body
    else { return nil }
    return events.merged
  }

  /// The texts that look like codes in its variables and its document, as they were sent.
  package var sentCodes: SentCodes { SentCodes(request.variables.objectValue ?? [:], query: request.query) }

  /// The operation in which a mutation's effect is found.
  package var stated: StatedOperation { StatedOperation(redacted, variables: key.variables) }
}
