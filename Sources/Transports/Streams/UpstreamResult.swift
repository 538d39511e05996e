package import OrderedJSON
package import Recordings

/// What the real endpoint says of one operation, whichever protocol it speaks.
package enum UpstreamResult: Hashable, Sendable {
  /// A result: `{"data": …}`; of incremental delivery a part.
  case next(JSON)
  /// The operation failed: GraphQL errors, an array.
  case errors(JSON)
  /// There is no more.
  case complete
  /// The endpoint closed the WebSocket meanwhile, and said so.
  case closed(SocketClose)
  /// It ends without an end, and why.
  case lost(UpstreamError)

  /// Whether nothing comes after it.
  package var isLast: Bool { if case .next = self { false } else { true } }
}
