package import Engine
import Transports

/// What can be wrong with a connection or with a request before the engine sees it.
package enum ConnectionProblem: Equatable, Sendable {
  case bodyTooLarge(limit: Int)
  case uploadTooLarge(limit: Int)
  case headersTooLarge(limit: Int)
  case tooManyHeaderFields(limit: Int)
  case host(Host)
  /// A `Transfer-Encoding` other than `chunked`, in small letters.
  case transferCoding(String)
  case tooManyConnections(limit: Int)
  case requestTooSlow(seconds: Int64)
  /// Bytes that are not an HTTP/1 message; the parser's word for it.
  case notHTTP(String, overTLS: Bool = false)
  /// Plain HTTP, or something else that is not TLS, on a port that speaks TLS.
  case plainOnTLS

  /// A problem with the host that a request names.
  package enum Host: Equatable, Sendable {
    case missing
    /// More than one `Host` field, and how many.
    case repeated(Int)
    /// No `host` or `host:port`, in the field or in the request target.
    case invalid(String)
  }

  /// The status code that HTTP has for it (RFC 9110, section 15; RFC 6585 for 431).
  package var status: Int {
    switch self {
    case .bodyTooLarge, .uploadTooLarge: 413
    case .headersTooLarge, .tooManyHeaderFields: 431
    case .transferCoding: 501
    case .tooManyConnections: 503
    case .requestTooSlow: 408
    case .notHTTP, .plainOnTLS, .host: 400
    }
  }

  /// What was given, what would be right, and what to do next.
  package var message: String {
    switch self {
    case .bodyTooLarge(let limit):
      "The request body is larger than the limit of \(limit) bytes. Send a smaller one, or raise --max-body-bytes."
    case .uploadTooLarge(let limit): UploadProblem.tooLarge(limit: limit).message
    case .headersTooLarge(let limit):
      "The request's header fields are larger than the limit of \(limit) bytes. Send fewer or shorter ones."
    case .tooManyHeaderFields(let limit):
      "The request has more than \(limit) header fields. Send fewer."
    case .host(.missing):
      "The request has no Host header field, which HTTP/1.1 requires. Send one, such as Host: localhost."
    case .host(.repeated(let count)):
      "The request has \(count) Host header fields. Send one."
    case .host(.invalid(let host)):
      "\"\(host.prefix(100))\" is not a host with an optional port. Send one, such as Host: localhost:4000."
    case .transferCoding(let coding):
      "The Transfer-Encoding \"\(coding.prefix(100))\" is not supported. Send the body with Transfer-Encoding: chunked, or with a Content-Length."
    case .tooManyConnections(let limit):
      "All \(limit) connections are in use, which is the limit. Close some, and try again."
    case .requestTooSlow(let seconds):
      "The request was not complete after \(seconds) s. Send it faster. The connection closes now."
    case .notHTTP(let detail, overTLS: false):
      "The bytes on this connection are not an HTTP/1.1 request (\(detail)). Use an http:// URL for this port, not https:// or another protocol."
    case .notHTTP(let detail, overTLS: true):
      "The bytes on this connection are not an HTTP/1.1 request (\(detail)). Use an https:// URL for this port, not another protocol over TLS."
    case .plainOnTLS:
      "This port serves TLS, and the client did not use it. Use an https:// URL, or start without --tls and --tls-cert."
    }
  }

  /// The answer: GraphQL errors, since a GraphQL client reads it.
  package var answer: Answer {
    ErrorAnswer.make(status: status, message: message, code: code)
  }

  private var code: ErrorCode {
    switch self {
    case .bodyTooLarge, .uploadTooLarge: .bodyTooLarge
    case .headersTooLarge, .tooManyHeaderFields: .headersTooLarge
    case .transferCoding: .unsupported
    case .tooManyConnections: .tooManyConnections
    case .requestTooSlow: .requestTimeout
    case .notHTTP, .plainOnTLS, .host: .badRequest
    }
  }
}
