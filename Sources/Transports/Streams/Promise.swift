import Synchronization

/// A value that is set once. The first one wins. Any number of tasks may wait for it.
package final class Promise<Value: Sendable>: Sendable {
  private let state = Mutex(State())

  private struct State {
    var value: Value?
    var waiting: [CheckedContinuation<Value, Never>] = []
  }

  package init() {}

  package func fulfill(_ value: Value) {
    let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>] in
      guard state.value == nil else { return [] }
      state.value = value
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.resume(returning: value) }
  }

  package var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state -> Value? in
          if state.value == nil { state.waiting.append(continuation) }
          return state.value
        }
        if let known { continuation.resume(returning: known) }
      }
    }
  }
}
