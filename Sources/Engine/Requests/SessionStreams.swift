import Fakes
import OrderedJSON
import Recordings
import Synchronization

/// The streams that are open in one session, on whatever connection: they are told of its mutations.
final class SessionStreams: Sendable {
  private let state = Mutex(State())

  private struct State {
    var open: [(number: Int, stream: any SessionStream)] = []
    var opened = 0
  }

  /// How many are open.
  var count: Int { state.withLock { $0.open.count } }

  /// Adds one; it is told of every mutation that is answered from now on.
  func add(_ stream: any SessionStream) {
    state.withLock { state in
      state.opened += 1
      state.open.append((state.opened, stream))
    }
  }

  /// Takes one out, because it is over or nobody reads it.
  func remove(_ stream: any SessionStream) {
    // Let go of outside of the lock, in case it was the last that held it.
    let removed = state.withLock { state in
      state.open.firstIndex { $0.stream === stream }.map { state.open.remove(at: $0).stream }
    }
    _ = removed
  }

  /// Returns the notification of a mutation for the open streams, which is sent after its answer; nil if no stream is
  /// open.
  func notification(_ sessionEvent: SessionEvent) -> Notification? {
    let last = state.withLock { $0.open.isEmpty ? nil : $0.opened }
    // A stream that is opened meanwhile is one of after the mutation.
    return last.map { last in Notification { [self] in tell(sessionEvent, upTo: last) } }
  }

  private func tell(_ sessionEvent: SessionEvent, upTo last: Int) {
    let told = state.withLock { state in state.open.filter { $0.number <= last }.map(\.stream) }
    for stream in told { stream.note(sessionEvent) }
  }

  /// Ends all: the session starts over, or the program stops.
  func end() {
    let ended = state.withLock { state in
      defer { state.open = [] }
      return state.open.map(\.stream)
    }
    for stream in ended { stream.end() }
  }
}

/// A stream that belongs to a session.
protocol SessionStream: AnyObject, Sendable {
  /// A mutation of the session was answered, and the answer handed out.
  func note(_ sessionEvent: SessionEvent)
  /// There is no more.
  func end()
}

/// A mutation that was answered in a session.
struct SessionEvent: Sendable {
  /// Its operation key.
  let mutation: ContentHash
  /// The state that it led the session to; empty in a faked world, whose states have no names.
  let state: String
  /// What it made of the faked world.
  var change: FakeChange?

  init(mutation: ContentHash, state: String, change: FakeChange? = nil) {
    self.mutation = mutation
    self.state = state
    self.change = change
  }

  /// Whether both meet the same causes.
  func isSame(as other: SessionEvent) -> Bool { mutation == other.mutation && state.hasSameScalars(as: other.state) }
}

/// Something to be told when nobody holds it any more: what follows from an answer comes after the answer itself, and
/// whoever writes answers need not know of it.
package final class Notification: Sendable {
  private let tell: @Sendable () -> Void

  init(_ tell: @escaping @Sendable () -> Void) { self.tell = tell }

  deinit { tell() }
}
