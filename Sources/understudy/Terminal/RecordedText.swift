import Engine
import OrderedJSON
import Recordings
import Replay

/// A recorded request with its states, as lines for people.
enum RecordedText {
  static func lines(_ request: RecordedRequest, why: Bool) -> [String] {
    var title = "\(request.kind) \(request.name ?? "(anonymous)")"
    if !request.variables.isEmpty { title += " \(JSON.object(request.variables).brief(limit: 120))" }
    if request.identity != "anonymous" { title += ", \(request.identity)" }
    let explanation = request.explanation
    var lines = [title, "  \(request.file)"]
    if let session = request.session { lines.append("  session \(RecordingError.printable(session))") }
    lines += ["  recorded in \(count(explanation.states.count))"]
    lines += explanation.states.map { "    \(state($0))" }
    guard why else { return lines + [""] }
    if !explanation.isFunction { lines.append("  Its answers depend on the whole history of the session.") }
    if explanation.mutations.isEmpty {
      lines.append(
        "  \(request.session == nil ? "No mutations are recorded without a session." : "This session has no mutations.")"
      )
    }
    lines += explanation.mutations.map { mutation in
      "  \(mutation.counts ? "affects it" : "no effect"): \(mutation.mutation): \(mutation.reasons.map(\.description).joined(separator: "; "))"
    }
    return lines + [""]
  }

  private static func count(_ states: Int) -> String { states == 1 ? "1 state:" : "\(states) states:" }

  private static func state(_ state: StateMiss.RecordedState) -> String {
    guard let history = state.history else { return "\(state.name), which no recorded mutation leads to" }
    if history.isEmpty { return "\(state.name), before any mutation" }
    let shown = history.suffix(3).joined(separator: ", ")
    return history.count > 3
      ? "\(state.name), after \(history.count) mutations, most recently \(shown)" : "\(state.name), after \(shown)"
  }
}
