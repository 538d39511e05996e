import Interchange
import OrderedJSON
import Recordings

/// What an import has left out, for people and as JSON lines.
enum ImportText {
  static func leftOut(_ plan: ImportPlan) -> [String] {
    let lines = plan.skipped.map { "left out \($0.description)" }
    guard plan.others > 0 else { return lines }
    let others = plan.others == 1 ? "1 request that is" : "\(plan.others) requests that are"
    return lines + ["left out \(others) no GraphQL of the endpoint"]
  }

  /// Where the rest has gone, and what to do next.
  static func places(_ plan: ImportPlan, recordings: String) -> [String] {
    plan.targets.map { "Imported into \(recordings)/\($0.name). Replay it: understudy replay --endpoint \($0.name)" }
  }

  static func json(_ skipped: ImportPlan.Skipped) -> JSON {
    var members: [JSONObject.Member] = [.init("event", "leftOut"), .init("file", .string(skipped.path))]
    if let place = skipped.place {
      members += [.init("line", .int(place.line)), .init("column", .int(place.column))]
    }
    members += [.init("request", .string(skipped.title)), .init("reason", .string(skipped.reason))]
    return .object(JSONObject(members))
  }
}
