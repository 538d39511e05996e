import Synchronization

/// The transports that worked for an endpoint's subscriptions in this run, by the format that clients request over
/// HTTP. Used only if `endpoint.yaml` does not set one.
package final class TransportMemory: Sendable {
  package enum Way: Hashable, Sendable {
    case asAsked
    /// HTTP with the other stream format.
    case otherStream
    case socket
  }

  private let known = Mutex<[StreamFormat: Way]>([:])
  private let subscriptionsOnly = Atomic(false)

  package init() {}

  /// Indicates whether the WebSocket rejects queries and mutations.
  package var takesSubscriptionsOnly: Bool { subscriptionsOnly.load(ordering: .relaxed) }

  package func noteSubscriptionsOnly() { subscriptionsOnly.store(true, ordering: .relaxed) }

  /// The transport for clients of this format; nil if unknown.
  package subscript(spelling: StreamFormat) -> Way? { known.withLock { $0[spelling] } }

  package func note(_ way: Way, for spelling: StreamFormat) { known.withLock { $0[spelling] = way } }

  /// Forgets a transport that no longer works.
  package func forget(_ spelling: StreamFormat) { known.withLock { $0[spelling] = nil } }
}
