/// A source of delayed calls. Injected, so that tests need no time.
package protocol StreamTimer: Sendable {
  /// Calls `body` once after a time, from any thread.
  /// - Returns: a function that cancels the call.
  func after(milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// A timer in real time.
package struct RunningTimer: StreamTimer {
  package init() {}

  package func after(milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let task = Task {
      do { try await Task.sleep(for: .milliseconds(milliseconds)) } catch { return }
      body()
    }
    return { task.cancel() }
  }
}
