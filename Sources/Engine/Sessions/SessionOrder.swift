import Requests
import Synchronization
import Transports

/// Keeps a session's requests in order although some are answered off the event loop.
///
/// A request that changes the session waits for all earlier ones, and any other for earlier changes. So every request
/// gets the same answer as if all were answered one by one.
final class SessionOrder: Sendable {
  private let lanes = Mutex<[String: Lane]>([:])

  /// The requests of one session that are being answered.
  private struct Lane {
    var count = 0
    /// The latest request that changes the session.
    var change: Turn?
    /// The requests after it, by their numbers.
    var reads: [Int: Turn] = [:]
    var next = 0

    /// Adds a request. Returns its turn, and those that it has to wait for.
    mutating func enter(changes: Bool) -> (turn: Turn, before: [Turn]) {
      let turn = Turn(number: next)
      var before = change.map { [$0] } ?? []
      count += 1
      next += 1
      if changes {
        before += reads.values
        change = turn
        reads = [:]
      } else {
        reads[turn.number] = turn
      }
      return (turn, before)
    }
  }

  /// A request, and its end.
  private struct Turn {
    let number: Int
    let end = Promise<Void>()
  }

  /// True if a request has to wait for another of its session, and cannot be answered at once.
  func isHeld(_ session: String, changes: Bool) -> Bool {
    lanes.withLock { lanes in
      // Nearly always there is none, and no name needs to be hashed.
      guard !lanes.isEmpty, let lane = lanes[session] else { return false }
      return changes || lane.change != nil
    }
  }

  /// Answers a request off the event loop, after the earlier ones that it has to wait for, even if its client leaves.
  /// If `answer` returns an answer for later, only the client waits for it.
  func later(_ session: String, changes: Bool, _ answer: @escaping @Sendable () async -> Response) -> Response {
    let (turn, before) = lanes.withLock { $0[session, default: Lane()].enter(changes: changes) }
    // Without the lock: the task may run before this thread goes on, and needs it at its end.
    let task = Task(executorPreference: BlockingExecutor.shared) { [self] in
      for earlier in before { await earlier.end.value }
      let response = await answer()
      leave(session, turn.number)
      turn.end.fulfill(())
      return response
    }
    return .later { await task.value.answer }
  }

  private func leave(_ session: String, _ number: Int) {
    lanes.withLock { lanes in
      guard var lane = lanes.removeValue(forKey: session) else { return }
      lane.count -= 1
      lane.reads[number] = nil
      if lane.change?.number == number { lane.change = nil }
      if lane.count > 0 { lanes[session] = lane }
    }
  }
}
