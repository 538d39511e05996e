import Synchronization

/// Results as they come, and one reader who takes them when its client can.
///
/// It is pulled, so that a client that reads slowly fills no memory of ours: what is there already (a recorded
/// sequence) is made as it is taken. Only what happens meanwhile has to wait, in bounds.
package protocol EventFeed: AnyObject, Sendable {
  /// Takes up to `most` events, oldest first; empty where nothing has come yet, or after the last one.
  func take(_ most: Int) -> [StreamEvent]

  /// Calls `wake` when there is something to take after `take` gave nothing, from any thread, perhaps at once.
  /// One waits at a time: a later call replaces an earlier one.
  func whenReady(_ wake: @escaping @Sendable () -> Void)

  /// The client wants no more. Nothing comes after it.
  func cancel()
}

/// A feed that somebody pushes into: events that happen when they happen.
package final class QueueFeed: EventFeed {
  private let state: Mutex<State>
  private let cancelled: @Sendable () -> Void
  /// The most events that wait for a reader.
  private let limit: Int

  private struct State {
    var waiting: [StreamEvent] = []
    var wake: (@Sendable () -> Void)?
    var isOver = false
  }

  /// - Parameters:
  ///   - limit: the most events that wait; one more breaks the stream off, so that nobody takes it for whole.
  ///   - cancelled: called once when the client wants no more.
  package init(limit: Int = 10_000, cancelled: @escaping @Sendable () -> Void = {}) {
    self.limit = limit
    self.cancelled = cancelled
    state = Mutex(State())
  }

  /// Adds an event; what comes after the last one is left out.
  ///
  /// - Returns: false where the stream is over, or breaks off now because nobody reads it.
  @discardableResult
  package func push(_ event: StreamEvent) -> Bool {
    let (wake, isTaken) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
      guard !state.isOver else { return (nil, false) }
      let isFull = state.waiting.count >= limit && !event.isLast
      state.waiting.append(isFull ? .drop : event)
      state.isOver = isFull || event.isLast
      defer { state.wake = nil }
      return (state.wake, !isFull)
    }
    wake?()
    return isTaken
  }

  package func take(_ most: Int) -> [StreamEvent] {
    state.withLock { state in
      guard state.waiting.count > most else {
        defer { state.waiting.removeAll() }
        return state.waiting
      }
      defer { state.waiting.removeFirst(most) }
      return Array(state.waiting.prefix(most))
    }
  }

  package func whenReady(_ wake: @escaping @Sendable () -> Void) {
    let isReady = state.withLock { state in
      guard state.waiting.isEmpty else { return true }
      state.wake = wake
      return false
    }
    if isReady { wake() }
  }

  package func cancel() {
    let isFirst = state.withLock { state in
      defer {
        state.isOver = true
        state.waiting.removeAll()
        state.wake = nil
      }
      return !state.isOver
    }
    if isFirst { cancelled() }
  }
}
