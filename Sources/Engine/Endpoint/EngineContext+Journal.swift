import EndpointConfiguration
import GraphQLLanguage
import Recordings
import Requests
import Transports

extension EngineContext {
  /// Adds one operation and its answer to the journal and to the log, if there are any, and counts it for its open
  /// session. With a journal, no server may repeat the answer by itself.
  func noted(
    _ request: ClientRequest, at endpoint: Endpoint, session: String, _ response: () -> Response
  ) -> Response {
    let began = answerLog == nil ? 0 : clock.now()
    func counted() -> Response {
      response().mapped { [self] answer in
        report(&answer, to: request, at: endpoint, session: session, began: began)
        if let open = request.openSession { answer.count(for: open) }
      }
    }
    guard let journal else { return counted() }
    let asked = try? endpoint.parsed(request)
    let place = journal.begin(request, asked, endpoint: endpoint.name, session: SessionName.name(of: session))
    return counted().mapped { answer in
      journal.finish(place, JournalEntry.Outcome(answer))
      answer.isRepeatable = false
      answer.validity = nil
      answer.note = answer.note ?? AnswerNote()
    }
  }

  /// Adds a request to the journal that was refused before its endpoint got it. Requests to the control API are none of
  /// the client's.
  func noteStray(_ problem: String, _ request: ClientRequest, status: Int) {
    guard let journal else { return }
    if case .own = Route(path: request.target.path, endpoints: endpointNames) { return }
    let (endpoint, session) = subject(of: request)
    let place = journal.begin(request, nil, endpoint: endpoint, session: session)
    journal.finish(place, JournalEntry.Outcome(refused: problem, status: status))
  }
}

extension EngineContext {
  /// Returns the endpoint and the session that a request names, if it names them.
  func subject(of request: ClientRequest) -> (endpoint: String?, session: String?) {
    let endpoint: String? =
      switch Route(path: request.target.path, endpoints: endpointNames) {
      case .graphql(let name, _, _), .below(let name, _, _), .other(let name, _): name
      case .own, .unknown: nil
      }
    let user = configuration.sessionsByProxyUser ? request.proxyUser?.name : nil
    let given = request.headers[first: configuration.sessionHeader] ?? request.target.sessionSegment ?? user
    return (endpoint, given.map { (try? SessionName.canonical($0)) ?? $0.percentDecoded() })
  }
}

extension Response {
  /// Returns the same answer, with each of its items in the journal, if there is one.
  func noted(by context: EngineContext, _ items: [ClientRequest], at endpoint: Endpoint, session: String) -> Response {
    items.reduce(self) { whole, item in context.noted(item, at: endpoint, session: session) { whole } }
  }
}

extension RequestTarget {
  /// The name in the first segment `~name` of the path; nil if there is none.
  fileprivate var sessionSegment: String? {
    path.split(separator: "/").first { $0.hasPrefix("~") }.map { String($0.dropFirst()) }
  }
}
