/// A moment in UTC, as seconds since 1970-01-01, printed as ISO 8601. Uses its own arithmetic, so that the result never
/// depends on the machine's calendar, locale or time zone.
package struct CivilTime: Comparable, Hashable, Sendable {
  package var seconds: Int

  package static let day = 86_400

  package init(seconds: Int) { self.seconds = seconds }

  /// Midnight of a date of the Gregorian calendar.
  package init(year: Int, month: Int, day: Int) {
    // Days from civil: years start in March, so that the leap day is the last of its year.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    seconds = (era * 146_097 + dayOfEra - 719_468) * Self.day
  }

  package static func < (left: CivilTime, right: CivilTime) -> Bool { left.seconds < right.seconds }

  package func adding(seconds more: Int) -> CivilTime { CivilTime(seconds: seconds + more) }

  package var date: (year: Int, month: Int, day: Int) {
    let days = (seconds - secondOfDay) / Self.day + 719_468
    let era = (days >= 0 ? days : days - 146_096) / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let monthOfYear = month < 10 ? month + 3 : month - 9
    return (yearOfEra + era * 400 + (monthOfYear <= 2 ? 1 : 0), monthOfYear, day)
  }

  private var secondOfDay: Int { ((seconds % Self.day) + Self.day) % Self.day }

  /// `2024-02-29`.
  package var isoDate: String { text(10) { writeDate($0) } }

  /// `13:05:09`.
  package var isoTime: String { text(8) { writeTime($0, at: 0) } }

  /// `2024-02-29T13:05:09.000Z`, as JavaScript servers write it.
  package var isoDateTime: String {
    text(24) { bytes in
      writeDate(bytes)
      bytes[10] = 0x54
      writeTime(bytes, at: 11)
      for (index, byte) in ".000Z".utf8.enumerated() { bytes[19 + index] = byte }
    }
  }

  /// A moment in milliseconds since 1970, as in RFC 3339: `2024-02-29T13:05:09.417Z`.
  package static func isoDateTime(milliseconds: Int64) -> String {
    let rest = ((milliseconds % 1_000) + 1_000) % 1_000
    let text = CivilTime(seconds: Int((milliseconds - rest) / 1_000)).isoDateTime
    let digits = String(rest)
    return "\(text.dropLast(4))\(String(repeating: "0", count: 3 - digits.count))\(digits)Z"
  }

  private func text(_ count: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Void) -> String {
    String(unsafeUninitializedCapacity: count) { bytes in
      write(bytes)
      return count
    }
  }

  private func writeDate(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    let (year, month, day) = date
    write(year / 100, bytes, at: 0)
    write(year % 100, bytes, at: 2)
    bytes[4] = 0x2D
    write(month, bytes, at: 5)
    bytes[7] = 0x2D
    write(day, bytes, at: 8)
  }

  private func writeTime(_ bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int) {
    let second = secondOfDay
    write(second / 3_600, bytes, at: start)
    bytes[start + 2] = 0x3A
    write(second / 60 % 60, bytes, at: start + 3)
    bytes[start + 5] = 0x3A
    write(second % 60, bytes, at: start + 6)
  }

  /// Writes two digits. Of a year outside 0 to 9999, only the last four digits are written.
  private func write(_ number: Int, _ bytes: UnsafeMutableBufferPointer<UInt8>, at index: Int) {
    let number = Int(number.magnitude % 100)
    bytes[index] = UInt8(0x30 + number / 10)
    bytes[index + 1] = UInt8(0x30 + number % 10)
  }
}
