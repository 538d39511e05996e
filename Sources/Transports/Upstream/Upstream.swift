/// A connection to the upstream. The sockets are in `ProxyTLS`.
package protocol Upstream: Sendable {
  /// Sends a request and returns once the response's head has arrived.
  func send(_ request: UpstreamRequest) async throws(UpstreamError) -> UpstreamResponse

  /// Opens a WebSocket. `http` and `https` in the request's URL are read as `ws` and `wss`.
  /// - Parameters:
  ///   - request: the URL and header fields; the method and body are ignored.
  ///   - subprotocols: the subprotocols to offer, best first.
  /// - Returns: the open socket with the subprotocol that the upstream chose.
  /// - Throws: `unreachable` if there is no connection or the upstream answers with another status.
  func openSocket(_ request: UpstreamRequest, subprotocols: [String]) async throws(UpstreamError) -> any UpstreamSocket

  /// Decodes a content coding (`gzip`, `deflate`), for the copy that is stored.
  ///
  /// Throws if the bytes are invalid or decode to more than `limit` bytes.
  func decode(_ body: [UInt8], coding: String, limit: Int) throws(UpstreamError) -> [UInt8]
}

extension Upstream {
  /// Throws, for an upstream without WebSockets.
  package func openSocket(
    _ request: UpstreamRequest, subprotocols: [String]
  ) async throws(UpstreamError) -> any UpstreamSocket {
    throw UpstreamError(.unreachable, "WebSockets are not available here")
  }
}

/// A request to the upstream.
package struct UpstreamRequest: Sendable {
  package var method: String
  package var url: String
  package var headers: HeaderList
  package var body: [UInt8]
  /// True if the answer may take any length of time, with pauses of any length.
  package var isLong = false
  /// The streamed body, which replaces `body`; nil if `body` is complete.
  package var stream: RequestStream?

  package init(
    method: String, url: String, headers: HeaderList, body: [UInt8], isLong: Bool = false, stream: RequestStream? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.isLong = isLong
    self.stream = stream
  }
}

/// The head of the upstream's response, and its body as a stream.
package struct UpstreamResponse: Sendable {
  package var status: Int
  package var headers: HeaderList
  package var body: any AsyncSequence<[UInt8], any Error> & Sendable
  /// True if the status and headers are those of the operation's HTTP response. WebSockets and event streams have none.
  package var isOverHTTP = true

  package init(status: Int, headers: HeaderList, body: any AsyncSequence<[UInt8], any Error> & Sendable) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// The reason that the upstream gave no answer.
package struct UpstreamError: Error, Hashable, Sendable, CustomStringConvertible {
  package var reason: Reason
  /// A description, e.g. `connection refused`.
  package var detail: String
  /// The remedy, as a sentence; nil if none is known.
  package var advice: String?

  /// The kinds of failure that clients can distinguish.
  package enum Reason: String, Sendable {
    /// There is no connection: refused, unknown host, or untrusted TLS certificate.
    case unreachable
    /// The answer did not arrive in time.
    case timeout
    /// The connection broke before the response was complete.
    case broken
    /// The response exceeds a limit or is malformed.
    case unreadable
    /// The upstream rejected the WebSocket connection.
    case refused
    /// The program is stopping.
    case stopping
  }

  package init(_ reason: Reason, _ detail: String, advice: String? = nil) {
    self.reason = reason
    self.detail = detail
    self.advice = advice
  }

  /// The detail with the remedy, or with a general one.
  package var remedied: String { "\(detail). \(advice ?? "Check the URL and the network.")" }

  /// The detail with the remedy, for a log.
  package var words: String { advice.map { "\(detail). \($0)" } ?? detail }

  package var description: String { "\(reason.rawValue): \(detail)" }
}

extension UpstreamError {
  /// The client left before the answer was complete.
  package static let clientLeft = UpstreamError(
    .broken, "the client disconnected before the answer was complete",
    advice:
      "If a test stops waiting on purpose, add the answer to endpoint.yaml: answers: [{ operation: NAME, data: { … }, latency: 5s }]"
  )

  /// Wraps an error in the middle of an answer's body. A cancelled task means that the client left or the program ends.
  package init(breakingOff error: any Error) {
    self =
      switch error {
      case let error as UpstreamError: error
      case is CancellationError: .clientLeft
      default: UpstreamError(.broken, "\(error)")
      }
  }
}

/// Decodes a content coding, as `Upstream.decode` does.
package typealias ContentDecoder =
  @Sendable (_ body: [UInt8], _ coding: String, _ limit: Int) throws(UpstreamError) -> [UInt8]
