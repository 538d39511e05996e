import Transports

/// What a server needs of an engine: one request in, one answer out.
package protocol Responder: Sendable {
  /// A number that moves when an answer given before may no longer be right.
  var generation: Int { get }

  /// The names of headers, in lower case, by which rules tell callers apart.
  var identifyingHeaders: Set<String> { get }

  /// Answers a request: at once where that is only computing, later where it waits for something.
  func respond(to request: ClientRequest) -> Response

  /// Answers a request for a WebSocket (`Upgrade: websocket`), whose header `Sec-WebSocket-Protocol` names the
  /// subprotocols that the client speaks.
  func openSocket(_ request: ClientRequest) -> SocketOpening
}

extension Responder {
  package var identifyingHeaders: Set<String> { [] }

  /// One that knows no WebSockets refuses them.
  package func openSocket(_ request: ClientRequest) -> SocketOpening {
    .refused(ErrorAnswer.make(status: 400, message: "This path does not serve WebSockets.", code: .unsupported))
  }
}

/// An answer, now or later.
package enum Response: Sendable {
  case now(Answer)
  case later(@Sendable () async -> Answer)

  /// The answer, once there is one.
  var answer: Answer {
    get async {
      switch self {
      case .now(let answer): answer
      case .later(let operation): await operation()
      }
    }
  }

  /// The same with the answer changed, whenever it comes.
  func mapped(_ change: @escaping @Sendable (inout Answer) -> Void) -> Response {
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
