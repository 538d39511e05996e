import EndpointConfiguration
import GraphQLLanguage
import Recordings
import Transports

extension EngineContext {
  /// Adds one operation and its answer to the journal, if there is one, and counts it for its open session. With a
  /// journal, no server may repeat the answer by itself.
  func noted(
    _ request: ClientRequest, at endpoint: Endpoint, session: String, _ response: () -> Response
  ) -> Response {
    func counted() -> Response {
      guard let open = request.openSession else { return response() }
      return response().mapped { $0.count(for: open) }
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

  /// Adds a request to the journal that was refused before its endpoint got it.
  func noteStray(_ problem: String, _ request: ClientRequest, status: Int) {
    guard let journal else { return }
    let route = Route(path: request.target.path, endpoints: endpointNames)
    let endpoint: String? =
      switch route {
      case .graphql(let name, _, _), .other(let name, _, _): name
      case .own, .unknown: nil
      }
    let given = request.headers[first: configuration.sessionHeader] ?? request.target.sessionSegment
    let session = given.map { (try? SessionName.canonical($0)) ?? $0.percentDecoded() }
    let place = journal.begin(request, nil, endpoint: endpoint, session: session)
    journal.finish(place, JournalEntry.Outcome(refused: problem, status: status))
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
