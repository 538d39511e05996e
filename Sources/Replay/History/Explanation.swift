/// The mutations that affect a request, with the reads, ids or types that show it, for `understudy show --why`.
package struct Explanation: Hashable, Sendable, CustomStringConvertible {
  /// Every recorded mutation, in the order in which recordings first have it.
  package let mutations: [Line]
  /// Indicates whether the mutations that affect the request explain its answers; if not, the whole history is needed.
  package let isFunction: Bool
  package let states: [StateMiss.RecordedState]

  /// One mutation.
  package struct Line: Hashable, Sendable {
    package let mutation: String
    /// The operation's name and those of its root fields.
    package let names: [String]
    /// Indicates whether it affects at least one recorded answer.
    package let counts: Bool
    /// The reasons over all recorded answers, each once.
    package let reasons: [Reason]
  }

  init(_ relevance: Relevance, _ timeline: Timeline, states: [String]) {
    isFunction = relevance.isFunction
    self.states = states.map { StateMiss.RecordedState(name: $0, history: timeline.texts(leadingTo: $0)) }
    mutations = timeline.effects.indices.map { effect in
      var counts = false
      var reasons: [Reason] = []
      for candidate in relevance.candidates.indices {
        let verdict = relevance.reasons(of: effect, for: candidate, in: timeline)
        // It affects the request if it affects one answer: those reasons replace the reasons against it.
        if verdict.counts && !counts { reasons = [] }
        if verdict.counts || !counts {
          counts = verdict.counts
          reasons += verdict.reasons.filter { !reasons.contains($0) }
        }
      }
      let known = timeline.effects[effect]
      return Line(mutation: known.effect.text, names: known.names, counts: counts, reasons: reasons)
    }
  }

  package var description: String {
    var lines = isFunction ? [] : ["Only the whole history distinguishes the recorded answers."]
    for line in mutations {
      let verdict = line.counts ? "affects it" : "does not affect it"
      lines.append("\(line.mutation) \(verdict): \(line.reasons.map(\.description).joined(separator: "; ")).")
    }
    if mutations.isEmpty { lines.append("No mutation is recorded.") }
    return lines.joined(separator: "\n")
  }
}
