import EndpointConfiguration
import OrderedJSON
import Recordings
import Requests
import Synchronization

extension Engine {
  /// Removes the faults of a session that has ended: those that it posted itself and, if it is a named one, all. Warns of
  /// faults that no request matched, since a test of them tests nothing.
  func endFaults(of session: OpenSession) {
    let all = context.faults.entries.filter { $0.session?.hasSameScalars(as: session.name) ?? false }
    if all.isEmpty { return }
    for fault in all where fault.rule.rate == nil && endpoints.allSatisfy({ $0.countFaults(fault.number) == 0 }) {
      let (noun, verb) = fault.rule.isOverride ? ("override", "used") : ("fault", "injected")
      context.warn(
        "\(session.name): the \(noun) \(JSON.object(fault.said).compactText) was not \(verb): no request of this test matched it, \(fault.rule.isOverride ? "or another override came first" : "another fault came first, or no query selected its path"). Correct it, or remove it."
      )
    }
    let gone = Set(all.filter { $0.isOwn || session.isNamed }.map(\.number))
    if context.faults.remove(where: { gone.contains($0.number) }) > 0 { forgetAnswers() }
  }
}

extension Endpoint {
  /// The number of times that a fault of `POST /__understudy/faults` was injected, in all present sessions.
  package func countFaults(_ number: Int) -> Int {
    state.withLock { state in
      state.sessions.names.reduce(0) { $0 + (state.sessions[$1]?.faults.made(.call(number)) ?? 0) }
    }
  }
}
