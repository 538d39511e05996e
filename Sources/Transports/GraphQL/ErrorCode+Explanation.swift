extension ErrorCode {
  /// The cause of an error and the fix, for `understudy explain` and the guide "Error codes". In Markdown: options,
  /// headers and URLs are in backticks. The message of an error has the details of the case.
  package struct Explanation: Hashable, Sendable {
    package let cause: String
    package let fix: String

    fileprivate init(_ cause: String, fix: String) {
      self.cause = cause
      self.fix = fix
    }
  }

  package var explanation: Explanation {
    switch self {
    case .noRecording:
      Explanation(
        "No recording answers this request, in this session and state.",
        fix: "The message has the nearest recording, the difference, and the command that records it.")
    case .unreadableRecording:
      Explanation(
        "The recording for this request cannot be read.",
        fix: "`understudy check` lists every unreadable file with line and column. Fix the file, or record it again.")
    case .badRequest:
      Explanation(
        "The request is not a GraphQL request, or not valid HTTP.",
        fix: "Send `POST` with a JSON body such as `{\"query\": \"{ __typename }\"}`. The message says what is wrong.")
    case .bodyTooLarge:
      Explanation(
        "The request body is too large.",
        fix: "Send a smaller one, or raise `--max-body-bytes`, or `--max-upload-bytes` for files.")
    case .headersTooLarge:
      Explanation(
        "The request has more than 256 header fields, or too long ones.",
        fix: "Send fewer or shorter ones. Often it is a cookie of another program on localhost: delete it.")
    case .tooManyConnections:
      Explanation(
        "All connections are in use.",
        fix: "Close connections in the client, for example by reusing one HTTP client for all tests.")
    case .tooManyOperations:
      Explanation(
        "More than 100 operations are open on one WebSocket.",
        fix: "Complete some first, or open another connection.")
    case .requestTimeout:
      Explanation(
        "The client did not send its whole request in time.",
        fix: "Check that `Content-Length` is the length of the body in bytes.")
    case .badSession:
      Explanation(
        "The session's name is invalid, the session cannot be used here, or its history is too large.",
        fix: "The message has the step: another name, a listener for each parallel test, or a reset.")
    case .droppedSession:
      Explanation(
        "The session was idle for a long time and expired, so its state is lost.",
        fix: "Reset it with the URL in the message, or raise `--session-idle`.")
    case .sessionStore:
      Explanation(
        "The store of shared sessions cannot be used now, or it contradicts this replica.",
        fix:
          "The message has the reason. If the store is unreachable, the session continues when it is back. If replicas disagree, give them the same version, recordings, schemas and options."
      )
    case .badListener:
      Explanation(
        "A listener cannot be opened or closed with these settings.",
        fix: "The message has the reason. In CI, listeners record only if the run was started to record.")
    case .tooManyListeners:
      Explanation(
        "Too many listeners are open.",
        fix: "Close some with `DELETE /__understudy/listeners/<number>`, or raise `--max-listeners`.")
    case .unknownListener:
      Explanation(
        "There is no listener with this number.",
        fix: "`GET /__understudy/listeners` lists them.")
    case .unknownSession:
      Explanation(
        "The token or the session is unknown, or the session has ended. With `--sessions`, the replica that had it may have stopped.",
        fix: "Begin the session again: `POST /__understudy/begin`. `GET /__understudy/sessions` lists the sessions.")
    case .unknownIdentity:
      Explanation(
        "The request has a token that no recorded login issued, so its user is unknown.",
        fix: "Record the login, too, or name the tokens under `identity.names` in `endpoint.yaml`.")
    case .unknownEndpoint:
      Explanation(
        "The URL's path names no endpoint.",
        fix: "Use `/<endpoint>` with a name that the message lists: a folder of `recordings/`, or a file of `schemas/`."
      )
    case .methodNotAllowed:
      Explanation(
        "The HTTP method is wrong for this URL.",
        fix: "Send operations with `POST`; queries also work with `GET`.")
    case .unsupported:
      Explanation(
        "Understudy does not support this kind of request here.",
        fix: "The message has the alternative: for example, send a subscription by itself instead of in a batch.")
    case .unsupportedMediaType:
      Explanation(
        "The body is not JSON, or is compressed.",
        fix:
          "Send `Content-Type: application/json` without `Content-Encoding`. With curl: `-H 'content-type: application/json'`."
      )
    case .notAcceptable:
      Explanation(
        "The `Accept` header allows no media type of a GraphQL answer.",
        fix: "Accept `application/json`; for a subscription, `text/event-stream` or `multipart/mixed`.")
    case .unknownDocument:
      Explanation(
        "The request has the id of a document that no manifest contains.",
        fix: "Name your client's manifest under `persistedQueries` in `endpoint.yaml`.")
    case .forbiddenHost:
      Explanation(
        "The request uses another host name, such as an emulator's 10.0.2.2, or the proxy may not reach a host.",
        fix: "Start with `--allow-host <name>`. For a proxy, the message has the option.")
    case .forbiddenOrigin:
      Explanation(
        "A web page of another site sent the request.",
        fix: "Serve the page from localhost, or start with `--allow-origin https://app.example`.")
    case .unknownHost:
      Explanation(
        "A client sent a request through the proxy to a host or path that is not recorded.",
        fix: "Record it with `understudy record`, or let the host through with `--pass <host>`.")
    case .noCertificate:
      Explanation(
        "A connection through the proxy cannot be intercepted: there is no local CA, or the client does not trust it.",
        fix: "Make the CA with `understudy ca`, and make the client trust it. The message has the step.")
    case .upstreamUnreachable:
      Explanation(
        "The real API cannot be reached.",
        fix: "Check that it runs, and the URL of `--upstream`. The message says at which step the connection failed.")
    case .upstreamTimeout:
      Explanation(
        "The real API did not answer in time.",
        fix: "Try again, or raise `--upstream-timeout`.")
    case .upstreamBroken:
      Explanation(
        "The real API closed the connection, or sent an answer that is not GraphQL.",
        fix:
          "Check the path of `--upstream` (often `/graphql`), then try again. The message has the start of the answer.")
    case .stopping:
      Explanation(
        "Understudy was stopped while the request was running.",
        fix: "Start it again, and send the request again.")
    case .fault:
      Explanation(
        "A fault rule, an override with a status, or the header `Understudy-Fault` made this error.",
        fix:
          "If you did not want it: `DELETE` `/__understudy/faults` or `/__understudy/answers`, or remove the rule from `endpoint.yaml`."
      )
    case .badFault:
      Explanation(
        "A fault in a request cannot be read.",
        fix: "The message lists the valid words and values.")
    case .badOverride:
      Explanation(
        "An override cannot be read, or its data does not match the operation or the schema.",
        fix: "Correct the places in the message. The data must have exactly the fields that the operation selects.")
    case .persistedQueryNotFound:
      Explanation(
        "The hash of an automatic persisted query is unknown. This is part of the protocol.",
        fix: "None needed: the client sends the text next. If yours does not, enable automatic persisted queries in it."
      )
    case .parseFailed:
      Explanation(
        "The document has a syntax error.",
        fix: "Fix it at the line and column of the message.")
    case .validationFailed:
      Explanation(
        "The document does not match the schema.",
        fix:
          "Fix the document, or update the schema file. For generated data only: `--lenient`, or `validation: lenient` in `endpoint.yaml`."
      )
    case .badUserInput:
      Explanation(
        "The variables do not match the operation's variable definitions.",
        fix: "Send values of the types in the message.")
    case .operationResolutionFailure:
      Explanation(
        "The document has several operations and the request names none of them.",
        fix: "Send `operationName` with one of the names in the document.")
    }
  }
}
