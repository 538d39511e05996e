import GraphQLLanguage
import OrderedJSON
import Recordings
package import Requests
import Transports

extension Engine {
  /// Opens a WebSocket at an endpoint's GraphQL URL or below it, since some servers have a path for subscriptions.
  ///
  /// A client that offers no known subprotocol is accepted, then closed with a code, as by the `graphql-ws` server: a
  /// browser shows its page that code, but no reason for a refused handshake.
  package func openSocket(_ request: ClientRequest) -> SocketOpening {
    let opening = socketOpening(request)
    if case .refused(let answer) = opening, let problem = answer.problem {
      context.note(problem, request, status: answer.status)
    }
    return opening
  }

  private func socketOpening(_ request: ClientRequest) -> SocketOpening {
    if let origin = foreignOrigin(of: request) { return forwardedSocket(request, to: origin) }
    if let refusal = gatekeeper.refusal(of: request) { return .refused(refusal) }
    switch Route(path: request.target.path, endpoints: endpointNames) {
    case .own: return .refused(unknown(request.target.path))
    case .unknown(let name): return .refused(unknown(name))
    case .graphql(let name, let rest, let session), .below(let name, let rest, let session):
      guard let endpoint = endpoint(name) else { return .refused(unknown(name)) }
      return socketOpening(request, at: endpoint, rest: rest, session: session)
    case .other(let name, let rest):
      guard let endpoint = endpoint(name) else { return .refused(unknown(name)) }
      return socketOpening(request, at: endpoint, rest: rest, session: nil)
    }
  }

  /// Opens a WebSocket at the URL of an endpoint's real API.
  private func forwardedSocket(_ request: ClientRequest, to origin: ProxiedOrigin) -> SocketOpening {
    if let refusal = refusal(of: request, to: origin) { return .refused(refusal) }
    let request = request.withoutProxyFields
    let path = request.target.path
    let ofSubscriptions = endpoints.first { $0.hasSubscriptions(at: origin, path: path) }
    if let (endpoint, rest) = ofSubscriptions.map({ ($0, "") }) ?? endpoint(at: origin, path) {
      return socketOpening(request, at: endpoint, rest: rest, session: nil)
    }
    if isKnown(origin), configuration.mode != .record { return .refused(notRecorded(request, origin)) }
    guard createsEndpoints else { return .refused(escaped(origin)) }
    // The address of a tunnel's host was checked when the tunnel was opened.
    guard origin.isTunneled, Self.words(of: request) != nil else {
      return .refused(
        ErrorAnswer.make(
          status: 502,
          message:
            "The WebSocket \(origin.description)\(path.prefix(200)) is not recorded: it needs a tunnel (CONNECT), and the subprotocol graphql-transport-ws or graphql-ws. To let it through: --pass \(origin.host)",
          code: .unsupported))
    }
    do {
      // Once for each new host, so that it may read files here.
      guard let endpoint = try newEndpoint(at: origin, path: path) else { return .refused(escaped(origin)) }
      return socketOpening(request, at: endpoint, rest: "", session: nil)
    } catch {
      return .refused(ErrorAnswer.make(status: 502, message: "\(error)", code: .upstreamUnreachable))
    }
  }

  private func socketOpening(
    _ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String?
  ) -> SocketOpening {
    do {
      _ = try context.sessionName(of: request, path: session)
    } catch {
      return .refused(error.answer)
    }
    guard let words = Self.words(of: request) else { return .accepted(IdleConversation()) }
    var answering = SocketAnswering(
      answer: { self.answerNoted($0, at: endpoint, rest: rest, session: session) },
      isMutation: { endpoint.isMutation($0) })
    // A bad name is the error of the operation's answer.
    answering.admit = { _ = try? self.context.admit(&$0, path: session) }
    if configuration.mode == .record {
      answering.introduce = { origin, report in
        await RecordMode(context: self.context).introduce(origin, at: endpoint, rest: rest, report)
      }
    }
    return .accepted(GraphQLSocketConversation(words, handshake: request, answering: answering))
  }

  private static let spoken: [any SocketProtocol] = [GraphQLTransportWS(), SubscriptionsTransportWS()]

  /// The first known subprotocol that the client offers.
  private static func words(of request: ClientRequest) -> (any SocketProtocol)? {
    let offered = request.headers[all: "sec-websocket-protocol"].flatMap { $0.split(separator: ",") }
    return offered.lazy.compactMap { name in spoken.first { $0.name == name.trimmingSpaces() } }.first
  }

  private func answerNoted(
    _ request: ClientRequest, at endpoint: Endpoint, rest: String, session path: String?
  ) -> Response {
    let response: Response
    do {
      let name = try context.sessionName(of: request, path: path)
      let session = context.session(of: request, named: name)
      response = answer(request, at: endpoint, rest: rest, session: session).concluding(request.admission)
    } catch {
      response = .now(error.answer)
    }
    if case .now(let answer) = response, let problem = answer.problem {
      context.note(problem, request, status: answer.status, isInJournal: answer.note != nil)
    }
    return response
  }
}
