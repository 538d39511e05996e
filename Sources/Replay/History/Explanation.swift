/// Which mutations count for a request, and which reads, ids or types say so: what `understudy show --why` prints.
package struct Explanation: Hashable, Sendable, CustomStringConvertible {
  /// Every recorded mutation, in the order in which recordings first have it.
  package let mutations: [Line]
  /// Whether the mutations that count tell the recorded answers apart; if not, the whole history counts.
  package let isFunction: Bool
  /// The states in which the request was recorded.
  package let states: [StateMiss.RecordedState]

  /// One mutation.
  package struct Line: Hashable, Sendable {
    package let mutation: String
    /// The operation's name and those of its root fields.
    package let names: [String]
    /// Whether it counts for at least one recorded answer.
    package let counts: Bool
    /// Why, over all recorded answers, each reason once.
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
        // What counts for one answer counts: its reasons take the place of others' reasons against it.
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

  /// Some lines for people.
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
