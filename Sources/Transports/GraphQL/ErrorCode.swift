/// The values of `extensions.code` in errors that Understudy makes. Clients and tests may compare them.
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
