package import OrderedJSON
package import Synchronization
package import Transports

/// A client's request, with information besides its bytes.
package struct ClientRequest: Hashable, Sendable {
  /// The request as it came over HTTP.
  package var http: HTTPRequest { didSet { reading = RequestReading() } }
  /// The upload that the request was read from; nil for other requests.
  package var upload: ReadUpload?
  /// The WebSocket that it came over, as a POST with the handshake's header fields; nil for a request over HTTP.
  package var socket: SocketOrigin?
  /// True if its answer's body may arrive in pieces while the upstream still sends. False if the answer is needed
  /// whole: for a WebSocket message, an item of a batch, a fault that changes the body, HTTP/1.0, an import.
  package var takesPieces = false
  /// The number of the listener that it came to, 0 for the main port. An operation on a WebSocket has its connection's.
  package var listener = 0
  /// The origin that it names to this program as a proxy; nil for a request to this server.
  package var origin: ProxiedOrigin?
  /// The user that it names to this program as a proxy; inside a tunnel, the one that opened the tunnel.
  package var proxyUser: ProxyUser?
  /// Its place at its server, if it is no GraphQL request; nil for one.
  package var exchange: ExchangePlace?
  /// The session that it belongs to; nil until that is decided.
  package var admission: Admission?
  /// The parsed operation, once an endpoint has read it. Later readers share it without decoding JSON again.
  package private(set) var reading: RequestReading

  /// `json` is the body, if the server has parsed it.
  package init(
    method: String, target: String, headers: HeaderList = [:], body: [UInt8] = [], json: JSON? = nil
  ) {
    http = HTTPRequest(method: method, target: target, headers: headers, body: body)
    reading = RequestReading(json: json)
  }
}

extension ClientRequest {
  /// Replaces the body by JSON, which is then not decoded again.
  package mutating func setBody(_ json: JSON) {
    body = json.serialize()
    reading = RequestReading(json: json)
  }

  /// The media types that the client accepts, parsed once for all copies of the request.
  package var accept: AcceptHeader { reading.accept(of: headers) }

  package var isGraphQL: Bool { http.isGraphQL(json: reading.json) }

  package var method: String {
    get { http.method }
    set { http.method = newValue }
  }

  package var target: RequestTarget {
    get { http.target }
    set { http.target = newValue }
  }

  package var headers: HeaderList {
    get { http.headers }
    set { http.headers = newValue }
  }

  package var body: [UInt8] {
    get { http.body }
    set { http.body = newValue }
  }

  package var stream: RequestStream? {
    get { http.stream }
    set { http.stream = newValue }
  }
}

/// The parsed operation of a request, shared by its copies.
package final class RequestReading: Sendable {
  /// The request's body, if its server has parsed it.
  package let json: JSON?
  private let result = Mutex<Result<ParsedRequest, ResolutionProblem>?>(nil)
  private let accept = Mutex<AcceptHeader?>(nil)

  package init(json: JSON? = nil) { self.json = json }

  /// Returns the result of the first call's `read`, also for later calls.
  package func once(_ read: () throws(ResolutionProblem) -> ParsedRequest) throws(ResolutionProblem) -> ParsedRequest {
    if let known = result.withLock({ $0 }) { return try known.get() }
    let new = Result { () throws(ResolutionProblem) in try read() }
    result.withLock { $0 = new }
    return try new.get()
  }

  fileprivate func accept(of headers: HeaderList) -> AcceptHeader {
    accept.withLock { known in
      if let known { return known }
      let read = AcceptHeader(of: headers)
      known = read
      return read
    }
  }
}

extension RequestReading: Hashable {
  // It follows from the request, so it makes no difference.
  package static func == (left: RequestReading, right: RequestReading) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

/// The WebSocket that a request came over.
package final class SocketOrigin: Sendable, Hashable {
  /// `graphql-transport-ws` or `graphql-ws`.
  package let subprotocol: String
  /// The client's request for the WebSocket.
  package let handshake: ClientRequest
  /// The payload of `connection_init`; nil if it had none.
  package let initPayload: JSON?
  /// An object that lives as long as the client's connection, such as its upstream connection, which then closes.
  package let companion = Mutex<(any AnyObject & Sendable)?>(nil)

  package init(subprotocol: String, handshake: ClientRequest, initPayload: JSON?) {
    self.subprotocol = subprotocol
    self.handshake = handshake
    self.initPayload = initPayload
  }

  package static func == (left: SocketOrigin, right: SocketOrigin) -> Bool { left === right }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
