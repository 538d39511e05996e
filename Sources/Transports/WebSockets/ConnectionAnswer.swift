package import OrderedJSON
package import Recordings

/// The upstream's answer to `connection_init`.
package enum ConnectionAnswer: Hashable, Sendable {
  /// `connection_ack` with its payload.
  case taken(JSON?)
  /// `connection_error` of the older protocol with its payload; `closed` follows.
  case refused(JSON?)
  /// The WebSocket was closed; nil if the connection broke.
  case closed(SocketClose?)
  /// There is no answer.
  case failed(UpstreamError)

  package var isLast: Bool { if case .refused = self { false } else { true } }
}
