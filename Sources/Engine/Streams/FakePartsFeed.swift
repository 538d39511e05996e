import Fakes
import OrderedJSON
import Synchronization
import Transports

/// The parts of a generated result, each generated when it is taken.
final class FakePartsFeed: EventFeed {
  private let state: Mutex<State>

  fileprivate struct State {
    var first: JSON?
    var parts: FakeParts
    var isOver = false
  }

  init(_ first: JSON, _ parts: FakeParts) { state = Mutex(State(first: first, parts: parts)) }

  func take(_ most: Int) -> [StreamEvent] {
    state.withLock { state in
      var events: [StreamEvent] = []
      while events.count < most, !state.isOver { events.append(state.next()) }
      return events
    }
  }

  /// Calls back at once, since every part is ready.
  func whenReady(_ wake: @escaping @Sendable () -> Void) {
    if state.withLock({ !$0.isOver }) { wake() }
  }

  func cancel() { state.withLock { $0.isOver = true } }
}

extension FakePartsFeed.State {
  fileprivate mutating func next() -> StreamEvent {
    let part = first ?? parts.next()
    first = nil
    guard let part else {
      isOver = true
      return .complete
    }
    return .next(part.serialize())
  }
}
