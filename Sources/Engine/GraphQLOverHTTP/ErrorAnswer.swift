package import GraphQLLanguage
package import OrderedJSON

/// What Understudy's own errors are called in `extensions.code`; the names that a client or a test may look at.
package enum ErrorCode: String, Sendable, CaseIterable {
  case noRecording = "UNDERSTUDY_NO_RECORDING"
  case unreadableRecording = "UNDERSTUDY_UNREADABLE_RECORDING"
  case badRequest = "UNDERSTUDY_BAD_REQUEST"
  case bodyTooLarge = "UNDERSTUDY_BODY_TOO_LARGE"
  case headersTooLarge = "UNDERSTUDY_HEADERS_TOO_LARGE"
  case tooManyConnections = "UNDERSTUDY_TOO_MANY_CONNECTIONS"
  case tooManyOperations = "UNDERSTUDY_TOO_MANY_OPERATIONS"
  case requestTimeout = "UNDERSTUDY_REQUEST_TIMEOUT"
  case badSession = "UNDERSTUDY_BAD_SESSION"
  case droppedSession = "UNDERSTUDY_DROPPED_SESSION"
  case badListener = "UNDERSTUDY_BAD_LISTENER"
  case tooManyListeners = "UNDERSTUDY_TOO_MANY_LISTENERS"
  case unknownListener = "UNDERSTUDY_UNKNOWN_LISTENER"
  case unknownSession = "UNDERSTUDY_UNKNOWN_SESSION"
  case unknownIdentity = "UNDERSTUDY_UNKNOWN_IDENTITY"
  case unknownEndpoint = "UNDERSTUDY_UNKNOWN_ENDPOINT"
  case methodNotAllowed = "UNDERSTUDY_METHOD_NOT_ALLOWED"
  case unsupported = "UNDERSTUDY_UNSUPPORTED"
  case unsupportedMediaType = "UNDERSTUDY_UNSUPPORTED_MEDIA_TYPE"
  case notAcceptable = "UNDERSTUDY_NOT_ACCEPTABLE"
  case unknownDocument = "UNDERSTUDY_UNKNOWN_DOCUMENT"
  case forbiddenHost = "UNDERSTUDY_FORBIDDEN_HOST"
  case forbiddenOrigin = "UNDERSTUDY_FORBIDDEN_ORIGIN"
  case upstreamUnreachable = "UNDERSTUDY_UPSTREAM_UNREACHABLE"
  case upstreamTimeout = "UNDERSTUDY_UPSTREAM_TIMEOUT"
  case upstreamBroken = "UNDERSTUDY_UPSTREAM_BROKEN"
  case stopping = "UNDERSTUDY_STOPPING"
  /// What goes wrong because somebody asked for it.
  case fault = "UNDERSTUDY_FAULT"
  case badFault = "UNDERSTUDY_BAD_FAULT"
  /// As Apollo Server calls it: the text of a persisted query is not known, and has to be sent.
  case persistedQueryNotFound = "PERSISTED_QUERY_NOT_FOUND"
  /// As Apollo Server calls it: the document does not parse.
  case parseFailed = "GRAPHQL_PARSE_FAILED"
  /// As Apollo Server calls it: the document does not fit the schema.
  case validationFailed = "GRAPHQL_VALIDATION_FAILED"
  /// As Apollo Server calls it: the variables do not fit the operation.
  case badUserInput = "BAD_USER_INPUT"
  /// As Apollo Server calls it: no operation of that name, or several and none named.
  case operationResolutionFailure = "OPERATION_RESOLUTION_FAILURE"
}

/// Makes answers that carry GraphQL errors and no data, since a GraphQL client reads nothing else.
package enum ErrorAnswer {
  /// One error as a whole answer; `details` are further members of its `extensions`, behind `code`.
  package static func make(
    status: Int, message: String, code: ErrorCode, locations: [SourceLocation] = [], details: JSONObject = JSONObject(),
    source: AnswerSource = .error, mediaType: String = MediaType.json
  ) -> Answer {
    make(
      status: status, errors: [error(message: message, code: code, locations: locations, details: details)],
      source: source, mediaType: mediaType)
  }

  /// Several errors as a whole answer.
  package static func make(
    status: Int, errors: [JSON], source: AnswerSource = .error, mediaType: String = MediaType.json
  ) -> Answer {
    let body = JSON.object(JSONObject([.init("errors", .array(errors))]))
    var answer = Answer(
      status: status,
      headers: ["content-type": mediaType, AnswerSource.header: source.rawValue],
      body: .bytes(body.serialize()))
    if source == .error { answer.problem = errors.first?["message"]?.stringValue ?? "" }
    return answer
  }

  /// One member of `errors` (section 7.1.2 of the specification).
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
