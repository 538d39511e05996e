import Synchronization

/// Tells of what happened in the order in which the answers went out, though what came of some is known later: an answer
/// is told of when it is on disk, and the client has long had it by then.
///
/// Whoever answers takes a place when the answer is known, which never waits, and tells when the outcome is known; what is
/// told waits for what took its place before.
package final class OrderedLines: Sendable {
  package typealias Line = @Sendable () -> Void

  /// A place in the order.
  package struct Place: Sendable {
    fileprivate let number: Int
  }

  /// How many lines wait for one that does not come; then it loses its place.
  package static let waitingLimit = 1_000

  private let state = Mutex(State())
  /// Held while lines are told, so that two threads do not mix their order up.
  private let telling = Mutex(())

  private struct State {
    var taken = 0
    /// The place that is told next.
    var next = 0
    var waiting: [Int: Line] = [:]
    /// Those that have lost their place.
    var late: [Line] = []

    /// The line that may be told now.
    mutating func popReady() -> Line? {
      if !late.isEmpty { return late.removeFirst() }
      if waiting.count > OrderedLines.waitingLimit { skip() }
      guard let line = waiting.removeValue(forKey: next) else { return nil }
      next += 1
      return line
    }

    /// What is not there is waited for no longer.
    mutating func skip() { next = waiting.keys.min() ?? taken }
  }

  package init() {}

  /// Takes the next place. Every place has to be told once.
  package func take() -> Place {
    state.withLock { state in
      defer { state.taken += 1 }
      return Place(number: state.taken)
    }
  }

  /// Tells the line of a place as soon as all before it are told. `line` must not tell others.
  package func tell(at place: Place, _ line: @escaping Line) {
    state.withLock { state in
      if place.number < state.next { state.late.append(line) } else { state.waiting[place.number] = line }
    }
    tellReady()
  }

  /// Tells a line whose outcome is known at once.
  package func tell(_ line: @escaping Line) { tell(at: take(), line) }

  /// Tells what still waits, though something before it never came: the program ends.
  package func finish() {
    while true {
      tellReady()
      let isDone = state.withLock { state in
        state.skip()
        return state.waiting.isEmpty
      }
      if isDone { return }
    }
  }

  private func tellReady() {
    telling.withLock { _ in
      while let line = state.withLock({ $0.popReady() }) { line() }
    }
  }
}
