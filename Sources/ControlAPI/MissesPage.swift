import Engine
import OrderedJSON
import Recordings
import Replay
import Requests
import Transports

/// `GET /__understudy/misses`: each miss with its message and the sessions that missed it.
struct MissesPage {
  let engine: Engine
  let listener: Int

  /// Lists all misses, or those of some sessions, so that a test can fail for its own.
  ///
  /// The parameter `session=NAME` may be repeated. `token=TOKEN`, alone, chooses an open session of this port.
  func answer(_ parameters: [(name: String, value: String)]) -> Answer {
    if parameters.count == 1, parameters[0].name == "token" {
      let open = engine.context.openSessions.open(on: listener)
      guard let session = open.first(where: { $0.token == parameters[0].value }) else {
        return EndProblem.unknown(parameters[0].value).answer
      }
      return .control(["misses": BeginAndEnd.misses(session)])
    }
    if parameters.contains(where: { $0.name == "token" }) {
      return ErrorAnswer.make(
        status: 400, message: "Send one token, without session: /__understudy/misses?token=0-1.", code: .badRequest)
    }
    var names: [String] = []
    do {
      for parameter in parameters { names.append(try SessionName.canonical(parameter.value, isEncoded: false)) }
    } catch {
      return error.answer
    }
    let misses = engine.context.log.missesOfSessions.filter { _, sessions in
      names.isEmpty || sessions.contains { session in names.contains { $0.hasSameScalars(as: session) } }
    }
    let (reruns, following) = (engine.reruns, engine.followingOfMisses)
    var object: JSONObject = [
      "misses": .array(
        misses.map { miss, sessions in
          var members = MissJSON.members(miss, following: following[miss] ?? 0)
          members["sessions"] = .array(sessions.map { .string($0) })
          members["message"] = .string(
            MissText.message(
              miss, rerun: sessions.lazy.compactMap { reruns[$0] }.first ?? engine.defaultRerun,
              following: following[miss] ?? 0))
          return .object(members)
        })
    ]
    object["remark"] = engine.missTally.remark("misses").map { .string($0) }
    return .control(object)
  }
}
