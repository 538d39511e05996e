import Synchronization

/// Reports answers in the order in which they were sent, although the outcome of some is known later: an answer is
/// reported when it is on disk, long after the client got it.
///
/// The sender takes a place when the answer is known, which never waits. It gives the line when the outcome is known. A
/// line waits for all places taken before its own.
package final class OrderedLines: Sendable {
  package typealias Line = @Sendable () -> Void

  /// A place in the order.
  package struct Place: Sendable {
    fileprivate let number: Int
  }

  /// The number of lines that may wait for a missing one, which then loses its place.
  package static let waitingLimit = 1_000

  private let state = Mutex(State())
  /// Held while lines are reported, so that two threads keep their order.
  private let writing = Mutex(())

  private struct State {
    var taken = 0
    /// The place to report next.
    var next = 0
    var waiting: [Int: Line] = [:]
    /// The lines that lost their place.
    var late: [Line] = []

    /// Removes and returns the line to report now, if there is one.
    mutating func popReady() -> Line? {
      if !late.isEmpty { return late.removeFirst() }
      if waiting.count > OrderedLines.waitingLimit { skip() }
      guard let line = waiting.removeValue(forKey: next) else { return nil }
      next += 1
      return line
    }

    /// Stops waiting for missing lines.
    mutating func skip() { next = waiting.keys.min() ?? taken }
  }

  package init() {}

  /// Takes the next place. Each place must get exactly one line.
  package func take() -> Place {
    state.withLock { state in
      defer { state.taken += 1 }
      return Place(number: state.taken)
    }
  }

  /// Reports the line of a place once all before it are reported. `line` must not report others.
  package func write(at place: Place, _ line: @escaping Line) {
    state.withLock { state in
      if place.number < state.next { state.late.append(line) } else { state.waiting[place.number] = line }
    }
    writeReady()
  }

  /// Reports a line whose outcome is known at once.
  package func write(_ line: @escaping Line) { write(at: take(), line) }

  /// Reports all lines that still wait, even for missing ones, because the program ends.
  package func finish() {
    while true {
      writeReady()
      let isDone = state.withLock { state in
        state.skip()
        return state.waiting.isEmpty
      }
      if isDone { return }
    }
  }

  private func writeReady() {
    writing.withLock { _ in
      while let line = state.withLock({ $0.popReady() }) { line() }
    }
  }
}
