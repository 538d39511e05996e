import GraphQLExecution
package import GraphQLLanguage
import OrderedJSON
package import Recordings
package import Redaction
package import Replay
package import Transports

/// A parsed request: its operation and its variables.
package struct ParsedRequest: Sendable {
  let request: GraphQLRequest
  let operation: PreparedOperation
}

/// A request as it is recorded or looked up: with its caller and session, without its secrets.
package struct ResolvedRequest: Sendable {
  let parsed: ParsedRequest
  /// The streams that the client accepts; nil for an operation with one result.
  let accept: StreamAccept?
  /// The request as it may be written and shown.
  var redacted: RedactedRequest
  package let key: OperationKey
  /// The client's random values, which `redacted` and `key` replace by recorded ones; nil if there are none.
  let clientValues: ClientValues?
  /// Those of the scopes around its session.
  let outerValues: ClientValues?
  /// The session that it belongs to, and the start that it names.
  let session: String
  let start: String?
  /// True if a secret was removed from it.
  let hidesSomething: Bool
  /// Tells apart callers who share an identity for lack of a rule: their answers are no sequence.
  let unruled: UnruledCredential?
  /// Warnings for the user about it. A warning may repeat an earlier one.
  let warnings: [String]

  var request: GraphQLRequest { parsed.request }
  var kind: OperationKind { parsed.operation.kind }
  var name: String? { parsed.operation.name }
  /// The name of its session, on any listener.
  var sessionName: String { SessionName.name(of: session) }
  /// The operation and the fragments that it uses, in the order of the text, without secrets.
  var separated: Document { redacted.document.separated(operation: redacted.operation) }
  /// For example `mutation BookTrip`, for messages.
  var title: String { "\(kind.rawValue) \(name ?? "(anonymous)")" }
  /// The client's variables in canonical form, redacted. Recording finds echoes with them.
  var sentWithoutSecrets: JSONObject {
    guard let clientValues else { return canonical(redacted.variables) }
    return canonical(clientValues.sent(.object(redacted.variables)).objectValue)
  }
  /// The same with the client's real values, which echoes get when replaying.
  var sent: JSONObject { canonical(request.variables.objectValue) }

  private func canonical(_ variables: JSONObject?) -> JSONObject {
    parsed.operation.key.key(variables: variables, identity: .anonymous).variables
  }

  /// The kind of its results, if it has several.
  var streamKind: EventStream.Kind {
    kind == .subscription ? .subscription : .incremental(accept?.incrementalFormat ?? .draft)
  }

  /// Merges a recorded incremental result for a client over HTTP that accepts no parts: over a WebSocket, an endpoint
  /// sends parts in a format of its own. Nil for any other response, and for incomplete parts.
  func whole(_ response: RecordedResponse) -> JSON? {
    guard kind != .subscription, let accept, !accept.isSocket, accept.incremental == nil,
      case .events(let events) = response.body
    else { return nil }
    return events.merged
  }

  /// The operation in which a mutation's effect is found.
  package var stated: StatedOperation { StatedOperation(redacted, variables: key.variables) }
}

/// An operation of a document's text, parsed once for all requests with the same text.
final class PreparedOperation: Sendable {
  let source: SourceText
  let document: Document
  let canonical: CanonicalOperation
  let key: DocumentKey
  /// The redaction plan of this text, or of another text of the same operation.
  let redaction: RedactionPlan

  /// Prepares the operation of a request, with the redaction plans of earlier ones by their hash. Throws an error if
  /// the text does not parse, or lacks the named operation.
  init(
    _ request: GraphQLRequest, endpoint: String, plans: BoundedCache<ContentHash, RedactionPlan>
  ) throws(AskProblem) {
    source = SourceText(request.query)
    do {
      document = try parse(source)
    } catch {
      throw .syntax(error)
    }
    do {
      canonical = try CanonicalOperation(of: document, operationName: request.operationName)
    } catch {
      throw .selection(error)
    }
    key = DocumentKey(endpoint: endpoint, operation: canonical)
    if let known = plans[key.hash] {
      redaction = known
    } else {
      redaction = RedactionPlan(document: document, operation: canonical.operation)
      plans.keep(redaction, for: key.hash, bytes: Self.heldBytes(ofText: source.utf8.count))
    }
  }

  /// An estimate of the bytes it holds: its text, and its document, which takes about 16 times as much.
  var heldBytes: Int { Self.heldBytes(ofText: source.utf8.count) }

  private static func heldBytes(ofText bytes: Int) -> Int { 2_000 + 17 * bytes }

  var kind: OperationKind { canonical.kind }
  var name: String? { canonical.name }
  /// True if it uses `@defer` or `@stream`.
  var isIncremental: Bool { key.mayComeInParts }
  /// True if it may have more than one result.
  var mayStream: Bool { kind == .subscription || isIncremental }

  /// The operation's key after redaction, which differs only if the text contained a secret.
  func key(of redacted: RedactedRequest) -> DocumentKey {
    guard redaction.hasLiterals, redacted.document != redaction.document,
      let canonical = try? CanonicalOperation(of: redacted.document, operationName: name)
    else { return key }
    return DocumentKey(endpoint: key.endpoint, operation: canonical)
  }
}

/// The reasons why a request cannot be answered, before anything is looked up.
package enum AskProblem: Error {
  case request(RequestProblem)
  case syntax(SyntaxError)
  case selection(OperationSelectionError)
  case mutationByGET
  case subscriptionByGET
  case session(SessionNameProblem)
  case identity(IdentityError)

  /// A short reason for the terminal of a recorder, which passes the request on anyway.
  package var reason: String {
    switch self {
    case .request(let problem): problem.message
    case .syntax(let error): "the document does not parse: \(error.message)"
    case .selection(let error): "\(error)"
    case .mutationByGET: "a mutation by GET"
    case .subscriptionByGET: "a subscription by GET"
    case .session(let problem): problem.message
    case .identity(let error): "\(error)"
    }
  }

  /// The answer to the client.
  func answer(to request: ClientRequest) -> Answer {
    let mediaType = MediaType.negotiated(request.headers)
    let status = MediaType.requestErrorStatus(mediaType)
    switch self {
    case .request(let problem): return problem.answer(to: request)
    case .syntax(let error):
      return ErrorAnswer.make(
        status: MediaType.requestErrorStatus(mediaType, .documentDoesNotParse), message: error.message,
        code: .parseFailed, locations: [error.location],
        details: ["excerpt": .string(error.source.excerpt(at: error.location))], mediaType: mediaType)
    case .selection(let error):
      return ErrorAnswer.make(
        status: status, message: "\(error)", code: .operationResolutionFailure, mediaType: mediaType)
    case .mutationByGET:
      return notByGET("A mutation cannot be sent with GET, which must not change anything. Send it with POST.")
    case .subscriptionByGET:
      return notByGET(
        "A subscription can be sent with GET only for server-sent events (Accept: text/event-stream). Send it with POST, or over a WebSocket."
      )
    case .session(let problem): return problem.answer
    case .identity(let error):
      return ErrorAnswer.make(status: status, message: "\(error)", code: .unknownIdentity, mediaType: mediaType)
    }
  }

  private func notByGET(_ message: String) -> Answer {
    var answer = ErrorAnswer.make(status: 405, message: message, code: .methodNotAllowed)
    answer.headers.append("allow", "POST")
    return answer
  }
}
