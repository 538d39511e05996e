import Synchronization

/// A stream of results, pulled by one reader as its client is ready.
///
/// Pulling keeps a slow client from filling memory: only live events wait, in a bounded queue.
package protocol EventFeed: AnyObject, Sendable {
  /// Takes up to `most` events, oldest first. Empty if there are none yet, or after the last one.
  func take(_ most: Int) -> [StreamEvent]

  /// Calls `wake` when events arrive after `take` returned none, from any thread. A later call replaces an earlier one.
  func whenReady(_ wake: @escaping @Sendable () -> Void)

  /// Ends the feed because the client has left.
  func cancel()
}

/// A feed of live events, which are pushed as they occur.
package final class QueueFeed: EventFeed {
  private let state: Mutex<State>
  private let cancelled: @Sendable () -> Void
  private let limit: Int

  private struct State {
    var waiting: [StreamEvent] = []
    var wake: (@Sendable () -> Void)?
    var isOver = false
  }

  /// - Parameters:
  ///   - limit: the maximum number of waiting events. One more breaks the stream off, so that it is not taken for
  ///     complete.
  ///   - cancelled: called once when the client leaves.
  package init(limit: Int = 10_000, cancelled: @escaping @Sendable () -> Void = {}) {
    self.limit = limit
    self.cancelled = cancelled
    state = Mutex(State())
  }

  /// Adds an event. Events after the last one are dropped.
  /// - Returns: false if the stream is over, or breaks off because it is not read.
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
