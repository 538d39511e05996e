package import Requests
import Transports

/// A problem with a connection or request that is found before the engine sees it.
package enum ConnectionProblem: Equatable, Sendable {
  case bodyTooLarge(limit: Int)
  case uploadTooLarge(limit: Int)
  case headersTooLarge(limit: Int)
  case tooManyHeaderFields(limit: Int)
  case host(Host)
  /// A `Transfer-Encoding` other than `chunked`, in lower case.
  case transferCoding(String)
  case tooManyConnections(limit: Int)
  case requestTooSlow(seconds: Int64)
  /// Bytes that are not an HTTP/1 message, with the parser's reason.
  case notHTTP(String, overTLS: Bool = false)
  /// Plain HTTP or other bytes on a port that requires TLS.
  case plainOnTLS
  /// A tunnel to something that is not `host:port`, or a tunnel inside another.
  case badTunnel(String)
  /// A request inside a tunnel that names another host than the tunnel, or whose TLS does.
  case misdirected(to: String)

  /// A problem with the host of a request.
  package enum Host: Equatable, Sendable {
    case missing
    /// The number of `Host` fields, if more than one.
    case repeated(Int)
    /// Neither `host` nor `host:port`, in the field or the request target.
    case invalid(String)
  }

  /// The HTTP status code (RFC 9110, section 15; RFC 6585 for 431).
  package var status: Int {
    switch self {
    case .bodyTooLarge, .uploadTooLarge: 413
    case .headersTooLarge, .tooManyHeaderFields: 431
    case .transferCoding: 501
    case .tooManyConnections: 503
    case .requestTooSlow: 408
    case .notHTTP, .plainOnTLS, .host, .badTunnel: 400
    case .misdirected: 421
    }
  }

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
    case .badTunnel(let target):
      "There is no tunnel to \"\(target.prefix(100))\". Send CONNECT over HTTP/1.1, not inside another tunnel, with a host and a port, such as api.example.com:443."
    case .misdirected(let host):
      "This tunnel is for \(host), and the request names another host. Send it through a tunnel of its own."
    }
  }

  /// The answer as GraphQL errors, for GraphQL clients.
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
    case .notHTTP, .plainOnTLS, .host, .badTunnel, .misdirected: .badRequest
    }
  }
}
