import Engine
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Reports
import Requests

/// Events as lines for people.
enum EventText {
  static func lines(_ event: Event) -> String {
    switch event {
    case .exchange(let exchange): line(exchange)
    case .miss(let miss, .miss, let rerun, _, _): MissText.message(miss, rerun: rerun)
    case .miss(let miss, let source, _, _, _): "not recorded, answered by \(source.rawValue): \(miss.request.title)"
    case .refusal(let refusal): "refused  \(refusal.requestLine)  \(refusal.status)  \(refusal.message)"
    case .session(let saved): saved.description
    case .warning(let text): "warning: \(text)"
    case .notice(let text): text
    }
  }

  /// Returns the message about unwritten answers and sessions. At least one of the numbers is above 0.
  static func unwritten(answers: Int, sessions: Int) -> String {
    var parts: [String] = []
    if answers > 0 { parts.append(answers == 1 ? "1 answer that a client got" : "\(answers) answers that clients got") }
    if sessions > 0 {
      parts.append(
        sessions == 1 ? "1 session that was being recorded" : "\(sessions) sessions that were being recorded")
    }
    return
      "NOT SAVED: \(parts.joined(separator: " and ")). The program was stopped before everything was written.\nTo save everything, record that run again."
  }

  /// Returns, for example, `new      query CountryDetail {"code":"CA"}  200  12 ms`.
  private static func line(_ exchange: Exchange) -> String {
    var subject = exchange.requestLine
    if let operation = exchange.operation {
      let name = operation.name.map { String($0.prefix(80)) }
      subject = OperationTitle.text(operation.kind, name, variables: exchange.variables, limit: 60)
    }
    let milliseconds = exchange.nanoseconds / 1_000_000
    let (word, remark) = exchange.words
    return
      "\(TextColumns.padded(word, to: 8)) \(subject)  \(exchange.status)  \(milliseconds) ms\(remark.map { "  \($0)" } ?? "")"
  }

  static func summary(_ findings: Findings, mode: EngineConfiguration.Mode) -> String {
    let counts = findings.counts
    switch mode {
    case .record:
      let parts = [
        (counts.new, "new"), (counts.known, "known"), (counts.changed, "changed"),
        (counts.notRecorded, "not recorded"), (counts.failed, "FAILED"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
      return count(counts.exchanges, "request") + (parts.isEmpty ? "" : ": \(parts)")
        + (counts.sessions.saved > 0 ? "; \(count(counts.sessions.saved, "session")) saved" : "")
        + (counts.sessions.unsaved > 0 ? "; \(count(counts.sessions.unsaved, "session")) NOT SAVED" : "")
    case .replay:
      let misses = findings.misses == 0 ? "No misses" : count(findings.misses, "miss", "misses")
      let refusals = findings.refusals == 0 ? "" : ", \(count(findings.refusals, "refusal"))"
      return ([misses + refusals] + findings.remarks + findings.escapes.map { "escaped: \($0.text)" }).map { "\($0)." }
        .joined(separator: "\n")
    case .fake: return "Done."
    }
  }

  /// Returns `1 miss` or `2 misses`.
  private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number) \(number == 1 ? one : many ?? one + "s")"
  }
}
