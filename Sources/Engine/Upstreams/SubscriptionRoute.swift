import OrderedJSON
import Recordings
import Synchronization

/// The way that a subscription takes to the real endpoint.
struct SubscriptionRoute: Sendable {
  /// Where it is asked.
  var url: String
  /// The subprotocol that is offered first on a WebSocket; nil where none is asked for.
  var dialect: SocketDialect?
  /// What HTTP is told to accept, instead of what the client accepts; nil for that.
  var accept: String?
  /// Whether the endpoint is asked by HTTP where it has no WebSocket.
  var fallsBack: Bool

  /// What `endpoint.yaml` says of subscriptions, else the client's own protocol as far as the endpoint speaks it.
  init(_ errand: RecordMode.Errand) {
    let said = errand.endpoint.configuration.subscriptions
    let query = errand.request.target.query
    url =
      said.url?.appending(path: "", query: query) ?? errand.url.appending(path: errand.rest, query: query)
    let own = errand.request.socket.map { SocketDialect(rawValue: $0.subprotocol) ?? .transport }
    switch said.transport {
    case .graphqlTransportWS?: dialect = .transport
    case .graphqlWS?: dialect = .legacy
    case .sse?: accept = "text/event-stream"
    case .multipart?: accept = "multipart/mixed;subscriptionSpec=1.0, application/json"
    case nil: dialect = own ?? (said.isSocketURL ? .transport : nil)
    }
    fallsBack = said.transport == nil && !said.isSocketURL
    if fallsBack, dialect != nil { accept = StreamMediaType.accepted }
  }
}

extension UpstreamConnection {
  /// The connection for a request: that of its client's WebSocket, or one of its own; nil where the way is HTTP.
  static func of(
    _ errand: RecordMode.Errand, _ route: SubscriptionRoute, sessionHeader: String
  ) -> UpstreamConnection? {
    guard let dialect = route.dialect else { return nil }
    guard let origin = errand.request.socket else {
      return UpstreamConnection(
        errand.upstream, handshake(errand.request.headers, route, sessionHeader), dialect: dialect,
        initPayload: credentials(errand.request.headers))
    }
    return origin.companion.withLock { companion in
      if let known = companion as? UpstreamConnection { return known }
      let connection = UpstreamConnection(
        errand.upstream, handshake(origin.handshake.headers, route, sessionHeader), dialect: dialect,
        initPayload: origin.initPayload)
      companion = connection
      return connection
    }
  }

  private static func handshake(
    _ headers: HeaderList, _ route: SubscriptionRoute, _ sessionHeader: String
  ) -> UpstreamRequest {
    var passed = PassThrough.requestHeaders(headers, isRecorded: true, sessionHeader: sessionHeader)
    // Of the client's own handshake, or of a body that a handshake has not.
    passed.fields.removeAll { $0.name.lowercased().hasPrefix("sec-websocket-") }
    for name in ["content-type", "accept", "accept-encoding"] { passed.remove(name) }
    return UpstreamRequest(method: "GET", url: route.url, headers: passed, body: [])
  }

  /// What a client that sends header fields would say in `connection_init`.
  private static func credentials(_ headers: HeaderList) -> JSON? {
    headers.fields.first { $0.name.equalsIgnoringASCIICase("authorization") }
      .map { .object(JSONObject([.init($0.name, .string($0.value))])) }
  }
}
