/// A source of time measurements. Injected, so that tests are deterministic.
package protocol Stopwatch: Sendable {
  /// Nanoseconds since a fixed moment.
  func now() -> UInt64
}

/// The machine's monotonic clock.
package struct MonotonicStopwatch: Stopwatch {
  private let start = ContinuousClock.now

  package init() {}

  package func now() -> UInt64 {
    let (seconds, attoseconds) = start.duration(to: .now).components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}
