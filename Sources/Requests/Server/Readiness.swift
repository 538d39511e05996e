import OrderedJSON
import Synchronization

/// A named condition for serving requests.
package struct ReadinessCheck: Sendable {
  package let name: String
  /// Returns the reason why the condition does not hold now; nil if it holds. Called on event loops, so it must not wait.
  package let problem: @Sendable () -> String?

  package init(_ name: String, problem: @escaping @Sendable () -> String?) {
    self.name = name
    self.problem = problem
  }
}

/// Decides whether the program can serve requests, for `GET /__understudy/ready`.
package final class Readiness: Sendable {
  private let state = Mutex(State())

  private struct State {
    var checks: [ReadinessCheck] = []
    /// The problems that were reported, by the name of the condition.
    var problems: [String: String] = [:]
  }

  package init() {}

  /// Adds a condition that is checked at each request for the page.
  package func add(_ check: ReadinessCheck) { state.withLock { $0.checks.append(check) } }

  /// Reports that a condition does not hold, with the reason, or that it holds again.
  package func note(_ name: String, problem: String?) { state.withLock { $0.problems[name] = problem } }

  /// The conditions that do not hold, with the reasons, by name.
  package var problems: [(name: String, problem: String)] {
    let (checks, noted) = state.withLock { ($0.checks, $0.problems) }
    let found = checks.compactMap { check in check.problem().map { (name: check.name, problem: $0) } }
    return (found + noted.map { (name: $0.key, problem: $0.value) }).sorted { $0.name.precedesByScalars($1.name) }
  }
}
