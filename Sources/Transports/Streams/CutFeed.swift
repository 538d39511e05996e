import Synchronization

/// A feed that breaks off after a number of results, like a lost connection.
package final class CutFeed: EventFeed {
  private let feed: any EventFeed
  private let left: Mutex<Int>

  package init(_ feed: any EventFeed, after count: Int) {
    self.feed = feed
    left = Mutex(count)
  }

  package func take(_ most: Int) -> [StreamEvent] {
    left.withLock { left in
      guard left >= 0, most > 0 else { return [] }
      guard left > 0 else {
        left = -1
        feed.cancel()
        return [.drop]
      }
      let events = feed.take(min(most, left))
      left = events.contains(where: \.isLast) ? -1 : left - events.count
      return events
    }
  }

  package func whenReady(_ wake: @escaping @Sendable () -> Void) {
    // After the last result, the cut is ready at once.
    if left.withLock({ $0 == 0 }) { wake() } else { feed.whenReady(wake) }
  }

  package func cancel() {
    left.withLock { $0 = -1 }
    feed.cancel()
  }
}

/// A feed that transforms its results.
package final class ChangedFeed: EventFeed {
  private let feed: any EventFeed
  private let change: @Sendable ([UInt8]) -> [UInt8]

  package init(_ feed: any EventFeed, change: @escaping @Sendable ([UInt8]) -> [UInt8]) {
    self.feed = feed
    self.change = change
  }

  package func take(_ most: Int) -> [StreamEvent] {
    feed.take(most).map { event in
      if case .next(let payload) = event { .next(change(payload)) } else { event }
    }
  }

  package func whenReady(_ wake: @escaping @Sendable () -> Void) { feed.whenReady(wake) }
  package func cancel() { feed.cancel() }
}
