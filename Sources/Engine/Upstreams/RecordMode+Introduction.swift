import EndpointConfiguration
import OrderedJSON
import Recordings
import Requests
import Transports

extension RecordMode {
  /// Lets the upstream accept or refuse a client that has sent `connection_init`. An upstream without a WebSocket
  /// accepts every client. `origin` keeps the connection opened here for its operations. `report` receives the upstream's
  /// answers as they come, until the task is cancelled.
  func introduce(
    _ origin: SocketOrigin, at endpoint: Endpoint, rest: String, _ report: @Sendable (ConnectionAnswer) -> Void
  ) async {
    guard let upstream = context.upstream, let url = endpoint.upstream else { return report(.taken(nil)) }
    var request = origin.handshake
    request.socket = origin
    let subject = Subject.other("no operation")
    let line = ExchangeLine(context: context, endpoint: endpoint, request: request, subject: subject)
    let exchange = UpstreamExchange(
      request: request, subject: subject, endpoint: endpoint, rest: rest, upstream: upstream, url: url, line: line)
    guard
      let connection = UpstreamConnection.of(
        exchange, SubscriptionRoute(exchange), sessionHeader: context.configuration.sessionHeader),
      let socket = try? await connection.line()
    else { return report(.taken(nil)) }
    var isRefused = false
    for await answer in socket.connectionAnswers {
      if let refusal = answer.refusal, !isRefused {
        isRefused = true
        // The client's request for the WebSocket got 101.
        let reason = "\(url.shown) refused the connection: \(refusal)"
        if case .failed(let error) = answer {
          line.reportUnanswered(101, "The upstream \(url.shown) cannot be reached: \(error.detail)", because: reason)
        } else {
          line.report(101, .notRecorded(reason))
        }
      }
      report(answer)
    }
  }
}

extension ConnectionAnswer {
  /// The text for the terminal; nil if the client is accepted.
  fileprivate var refusal: String? {
    switch self {
    case .taken: nil
    case .refused(let payload): "connection_error" + (payload.map { " \($0.brief(limit: 200))" } ?? "")
    case .closed(let close?): "the server closed the WebSocket after connection_init (\(close.shown))"
    case .closed(nil): "the connection broke after connection_init"
    case .failed(let error): error.detail
    }
  }
}
