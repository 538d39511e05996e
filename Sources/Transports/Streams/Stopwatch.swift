/// A source of time measurements. Injected, so that tests are deterministic.
package protocol Stopwatch: Sendable {
  /// Nanoseconds since a fixed moment.
  func now() -> UInt64
}

extension UInt64 {
  /// A time in nanoseconds; the largest number if it is too long for one.
  package static func nanoseconds(inSeconds seconds: UInt64) -> UInt64 {
    let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? .max : nanoseconds
  }
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
