/// Calls back after a while. Handed in, so that tests need no time.
package protocol StreamTimer: Sendable {
  /// Calls `body` once, from any thread, when the milliseconds are over.
  ///
  /// - Returns: what calls it off.
  func after(milliseconds: Int, _ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void
}

/// Time as it passes.
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
