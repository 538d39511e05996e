import OrderedJSON

/// Points in time as HARs spell them.
enum HARTime {
  /// Nanoseconds since 1970 of `2026-03-01T12:30:05.123+01:00` (ISO 8601); nil for anything else.
  static func nanoseconds(_ text: String) -> UInt64? {
    guard let moment = ISOMoment(text), (0...1 << 33).contains(moment.seconds) else { return nil }
    return UInt64(moment.seconds) * 1_000_000_000 + UInt64(moment.nanoseconds)
  }

  /// Nanoseconds of a time in seconds; nil where that is none.
  static func nanoseconds(seconds: Double) -> UInt64? {
    // A fraction of a second is not exact in binary; what was meant is whole microseconds.
    seconds >= 0 && seconds < 1e10 ? UInt64((seconds * 1_000_000).rounded()) * 1_000 : nil
  }

  /// Nanoseconds of `time`, which is milliseconds.
  static func duration(_ json: JSON?) -> UInt64 {
    guard let milliseconds = json?.numberValue?.double, milliseconds > 0, milliseconds < 1e9 else { return 0 }
    return UInt64(milliseconds * 1_000_000)
  }
}
