import Engine
import OrderedJSON
import Recordings
import Requests
import Transports

/// `GET /__understudy/status`, `/health` and `/ready`, and `POST /__understudy/reload`, which reads changed recordings first.
struct StatusPages {
  let engine: Engine

  /// The version of these pages, not of the program. Test libraries and plugins compare it with theirs. It rises with a
  /// change that an older one would not understand, so not with a new page.
  static let protocolVersion = 1

  func status() -> Answer {
    let misses = engine.missTally
    var object: JSONObject = [
      "protocol": .int(Self.protocolVersion),
      "mode": .string(engine.configuration.mode.rawValue),
      "endpoints": .array(engine.endpointNames.map { .string($0) }),
      "misses": .int(misses.count),
    ]
    object["remark"] = misses.remark("misses").map { .string($0) }
    return .control(object)
  }

  /// The process lives: always 200, whatever it waits for.
  static var health: Answer { .control(["alive": true]) }

  /// 503 until all conditions for serving requests hold, and once the program stops.
  func ready() -> Answer {
    let problems = engine.readiness.problems
    if problems.isEmpty { return .control(["ready": true]) }
    let listed = problems.map { JSON.object(["check": .string($0.name), "problem": .string($0.problem)]) }
    return .control(["ready": false, "problems": .array(listed)], status: 503)
  }

  func reload() -> Answer {
    engine.refresh()
    engine.noteEdit()
    return status()
  }
}
