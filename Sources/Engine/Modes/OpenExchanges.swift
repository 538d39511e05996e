import Synchronization

/// The exchanges with the real endpoint that are on their way, so that the program can stop without waiting for them.
final class OpenExchanges: Sendable {
  private let state = Mutex(State())

  private struct State {
    var isCalledOff = false
    var begun = 0
    var tasks: [Int: Task<Answer, Never>] = [:]
  }

  /// Runs an exchange, which is cancelled where its client leaves and where all are called off; what it then answers is
  /// its own affair.
  func run(_ exchange: @escaping @Sendable () async -> Answer) async -> Answer {
    let task = Task { await exchange() }
    let (number, isLate) = state.withLock { state in
      state.begun += 1
      state.tasks[state.begun] = task
      return (state.begun, state.isCalledOff)
    }
    if isLate { task.cancel() }
    defer { state.withLock { _ = $0.tasks.removeValue(forKey: number) } }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// No exchange waits for the real endpoint any more, and none will.
  func callOff() {
    let tasks = state.withLock { state in
      state.isCalledOff = true
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }

  /// Why the exchange that asks has failed: an error of one that was called off says nothing of the endpoint.
  func cause(of error: UpstreamError) -> UpstreamError {
    guard Task.isCancelled, state.withLock({ $0.isCalledOff }) else { return error }
    return UpstreamError(.stopping, "Understudy was told to stop before the endpoint had answered")
  }
}

extension Task where Failure == Never {
  /// The value; another as soon as whoever waits for it is cancelled. The task itself goes on for those who wait longer.
  func value(orIfCancelled other: Success) async -> Success {
    let (values, continuation) = AsyncStream<Success>.makeStream()
    Task<Void, Never> { continuation.yield(await value) }
    for await value in values { return value }
    return other
  }
}
