import Synchronization

/// Until when an answer is right: as long as its session has changed nothing more, and its port has the same sessions.
///
/// A server that keeps an answer asks before it repeats it, on whatever thread.
package struct AnswerValidity: Sendable {
  private var session: SessionStamp?
  private var value = 0
  private var port: SessionStamp?
  private var portValue = 0

  /// Valid for good.
  init() {}

  init(_ session: SessionStamp) {
    self.session = session
    value = session.value
  }

  /// The same, as long as no session begins or ends on a port.
  func limited(to port: SessionStamp, at value: Int) -> AnswerValidity {
    var limited = self
    limited.port = port
    limited.portValue = value
    return limited
  }

  /// Whether the answer may be repeated. If so, that counts as a use of the session.
  package var holds: Bool {
    if let port, port.value != portValue { return false }
    return session.map { $0.noteUse() == value } ?? true
  }
}

/// Moves whenever what was answered to a session, or on a port, may not be right any more.
final class SessionStamp: Sendable {
  private let number = Atomic<Int>(0)
  private let used = Atomic<Bool>(false)

  var value: Int { number.load(ordering: .acquiring) }

  func move() { number.add(1, ordering: .acquiringAndReleasing) }

  /// The value, for somebody who gives an answer of the session.
  func noteUse() -> Int {
    // Only written where it changes, so that answering does not contend for it.
    if !used.load(ordering: .relaxed) { used.store(true, ordering: .relaxed) }
    return value
  }

  /// Whether an answer was given since this was last asked.
  func takeUse() -> Bool { used.exchange(false, ordering: .relaxed) }
}
