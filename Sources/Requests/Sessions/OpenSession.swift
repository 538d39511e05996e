package import Recordings
package import Replay
import Synchronization
package import Transports

/// A session from its `begin` to its `end`: its counts, its requests in flight, and its open subscriptions.
package final class OpenSession: Sendable {
  package let name: String
  package let listener: Int
  /// The number of its `begin` on the listener, from 1.
  package let number: Int
  /// True if other sessions may begin inside it.
  package let isScope: Bool
  /// True if it gets only requests that name it, so that several can be open on one port.
  package let isNamed: Bool
  /// The command that runs its test again.
  package let rerun: String?
  /// True if its requests are recorded.
  package let isRecorded: Bool
  private let state = Mutex(State())

  private struct State {
    var counts: [JournalEntry.Source: Int] = [:]
    var misses = BoundedList<Miss>(limit: 1_000, byteLimit: 4 << 20)
    var following: [Int: Int] = [:]
    var inFlight = 0
    var hasPassed: Bool?
    var whenIdle: [@Sendable () -> Void] = []
    var streams: [WeakStream] = []
    /// The number of entries in `streams` at which ended streams are removed.
    var pruneAt = 16
  }

  private struct WeakStream {
    weak var stream: (any SessionStream)?
  }

  package init(
    name: String, listener: Int, number: Int, isScope: Bool, isNamed: Bool = false, rerun: String?,
    isRecorded: Bool = false
  ) {
    self.name = name
    self.listener = listener
    self.number = number
    self.isScope = isScope
    self.isNamed = isNamed
    self.rerun = rerun
    self.isRecorded = isRecorded
  }

  /// The token that ends it: the listener's number and the number of the `begin`, such as `0-12`.
  package var token: String { "\(listener)-\(number)" }

  /// True if a scope passed that stays open after its end for the tests that enter it; nil before its end.
  package var hasPassed: Bool? { state.withLock { $0.hasPassed } }

  package func noteEnd(hasPassed: Bool) { state.withLock { $0.hasPassed = hasPassed } }

  // MARK: Counts

  package func note(_ source: JournalEntry.Source) { state.withLock { $0.counts[source, default: 0] += 1 } }

  /// Adds a shortened miss, each once, up to a bound.
  package func note(_ miss: Miss) { state.withLock { _ = $0.misses.note(miss) } }

  /// Counts a request that missed because of an earlier missed mutation.
  package func noteFollowing(_ first: Miss) {
    state.withLock { state in
      if let place = state.misses.place(of: first) { state.following[place, default: 0] += 1 }
    }
  }

  /// The number of requests that missed because of an earlier missed mutation.
  package func following(_ miss: Miss) -> Int {
    state.withLock { state in state.misses.place(of: miss).flatMap { state.following[$0] } ?? 0 }
  }

  /// The number of answers from each source, in the order of `JournalEntry.Source`.
  package var counts: [(source: JournalEntry.Source, count: Int)] {
    let counts = state.withLock { $0.counts }
    return JournalEntry.Source.allCases.map { ($0, counts[$0] ?? 0) }
  }

  /// The listed misses, each once, in order.
  package var misses: [Miss] { state.withLock { $0.misses.elements } }

  /// The number of different misses, and of those listed.
  package var missTally: Tally { state.withLock { $0.misses.tally } }

  // MARK: Requests in flight

  fileprivate func enter() { state.withLock { $0.inFlight += 1 } }

  fileprivate func leave() {
    let waiting = state.withLock { state -> [@Sendable () -> Void] in
      state.inFlight -= 1
      guard state.inFlight == 0 else { return [] }
      defer { state.whenIdle = [] }
      return state.whenIdle
    }
    for wake in waiting { wake() }
  }

  package var inFlight: Int { state.withLock { $0.inFlight } }

  /// Waits until no request is in flight, up to a time limit. Returns the number of requests that still are.
  package func idle(within milliseconds: Int, _ timer: any StreamTimer) async -> Int {
    let promise = Promise<Bool>()
    let isIdle = state.withLock { state in
      if state.inFlight > 0 { state.whenIdle.append { promise.fulfill(true) } }
      return state.inFlight == 0
    }
    if isIdle { return 0 }
    let callOff = timer.after(milliseconds: milliseconds) { promise.fulfill(false) }
    defer { callOff() }
    return await promise.value ? 0 : inFlight
  }

  // MARK: Subscriptions

  /// Adds a subscription, which completes when the session ends.
  package func add(_ stream: any SessionStream) {
    state.withLock { state in
      if state.streams.count >= state.pruneAt {
        state.streams.removeAll { $0.stream == nil }
        state.pruneAt = 2 * state.streams.count + 16
      }
      state.streams.append(WeakStream(stream: stream))
    }
  }

  /// Completes the open subscriptions.
  package func endStreams() {
    let streams = state.withLock { state in
      defer { state.streams = [] }
      return state.streams.compactMap(\.stream)
    }
    for stream in streams { stream.end(with: .complete) }
  }
}

/// A request of an open session, in flight until `leave`, or until its last copy is released.
package final class Visit: Sendable {
  package let session: OpenSession
  private let hasLeft = Atomic<Bool>(false)

  package init(_ session: OpenSession) {
    self.session = session
    session.enter()
  }

  deinit { leave() }

  /// Notes that the request's answer was handed over.
  package func leave() {
    if !hasLeft.exchange(true, ordering: .acquiringAndReleasing) { session.leave() }
  }
}

/// A stream that ends with its session.
package protocol SessionStream: AnyObject, Sendable {
  /// Ends the stream with a last event: that it is complete, or the errors that say why it breaks off.
  func end(with last: StreamEvent)
}
