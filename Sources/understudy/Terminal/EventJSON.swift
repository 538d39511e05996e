import Engine
import GraphQLLanguage
import OrderedJSON
import Replay
import Reports
import Requests

/// Events as JSON lines, for `--json`.
enum EventJSON {
  static func line(_ event: Event) -> JSON? {
    switch event {
    case .exchange(let exchange): line(exchange)
    case .miss(let miss, let source, _, _, _):
      .object(["event": "miss", "answeredBy": .string(source.rawValue), "miss": MissJSON.object(miss)])
    case .refusal(let refusal):
      .object([
        "event": "refusal", "request": .string(refusal.requestLine), "status": .int(refusal.status),
        "message": .string(refusal.message),
      ])
    case .session(let saved):
      .object(JSONObject([.init("event", "session")] + JSONForm.session(saved).members))
    case .warning(let text): .object(["event": "warning", "message": .string(text)])
    case .notice(let text): .object(["event": "notice", "message": .string(text)])
    }
  }

  private static func line(_ exchange: Exchange) -> JSON {
    var object: JSONObject = ["event": "exchange", "endpoint": .string(exchange.endpoint)]
    if let operation = exchange.operation {
      object["kind"] = .string(operation.kind.rawValue)
      object["operation"] = operation.name.map { .string($0) } ?? .null
      object["variables"] = MissJSON.bounded(.object(exchange.variables))
    } else {
      object["request"] = .string(exchange.requestLine)
    }
    object["status"] = .int(exchange.status)
    object["milliseconds"] = .int(Int(exchange.nanoseconds / 1_000_000))
    let (outcome, member, text) = describe(exchange.outcome)
    object["outcome"] = .string(outcome)
    object[member] = .string(text)
    return .object(object)
  }

  private static func describe(_ outcome: Exchange.Outcome) -> (String, String, String) {
    switch outcome {
    case .new(let file): ("new", "file", file)
    case .known(let file): ("known", "file", file)
    case .changed(let file): ("changed", "file", file)
    case .notRecorded(let why): ("notRecorded", "reason", why)
    case .failed(let why): ("failed", "reason", why)
    }
  }

  static func summary(_ findings: Findings, mode: EngineConfiguration.Mode) -> JSON {
    let counts = findings.counts
    var object: JSONObject = [
      "event": "summary", "mode": .string(mode.rawValue), "exchanges": .int(counts.exchanges), "new": .int(counts.new),
      "known": .int(counts.known), "changed": .int(counts.changed), "notRecorded": .int(counts.notRecorded),
      "failed": .int(counts.failed), "savedSessions": .int(counts.sessions.saved),
      "unsavedSessions": .int(counts.sessions.unsaved), "misses": .int(findings.misses),
      "refusals": .int(findings.refusals), "inferred": .array(findings.inferred.map(JSONForm.inferred)),
      "derived": .array(JSONForm.derived(findings.uses)),
    ]
    if !findings.remarks.isEmpty { object["remarks"] = .array(findings.remarks.map { .string($0) }) }
    return .object(object)
  }
}
