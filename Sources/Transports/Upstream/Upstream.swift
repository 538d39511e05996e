/// The real endpoint, as the engine sees it: the seam behind which sockets are.
package protocol Upstream: Sendable {
  /// Sends a request and returns as soon as the response's head is there.
  func send(_ request: UpstreamRequest) async throws(UpstreamError) -> UpstreamResponse

  /// Opens a WebSocket: `http` and `https` in the request's URL stand for `ws` and `wss`.
  ///
  /// - Parameters:
  ///   - request: its URL and header fields; the method and the body mean nothing.
  ///   - subprotocols: those that are offered, the best first.
  /// - Returns: the open socket; the endpoint chose the subprotocol.
  /// - Throws: `unreachable` where nobody listens or the endpoint answers with a status instead of a WebSocket.
  func openSocket(_ request: UpstreamRequest, subprotocols: [String]) async throws(UpstreamError) -> any UpstreamSocket

  /// Undoes a content coding (`gzip`, `deflate`), for the copy that is stored.
  ///
  /// Throws where the bytes are not what the coding says, or grow over `limit` bytes.
  func decode(_ body: [UInt8], coding: String, limit: Int) throws(UpstreamError) -> [UInt8]
}

extension Upstream {
  /// One that knows no WebSockets reaches none.
  package func openSocket(
    _ request: UpstreamRequest, subprotocols: [String]
  ) async throws(UpstreamError) -> any UpstreamSocket {
    throw UpstreamError(.unreachable, "no WebSocket can be opened here")
  }
}

/// A request to the real endpoint.
package struct UpstreamRequest: Sendable {
  package var method: String
  /// The absolute URL, e.g. `https://countries.trevorblades.com/graphql`.
  package var url: String
  package var headers: HeaderList
  package var body: [UInt8]
  /// Whether its answer may go on for as long as the client wants, with pauses of any length.
  package var isLong = false
  /// The body as it comes, in the place of `body`; nil where that is all of it.
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

/// The head of the real endpoint's response, and its body as it comes.
package struct UpstreamResponse: Sendable {
  package var status: Int
  package var headers: HeaderList
  package var body: any AsyncSequence<[UInt8], any Error> & Sendable
  /// Whether the status and the headers are those of an HTTP response to the operation. Over a WebSocket and in an event
  /// stream an operation has none.
  package var isOverHTTP = true

  package init(status: Int, headers: HeaderList, body: any AsyncSequence<[UInt8], any Error> & Sendable) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why the real endpoint gave no answer.
package struct UpstreamError: Error, Hashable, Sendable, CustomStringConvertible {
  package var reason: Reason
  /// What happened, in words, e.g. `connection refused`.
  package var detail: String
  /// What to do about it, as a sentence; nil where nothing special is known.
  package var advice: String?

  /// The kinds of failure that a client is told apart.
  package enum Reason: String, Sendable {
    /// No connection: refused, no such host, TLS not trusted.
    case unreachable
    /// Not answered in time.
    case timeout
    /// The connection broke before the response was whole.
    case broken
    /// The response is over a bound, or not what it says it is.
    case unreadable
    /// The endpoint wants nothing of whoever asks.
    case refused
    /// Nobody waits for the response any more: the program stops.
    case stopping
  }

  package init(_ reason: Reason, _ detail: String, advice: String? = nil) {
    self.reason = reason
    self.detail = detail
    self.advice = advice
  }

  /// What happened and what to do about it, for a log.
  package var words: String { advice.map { "\(detail). \($0)" } ?? detail }

  package var description: String { "\(reason.rawValue): \(detail)" }
}

extension UpstreamError {
  /// Nobody waits for the answer any more.
  package static let clientLeft = UpstreamError(.broken, "the client left before the answer was whole")

  /// An error in the middle of an answer's body. A cancelled task is a client that left: only that cancels one, or the end
  /// of the program.
  package init(breakingOff error: any Error) {
    self =
      switch error {
      case let error as UpstreamError: error
      case is CancellationError: .clientLeft
      default: UpstreamError(.broken, "\(error)")
      }
  }
}

/// Undoes a content coding, as `Upstream.decode` does.
package typealias ContentDecoder =
  @Sendable (_ body: [UInt8], _ coding: String, _ limit: Int) throws(UpstreamError) -> [UInt8]
