import Engine
import GraphQLLanguage
import Maintenance
package import OrderedJSON
import Replay
package import Requests

/// A report for programs.
package enum JSONForm {
  /// The version of this format; a reader refuses versions that it does not know.
  package static let version = ReportFile.format

  /// Returns the report as in the last line of `--json` (`event: summary`), and in a file.
  package static func object(_ report: RunReport) -> JSON {
    var object: JSONObject = ["event": "summary", "format": .int(version), "mode": .string(report.mode)]
    if let command = report.command {
      object["command"] = .string(command.name)
      object["commandExitCode"] = .int(Int(command.code))
    }
    object["exitCode"] = .int(Int(report.exitCode))
    object["endpoints"] = strings(report.endpoints)
    object["recordings"] = .string(report.recordings)
    object["answered"] = .object(
      JSONObject(
        Use.Source.allCases.filter(\.isAnswer).map { .init($0.rawValue, .int(report.count($0))) }))
    object["problem"] = report.noRequest.map { .string($0) }
    object["missed"] = .int(report.missed)
    object["refused"] = .int(report.refused)
    object["unanswered"] = .int(report.unansweredCount)
    let remarks = report.boundRemarks.failures + report.boundRemarks.others
    object["remarks"] = remarks.isEmpty ? nil : strings(remarks)
    object["misses"] = .array(
      report.missesOfSessions.map {
        miss(
          $0.miss, session: $0.session, rerun: report.reruns[$0.session] ?? report.defaultRerun,
          following: report.followingOfMisses[$0.miss] ?? 0)
      })
    object["refusals"] = .array(report.refusals.map(refusal))
    object["escaped"] = .array(
      report.escapes.map { .object(["host": .string($0.host), "count": .int($0.count)]) })
    object["withoutAnswer"] = .array(report.unanswered.map(remark))
    object["inferred"] = .array(report.inferred.map(inferred))
    object["derived"] = .array(derived(report.usages.map(\.use)))
    object["written"] = .array(
      report.written.map { .object(["file": .string($0.file), "outcome": $0.isNew ? "new" : "changed"]) })
    object["sessions"] = .array(report.sessions.map { .object(session($0)) })
    object["sessionNames"] = report.sessionNames.map(strings) ?? .null
    object["failures"] = strings(report.failures.map(\.text))
    object["notRecorded"] = .array(
      report.failures.map { remark($0, isFailure: true) } + report.notRecorded.map { remark($0, isFailure: false) })
    object["warnings"] = strings(report.warnings)
    object["unused"] = strings(report.unused)
    object["uses"] = .array(report.usages.map(usage))
    object["coverage"] = .array(report.coverage.map { coverage($0, ofRun: report.looksAtRecordings) })
    return .object(object)
  }

  private static func strings(_ items: [String]) -> JSON { .array(items.map { .string($0) }) }

  /// Returns the members of the response's `extensions`, with the session, and with the command that records its test
  /// again, if that is known.
  private static func miss(_ miss: Miss, session: String, rerun: String?, following: Int) -> JSON {
    var object = MissJSON.members(miss, following: following)
    if let rerun { object["command"] = .string(rerun) }
    object["session"] = .string(session)
    return .object(object)
  }

  private static func refusal(_ refusal: Refusal) -> JSON {
    .object([
      "request": .string(refusal.requestLine), "status": .int(refusal.status), "message": .string(refusal.message),
    ])
  }

  private static func remark(_ remark: RunReport.Remark) -> JSON { .object(members(remark)) }

  private static func remark(_ remark: RunReport.Remark, isFailure: Bool) -> JSON {
    var object = members(remark)
    object["isFailure"] = .bool(isFailure)
    return .object(object)
  }

  private static func members(_ remark: RunReport.Remark) -> JSONObject {
    [
      "endpoint": .string(remark.endpoint), "request": .string(remark.title),
      "session": remark.session.map { .string($0) } ?? .null, "reason": .string(remark.reason),
      "count": .int(remark.count),
    ]
  }

  package static func inferred(_ answer: InferredAnswer) -> JSON {
    .object([
      "endpoint": .string(answer.endpoint), "session": .string(answer.session),
      "kind": .string(answer.kind.rawValue), "operation": answer.name.map { .string($0) } ?? .null,
      "variables": MissJSON.bounded(.object(answer.variables)),
      "state": .string(answer.state), "unseen": strings(answer.unseen),
      "overlapped": .bool(answer.isOverlapped),
    ])
  }

  /// Returns the derived answers, with the recordings that they come from.
  package static func derived(_ uses: [Use]) -> [JSON] {
    uses.filter { $0.source == .derived }.map { use in
      var object = operation(use)
      object["recording"] = use.recording.map { .string($0) } ?? .null
      object["count"] = .int(use.count)
      return .object(object)
    }
  }

  private static func usage(_ usage: RunReport.Usage) -> JSON {
    var object = operation(usage.use)
    object["source"] = .string(usage.use.source.rawValue)
    object["recording"] = usage.use.recording.map { .string($0) } ?? .null
    object["count"] = .int(usage.count)
    object["microseconds"] = .int(Int(usage.slowest / 1_000))
    return .object(object)
  }

  private static func operation(_ use: Use) -> JSONObject {
    [
      "endpoint": .string(use.endpoint), "session": .string(use.session), "kind": .string(use.kind.rawValue),
      "operation": use.name.map { .string($0) } ?? .null,
      "variables": use.variables.map { MissJSON.bounded(.object($0)) } ?? .null,
    ]
  }

  /// Returns the schema coverage; without use if the run read no recordings.
  private static func coverage(_ coverage: SchemaCoverage, ofRun: Bool) -> JSON {
    func count(_ count: SchemaCoverage.Count) -> JSON {
      var object: JSONObject = ["all": .int(count.all), "recorded": .int(count.recorded)]
      if ofRun { object["used"] = .int(count.used) }
      return .object(object)
    }
    let missing = coverage.types.flatMap { type in
      type.elements.filter { $0.reach == .none }.map { "\(type.name).\($0.name)" }
    }
    return .object([
      "endpoint": .string(coverage.endpoint), "fields": count(coverage.fields),
      "arguments": count(coverage.arguments), "enumValues": count(coverage.enumValues),
      "notRecorded": strings(missing),
    ])
  }

  package static func session(_ saved: SavedSession) -> JSONObject {
    var object: JSONObject = [
      "endpoint": .string(saved.endpoint), "session": .string(saved.session), "requests": .int(saved.requests),
    ]
    object["file"] = saved.file.map { .string($0) }
    object["leftover"] = saved.leftover.map { .string($0) }
    switch saved.outcome {
    case .saved: object["outcome"] = "saved"
    case .incomplete(let reason):
      object["outcome"] = "incomplete"
      object["reason"] = .string(reason)
    case .notSaved(let reason):
      object["outcome"] = "notSaved"
      object["reason"] = .string(reason)
    }
    return object
  }
}
