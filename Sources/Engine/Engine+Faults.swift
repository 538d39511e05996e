import OrderedJSON
import Recordings
import Synchronization

extension Engine {
  /// Removes the faults of a session.
  func removeFaults(session: String) {
    guard context.faults.remove(where: { $0.session?.hasSameScalars(as: session) ?? false }) > 0 else { return }
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
