import Synchronization
package import Transports

/// The conditions for repeating an answer: its session has not changed, and its port has the same sessions.
///
/// A server that caches an answer checks them before repeating it, on any thread.
package struct AnswerValidity: Sendable {
  private var session: SessionStamp?
  private var value = 0
  private var port: SessionStamp?
  private var portValue = 0
  private var lease: SessionLease?

  /// Creates a validity without conditions.
  package init() {}

  package init(_ session: SessionStamp) {
    self.session = session
    value = session.value
  }

  /// Returns a validity that also ends when a session begins or ends on a port.
  func limited(to port: SessionStamp, at value: Int) -> AnswerValidity {
    var limited = self
    limited.port = port
    limited.portValue = value
    return limited
  }

  /// Returns a validity that also ends with a lease.
  package func limited(to lease: SessionLease) -> AnswerValidity {
    var limited = self
    limited.lease = lease
    return limited
  }

  /// True if the answer may be repeated. If so, this counts as a use of the session.
  package var holds: Bool {
    if let port, port.value != portValue { return false }
    if let lease, !lease.isHeld { return false }
    return session.map { $0.noteUse() == value } ?? true
  }
}

/// The time in which no other replica may change a session.
package final class SessionLease: Sendable {
  /// Its number in the store: a later lease of any session has a higher one.
  package let number: Int
  private let end: UInt64
  private let clock: any Stopwatch
  private let isOver = Atomic<Bool>(false)

  /// - Parameters:
  ///   - number: its number in the store.
  ///   - end: the time of `clock` at which it ends, in nanoseconds.
  ///   - clock: measures its time.
  package init(number: Int, end: UInt64, clock: any Stopwatch) {
    self.number = number
    self.end = end
    self.clock = clock
  }

  package var isHeld: Bool { !isOver.load(ordering: .acquiring) && clock.now() < end }

  /// Returns the same lease for later answers, and ends those that were kept with this one; nil if it is over.
  package func renewed() -> SessionLease? {
    guard isHeld else { return nil }
    give()
    return SessionLease(number: number, end: end, clock: clock)
  }

  /// Ends it early.
  package func give() { isOver.store(true, ordering: .releasing) }
}

/// A number that changes whenever earlier answers of a session or port may no longer be right.
package final class SessionStamp: Sendable {
  private let number = Atomic<Int>(0)
  private let used = Atomic<Bool>(false)

  package init() {}

  var value: Int { number.load(ordering: .acquiring) }

  package func move() { number.add(1, ordering: .acquiringAndReleasing) }

  /// Returns the value, and notes that an answer of the session is used.
  func noteUse() -> Int {
    // Written only if it changes, so that answers do not contend for it.
    if !used.load(ordering: .relaxed) { used.store(true, ordering: .relaxed) }
    return value
  }

  /// True if an answer was used since the last call.
  package func takeUse() -> Bool { used.exchange(false, ordering: .relaxed) }
}
