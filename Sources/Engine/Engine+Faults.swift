package import EndpointConfiguration
package import OrderedJSON
import Recordings
import Synchronization

extension Engine {
  /// Asks for a fault as `POST /__understudy/faults` does.
  ///
  /// - Parameters:
  ///   - said: what goes wrong and when, in the words of `endpoint.yaml`.
  ///   - endpoint: the endpoint that it is for; nil for all.
  ///   - session: the session that it is for; nil for all.
  /// - Throws: `FaultProblem` for what cannot be understood, or is one too many.
  package func addFault(_ said: JSONObject, endpoint: String?, session: String?) throws(FaultProblem) {
    let rule = try FaultReader().rule(FaultTerm(.object(said)), "the fault")
    guard context.faults.add(endpoint: endpoint, session: session, rule: rule, said: said) != nil else {
      throw FaultProblem("There are \(FaultTable.limit) faults, which is the limit. Remove some first.")
    }
    forgetAnswers()
  }

  /// Takes the faults of a session away; with nil all.
  package func removeFaults(session: String?) {
    _ = context.faults.remove { entry in session.map { entry.session?.hasSameScalars(as: $0) ?? false } ?? true }
    forgetAnswers()
  }
}

extension Endpoint {
  /// How often a fault of `POST /__understudy/faults` was made, in all sessions that there are.
  package func countFaults(_ number: Int) -> Int {
    state.withLock { state in
      state.sessions.names.reduce(0) { $0 + (state.sessions[$1]?.faults.made(.call(number)) ?? 0) }
    }
  }
}
