import Engine
import GraphQLLanguage
import Maintenance
import OrderedJSON
import Recordings
import Replay
import Requests

extension HTMLForm {
  static func misses(_ report: RunReport) -> String? {
    let items = report.misses.map { miss in
      let request = miss.request
      let file = report.file(of: miss).map { "<p class=\"file\">nearest: \($0.xml)</p>" } ?? ""
      return """
        <details open><summary>\(request.endpoint.xml): \(request.title.xml)</summary>\(file)
        <pre>\(report.text(of: miss).xml)</pre></details>
        """
    }
    return section("Missed", items) { $0 }
  }

  static func refusals(_ report: RunReport) -> String? {
    let rows = report.refusalsAndEscapes.map { [$0.requestLine, "\($0.status)", $0.message] }
    return rows.isEmpty ? nil : section("Refused", [table(["request", "#status", "why"], rows)]) { $0 }
  }

  static func unanswered(_ report: RunReport) -> String? {
    section("Without an answer", report.unanswered.map { "<li class=\"bad\">\($0.text.xml)</li>" }) {
      "<ul>\n\($0)\n</ul>"
    }
  }

  static func notRecorded(_ report: RunReport) -> String? {
    let items =
      report.failures.map { "<li class=\"bad\">\($0.text.xml)</li>" }
      + report.notRecorded.map { "<li>\($0.text.xml)</li>" }
    return section("Not recorded", items) { "<ul>\n\($0)\n</ul>" }
  }

  static func written(_ report: RunReport) -> String? {
    let files = report.written.map {
      "<li>\($0.isNew ? "new" : "changed"): \("\(report.recordings)/\($0.file)".xml)</li>"
    }
    return section("Recorded", files) { "<ul>\($0)</ul>" }
  }

  static func inferred(_ report: RunReport) -> String? {
    guard !report.inferred.isEmpty else { return nil }
    let rows = report.inferred.map { answer in
      [
        answer.endpoint, OperationTitle.text(answer.kind, answer.name, variables: answer.variables),
        JSON.object(HTTPExchange.untitled(answer.name, answer.variables)).brief(limit: 100), answer.state,
        answer.isOverlapped
          ? "recorded while a mutation was running"
          : answer.unseen.isEmpty ? "" : "ignoring \(answer.unseen.joined(separator: ", "))",
      ]
    }
    return section("Inferred", [table(["endpoint", "operation", "variables", "state", "reason"], rows)]) {
      "<p>These answers were inferred from a similar history.</p>\n\($0)"
    }
  }

  /// Returns the requests of each session, with the recordings that answered them.
  static func asked(_ report: RunReport) -> String? {
    var sessions: [(name: String, rows: [[String]])] = []
    var places: [String: Int] = [:]
    for usage in report.usages {
      let use = usage.use
      let row = [
        use.endpoint, use.title, use.untitled.isEmpty ? "" : JSON.object(use.untitled).brief(limit: 100),
        use.source.rawValue, "\(usage.count)", use.recording ?? "",
      ]
      let place = places[use.session] ?? sessions.count
      if place == sessions.count {
        places[use.session] = place
        sessions.append((use.session, []))
      }
      sessions[place].rows.append(row)
    }
    let columns = ["endpoint", "operation", "variables", "source", "#times", "recording"]
    let items = sessions.map { session in
      let open = sessions.count == 1 ? " open" : ""
      let name = session.name
      return
        "<details\(open)><summary>\(name.isEmpty ? "without a session" : "session \(name.xml)") (\(session.rows.count))</summary>\n"
        + "\(table(columns, session.rows))</details>"
    }
    return section("Requests", items) { $0 }
  }

  static func slowest(_ report: RunReport) -> String? {
    let rows = report.slowest.prefix(10).map { [$0.title, milliseconds($0.nanoseconds)] }
    return rows.isEmpty ? nil : section("Slowest", [table(["operation", "#ms"], rows)]) { $0 }
  }

  static func unused(_ report: RunReport) -> String? {
    guard let never = report.neverUsed else { return nil }
    let idle = never.idle.map { "<li>\($0.endpoint.xml): all \($0.count) (no requests to this endpoint)</li>" }
    return section("Unused recordings", idle + never.files.map { "<li>\($0.xml)</li>" }) {
      "<details><summary>\(never.count) of \(TextForm.counted(never.recordingCount, "recording"))</summary><ul>\n\($0)\n</ul></details>"
    }
  }

  static func warnings(_ report: RunReport) -> String? {
    section("Warnings", report.warnings.map { "<li>\($0.xml)</li>" }) { "<ul>\n\($0)\n</ul>" }
  }

  // MARK: Coverage

  static func coverage(_ report: RunReport) -> String? {
    let ofRun = report.looksAtRecordings
    let items = report.coverage.map { coverage in
      let counts = [
        bar("fields", coverage.fields, ofRun: ofRun), bar("arguments", coverage.arguments, ofRun: ofRun),
        bar("enum values", coverage.enumValues, ofRun: ofRun),
      ]
      let types = coverage.types.map { type in
        let marks = type.elements.map { "<span class=\"\(mark($0.reach))\">\($0.name.xml)</span>" }
        return "<tr><td>\(type.name.xml)</td><td class=\"marks\">\(marks.joined(separator: " "))</td></tr>"
      }
      return """
        <h3>\(coverage.endpoint.xml)</h3>
        \(counts.compactMap(\.self).joined(separator: "\n"))
        <details><summary>by type</summary><table><tbody>
        \(types.joined(separator: "\n"))
        </tbody></table></details>
        """
    }
    let used = ofRun ? "<span class=\"used\">used in this run</span> " : ""
    return section("Schema covered by recordings", items) {
      "<p>\(used)<span class=\"recorded\">recorded</span> <span class=\"missing\">not recorded</span></p>\n\($0)"
    }
  }

  private static func bar(_ label: String, _ count: SchemaCoverage.Count, ofRun: Bool) -> String? {
    guard count.all > 0 else { return nil }
    let used = ofRun ? "\(count.used) used, " : ""
    return
      "<p>\(label): \(used)\(count.recorded) recorded of \(count.all) <meter max=\"\(count.all)\" value=\"\(count.recorded)\">\(count.recorded)</meter></p>"
  }

  private static func mark(_ reach: SchemaCoverage.Reach) -> String {
    switch reach {
    case .none: "missing"
    case .recorded: "recorded"
    case .used: "used"
    }
  }

  /// Returns milliseconds with two decimals.
  private static func milliseconds(_ nanoseconds: UInt64) -> String {
    let hundredths = nanoseconds / 10_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
