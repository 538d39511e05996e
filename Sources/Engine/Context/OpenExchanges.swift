import Requests
import Synchronization
import Transports

/// The upstream exchanges and requested delays that are cancelled when the program stops.
final class OpenExchanges: Sendable {
  private let state = Mutex(State())

  private struct State {
    var isCalledOff = false
    var begun = 0
    var cancellations: [Int: @Sendable () -> Void] = [:]
    /// The number of recordings that are on their way to the recorder.
    var handingOver = 0

    var isDrained: Bool { handingOver == 0 && (!isCalledOff || cancellations.isEmpty) }
  }

  /// Runs an exchange. Cancels it if its client leaves or the program stops.
  func run<Value: Sendable>(_ exchange: @escaping @Sendable () async -> Value) async -> Value {
    let isLate = state.withLock { $0.isCalledOff }
    let task = Task {
      // Cancelled from the start, since it may be over before the cancellation below.
      if isLate { withUnsafeCurrentTask { $0?.cancel() } }
      return await exchange()
    }
    return await value(of: task)
  }

  /// Waits for the task of an exchange, and cancels it as `run` does.
  func value<Value: Sendable>(of task: Task<Value, Never>) async -> Value {
    let (number, isCalledOff) = state.withLock { state in
      state.begun += 1
      state.cancellations[state.begun] = { task.cancel() }
      return (state.begun, state.isCalledOff)
    }
    if isCalledOff { task.cancel() }
    defer { state.withLock { _ = $0.cancellations.removeValue(forKey: number) } }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Delays an answer. Returns an error answer if the program stopped; nil if the time is over or the client left.
  func wait(milliseconds: Int) async -> Answer? {
    let isOver = await run { (try? await Task.sleep(for: .milliseconds(milliseconds))) != nil }
    guard !isOver, state.withLock({ $0.isCalledOff }) else { return nil }
    return ErrorAnswer.make(
      status: 503,
      message:
        "Understudy stopped before the delay of this answer (\(milliseconds) ms) was over. Send the request again when it runs.",
      code: .stopping)
  }

  /// Hands a recording over to the recorder. `drain` waits for it.
  func handOver<Value>(_ body: () -> Value) -> Value {
    state.withLock { $0.handingOver += 1 }
    defer { state.withLock { $0.handingOver -= 1 } }
    return body()
  }

  /// Waits until the recorder has all recordings that are handed over, and called-off exchanges have ended. Clients'
  /// connections may close before that.
  func drain(until deadline: ContinuousClock.Instant) async {
    while !state.withLock({ $0.isDrained }), ContinuousClock.now < deadline {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Cancels all exchanges, also future ones.
  func callOff() {
    let cancellations = state.withLock { state in
      state.isCalledOff = true
      return Array(state.cancellations.values)
    }
    for cancel in cancellations { cancel() }
  }

  /// Returns the cause of an exchange's failure: an error after the program stopped says nothing about the endpoint.
  func cause(of error: UpstreamError) -> UpstreamError {
    guard Task.isCancelled, state.withLock({ $0.isCalledOff }) else { return error }
    return UpstreamError(.stopping, "Understudy stopped before the API answered")
  }
}
