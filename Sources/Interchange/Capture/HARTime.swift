import OrderedJSON

/// Points in time in HARs.
enum HARTime {
  /// Returns nanoseconds since 1970 for `2026-03-01T12:30:05.123+01:00` (ISO 8601); nil for anything else.
  static func nanoseconds(_ text: String) -> UInt64? {
    guard let moment = ISOMoment(text), (0...1 << 33).contains(moment.seconds) else { return nil }
    return UInt64(moment.seconds) * 1_000_000_000 + UInt64(moment.nanoseconds)
  }

  /// Returns nanoseconds for a time in seconds; nil if it is out of range.
  static func nanoseconds(seconds: Double) -> UInt64? {
    // A fraction of a second is not exact in binary, so it is rounded to whole microseconds.
    seconds >= 0 && seconds < 1e10 ? UInt64((seconds * 1_000_000).rounded()) * 1_000 : nil
  }

  /// Returns the nanoseconds of `time`, which is in milliseconds.
  static func duration(_ json: JSON?) -> UInt64 {
    guard let milliseconds = json?.numberValue?.double, milliseconds > 0, milliseconds < 1e9 else { return 0 }
    return UInt64(milliseconds * 1_000_000)
  }
}
