import Synchronization

/// The conditions for repeating an answer: its session has not changed, and its port has the same sessions.
///
/// A server that caches an answer checks them before repeating it, on any thread.
package struct AnswerValidity: Sendable {
  private var session: SessionStamp?
  private var value = 0
  private var port: SessionStamp?
  private var portValue = 0

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

  /// True if the answer may be repeated. If so, this counts as a use of the session.
  package var holds: Bool {
    if let port, port.value != portValue { return false }
    return session.map { $0.noteUse() == value } ?? true
  }
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
