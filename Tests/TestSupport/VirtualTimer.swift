import Synchronization
import Transports

/// Time that passes when a test says so.
package final class VirtualTimer: StreamTimer {
  private let state = Mutex(State())

  package init() {}

  private struct State {
    var now = 0
    var count = 0
    var alarms: [(at: Int, number: Int, body: @Sendable () -> Void)] = []
  }

  /// How many alarms are set.
  package var alarms: Int { state.withLock { $0.alarms.count } }

  package func after(milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.count += 1
      state.alarms.append((state.now + milliseconds, state.count, body))
      return state.count
    }
    return { [self] in state.withLock { $0.alarms.removeAll { $0.number == number } } }
  }

  /// Lets time pass; alarms go off in their order, those also that are set by others on the way.
  package func pass(milliseconds: Int) {
    let end = state.withLock { $0.now + milliseconds }
    while let body = next(until: end) { body() }
    state.withLock { $0.now = end }
  }

  private func next(until end: Int) -> (@Sendable () -> Void)? {
    state.withLock { state in
      let due = state.alarms.filter { $0.at <= end }.min { ($0.at, $0.number) < ($1.at, $1.number) }
      guard let due else { return nil }
      state.alarms.removeAll { $0.number == due.number }
      state.now = max(state.now, due.at)
      return due.body
    }
  }
}

/// How often something was woken.
package final class Wakes: Sendable {
  private let number = Atomic<Int>(0)

  package init() {}

  package var count: Int { number.load(ordering: .acquiring) }

  package func wake() { number.add(1, ordering: .acquiringAndReleasing) }
}
