/// A moment in the ISO 8601 forms that services write: `2024-02-29`, `2024-02-29T13:05`, with seconds, fractions and an
/// offset. Without an offset it is UTC.
package struct ISOMoment: Sendable {
  /// Since 1970-01-01T00:00:00Z.
  package private(set) var seconds: Int
  /// Since the start of the second. Finer digits are cut off.
  package private(set) var nanoseconds = 0

  /// - Returns: nil if the text has none of these forms.
  package init?(_ text: String) {
    var reader = Reader(bytes: Array(text.utf8))
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
      let day = reader.number(2), (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    seconds = CivilTime(year: year, month: month, day: day).seconds
    if reader.take("T") || reader.take("t") || reader.take(" ") {
      guard let hour = reader.number(2), reader.take(":"), let minute = reader.number(2), hour < 25, minute < 60 else {
        return nil
      }
      seconds += hour * 3_600 + minute * 60
      if reader.take(":") {
        guard let second = reader.number(2), second < 61 else { return nil }
        seconds += second
        if reader.take(".") || reader.take(",") {
          guard let fraction = reader.fraction() else { return nil }
          nanoseconds = fraction
        }
      }
      guard let offset = reader.offset() else { return nil }
      seconds -= offset
    }
    if !reader.isAtEnd { return nil }
  }

  /// Microseconds since 1970-01-01T00:00:00Z.
  package var microseconds: Int { seconds * 1_000_000 + nanoseconds / 1_000 }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }

    mutating func digit() -> Int? {
      guard index < bytes.count, bytes[index].isDigit else { return nil }
      index += 1
      return Int(bytes[index - 1]) - 0x30
    }

    mutating func number(_ width: Int) -> Int? {
      var result = 0
      for _ in 0..<width {
        guard let digit = digit() else { return nil }
        result = result * 10 + digit
      }
      return result
    }

    /// Reads the digits after the decimal point, as nanoseconds.
    mutating func fraction() -> Int? {
      guard var result = digit() else { return nil }
      var places = 1
      while let digit = digit() {
        guard places < 9 else { continue }
        result = result * 10 + digit
        places += 1
      }
      while places < 9 {
        result *= 10
        places += 1
      }
      return result
    }

    /// Reads the seconds east of Greenwich: `Z`, `+02:00`, `+0200`, `+02`, or nothing.
    mutating func offset() -> Int? {
      if isAtEnd || take("Z") || take("z") { return 0 }
      let isWest = take("-")
      guard isWest || take("+"), let hours = number(2) else { return nil }
      let minutes = take(":") || !isAtEnd ? number(2) : 0
      return minutes.map { (hours * 60 + $0) * (isWest ? -60 : 60) }
    }
  }
}
