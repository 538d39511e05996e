import Recordings

// Mutations that failed in a way that leaves open whether they were executed: a 5xx, a broken connection, a time-out.
//
// Such a mutation stays in flight. If the session sends it again, the retry takes its place. If the session goes on
// without it, the state that follows is unknown.

extension History {
  /// The mutations of one request that may or may not have been executed, in order.
  struct Undecided: Sendable {
    let allInFlight: [InFlightMutation]
    /// The effects of the retry in flight; nil if there is none.
    var retry: [Effect]?
  }

  /// A mutation that may or may not have been executed, and that the session did not send again.
  package struct Abandoned: Sendable {
    /// The operation's name; nil for an anonymous one.
    package let name: String?
  }

  /// Indicates whether a mutation waits for its retry.
  package var isUndecided: Bool { !undecided.isEmpty }

  /// Notes that a mutation failed and may have been executed. A mutation that leads nowhere under `rule` may fail.
  package mutating func leaveUndecided(_ inFlight: InFlightMutation, rule: Rule = .counts) {
    if inFlight.changesNothing { return }
    if inFlight.isRetry {
      awaitRetry(of: [inFlight.effect])
    } else if lineage.leavesOut(inFlight.effect, by: rule) {
      mutationsInFlight -= 1
    } else {
      undecided.append(Undecided(allInFlight: [inFlight]))
    }
  }

  /// Notes that a batch failed; each of its mutations may have been executed.
  package mutating func leaveUndecided(_ batch: InFlightBatch) {
    if batch.isRetry {
      awaitRetry(of: batch.mutations.map(\.effect))
    } else {
      undecided.append(Undecided(allInFlight: batch.mutations))
    }
  }

  /// Notes that the session sends these mutations, none for a read. Returns true if they are the retry of an undecided
  /// request; else every request that waits for one is abandoned.
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

  /// Notes a request that may be answered without being sent: a mutation, or nil for a read.
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

  /// Answers that came meanwhile may show the origin of an id, so the effects are derived again.
  private func isSame(_ request: Undecided, _ effects: [Effect]) -> Bool {
    request.allInFlight.map { effect(of: $0.operation) } == effects
  }

  /// Notes that a retry was answered: it replaces the undecided request.
  mutating func settle(_ effects: [Effect]) {
    if let index = undecided.firstIndex(where: { $0.retry == effects }) { undecided.remove(at: index) }
  }

  /// Notes that a retry failed.
  mutating func awaitRetry(of effects: [Effect]) {
    if let index = undecided.firstIndex(where: { $0.retry == effects }) { undecided[index].retry = nil }
  }
}
