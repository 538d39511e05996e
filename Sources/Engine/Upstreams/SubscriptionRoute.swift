import EndpointConfiguration
import OrderedJSON
import Recordings
import Synchronization
import Transports

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
  /// Which other ways there are for a client over HTTP.
  var ways: Ways
  /// Where a WebSocket is asked for that a client over HTTP knows nothing of.
  private let socketURL: String

  enum Ways: Hashable, Sendable {
    /// `endpoint.yaml` says which.
    case said
    /// None: the client has a WebSocket and the endpoint none, or it reads no stream.
    case none
    /// One was found, for clients that read this.
    case known(StreamFormat, TransportMemory.Way)
    /// The client's own has to show.
    case unknown(StreamFormat)
  }

  /// What `endpoint.yaml` says of subscriptions, else the client's own protocol as far as the endpoint speaks it, or is
  /// known to in this run.
  init(_ exchange: RecordMode.UpstreamExchange) {
    let said = exchange.endpoint.configuration.subscriptions
    func url(_ query: String?) -> String {
      said.url?.appending(path: "", query: query) ?? exchange.url.appending(path: exchange.rest, query: query)
    }
    let query = exchange.request.target.query
    self.url = url(query)
    // What was asked by GET is asked in words of the protocol there.
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
    ways = fallsBack ? .none : .said
    guard fallsBack else { return }
    if own != nil {
      accept = StreamMediaType.accepted
    } else if let spelling = StreamAccept(exchange.request).subscription {
      let known = exchange.endpoint.ways[spelling]
      ways = known.map { .known(spelling, $0) } ?? .unknown(spelling)
      switch known {
      case .otherStream?: accept = Self.otherStream(than: spelling)
      case .socket?:
        dialect = .transport
        self.url = socketURL
      case .asAsked?, nil: break
      }
    }
  }

  private static let events = "text/event-stream"
  private static let parts = "multipart/mixed;subscriptionSpec=1.0, application/json"

  /// What HTTP is told to accept for the kind of stream that is not this one.
  static func otherStream(than spelling: StreamFormat) -> String { spelling == .events ? parts : events }

  /// The same over a WebSocket.
  var overSocket: SubscriptionRoute {
    var other = self
    other.url = socketURL
    other.dialect = .transport
    return other
  }

  /// What a query says besides the operation of a GET request, a key perhaps; nil for nothing.
  private static func withoutOperation(_ query: String) -> String? {
    let names: Set<Substring> = ["query", "variables", "operationName", "extensions"]
    let kept = query.split(separator: "&").filter { !names.contains($0.prefix { $0 != "=" }) }
    return kept.isEmpty ? nil : kept.joined(separator: "&")
  }
}

extension UpstreamConnection {
  /// The connection for a request: that of its client's WebSocket, or one of its own; nil where the way is HTTP.
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
