import OrderedJSON
import Synchronization
import Transports

/// An operation on a socket, from its message until its last event was taken.
final class SocketOperation: Sendable {
  let id: String
  /// The text before each of its results.
  let head: [UInt8]
  private let source = Mutex(Source.awaited(nil))

  private enum Source {
    /// The answer is not there yet. The task can be cancelled.
    case awaited(Task<Void, Never>?)
    case feed(any EventFeed)
    case over
  }

  init(id: String, head: [UInt8]) {
    self.id = id
    self.head = head
  }

  /// Sets the task that computes the answer.
  func awaits(_ task: Task<Void, Never>) {
    let isOver = source.withLock { source in
      guard case .awaited = source else {
        if case .over = source { return true }
        return false
      }
      source = .awaited(task)
      return false
    }
    if isOver { task.cancel() }
  }

  /// Sets the source of its results. Returns false if they are no longer wanted; the feed is then cancelled.
  func reads(_ feed: any EventFeed) -> Bool {
    let isOver = source.withLock { source in
      if case .over = source { return true }
      source = .feed(feed)
      return false
    }
    if isOver { feed.cancel() }
    return !isOver
  }

  var feed: (any EventFeed)? {
    source.withLock { if case .feed(let feed) = $0 { feed } else { nil } }
  }

  var isWanted: Bool { source.withLock { if case .over = $0 { false } else { true } } }

  /// Notes that the last event was taken.
  func finish() { source.withLock { $0 = .over } }

  /// Cancels the operation, whose results are no longer wanted.
  func cancel() {
    let former = source.withLock { source in
      defer { source = .over }
      return source
    }
    switch former {
    case .awaited(let task): task?.cancel()
    case .feed(let feed): feed.cancel()
    case .over: break
    }
  }
}

/// A feed of a complete answer.
final class FixedFeed: EventFeed {
  private let rest: Mutex<ArraySlice<StreamEvent>>

  init(_ events: [StreamEvent]) { rest = Mutex(events[...]) }

  func take(_ most: Int) -> [StreamEvent] {
    rest.withLock { rest in
      defer { rest = rest.dropFirst(most) }
      return Array(rest.prefix(most))
    }
  }

  func whenReady(_ wake: @escaping @Sendable () -> Void) { wake() }
  func cancel() {}
}
