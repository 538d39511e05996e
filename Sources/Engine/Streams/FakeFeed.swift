import Fakes
import GraphQLExecution
import OrderedJSON
import Synchronization
import Transports

/// A generated subscription of one client: events for the session's mutations, and spontaneous ones.
final class FakeFeed: EventFeed, NotifiedStream {
  private let subscription: FakeSubscription
  private let topic: FakeTopic
  private let streams: SessionStreams
  private let ticking: Ticking?
  private let queue = QueueFeed()
  private let state = Mutex(State())

  /// The source of spontaneous events.
  struct Ticking: Sendable {
    /// The time between two events, in milliseconds.
    let interval: Int
    let timer: any StreamTimer
    /// The session's world as it is now; nil if it is gone.
    let session: @Sendable () -> FakeSession?
  }

  private struct State {
    var ticks = 0
    var callOff: (@Sendable () -> Void)?
    var isOver = false
  }

  init(_ subscription: FakeSubscription, _ topic: FakeTopic, in streams: SessionStreams, ticking: Ticking?) {
    self.subscription = subscription
    self.topic = topic
    self.streams = streams
    self.ticking = ticking
    streams.add(self)
    waitForTick()
  }

  func take(_ most: Int) -> [StreamEvent] { queue.take(most) }

  func whenReady(_ wake: @escaping @Sendable () -> Void) { queue.whenReady(wake) }

  func note(_ sessionEvent: SessionEvent) {
    for result in sessionEvent.change?.results(for: subscription, on: topic) ?? [] { push(.next(result)) }
  }

  func end(with last: StreamEvent) { push(last) }

  func cancel() {
    close()
    queue.cancel()
  }

  /// Closes the stream if nobody reads it.
  private func push(_ event: StreamEvent) {
    if !queue.push(event) || event.isLast { close() }
  }

  private func close() {
    let callOff = state.withLock { state in
      state.isOver = true
      defer { state.callOff = nil }
      return state.callOff
    }
    callOff?()
    streams.remove(self)
  }

  private func waitForTick() {
    guard let ticking, !state.withLock({ $0.isOver }) else { return }
    let callOff = ticking.timer.after(milliseconds: ticking.interval) { [weak self] in self?.tick(ticking) }
    let isOver = state.withLock { state in
      if !state.isOver { state.callOff = callOff }
      return state.isOver
    }
    if isOver { callOff() }
  }

  private func tick(_ ticking: Ticking) {
    let number = state.withLock { state in
      state.ticks += 1
      return state.ticks
    }
    guard let session = ticking.session() else { return }
    push(.next(subscription.tick(number, in: session).response.serialize()))
    waitForTick()
  }
}
