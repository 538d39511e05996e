extension StateMiss: CustomStringConvertible {
  /// The explanation in at most seven lines: where the request is recorded, this session's history, the mutation that
  /// makes the difference, and the rule that would ignore it.
  package var description: String {
    var lines = [headline]
    let count = recorded.count + unlistedStates
    for place in recorded.prefix(count > 2 ? 1 : 2) {
      let history = place.history.map { Self.after($0, besides: place.unlistedMutations) }
      lines.append("  - \(place.name), \(history ?? "which no recorded mutation leads to")")
    }
    if count > 2 { lines.append("  - and \(count - 1) more") }
    let now = "This session is in state \(state), \(Self.after(history, besides: unlistedMutations))."
    guard let between else { return (lines + [now]).joined(separator: "\n") }
    lines += [now, Self.text(between)] + Self.advice(between)
    return lines.joined(separator: "\n")
  }

  private var headline: String {
    switch reason {
    case .notRecordedInState: "It is recorded, but in another state:"
    case .answersDiffer:
      "Several recorded answers match this session's mutations, but they differ:"
    case .wholeHistoryCounts:
      "The recorded answers depend on the whole history of a session, and this history is not recorded:"
    case .onlyInferred:
      "It is recorded only after other mutations, and --strict serves exact answers only:"
    case .overlapped:
      "It was recorded in this state while a mutation was running, or after several that ran together, and --strict "
        + "serves exact answers only. To get an exact one, record again, one mutation after the other:"
    case .unreachable:
      "It is recorded only in states that no recorded mutation leads to. A mutation's file may have been deleted. "
        + "To list these states, run `understudy check`:"
    case .otherStart: "It is recorded only in sessions with another start:"
    }
  }

  private static func after(_ history: [String], besides unlisted: Int) -> String {
    if history.isEmpty { return "before any mutation" }
    let shown = history.suffix(3).joined(separator: ", ")
    let count = history.count + unlisted
    return count > 3 ? "after \(count) mutations, most recently \(shown)" : "after \(shown)"
  }

  private static func text(_ between: Between) -> String {
    let difference =
      between.isSessions
      ? "This session ran \(between.mutation). The recording in state \(between.nearest) was made without it"
      : "The recording in state \(between.nearest) was made after \(between.mutation). This session did not run it"
    let why =
      between.reasons.isEmpty
      ? "" : " It may affect this request: \(between.reasons.map(\.description).joined(separator: "; "))."
    return "\(difference).\(why)"
  }

  private static func advice(_ between: Between) -> [String] {
    guard between.mayBeIndependent else { return [] }
    if between.sawChange { return ["Recordings show that it changes this answer."] }
    guard let advice = between.advice else {
      return [
        "No recording shows that it affects this request. A rule that it never does needs the query's name: name the query in the client, and record it again."
      ]
    }
    return [
      "No recording shows that it affects this request. If you know that it never does, add this to endpoint.yaml:",
      "  \(advice)",
    ]
  }
}
