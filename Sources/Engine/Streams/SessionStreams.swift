import OrderedJSON
import Recordings
import Requests
import Synchronization
import Transports

/// The open streams of one session, on any connection, which get notified of its mutations.
final class SessionStreams: Sendable {
  private let state = Mutex(State())

  private struct State {
    var open: [(number: Int, stream: any NotifiedStream)] = []
    var opened = 0
  }

  /// The number of open streams.
  var count: Int { state.withLock { $0.open.count } }

  /// Adds a stream, which is notified of every later mutation.
  func add(_ stream: any NotifiedStream) {
    state.withLock { state in
      state.opened += 1
      state.open.append((state.opened, stream))
    }
  }

  /// Removes a stream that ended or lost its reader.
  func remove(_ stream: any NotifiedStream) {
    // Released outside the lock, in case this is its last reference.
    _ = state.withLock { state in
      state.open.firstIndex { $0.stream === stream }.map { state.open.remove(at: $0).stream }
    }
  }

  /// Returns the notification of a mutation for the open streams, to send after its answer; nil if no stream is open.
  func notification(_ sessionEvent: SessionEvent) -> Notification? {
    let last = state.withLock { $0.open.isEmpty ? nil : $0.opened }
    // A stream that opens meanwhile comes after the mutation.
    return last.map { last in Notification { [self] in send(sessionEvent, upTo: last) } }
  }

  private func send(_ sessionEvent: SessionEvent, upTo last: Int) {
    let told = state.withLock { state in state.open.filter { $0.number <= last }.map(\.stream) }
    for stream in told { stream.note(sessionEvent) }
  }

  /// Ends all streams, because the session starts over, is lost, or the program stops.
  func end(with last: StreamEvent = .complete) {
    let ended = state.withLock { state in
      defer { state.open = [] }
      return state.open.map(\.stream)
    }
    for stream in ended { stream.end(with: last) }
  }
}

/// A stream that gets notified of its session's mutations.
protocol NotifiedStream: SessionStream {
  /// Notes that a mutation of the session was answered, and that its answer was sent.
  func note(_ sessionEvent: SessionEvent)
}

/// An answered mutation of a session.
struct SessionEvent: Sendable {
  /// Its operation key.
  let mutation: ContentHash
  /// The state that it led the session to; empty in a generated world, whose states have no names.
  let state: String
  /// Its effect on the generated world.
  var change: FakeChange?

  init(mutation: ContentHash, state: String, change: FakeChange? = nil) {
    self.mutation = mutation
    self.state = state
    self.change = change
  }

  /// True if both can cause the same events.
  func isSame(as other: SessionEvent) -> Bool { mutation == other.mutation && state.hasSameScalars(as: other.state) }
}
