import GraphQLSchema
import OrderedJSON
import Recordings

/// The differences of two schemas, as lines for people and as JSON lines: the worst first.
enum SchemaChangeText {
  static func lines(_ changes: [SchemaChange]) -> [String] {
    if changes.isEmpty { return ["No changes."] }
    var lines: [String] = []
    for (severity, group) in groups(changes) {
      lines.append("\(titles[severity] ?? ""):")
      lines += group.map { "  \($0.kind.rawValue)  \(RecordingError.printable($0.sentence))" }
    }
    let counts = groups(changes).map { "\($1.count) \($0.rawValue)" }
    return lines + ["\(counts.joined(separator: ", ")) \(changes.count == 1 ? "change" : "changes")."]
  }

  static func json(_ changes: [SchemaChange]) -> [JSON] {
    let lines = groups(changes).flatMap(\.1).map { change in
      JSON.object([
        "event": "change", "severity": .string(change.severity.rawValue), "kind": .string(change.kind.rawValue),
        "message": .string(change.sentence),
      ])
    }
    var summary: JSONObject = ["event": "summary"]
    for severity in SchemaChange.Severity.allCases {
      summary[severity.rawValue] = .int(changes.count { $0.severity == severity })
    }
    return lines + [.object(summary)]
  }

  private static let titles: [SchemaChange.Severity: String] = [
    .breaking: "Breaking", .dangerous: "Dangerous", .safe: "Safe",
  ]

  /// Returns the changes by severity, without empty groups.
  private static func groups(_ changes: [SchemaChange]) -> [(SchemaChange.Severity, [SchemaChange])] {
    SchemaChange.Severity.allCases.map { severity in (severity, changes.filter { $0.severity == severity }) }
      .filter { !$0.1.isEmpty }
  }
}
