import Synchronization

/// Until when an answer is right: as long as its session has changed nothing more.
///
/// A server that keeps an answer asks before it gives it again, on whatever thread.
package struct AnswerValidity: Sendable {
  private let session: SessionStamp
  private let value: Int

  init(_ session: SessionStamp) {
    self.session = session
    value = session.value
  }

  /// Whether the answer may be given again. It counts as a use of the session.
  package var holds: Bool { session.noteUse() == value }
}

/// Moves whenever what was answered to a session may not be right any more.
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
