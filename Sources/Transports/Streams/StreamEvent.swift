package import Recordings

/// An event on a stream of results, independent of the transport.
package enum StreamEvent: Hashable, Sendable {
  /// A result as JSON text: a response `{"data": …}`, or a part of one in its format.
  case next([UInt8])
  /// The operation failed and is over. GraphQL errors as JSON text: `[{"message": …}]`.
  case errors([UInt8])
  case complete
  case drop
  /// The WebSocket closes like the upstream's. Other connections break.
  case close(SocketClose)

  package var isLast: Bool {
    switch self {
    case .next: false
    case .errors, .complete, .drop, .close: true
    }
  }
}
