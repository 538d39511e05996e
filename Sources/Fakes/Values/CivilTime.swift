/// A moment in UTC as seconds since 1970-01-01, written as ISO 8601; own arithmetic, so that no calendar,
/// locale or time zone of the machine takes part.
struct CivilTime: Comparable {
  var seconds: Int

  static let day = 86_400

  init(seconds: Int) { self.seconds = seconds }

  /// Midnight of a date of the Gregorian calendar.
  init(year: Int, month: Int, day: Int) {
    // Days from civil: years start in March, so that the leap day is the last of its year.
    let shifted = month > 2 ? year : year - 1
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    seconds = (era * 146_097 + dayOfEra - 719_468) * Self.day
  }

  static func < (left: CivilTime, right: CivilTime) -> Bool { left.seconds < right.seconds }

  func adding(days: Int) -> CivilTime { CivilTime(seconds: seconds + days * Self.day) }
  func adding(seconds more: Int) -> CivilTime { CivilTime(seconds: seconds + more) }

  var date: (year: Int, month: Int, day: Int) {
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
  var isoDate: String {
    let (year, month, day) = date
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// `13:05:09`.
  var isoTime: String {
    let second = secondOfDay
    return "\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
  }

  /// `2024-02-29T13:05:09.000Z`, as JavaScript servers write it.
  var isoDateTime: String { "\(isoDate)T\(isoTime).000Z" }
}

/// A number with leading zeros.
func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
