package import OrderedJSON
package import Recordings

/// A result or the end of one upstream operation, independent of the protocol.
package enum UpstreamResult: Hashable, Sendable {
  /// A result `{"data": …}`, or a part of an incremental one.
  case next(JSON)
  /// The operation failed: an array of GraphQL errors.
  case errors(JSON)
  case complete
  /// The upstream closed the WebSocket with a close frame.
  case closed(SocketClose)
  /// The connection ended before the operation did.
  case lost(UpstreamError)

  package var isLast: Bool { if case .next = self { false } else { true } }
}
