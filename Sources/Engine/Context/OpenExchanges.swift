import Synchronization
import Transports

/// What requests wait for that the program must not wait for when it stops: exchanges with the real endpoint that are on
/// their way, and delays that were asked for.
final class OpenExchanges: Sendable {
  private let state = Mutex(State())

  private struct State {
    var isCalledOff = false
    var begun = 0
    var cancellations: [Int: @Sendable () -> Void] = [:]
  }

  /// Runs an exchange, which is cancelled where its client leaves and where all are called off; what it then gives is
  /// its own affair.
  func run<Value: Sendable>(_ exchange: @escaping @Sendable () async -> Value) async -> Value {
    let isLate = state.withLock { $0.isCalledOff }
    let task = Task {
      // From its beginning: it may be over before anybody else cancels it.
      if isLate { withUnsafeCurrentTask { $0?.cancel() } }
      return await exchange()
    }
    return await value(of: task)
  }

  /// Waits for a task that does an exchange, and cancels it as `run` does.
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

  /// Lets an answer wait.
  ///
  /// - Returns: nil when the time is over, or nobody waits for the answer any more; where all were called off before, the
  ///   answer instead.
  func wait(milliseconds: Int) async -> Answer? {
    let isOver = await run { (try? await Task.sleep(for: .milliseconds(milliseconds))) != nil }
    guard !isOver, state.withLock({ $0.isCalledOff }) else { return nil }
    return ErrorAnswer.make(
      status: 503,
      message:
        "Understudy stopped before the delay of this answer (\(milliseconds) ms) was over. Send the request again when it runs.",
      code: .stopping)
  }

  /// Nobody waits any more, and nobody will.
  func callOff() {
    let cancellations = state.withLock { state in
      state.isCalledOff = true
      return Array(state.cancellations.values)
    }
    for cancel in cancellations { cancel() }
  }

  /// Why the exchange that asks has failed: an error of one that was called off says nothing of the endpoint.
  func cause(of error: UpstreamError) -> UpstreamError {
    guard Task.isCancelled, state.withLock({ $0.isCalledOff }) else { return error }
    return UpstreamError(.stopping, "Understudy stopped before the API answered")
  }
}
