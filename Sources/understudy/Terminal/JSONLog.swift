import ArgumentParser
import OrderedJSON
import Recordings
import Replay
import Reports
import Requests

/// The log of a server as JSON lines on standard error, for programs that collect logs.
struct JSONLog: Sendable {
  enum Level: String {
    case info, warning, error
  }

  /// Returns the time in milliseconds since 1970.
  let now: @Sendable () -> Int64

  /// Prints an object with the time, the level, the kind of event, and other members; even if the queue is full if it
  /// is required.
  func print(_ level: Level, _ event: String, _ members: JSONObject, isRequired: Bool = false) {
    Terminal.log(line(level, event, members), isRequired: isRequired)
  }

  func line(_ level: Level, _ event: String, _ members: JSONObject) -> JSON {
    let beginning: JSONObject = [
      "time": .string(CivilTime.isoDateTime(milliseconds: now())), "level": .string(level.rawValue),
      "event": .string(event),
    ]
    return .object(JSONObject(beginning.members + members.members))
  }

  /// Prints a request.
  func print(_ line: LogLine) {
    var members = JSONObject()
    members["endpoint"] = line.endpoint.map { .string($0) }
    // Of a refused request, the session may be unknown.
    members["session"] = line.session == "-" ? nil : .string(line.session)
    members["operation"] = .string(line.title)
    members["source"] = .string(line.isUnanswered ? "unanswered" : line.outcome == nil ? line.source : "upstream")
    members["outcome"] = line.outcome.map { .string($0) }
    members["status"] = .int(line.status)
    members["milliseconds"] = Self.milliseconds(line.nanoseconds)
    if line.hasErrors { members["errors"] = true }
    members["traceId"] = line.traceID.map { .string($0) }
    members["message"] = line.remark.map { .string($0) }
    if let bodies = line.bodies {
      members["request"] = .string(bodies.request)
      members["response"] = .string(bodies.response)
    }
    print(line.level, "request", members)
  }

  /// Prints an event that is no answered request.
  func print(_ event: Event) {
    switch event {
    case .exchange(let exchange): print(LogLine(exchange))
    case .refusal(let refusal): print(LogLine(refusal))
    case .miss(let miss, .miss, let rerun, let session, let traceID):
      var members: JSONObject = ["endpoint": .string(miss.request.endpoint)]
      members["session"] = session.map { .string($0) }
      members["operation"] = .string(miss.request.title)
      members["traceId"] = traceID.map { .string($0) }
      members["message"] = .string(MissText.message(miss, rerun: rerun))
      print(.error, "miss", members)
    // The line of the request has the source of its answer.
    case .miss: break
    case .session(let saved):
      print(
        saved.outcome == .saved ? .info : .error, "session",
        [
          "endpoint": .string(saved.endpoint), "session": .string(saved.session),
          "message": .string(saved.description),
        ])
    case .warning(let text): print(.warning, "warning", ["message": .string(text)])
    case .notice(let text): print(.info, "notice", ["message": .string(text)])
    }
  }

  /// A time in milliseconds, to the microsecond.
  private static func milliseconds(_ nanoseconds: UInt64) -> JSON {
    let micros = String(nanoseconds / 1_000 % 1_000)
    let text = "\(nanoseconds / 1_000_000).\(String(repeating: "0", count: 3 - micros.count))\(micros)"
    return (try? JSON.parse(Array(text.utf8))) ?? .null
  }
}

extension LogLine {
  fileprivate var level: JSONLog.Level {
    switch source {
    case "miss", "FAILED": .error
    case "refused": .warning
    default: isUnanswered ? .error : .info
    }
  }
}
