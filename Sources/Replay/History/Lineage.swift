/// What of a chain of mutations the effects of later ones depend on: which ids were handed out, and by which of them.
///
/// A session has one, and so has each recorded state: the one rule by which both name states.
struct Lineage: Sendable {
  private var origins = Origins()
  private var occurrences: [Effect: Int] = [:]
  /// The last mutation that counted.
  private(set) var last: Effect?

  /// The effect that a mutation has here.
  func effect(of mutation: StatedOperation) -> Effect { Effect(mutation, origins: origins) }

  /// Whether a rule says that a mutation leads nowhere from here.
  func leavesOut(_ effect: Effect, by rule: History.Rule) -> Bool {
    switch rule {
    case .counts: false
    case .changesNothing: true
    case .idempotent: last == effect
    }
  }

  /// Takes up a mutation that counts.
  ///
  /// - Parameters:
  ///   - effect: what it does.
  ///   - traces: of its answers; several where several were recorded, none where none came.
  /// - Returns: how many of this effect there are with it.
  @discardableResult
  mutating func append(_ effect: Effect, _ traces: [Trace]) -> Int {
    let occurrence = occurrences[effect, default: 0] + 1
    occurrences[effect] = occurrence
    for trace in traces { origins.note(trace, of: effect, occurrence: occurrence) }
    last = effect
    return occurrence
  }
}
