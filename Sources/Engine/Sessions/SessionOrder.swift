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
    var change: Task<Response, Never>?
    var changeNumber: Int?
    /// The requests after it.
    var reads: [Int: Task<Response, Never>] = [:]
    var next = 0
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
    let task = lanes.withLock { lanes in
      var lane = lanes[session] ?? Lane()
      var before = lane.change.map { [$0] } ?? []
      if changes { before += lane.reads.values }
      let number = lane.next
      let task = Task(executorPreference: BlockingExecutor.shared) { [before, self] in
        for task in before { _ = await task.value }
        let response = await answer()
        leave(session, number)
        return response
      }
      lane.count += 1
      lane.next += 1
      if changes {
        lane.change = task
        lane.changeNumber = number
        lane.reads = [:]
      } else {
        lane.reads[number] = task
      }
      lanes[session] = lane
      return task
    }
    return .later { await task.value.answer }
  }

  private func leave(_ session: String, _ number: Int) {
    lanes.withLock { lanes in
      guard var lane = lanes.removeValue(forKey: session) else { return }
      lane.count -= 1
      lane.reads[number] = nil
      if lane.changeNumber == number { lane.change = nil }
      if lane.count > 0 { lanes[session] = lane }
    }
  }
}
