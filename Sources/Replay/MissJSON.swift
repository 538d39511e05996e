import GraphQLLanguage
package import OrderedJSON
import Recordings

/// A miss as JSON, in `extensions` of the response, in `/__understudy/misses`, and in `--json` lines.
package enum MissJSON {
  /// Returns the members, without the `code`. `following` counts the requests that missed because of this mutation.
  package static func members(_ miss: Miss, following: Int = 0) -> JSONObject {
    var members = members(ofRequest: miss)
    if following > 0 { members["following"] = .int(following) }
    members["follows"] = miss.follows.map { .string($0) }
    if let state = miss.state { members["state"] = StateMissJSON.object(state) }
    switch miss.obstacle {
    case .missing(let fields)?: members["missing"] = .array(fields.paths.map { .string($0) })
    case .conflict(let path)?: members["conflict"] = .string(path)
    case .invalid(let reason)?: members["invalid"] = .string(reason)
    case .otherState(let recording)?: members["otherState"] = .string(recording)
    case .otherUser(let recording, let identity)?:
      members["otherUser"] = ["recording": .string(recording), "identity": .string(identity)]
    case nil: break
    }
    if let advice = miss.introspection {
      members["introspection"] = ["schema": .string(advice.file), "command": .string(advice.command)]
    }
    if let sessions = miss.sessions {
      members["sessionRecorded"] = .bool(sessions.isRecorded)
      if sessions.isIncomplete { members["sessionIncomplete"] = true }
      members["otherSessions"] = .array(sessions.others.map { .string($0) })
    }
    if let advice = miss.clientValues {
      members["rules"] = ["file": .string(advice.file), "lines": .array(advice.lines.lines.map { .string($0) })]
    }
    members["setupID"] = miss.setupID.map { .string($0) }
    if let count = miss.exhausted { members["exhausted"] = .int(count) }
    return members
  }

  private static func members(ofRequest miss: Miss) -> JSONObject {
    [
      "endpoint": .string(miss.request.endpoint),
      "kind": .string(miss.request.kind.rawValue),
      "operation": miss.request.name.map { .string($0) } ?? .null,
      "variables": bounded(.object(miss.request.variables)),
      "identity": .string(miss.request.identity),
      "nearest": miss.nearest.map(nearest) ?? .null,
      "difference": .array(miss.differences.map(difference)),
      "command": .string(miss.command),
    ]
  }

  package static func object(_ miss: Miss) -> JSON { .object(members(miss)) }

  private static func nearest(_ nearest: Nearest) -> JSON {
    .object([
      "recording": .string(MissText.place(nearest)),
      "operation": nearest.name.map { .string($0) } ?? .null,
      "relation": .string(nearest.relation.rawValue),
    ])
  }

  private static func difference(_ difference: Difference) -> JSON {
    switch difference {
    case .selectionNotRecorded(let path): .object(["kind": "selectionNotRecorded", "path": .string(path)])
    case .selectionNotAsked(let path): .object(["kind": "selectionNotAsked", "path": .string(path)])
    case .selectionOrder: .object(["kind": "selectionOrder"])
    case .declaration(let recorded, let asked):
      .object(["kind": "declaration", "recorded": .string(recorded), "asked": .string(asked)])
    case .variable(let path, let recorded, let asked): variable(path, recorded, asked)
    case .identity(let recorded, let asked):
      .object(["kind": "identity", "recorded": .string(recorded), "asked": .string(asked)])
    case .header(let name, let recorded, let asked):
      .object([
        "kind": "header", "name": .string(name), "recorded": .array(recorded.map { .string($0) }),
        "asked": asked.map { .string($0) } ?? .null,
      ])
    }
  }

  /// Omits the member of a side without a value, so that absent differs from null.
  private static func variable(_ path: String, _ recorded: JSON?, _ asked: JSON?) -> JSON {
    var object: JSONObject = ["kind": "variable", "path": .string(path)]
    object["recorded"] = recorded.map(bounded)
    object["asked"] = asked.map(bounded)
    return .object(object)
  }

  /// The most Unicode scalars that are shown of a value.
  static let valueLimit = 4_000

  /// Returns the value, or the beginning of its text if it is too long for an error.
  package static func bounded(_ value: JSON) -> JSON {
    let brief = value.brief(limit: valueLimit)
    return brief.hasSuffix("…") ? .string(brief) : value
  }
}
