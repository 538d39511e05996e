import Engine

/// Time, handed in, so that tests need none.
package protocol VerifyClock: Sendable {
  /// Nanoseconds since some moment.
  func now() -> UInt64
  /// Waits.
  ///
  /// - Throws: `CancellationError` where nobody wants it any more.
  func pause(nanoseconds: UInt64) async throws
}

/// Time as it passes.
package struct RunningVerifyClock: VerifyClock {
  private let stopwatch = MonotonicStopwatch()

  package init() {}

  package func now() -> UInt64 { stopwatch.now() }

  package func pause(nanoseconds: UInt64) async throws { try await Task.sleep(for: .nanoseconds(Int64(nanoseconds))) }
}
