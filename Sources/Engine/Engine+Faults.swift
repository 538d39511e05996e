package import EndpointConfiguration
package import OrderedJSON
import Recordings
import Synchronization

extension Engine {
  /// Adds a fault, in the format of `endpoint.yaml`, as `POST /__understudy/faults` does: for all endpoints or
  /// sessions, or for one. Throws `FaultProblem` if it is invalid, or one too many.
  package func addFault(_ said: JSONObject, endpoint: String?, session: String?) throws(FaultProblem) {
    let rule = try FaultReader().rule(FaultTerm(.object(said)), "the fault")
    guard context.faults.add(endpoint: endpoint, session: session, rule: rule, said: said) != nil else {
      throw FaultProblem("There are \(FaultTable.limit) faults, which is the limit. Remove some first.")
    }
    forgetAnswers()
  }

  /// Removes the faults of a session; with nil all.
  package func removeFaults(session: String?) {
    _ = context.faults.remove { entry in session.map { entry.session?.hasSameScalars(as: $0) ?? false } ?? true }
    forgetAnswers()
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
