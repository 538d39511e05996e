/// A WebSocket to the upstream. The sockets are in `ProxyTLS`.
package protocol UpstreamSocket: Sendable {
  /// The subprotocol that the upstream chose; nil for none.
  var subprotocol: String? { get }

  /// The upstream's messages, in order; ends after `closed`.
  var messages: AsyncStream<UpstreamSocketMessage> { get }

  func send(_ text: String) async throws(UpstreamError)

  /// Closes with a status code (RFC 6455, section 7.4).
  func close(code: UInt16) async
}

/// A message or the end of an upstream WebSocket.
package enum UpstreamSocketMessage: Hashable, Sendable {
  case text(String)
  /// The socket was closed, with its code (1006 for a broken connection) and reason.
  case closed(code: UInt16, reason: String)
}
