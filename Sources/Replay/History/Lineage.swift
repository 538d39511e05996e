/// The part of a chain of mutations on which effects of later ones depend: the ids that were issued, and by which of
/// them. A session has one, and so has each recorded state, so that both name states by one rule.
struct Lineage: Sendable {
  private var origins = Origins()
  private var occurrences: [Effect: Int] = [:]
  /// The last mutation that was not left out.
  private(set) var last: Effect?

  /// The effect of a mutation. One that the chain already has is shared.
  func effect(of mutation: StatedOperation) -> Effect {
    let effect = Effect(mutation, origins: origins)
    return occurrences.index(forKey: effect).map { occurrences.keys[$0] } ?? effect
  }

  /// Indicates whether a mutation leads nowhere from here under a rule.
  func leavesOut(_ effect: Effect, by rule: History.Rule) -> Bool {
    switch rule {
    case .counts: false
    case .changesNothing: true
    case .idempotent: last == effect
    }
  }

  /// Appends a mutation with the traces of its answers: several if several were recorded, none if none came. Returns
  /// the number of this effect in the chain, from 1.
  @discardableResult
  mutating func append(_ effect: Effect, _ traces: [Trace]) -> Int {
    let occurrence = occurrences[effect, default: 0] + 1
    occurrences[effect] = occurrence
    for trace in traces { origins.note(trace, of: effect, occurrence: occurrence) }
    last = effect
    return occurrence
  }
}
