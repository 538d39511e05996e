extension StateMiss: CustomStringConvertible {
  /// The story for people, some lines long: where it was recorded, what the session has sent, what stands between, and
  /// the rule that would let it pass.
  package var description: String {
    var lines = [headline]
    for place in recorded.prefix(5) {
      lines.append("  - \(place.name), \(place.history.map(Self.after) ?? "which nothing recorded leads to")")
    }
    if recorded.count > 5 { lines.append("  - and \(recorded.count - 5) more") }
    lines.append("The session is in \(state), \(Self.after(history)).")
    if let between { lines += Self.lines(between) }
    return lines.joined(separator: "\n")
  }

  private var headline: String {
    switch reason {
    case .notRecordedInState: "It was recorded, but not after what this session has changed. Recorded in:"
    case .answersDiffer:
      "Several recorded answers agree with what this session has changed, and they differ. Recorded in:"
    case .wholeHistoryCounts:
      "Only the whole history tells its answers apart, and this one was not recorded. Recorded in:"
    case .onlyInferred:
      "It was not recorded in this very state, and only exact answers are served (--strict). Recorded in:"
    case .unreachable:
      "It was recorded only in states that no recorded mutation leads to; was a mutation's file deleted? understudy check "
        + "names them. Recorded in:"
    case .otherStart: "It was recorded only from other starts. Recorded in:"
    }
  }

  private static func after(_ history: [String]) -> String {
    if history.isEmpty { return "where nothing was changed" }
    let shown = history.suffix(3).joined(separator: ", ")
    return history.count > 3 ? "after \(history.count) mutations, the last \(shown)" : "after \(shown)"
  }

  private static func lines(_ between: Between) -> [String] {
    let who =
      between.isSessions
      ? "which the session sent and \(between.nearest) is not after"
      : "which \(between.nearest) is after and the session did not send"
    let why = between.reasons.isEmpty ? "" : ": \(between.reasons.map(\.description).joined(separator: "; "))"
    // No rule would help: it has to be recorded. And what a mutation answers again is rarely what it answered first.
    if between.reasons.contains(.unanswered) || between.advice == nil {
      return ["Between them stands \(between.mutation), \(who)\(why)."]
    }
    let saw =
      between.sawChange
      ? "Recordings saw it change this request."
      : "Recordings do not show that it changes this request. "
        + "Only if you know that it never does, say so in endpoint.yaml: \(between.advice ?? "")."
    return ["Between them stands \(between.mutation), \(who)\(why).", saw]
  }
}
