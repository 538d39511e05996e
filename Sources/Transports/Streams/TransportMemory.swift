import Synchronization

/// The transports that worked for an endpoint's subscriptions in this run, by the format that clients request over
/// HTTP. Used only if `endpoint.yaml` does not set one.
package final class TransportMemory: Sendable {
  package enum Transport: Hashable, Sendable {
    /// The one that the client uses.
    case requested
    /// HTTP with the other stream format.
    case otherStream
    case socket
  }

  private let known = Mutex<[StreamFormat: Transport]>([:])
  private let subscriptionsOnly = Atomic(false)

  package init() {}

  /// Indicates whether the WebSocket rejects queries and mutations.
  package var takesSubscriptionsOnly: Bool { subscriptionsOnly.load(ordering: .relaxed) }

  package func noteSubscriptionsOnly() { subscriptionsOnly.store(true, ordering: .relaxed) }

  /// The transport for clients of this format; nil if unknown.
  package subscript(format: StreamFormat) -> Transport? { known.withLock { $0[format] } }

  package func note(_ transport: Transport, for format: StreamFormat) { known.withLock { $0[format] = transport } }

  /// Forgets a transport that no longer works.
  package func forget(_ format: StreamFormat) { known.withLock { $0[format] = nil } }
}
