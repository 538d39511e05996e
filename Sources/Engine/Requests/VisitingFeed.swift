import Transports

/// The parts of an answer, whose request is in flight until the last of them was taken.
final class VisitingFeed: EventFeed {
  private let feed: any EventFeed
  private let visit: Visit

  init(_ feed: any EventFeed, _ visit: Visit) {
    self.feed = feed
    self.visit = visit
  }

  func take(_ most: Int) -> [StreamEvent] {
    let events = feed.take(most)
    if events.last?.isLast == true { visit.leave() }
    return events
  }

  func whenReady(_ wake: @escaping @Sendable () -> Void) { feed.whenReady(wake) }

  func cancel() {
    feed.cancel()
    visit.leave()
  }
}
