package import Transports

/// The interface of an engine to a server: one request in, one answer out.
package protocol Responder: Sendable {
  /// A number that changes when earlier answers may no longer be right.
  var generation: Int { get }

  /// The names of the request headers that answers may depend on.
  var readHeaders: HeaderNames { get }

  /// Answers a request: at once if that only computes, later if it waits for something.
  func respond(to request: ClientRequest) -> Response

  /// Answers a request for a WebSocket (`Upgrade: websocket`). `Sec-WebSocket-Protocol` has its subprotocols.
  func openSocket(_ request: ClientRequest) -> SocketOpening

  /// Decides about a request for a tunnel (`CONNECT`), whose `origin` is the host.
  func connect(_ request: ClientRequest) async -> ConnectDecision

  /// Reports a problem with a tunnel that was allowed, and returns the answer for a client that can still get one.
  func answer(to problem: TunnelProblem, of request: ClientRequest) -> Answer
}

extension Responder {
  package var readHeaders: HeaderNames { .all }

  /// Refuses WebSockets.
  package func openSocket(_ request: ClientRequest) -> SocketOpening {
    .refused(ErrorAnswer.make(status: 400, message: "This path does not serve WebSockets.", code: .unsupported))
  }

  /// Refuses tunnels.
  package func connect(_ request: ClientRequest) async -> ConnectDecision {
    .refused(ErrorAnswer.make(status: 405, message: "This port is not a proxy.", code: .unsupported))
  }

  package func answer(to problem: TunnelProblem, of request: ClientRequest) -> Answer {
    ErrorAnswer.make(status: 502, message: "The tunnel could not be opened.", code: .upstreamUnreachable)
  }
}

/// An answer, now or later.
package enum Response: Sendable {
  case now(Answer)
  case later(@Sendable () async -> Answer)

  package var answer: Answer {
    get async {
      switch self {
      case .now(let answer): answer
      case .later(let operation): await operation()
      }
    }
  }

  /// Returns the same answer with a change, applied when it is there.
  package func mapped(_ change: @escaping @Sendable (inout Answer) -> Void) -> Response {
    switch self {
    case .now(var answer):
      change(&answer)
      return .now(answer)
    case .later(let operation):
      return .later {
        var answer = await operation()
        change(&answer)
        return answer
      }
    }
  }
}

/// Opens ports while the program runs. The server implements it.
package protocol PortOpener: Sendable {
  func open(_ responder: any Responder) async throws -> OpenPort
}

/// An open port.
package struct OpenPort: Sendable {
  package let port: Int
  /// For example `http://127.0.0.1:54321`.
  package let url: String
  /// Closes the port: refuses new connections, and waits for busy ones.
  package let close: @Sendable (_ grace: Duration) async -> Void

  package init(port: Int, url: String, close: @escaping @Sendable (_ grace: Duration) async -> Void = { _ in }) {
    self.port = port
    self.url = url
    self.close = close
  }
}
