import ControlAPI
package import Engine
package import Requests
import Transports

/// The page at `/` and `/__understudy/`, its API below `/__understudy/v1/`, and the control API.
///
/// This is a handler, not a server: the engine of a port calls it.
package struct Dashboard: ControlPages {
  let settings: DashboardSettings
  let history: RequestHistory
  let feed: EventFeed
  private let control: ControlAPI
  private let answers: PageAnswers
  private let pageGuard: PageGuard

  /// - Parameters:
  ///   - settings: the properties of the run.
  ///   - history: the newest requests.
  ///   - engine: returns the engine of the main port, once it is there.
  package init(_ settings: DashboardSettings, history: RequestHistory, engine: @escaping @Sendable () -> Engine?) {
    self.settings = settings
    self.history = history
    control = ControlAPI(version: settings.programVersion)
    feed = EventFeed(history: history) { StatusSummary.json(engine(), history) }
    answers = PageAnswers(token: settings.token)
    pageGuard = PageGuard(token: settings.token)
  }

  package func answer(_ path: String, to request: ClientRequest, at engine: Engine) -> Response {
    var segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { $0 }
    if segments.last == "" { segments.removeLast() }
    let isPage = segments.isEmpty && request.isForHTML
    let isOfPage = isPage || segments.first == "v1" || segments.first == "page"
    if let refusal = pageGuard.refusal(of: request, isOfPage: isOfPage) { return .now(refusal.answer) }
    if isPage { return .now(answers.html) }
    switch segments.first {
    case "page":
      let file = segments.count == 2 ? answers.file(String(segments[1]), for: request) : nil
      return .now(file ?? DashboardProblem.notFound("There is no page /__understudy\(path.prefix(100)).").answer)
    case "v1": return answer(Array(segments.dropFirst()), path, to: request, at: engine)
    default: return control.answer(path, to: request, at: engine)
    }
  }

  private func answer(
    _ segments: [Substring], _ path: String, to request: ClientRequest, at engine: Engine
  ) -> Response {
    let method = request.method == "HEAD" ? "GET" : request.method
    let found = DashboardPages.all.compactMap { page in page.match(segments).map { (page, $0) } }
    guard let (page, names) = found.first(where: { $0.0.method == method }) else {
      guard found.isEmpty else {
        let methods = found.map(\.0.method).joined(separator: ", ")
        return .now(
          DashboardProblem(
            405, "/__understudy\(path.prefix(100)) takes \(methods), not \(request.method.prefix(20)).",
            .methodNotAllowed
          ).answer)
      }
      let pages = DashboardPages.all.map { "\($0.method) /__understudy/v1/\($0.path)" }
      return .now(
        DashboardProblem.notFound(
          "There is no page /__understudy\(path.prefix(100)). There are: \(pages.joined(separator: "; "))."
        ).answer)
    }
    if engine.sharing?.isShared == true, page.changesOneReplica {
      return .now(ControlAPI.refusalByReplica("v1/\(page.path)"))
    }
    return page.answer(call(request, names, at: engine))
  }

  /// Returns a request to the API with what its pages need.
  func call(_ request: ClientRequest, _ names: [String], at engine: Engine) -> DashboardCall {
    DashboardCall(
      engine: engine, request: request, names: names, settings: settings, history: history, feed: feed)
  }
}
