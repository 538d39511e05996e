package import OrderedJSON
package import Recordings

/// What the real endpoint says to `connection_init`.
package enum ConnectionAnswer: Hashable, Sendable {
  /// `connection_ack`, with its payload.
  case taken(JSON?)
  /// `connection_error` of the older protocol, with its payload; `closed` follows.
  case refused(JSON?)
  /// It closes the WebSocket, and how; nil where the connection breaks.
  case closed(SocketClose?)
  /// Neither; and why.
  case failed(UpstreamError)

  /// Whether nothing comes after it.
  package var isLast: Bool { if case .refused = self { false } else { true } }
}
