import Synchronization

/// How an endpoint's subscriptions turned out to go in this run, by how their clients ask over HTTP. Only where
/// `endpoint.yaml` does not say.
package final class TransportMemory: Sendable {
  package enum Way: Hashable, Sendable {
    /// As the client asks.
    case asAsked
    /// Over HTTP, by the other kind of stream.
    case otherStream
    /// Over a WebSocket.
    case socket
  }

  private let known = Mutex<[StreamFormat: Way]>([:])
  private let subscriptionsOnly = Atomic(false)

  package init() {}

  /// Whether its WebSocket refuses queries and mutations.
  package var takesSubscriptionsOnly: Bool { subscriptionsOnly.load(ordering: .relaxed) }

  package func noteSubscriptionsOnly() { subscriptionsOnly.store(true, ordering: .relaxed) }

  /// The way for clients that read this spelling; nil where none has been found.
  package subscript(spelling: StreamFormat) -> Way? { known.withLock { $0[spelling] } }

  package func note(_ way: Way, for spelling: StreamFormat) { known.withLock { $0[spelling] = way } }

  /// A way that was found leads nowhere any more.
  package func forget(_ spelling: StreamFormat) { known.withLock { $0[spelling] = nil } }
}
