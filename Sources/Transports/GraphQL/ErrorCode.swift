/// The values of `extensions.code` in Understudy's errors. Clients and tests may compare them.
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
  /// The store of shared sessions cannot be used now, or contradicts this replica.
  case sessionStore = "UNDERSTUDY_SESSION_STORE"
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
  /// A proxy request to a host that no endpoint has.
  case unknownHost = "UNDERSTUDY_UNKNOWN_HOST"
  /// A tunnel to a host that cannot be intercepted.
  case noCertificate = "UNDERSTUDY_NO_CERTIFICATE"
  case upstreamUnreachable = "UNDERSTUDY_UPSTREAM_UNREACHABLE"
  case upstreamTimeout = "UNDERSTUDY_UPSTREAM_TIMEOUT"
  case upstreamBroken = "UNDERSTUDY_UPSTREAM_BROKEN"
  case stopping = "UNDERSTUDY_STOPPING"
  /// An injected fault.
  case fault = "UNDERSTUDY_FAULT"
  case badFault = "UNDERSTUDY_BAD_FAULT"
  case badOverride = "UNDERSTUDY_BAD_OVERRIDE"
  /// Apollo Server's code for a persisted query whose text is unknown and must be sent.
  case persistedQueryNotFound = "PERSISTED_QUERY_NOT_FOUND"
  /// Apollo Server's code for a document that does not parse.
  case parseFailed = "GRAPHQL_PARSE_FAILED"
  /// Apollo Server's code for a document that does not match the schema.
  case validationFailed = "GRAPHQL_VALIDATION_FAILED"
  /// Apollo Server's code for variables that do not match the operation.
  case badUserInput = "BAD_USER_INPUT"
  /// Apollo Server's code for an unknown operation name, or a missing one among several operations.
  case operationResolutionFailure = "OPERATION_RESOLUTION_FAILURE"
}
