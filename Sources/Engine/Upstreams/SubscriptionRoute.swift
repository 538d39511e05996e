import EndpointConfiguration
import OrderedJSON
import Recordings
import Requests
import Synchronization
import Transports

/// The transport and URL of a subscription to the upstream.
struct SubscriptionRoute: Sendable {
  var url: String
  /// The subprotocol to offer first on a WebSocket; nil for HTTP.
  var dialect: SocketDialect?
  /// The `Accept` to send over HTTP instead of the client's; nil for the client's.
  var accept: String?
  /// True if HTTP is used when the upstream has no WebSocket.
  var fallsBack: Bool
  /// The other transports for a client over HTTP.
  var alternatives: Alternatives
  /// The URL of a WebSocket for a client over HTTP.
  private let socketURL: String

  enum Alternatives: Hashable, Sendable {
    /// `endpoint.yaml` determines it.
    case said
    /// None: the client has a WebSocket and the upstream none, or the client reads no stream.
    case none
    /// One was found, for clients that read this format.
    case known(StreamFormat, TransportMemory.Transport)
    /// The client's own transport is tried first.
    case unknown(StreamFormat)
  }

  /// Uses the settings of `endpoint.yaml`, else the client's own protocol as far as the upstream supports it.
  init(_ exchange: RecordMode.UpstreamExchange) {
    let said = exchange.endpoint.configuration.subscriptions
    func url(_ query: String?) -> String {
      said.url?.appending(path: "", query: query) ?? exchange.url.appending(path: exchange.rest, query: query)
    }
    let query = exchange.request.target.query
    self.url = url(query)
    // Over a WebSocket, the operation is in the payload.
    socketURL = exchange.request.method == "GET" ? url(query.flatMap(Self.withoutOperation)) : self.url
    fallsBack = said.transport == nil && !said.isSocketURL
    let own = exchange.request.socket.map { SocketDialect(rawValue: $0.subprotocol) ?? .transport }
    switch said.transport {
    case .graphqlTransportWS?: dialect = .transport
    case .graphqlWS?: dialect = .legacy
    case .sse?: accept = Self.events
    case .multipart?: accept = Self.parts
    case nil: dialect = own ?? (said.isSocketURL ? .transport : nil)
    }
    alternatives = fallsBack ? .none : .said
    guard fallsBack else { return }
    if own != nil {
      accept = StreamMediaType.accepted
    } else if let format = StreamAccept(exchange.request).subscription {
      let known = exchange.endpoint.transports[format]
      alternatives = known.map { .known(format, $0) } ?? .unknown(format)
      switch known {
      case .otherStream?: accept = Self.otherStream(than: format)
      case .socket?:
        dialect = .transport
        self.url = socketURL
      case .requested?, nil: break
      }
    }
  }

  private static let events = "text/event-stream"
  private static let parts = "multipart/mixed;subscriptionSpec=1.0, application/json"

  /// The `Accept` for the other stream format.
  static func otherStream(than format: StreamFormat) -> String { format == .events ? parts : events }

  /// The same route over a WebSocket.
  var overSocket: SubscriptionRoute {
    var other = self
    other.url = socketURL
    other.dialect = .transport
    return other
  }

  /// The query of a GET request without the operation, such as a key; nil if nothing remains.
  private static func withoutOperation(_ query: String) -> String? {
    let names: Set<Substring> = ["query", "variables", "operationName", "extensions"]
    let kept = query.split(separator: "&").filter { !names.contains($0.prefix { $0 != "=" }) }
    return kept.isEmpty ? nil : kept.joined(separator: "&")
  }
}

extension UpstreamConnection {
  /// The connection for a request: its client's own, or a new one for a client over HTTP; nil if the route is HTTP.
  static func of(
    _ exchange: RecordMode.UpstreamExchange, _ route: SubscriptionRoute, sessionHeader: String
  ) -> UpstreamConnection? {
    guard let dialect = route.dialect else { return nil }
    guard let origin = exchange.request.socket else {
      return UpstreamConnection(
        exchange.upstream, handshake(exchange.request.headers, route, sessionHeader), dialect: dialect,
        initPayload: credentials(exchange.request.headers))
    }
    return origin.companion.withLock { companion in
      if let known = companion as? UpstreamConnection { return known }
      let connection = UpstreamConnection(
        exchange.upstream, handshake(origin.handshake.headers, route, sessionHeader), dialect: dialect,
        initPayload: origin.initPayload)
      companion = connection
      return connection
    }
  }

  private static func handshake(
    _ headers: HeaderList, _ route: SubscriptionRoute, _ sessionHeader: String
  ) -> UpstreamRequest {
    var passed = PassThrough.requestHeaders(headers, isRecordedRead: true, sessionHeader: sessionHeader)
    // Fields of the client's own handshake, or of a body, which a handshake lacks.
    passed.fields.removeAll { $0.name.lowercased().hasPrefix("sec-websocket-") }
    for name in ["content-type", "accept", "accept-encoding"] { passed.remove(name) }
    return UpstreamRequest(method: "GET", url: route.url, headers: passed, body: [])
  }

  /// The `connection_init` payload for a client that sends its credentials as header fields.
  private static func credentials(_ headers: HeaderList) -> JSON? {
    headers.fields.first { $0.name.equalsIgnoringASCIICase("authorization") }
      .map { .object(JSONObject([.init($0.name, .string($0.value))])) }
  }
}
