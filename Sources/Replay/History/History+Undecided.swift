import Recordings

// Mutations that failed in a way that leaves open whether they were executed: a 5xx, a broken connection, a time-out.
//
// Such a mutation stays in flight. If the session sends it again, the retry takes its place. If the session goes on
// without it, nobody knows the state that follows.

extension History {
  /// The mutations of one request that may or may not have been executed, in order.
  struct Undecided: Sendable {
    let allInFlight: [InFlightMutation]
    /// The effects of the retry that is in flight; nil where none is.
    var retry: [Effect]?
  }

  /// A mutation that may or may not have been executed, and that the session did not send again.
  package struct Abandoned: Sendable {
    /// The operation's name; nil for an anonymous one.
    package let name: String?
  }

  /// Whether a mutation waits for its retry.
  package var isUndecided: Bool { !undecided.isEmpty }

  /// A mutation failed, and nobody knows whether it was executed.
  ///
  /// - Parameters:
  ///   - inFlight: the mutation.
  ///   - rule: what a rule says of it: one that leads nowhere may fail.
  package mutating func leaveUndecided(_ inFlight: InFlightMutation, rule: Rule = .counts) {
    if inFlight.isRetry {
      awaitRetry(of: [inFlight.effect])
    } else if lineage.leavesOut(inFlight.effect, by: rule) {
      mutationsInFlight -= 1
    } else {
      undecided.append(Undecided(allInFlight: [inFlight]))
    }
  }

  /// A batch failed, and nobody knows which of its mutations were executed.
  package mutating func leaveUndecided(_ batch: InFlightBatch) {
    if batch.isRetry {
      awaitRetry(of: batch.mutations.map(\.effect))
    } else {
      undecided.append(Undecided(allInFlight: batch.mutations))
    }
  }

  /// The session sends something.
  ///
  /// - Parameter effects: those of the mutations in it.
  /// - Returns: whether it is the retry of an undecided request; otherwise all that wait for one are abandoned.
  @discardableResult
  mutating func goOn(with effects: [Effect]) -> Bool {
    guard undecided.contains(where: { $0.retry == nil }) else { return false }
    if let index = undecided.firstIndex(where: { $0.retry == nil && isSame($0, effects) }) {
      undecided[index].retry = effects
      return true
    }
    abandon()
    return false
  }

  /// The session asks for something that may be answered without being sent.
  ///
  /// - Parameter mutation: what it asks for; nil for a read.
  package mutating func goOn(asking mutation: StatedOperation?) {
    guard undecided.contains(where: { $0.retry == nil }) else { return }
    let effects = mutation.map { [effect(of: $0)] } ?? []
    if !undecided.contains(where: { $0.retry == nil && isSame($0, effects) }) { abandon() }
  }

  private mutating func abandon() {
    for request in undecided where request.retry == nil {
      mutationsInFlight -= 1
      for inFlight in request.allInFlight { append(inFlight, .lost) }
      abandoned = abandoned ?? Abandoned(name: request.allInFlight.first?.operation.name)
    }
    undecided.removeAll { $0.retry == nil }
    closeGroup()
  }

  /// Answers that came meanwhile may have told where an id comes from, so the effects are made anew.
  private func isSame(_ request: Undecided, _ effects: [Effect]) -> Bool {
    request.allInFlight.map { effect(of: $0.operation) } == effects
  }

  /// A retry was answered: it takes the place of the undecided request.
  mutating func settle(_ effects: [Effect]) {
    if let index = undecided.firstIndex(where: { $0.retry == effects }) { undecided.remove(at: index) }
  }

  /// A retry came to nothing.
  mutating func awaitRetry(of effects: [Effect]) {
    if let index = undecided.firstIndex(where: { $0.retry == effects }) { undecided[index].retry = nil }
  }
}
