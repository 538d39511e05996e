import GraphQLExecution
package import GraphQLLanguage
import OrderedJSON
package import Recordings
package import Redaction
package import Replay
package import Transports

/// A request that was understood: which operation, with which variables.
package struct ParsedRequest: Sendable {
  let request: GraphQLRequest
  let operation: PreparedOperation
}

/// A request as it is recorded or looked up: by whom, in which session, and without its secrets.
package struct ResolvedRequest: Sendable {
  let parsed: ParsedRequest
  /// How many results can reach the client; nil for an operation that has one.
  let accept: StreamAccept?
  /// What may be written and shown.
  let redacted: RedactedRequest
  package let key: OperationKey
  /// The random values of its client that `redacted` and `key` have the recorded ones for; nil where there are none.
  let clientValues: ClientValues?
  /// The session that it belongs to, and the start that it names.
  let session: String
  let start: String?
  /// Whether a secret was taken out of it.
  let hidesSomething: Bool
  /// Tells callers apart who are one for want of a rule: their answers are no sequence.
  let unruled: UnruledCredential?
  /// What the user should know about it.
  let advice: String?

  var request: GraphQLRequest { parsed.request }
  var kind: OperationKind { parsed.operation.kind }
  var name: String? { parsed.operation.name }
  /// The name of its session, whichever listener runs it.
  var sessionName: String { SessionName.name(of: session) }
  /// The operation and the fragments that it reaches, in the order of the text, without secrets.
  var separated: Document { redacted.document.separated(operation: redacted.operation) }
  /// `mutation BookTrip`, for people.
  var title: String { "\(kind.rawValue) \(name ?? "(anonymous)")" }
  /// The variables in canonical form, as far as no rule replaces them: what echoes are found by when recording.
  var sentWithoutSecrets: JSONObject {
    guard let clientValues else { return canonical(redacted.variables) }
    return canonical(clientValues.sent(.object(redacted.variables)).objectValue)
  }
  /// The same with what the client really sent: what echoes become when replaying.
  var sent: JSONObject { canonical(request.variables.objectValue) }

  private func canonical(_ variables: JSONObject?) -> JSONObject {
    parsed.operation.key.key(variables: variables, identity: .anonymous).variables
  }

  /// What its results are, where it has several.
  var streamKind: EventStream.Kind {
    kind == .subscription ? .subscription : .incremental(accept?.incrementalFormat ?? .draft)
  }

  /// A recorded result in parts as one, for a client over HTTP that reads no parts: over a WebSocket an endpoint sends
  /// them without being asked for any spelling. Nil for any other response, and where the parts are not all there.
  func whole(_ response: RecordedResponse) -> JSON? {
    guard kind != .subscription, let accept, !accept.isSocket, accept.incremental == nil,
      case .events(let events) = response.body
    else { return nil }
    return events.merged
  }

  /// What a mutation's effect is found in.
  package var stated: StatedOperation { StatedOperation(redacted, variables: key.variables) }
}

/// An operation of a document's text, parsed once and kept for the requests that send the same text.
final class PreparedOperation: Sendable {
  let source: SourceText
  let document: Document
  let canonical: CanonicalOperation
  let key: DocumentKey
  /// Of this text, or of another spelling of the same operation.
  let redaction: RedactionPlan

  /// - Parameters:
  ///   - request: whose text it is.
  ///   - endpoint: the endpoint's name.
  ///   - plans: what was found out about operations before, whatever their spelling.
  /// - Throws: where the text does not parse, or the operation that is named is not in it.
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

  /// About how many bytes it holds: its text, and its document, which takes some 16 times as much.
  var heldBytes: Int { Self.heldBytes(ofText: source.utf8.count) }

  private static func heldBytes(ofText bytes: Int) -> Int { 2_000 + 17 * bytes }

  var kind: OperationKind { canonical.kind }
  var name: String? { canonical.name }
  /// Whether it uses `@defer` or `@stream`.
  var isIncremental: Bool { key.mayComeInParts }
  /// Whether it may have more than one result.
  var mayStream: Bool { kind == .subscription || isIncremental }

  /// The key of the operation as it is after redaction: another one only where a secret stood in the text.
  func key(of redacted: RedactedRequest) -> DocumentKey {
    guard redaction.hasLiterals, redacted.document != redaction.document,
      let canonical = try? CanonicalOperation(of: redacted.document, operationName: name)
    else { return key }
    return DocumentKey(endpoint: key.endpoint, operation: canonical)
  }
}

/// Why a request cannot be answered, before anything is looked up.
package enum AskProblem: Error {
  case request(RequestProblem)
  case syntax(SyntaxError)
  case selection(OperationSelectionError)
  case mutationByGET
  case subscriptionByGET
  case session(SessionNameProblem)
  case identity(IdentityError)

  /// A few words for the terminal of a recorder that passes the request on all the same.
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

  /// What the client is told.
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
