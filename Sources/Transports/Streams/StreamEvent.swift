package import Recordings

/// What happens on a stream of results, whichever transport carries it.
package enum StreamEvent: Hashable, Sendable {
  /// A result: an execution's response as JSON text, `{"data": …}`; for incremental delivery a part as it is spelt.
  case next([UInt8])
  /// The operation failed and is over: the GraphQL errors as JSON text, `[{"message": …}]`.
  case errors([UInt8])
  /// There is no more.
  case complete
  /// The connection breaks, as the endpoint's did when this was recorded.
  case drop
  /// The WebSocket is closed, as the endpoint's was; another connection breaks.
  case close(SocketClose)

  /// Whether nothing comes after it.
  package var isLast: Bool {
    switch self {
    case .next: false
    case .errors, .complete, .drop, .close: true
    }
  }
}
