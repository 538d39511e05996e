import OrderedJSON
import Synchronization
import Transports

/// An operation that a client runs over its socket, from its message until the last word on it was taken.
final class SocketOperation: Sendable {
  let id: String
  /// What stands before each of its results.
  let head: [UInt8]
  private let source = Mutex(Source.awaited(nil))

  private enum Source {
    /// The answer still comes, by a task that may be cancelled.
    case awaited(Task<Void, Never>?)
    case feed(any EventFeed)
    case over
  }

  init(id: String, head: [UInt8]) {
    self.id = id
    self.head = head
  }

  /// The task that makes the answer.
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

  /// Where its results come from.
  ///
  /// - Returns: false where nobody wants them any more; the feed is cancelled then.
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

  /// The last event was taken.
  func finish() { source.withLock { $0 = .over } }

  /// Nobody wants more of it.
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

/// An answer that is there, as a feed.
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
