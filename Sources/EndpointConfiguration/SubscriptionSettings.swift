/// The `subscriptions` of an endpoint: their URL and protocol.
package struct SubscriptionSettings: Hashable, Sendable {
  /// The URL, with `http` for `ws` and `https` for `wss`; nil for the upstream's own URL.
  package var url: UpstreamURL?
  /// True if the file has a WebSocket URL, which rules out the other protocols.
  package var isSocketURL = false
  /// The protocol; nil to detect it.
  package var transport: Transport?

  package init(url: UpstreamURL? = nil, isSocketURL: Bool = false, transport: Transport? = nil) {
    self.url = url
    self.isSocketURL = isSocketURL
    self.transport = transport
  }

  /// The values of `protocol`.
  package enum Transport: String, Hashable, Sendable, CaseIterable {
    /// Over WebSocket, as in the library `graphql-ws`.
    case graphqlTransportWS = "graphql-transport-ws"
    /// Over WebSocket, as in the older `subscriptions-transport-ws`.
    case graphqlWS = "graphql-ws"
    /// Server-sent events, as in the library `graphql-sse` (distinct connections).
    case sse
    /// Multipart HTTP, as in Apollo Router.
    case multipart

    package var isSocket: Bool { self == .graphqlTransportWS || self == .graphqlWS }
  }
}
