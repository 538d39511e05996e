import OrderedJSON

/// A date in a header (`Date`, `Retry-After`, a cookie's `Expires`). Parsed by RFC 6265, section 5.1.1, which accepts
/// all forms of RFC 9110, section 5.6.7.
package struct HTTPDate: Comparable, Sendable {
  /// Year, month, day, hour, minute, second.
  private let parts: [Int]

  /// A date before every recording. Anything that expired earlier had expired when it was recorded.
  package static let firstRecording = HTTPDate(parts: [2026, 1, 1, 0, 0, 0])

  private init(parts: [Int]) { self.parts = parts }

  package init?(_ text: String) {
    var time: [Int]?
    var day: Int?
    var month: Int?
    var year: Int?
    let words = text.lowercased().utf8.split { !$0.isLetterOrDigit && $0 != UInt8(ascii: ":") }
    for word in words.map({ Array($0) }) {
      let digits = word.prefix(while: \.isDigit)
      let number = digits.count <= 4 ? Int(digits.text) : nil
      if time == nil, let found = Self.time(word) {
        time = found
      } else if day == nil, let number, digits.count <= 2 {
        day = number
      } else if month == nil, let found = Self.months.firstIndex(of: word.prefix(3).text) {
        month = found + 1
      } else if year == nil, let number, digits.count >= 2 {
        year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
      }
    }
    guard let time, let day, let month, let year, (1...31).contains(day), year >= 1601 else { return nil }
    parts = [year, month, day] + time
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private static func time(_ word: [UInt8]) -> [Int]? {
    let fields = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let numbers = fields.compactMap { $0.count <= 2 ? Int($0.text) : nil }
    guard fields.count == 3, numbers.count == 3, numbers[0] < 24, numbers[1] < 60, numbers[2] < 60 else { return nil }
    return numbers
  }

  /// The number of seconds since another date; negative if this is earlier.
  package func seconds(since other: HTTPDate) -> Int { seconds - other.seconds }

  private var seconds: Int {
    CivilTime(year: parts[0], month: parts[1], day: parts[2]).seconds + parts[3] * 3_600 + parts[4] * 60 + parts[5]
  }

  package static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
}
