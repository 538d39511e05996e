package import Engine
package import Requests
import Transports

/// The pages under `/__understudy/`: JSON, metrics, and the images of generated image URLs. `ControlPage.all` lists them.
package struct ControlAPI: ControlPages {
  private let version: String

  /// - Parameter version: the program's version, for the metrics.
  package init(version: String = "") { self.version = version }

  package func answer(_ path: String, to request: ClientRequest, at engine: Engine) -> Response {
    let segments = path == "/" ? ["status"] : path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for page in ControlPage.all {
      guard let name = page.match(segments) else { continue }
      guard page.takes(request.method) else { return .now(notAllowed(request.method, at: page)) }
      if let refusal = page.refusal(request.target.parameters) { return .now(refusal) }
      if let sharing = engine.sharing, request.method != "GET", request.method != "HEAD",
        page.reach == .oneProcess || sharing.isShared && page.reach == .oneReplica
      {
        return .now(Self.refusalByReplica(page.path))
      }
      return page.answer(ControlCall(engine: engine, request: request, name: name, version: version))
    }
    return .now(unknown(path))
  }

  /// The refusal of a change that only one of several replicas would know of.
  package static func refusalByReplica(_ path: String) -> Answer {
    ErrorAnswer.make(
      status: 409,
      message:
        "/__understudy/\(path) does not work with --sessions, because only this replica would know of it. Set faults and answers in endpoint.yaml, without times and rate, or a fault in the header Understudy-Fault of a request. Begin a session of its own for each test.",
      code: .badSession)
  }

  private func unknown(_ path: String) -> Answer {
    let pages = ControlPage.all.map { "\($0.methods.joined(separator: ", ")) /__understudy/\($0.path)" }
    return ErrorAnswer.make(
      status: 404,
      message: "There is no page /__understudy\(path.prefix(100)). There are: \(pages.joined(separator: "; ")).",
      code: .unknownEndpoint)
  }

  private func notAllowed(_ method: String, at page: ControlPage) -> Answer {
    var answer = ErrorAnswer.make(
      status: 405,
      message: "/__understudy/\(page.path) takes \(page.methods.joined(separator: " or ")), not \(method).",
      code: .methodNotAllowed)
    answer.headers.append("allow", page.methods.joined(separator: ", "))
    return answer
  }
}
