package import GraphQLLanguage
package import OrderedJSON
package import Transports

/// Creates answers with GraphQL errors and no data, since GraphQL clients read nothing else.
package enum ErrorAnswer {
  /// Creates an answer with one error. `details` are further members of its `extensions`, after `code`.
  package static func make(
    status: Int, message: String, code: ErrorCode, locations: [SourceLocation] = [], details: JSONObject = JSONObject(),
    source: AnswerSource = .error, mediaType: String = MediaType.json
  ) -> Answer {
    make(
      status: status, errors: [error(message: message, code: code, locations: locations, details: details)],
      source: source, mediaType: mediaType)
  }

  package static func make(
    status: Int, errors: [JSON], source: AnswerSource = .error, mediaType: String = MediaType.json
  ) -> Answer {
    let body = JSON.object(JSONObject([.init("errors", .array(errors))]))
    var answer = Answer(
      status: status,
      headers: ["content-type": mediaType, AnswerSource.header: source.rawValue],
      body: .bytes(body.serialize()))
    if source == .error { answer.problem = errors.first?["message"]?.stringValue ?? "" }
    answer.hasErrors = source == .fake || source == .introspection
    return answer
  }

  /// Creates the refusal of an operation, with the errors of its document or its variables.
  package static func refusal(
    _ problems: [GraphQLError], code: ErrorCode, source: AnswerSource = .error, _ mediaType: String
  ) -> Answer {
    make(
      status: MediaType.requestErrorStatus(mediaType),
      errors: problems.map { error(message: $0.message, code: code, locations: $0.locations) },
      source: source, mediaType: mediaType)
  }

  /// Creates one entry of `errors` (section 7.1.2 of the specification).
  package static func error(
    message: String, code: ErrorCode, locations: [SourceLocation] = [], details: JSONObject = JSONObject()
  ) -> JSON {
    var members: [JSONObject.Member] = [.init("message", .string(message))]
    if !locations.isEmpty {
      let places = locations.map {
        JSON.object(JSONObject([.init("line", .int($0.line)), .init("column", .int($0.column))]))
      }
      members.append(.init("locations", .array(places)))
    }
    let extensions = JSONObject([.init("code", .string(code.rawValue))] + details.members)
    members.append(.init("extensions", .object(extensions)))
    return .object(JSONObject(members))
  }
}

extension RequestProblem {
  package func answer(to request: ClientRequest) -> Answer {
    var answer = ErrorAnswer.make(
      status: status(MediaType.negotiated(request.accept)), message: message, code: code)
    switch self {
    case .methodNotAllowed: answer.headers.append("allow", "GET, POST")
    // The codings that would be accepted (RFC 9110, section 12.5.3).
    case .contentCoding: answer.headers.append("accept-encoding", "identity")
    case .persistedQueryNotFound:
      answer.headers.append("cache-control", "private, no-cache, must-revalidate")
      // Not a refusal: the client sends the text next.
      answer.problem = nil
    default: break
    }
    return answer
  }
}

extension MediaType {
  /// The answer to a client whose `Accept` allows no media type of GraphQL.
  package static func notAcceptable(_ request: ClientRequest) -> Answer {
    let given = request.headers[all: "accept"].joined(separator: ", ").prefix(200)
    return ErrorAnswer.make(
      status: 406,
      message:
        "The Accept header \"\(given)\" allows no GraphQL media type. Accept application/graphql-response+json or application/json; text/event-stream or multipart/mixed for streams.",
      code: .notAcceptable)
  }
}

extension StreamAccept {
  package init(_ request: ClientRequest) { self.init(request.accept, isSocket: request.socket != nil) }

  /// The refusal of a subscription whose `Accept` allows no stream, before anything is opened; nil if it is allowed.
  package var refusal: Answer? {
    guard !isSocket, subscription == nil else { return nil }
    return ErrorAnswer.make(
      status: 406,
      message:
        "A subscription is answered with a stream of results, and this request accepts none. Subscribe over a WebSocket (graphql-transport-ws or graphql-ws), or send Accept: text/event-stream, or Accept: multipart/mixed;subscriptionSpec=1.0.",
      code: .notAcceptable)
  }
}

extension UploadProblem {
  package var answer: Answer { ErrorAnswer.make(status: status, message: message, code: code) }
}

extension UpstreamFailure {
  package var answer: Answer { ErrorAnswer.make(status: status, message: message, code: code).toldByExchange }
}

extension ResolutionProblem {
  /// The answer to the client.
  package func answer(to request: ClientRequest) -> Answer {
    let mediaType = MediaType.negotiated(request.accept)
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

extension SessionNameProblem {
  package var answer: Answer { ErrorAnswer.make(status: 400, message: message, code: .badSession) }
}
