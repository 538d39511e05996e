import Recordings
import Replay
import Requests
import Synchronization

// Recording of mutations that may or may not have been executed (`History+Undecided.swift`).

extension Endpoint {
  /// The reason why the refusal of a retry is not recorded.
  static let refusedRetry =
    "the API refused the retry of a mutation. Its first attempt failed, and may have been executed"

  /// Settles events that waited for an abandoned mutation. Their state is unknown, so their streams are not recorded.
  func settleStreams(ofAbandoned session: String, now: UInt64) {
    let number = state.withLock { state in
      state.sessions[session].flatMap { $0.history.abandoned == nil ? nil : $0.number }
    }
    if let number { settleStreams(ofSession: session, number: number, completed: now) }
  }
}

extension Session {
  /// Ends the session's recording if it continued without a mutation that may have been executed.
  mutating func noteAbandoned(in name: String) {
    guard obstacle == nil, let abandoned = history.abandoned else { return }
    let title = abandoned.name.map { "mutation \($0)" } ?? "a mutation"
    obstacle = .lost(
      "\(title) failed and was not retried, so the state after it is unknown. The rest of this session is not recorded. To record it, reset the session: POST /__understudy/sessions/\(SessionName.inURL(name))/reset"
    )
  }
}
