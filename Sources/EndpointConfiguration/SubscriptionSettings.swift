/// `subscriptions`: where an endpoint's subscriptions go, and how they are asked for there.
package struct SubscriptionSettings: Hashable, Sendable {
  /// Where they go, `http` standing for `ws` and `https` for `wss`; nil for the upstream's own URL.
  package var url: UpstreamURL?
  /// Whether the URL was given as one of a WebSocket, so that only a protocol over one will do.
  package var isSocketURL = false
  /// How they are asked for; nil where that is to be found out.
  package var transport: Transport?

  package init(url: UpstreamURL? = nil, isSocketURL: Bool = false, transport: Transport? = nil) {
    self.url = url
    self.isSocketURL = isSocketURL
    self.transport = transport
  }

  /// The values of `protocol`.
  package enum Transport: String, Hashable, Sendable, CaseIterable {
    /// Over WebSocket, as the library `graphql-ws` does.
    case graphqlTransportWS = "graphql-transport-ws"
    /// Over WebSocket, as the older `subscriptions-transport-ws` did.
    case graphqlWS = "graphql-ws"
    /// Server-sent events, as the library `graphql-sse` does: distinct connections.
    case sse
    /// Multipart HTTP, as Apollo Router does.
    case multipart

    /// Whether it needs a WebSocket.
    package var isSocket: Bool { self == .graphqlTransportWS || self == .graphqlWS }
  }
}
