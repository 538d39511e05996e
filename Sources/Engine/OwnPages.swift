import OrderedJSON
import Replay

/// What stands under `/__understudy/`, as JSON.
struct OwnPages {
  let engine: Engine

  func answer(_ path: String, request: ClientRequest) -> Answer {
    switch (request.method, path) {
    case ("GET", "/"), ("GET", "/status"), ("HEAD", "/"), ("HEAD", "/status"): json(status)
    case ("GET", "/misses"): json(["misses": .array(engine.misses.map(MissJSON.object))])
    case ("POST", "/reload"): reload()
    case ("POST", "/sessions/default/reset"): reset()
    case (_, "/"), (_, "/status"), (_, "/misses"): notAllowed(request.method, allow: "GET")
    case (_, "/reload"), (_, "/sessions/default/reset"): notAllowed(request.method, allow: "POST")
    default:
      ErrorAnswer.make(
        status: 404,
        message:
          "There is no page /__understudy\(path.prefix(100)). There are GET /__understudy/status and /__understudy/misses, POST /__understudy/reload and /__understudy/sessions/default/reset.",
        code: .unknownEndpoint)
    }
  }

  private var status: JSONObject {
    [
      "mode": .string(engine.configuration.mode.rawValue),
      "endpoints": .array(engine.endpointNames.map { .string($0) }),
      "misses": .int(engine.misses.count),
    ]
  }

  private func reload() -> Answer {
    engine.refresh()
    return json(status)
  }

  private func reset() -> Answer {
    engine.reset()
    return json(status)
  }

  private func json(_ object: JSONObject) -> Answer {
    Answer(
      status: 200,
      headers: ["content-type": MediaType.json, AnswerSource.header: AnswerSource.understudy.rawValue],
      body: .bytes(JSON.object(object).serialize()))
  }

  private func notAllowed(_ method: String, allow: String) -> Answer {
    var answer = ErrorAnswer.make(
      status: 405, message: "This page is asked by \(allow), not by \(method).", code: .methodNotAllowed)
    answer.headers.append("allow", allow)
    return answer
  }
}
