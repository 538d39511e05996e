import Synchronization
import Transports

/// How an endpoint's subscriptions turned out to go in this run, by how their clients ask over HTTP. Only where
/// `endpoint.yaml` does not say.
final class TransportMemory: Sendable {
  enum Way: Hashable, Sendable {
    /// As the client asks.
    case asAsked
    /// Over HTTP, by the other kind of stream.
    case otherStream
    /// Over a WebSocket.
    case socket
  }

  private let known = Mutex<[StreamFormat: Way]>([:])
  private let subscriptionsOnly = Atomic(false)

  /// Whether its WebSocket refuses queries and mutations.
  var takesSubscriptionsOnly: Bool { subscriptionsOnly.load(ordering: .relaxed) }

  func noteSubscriptionsOnly() { subscriptionsOnly.store(true, ordering: .relaxed) }

  /// The way for clients that read this spelling; nil where none has been found.
  subscript(spelling: StreamFormat) -> Way? { known.withLock { $0[spelling] } }

  func note(_ way: Way, for spelling: StreamFormat) { known.withLock { $0[spelling] = way } }

  /// A way that was found leads nowhere any more.
  func forget(_ spelling: StreamFormat) { known.withLock { $0[spelling] = nil } }
}
