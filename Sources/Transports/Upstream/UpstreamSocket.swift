/// A WebSocket to the real endpoint: the seam behind which it is a socket.
package protocol UpstreamSocket: Sendable {
  /// The subprotocol that the endpoint chose; nil where it chose none.
  var subprotocol: String? { get }

  /// What the endpoint says, in order; ends after `closed`.
  var messages: AsyncStream<UpstreamSocketMessage> { get }

  /// Sends a text message.
  func send(_ text: String) async throws(UpstreamError)

  /// Closes with a status code (RFC 6455, section 7.4).
  func close(code: UInt16) async
}

/// What comes over a WebSocket of the real endpoint.
package enum UpstreamSocketMessage: Hashable, Sendable {
  case text(String)
  /// It was closed, with the code (1006 where it broke) and the reason.
  case closed(code: UInt16, reason: String)
}
