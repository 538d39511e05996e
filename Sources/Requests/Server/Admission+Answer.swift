import Transports

extension Response {
  /// Returns the same answer, which keeps its request in flight until it is there.
  package func concluding(_ admission: Admission?) -> Response {
    guard let admission else { return self }
    switch self {
    case .now(var answer):
      admission.conclude(&answer)
      return .now(answer)
    case .later(let operation):
      return .later {
        var answer = await operation()
        admission.conclude(&answer)
        return answer
      }
    }
  }
}

extension Admission {
  /// Limits a repeatable answer to the sessions that are open on the port now.
  package func limit(_ answer: inout Answer) {
    guard answer.isRepeatable else { return }
    answer.validity = (answer.validity ?? AnswerValidity()).limited(to: port, at: value)
  }

  fileprivate func conclude(_ answer: inout Answer) {
    limit(&answer)
    guard let visit, !answer.isStillRead else { return }
    guard case .events(var stream) = answer.body else { return visit.leave() }
    switch stream.kind {
    case .subscription:
      if let feed = stream.feed as? any SessionStream { visit.session.add(feed) }
      visit.leave()
    case .incremental:
      // The answer is complete with its last part.
      stream.feed = VisitingFeed(stream.feed, visit)
      answer.body = .events(stream)
    }
  }
}

/// The parts of an answer, whose request is in flight until the last of them was taken.
private final class VisitingFeed: EventFeed {
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
