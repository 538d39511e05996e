extension StateMiss: CustomStringConvertible {
  /// At most five lines: the states in which it was recorded, the session's mutations, the mutation that lies between,
  /// and the rule that would allow an answer.
  package var description: String {
    var lines = [headline]
    let count = recorded.count + unlistedStates
    for place in recorded.prefix(count > 2 ? 1 : 2) {
      let history = place.history.map { Self.after($0, besides: place.unlistedMutations) }
      lines.append("  - \(place.name), \(history ?? "which nothing recorded leads to")")
    }
    if count > 2 { lines.append("  - and \(count - 1) more") }
    let now = "The session is in \(state), \(Self.after(history, besides: unlistedMutations))."
    guard let between else { return (lines + [now]).joined(separator: "\n") }
    lines.append("\(now) \(Self.text(between))")
    if let saw = Self.advice(between) { lines.append(saw) }
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

  private static func after(_ history: [String], besides unlisted: Int) -> String {
    if history.isEmpty { return "where nothing was changed" }
    let shown = history.suffix(3).joined(separator: ", ")
    let count = history.count + unlisted
    return count > 3 ? "after \(count) mutations, the last \(shown)" : "after \(shown)"
  }

  private static func text(_ between: Between) -> String {
    let who =
      between.isSessions
      ? "which the session sent and \(between.nearest) is not after"
      : "which \(between.nearest) is after and the session did not send"
    let why = between.reasons.isEmpty ? "" : ": \(between.reasons.map(\.description).joined(separator: "; "))"
    return "Between them stands \(between.mutation), \(who)\(why)."
  }

  private static func advice(_ between: Between) -> String? {
    guard let advice = between.advice else { return nil }
    if between.sawChange { return "Recordings saw it change this request." }
    return
      "Recordings do not show that it changes this request. Only if you know that it never does, say so in endpoint.yaml: \(advice)."
  }
}
