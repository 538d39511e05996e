import OrderedJSON
import Recordings

/// Points in time as HARs spell them.
enum HARTime {
  /// Nanoseconds since 1970 of `2026-03-01T12:30:05.123+01:00` (ISO 8601); nil for anything else.
  static func nanoseconds(_ text: String) -> UInt64? {
    var rest = Substring(text)
    guard let year = number(&rest, 4), skip("-", &rest), let month = number(&rest, 2), skip("-", &rest),
      let day = number(&rest, 2), skip("T", &rest) || skip("t", &rest) || skip(" ", &rest),
      let hour = number(&rest, 2), skip(":", &rest), let minute = number(&rest, 2), skip(":", &rest),
      let second = number(&rest, 2), (1...12).contains(month), (1...31).contains(day), hour < 25, minute < 60,
      second < 61
    else { return nil }
    var fraction = 0
    if skip(".", &rest) {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard let value = Int((digits + "000000000").prefix(9)) else { return nil }
      fraction = value
    }
    guard let offset = offset(&rest), rest.isEmpty else { return nil }
    let days = CalendarDays.since1970(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
    return seconds < 0 || seconds > 1 << 33 ? nil : UInt64(seconds) * 1_000_000_000 + UInt64(fraction)
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

  /// Seconds ahead of UTC; nothing counts as UTC.
  private static func offset(_ rest: inout Substring) -> Int? {
    if rest.isEmpty || skip("Z", &rest) || skip("z", &rest) { return 0 }
    let sign = skip("-", &rest) ? -1 : 1
    if sign == 1, !skip("+", &rest) { return nil }
    guard let hours = number(&rest, 2) else { return nil }
    _ = skip(":", &rest)
    return sign * (hours * 3_600 + (number(&rest, 2) ?? 0) * 60)
  }

  private static func number(_ rest: inout Substring, _ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    rest = rest.dropFirst(count)
    return Int(digits)
  }

  private static func skip(_ sign: Character, _ rest: inout Substring) -> Bool {
    guard rest.first == sign else { return false }
    rest = rest.dropFirst()
    return true
  }
}
