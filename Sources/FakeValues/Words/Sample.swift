package import OrderedJSON

/// A value before it has the form of its scalar type: the same moment is a text for `DateTime` and a number for `Int`.
package enum Sample: Hashable, Sendable {
  case text(String)
  /// A decimal number without its point, so that no binary rounding changes it: 1999 with 2 decimals is 19.99.
  case number(Int, decimals: Int)
  /// Seconds since 1970-01-01 UTC.
  case moment(seconds: Int)
  /// The day of these seconds.
  case day(seconds: Int)
  case flag(Bool)
  /// A value with structure, for scalars like `JSON`.
  case json(JSON)

  /// The value of a text field: a moment as ISO 8601, a number in decimal.
  package var text: String {
    switch self {
    case .text(let text): text
    case .number(let units, let decimals): Self.decimal(units, decimals)
    case .moment(let seconds): CivilTime(seconds: seconds).isoDateTime
    case .day(let seconds): CivilTime(seconds: seconds).isoDate
    case .flag(let flag): flag ? "true" : "false"
    case .json(let json): json.compactText
    }
  }

  /// The value of an `Int` field, within 32 bits (specification section 3.5.1); nil for a text.
  package var integer: Int? {
    switch self {
    case .number(let units, let decimals):
      Int(Int32(clamping: (0..<decimals).reduce(units) { rest, _ in rest / 10 }))
    case .moment(let seconds), .day(let seconds): Int(Int32(clamping: seconds))
    case .flag(let flag): flag ? 1 : 0
    case .text, .json: nil
    }
  }

  /// The digits of a `Float` field; nil for a text.
  package var decimal: String? {
    switch self {
    case .number(let units, let decimals): Self.decimal(units, decimals)
    case .moment(let seconds), .day(let seconds): String(seconds)
    case .flag, .text, .json: nil
    }
  }

  package static func decimal(_ units: Int, _ decimals: Int) -> String {
    guard decimals > 0 else { return String(units) }
    let power = power(decimals)
    let digits = padded(Int(units.magnitude) % power, decimals)
    return "\(units < 0 ? "-" : "")\(Int(units.magnitude) / power).\(digits)"
  }

  /// Returns a typical shop price, in hundredths.
  static func cents(_ draw: inout Draw) -> Int {
    draw.within(4...400) * 100 + [0, 49, 50, 90, 95, 99][draw.below(6)]
  }

  /// Returns a GeoJSON point for a position in millionths of a degree. RFC 7946 has the longitude first.
  package static func point(_ position: (latitude: Int, longitude: Int)) -> Sample {
    let degrees = [position.longitude, position.latitude].map { JSON.number(JSONNumber(validated: decimal($0, 6))) }
    return .json(.object(JSONObject([.init("type", .string("Point")), .init("coordinates", .array(degrees))])))
  }

  static func power(_ decimals: Int) -> Int {
    var power = 1
    for _ in 0..<decimals { power *= 10 }
    return power
  }
}

extension JSON {
  /// Returns a value that is unique among its kind: it contains the number of its object, in a natural place.
  /// `ada@example.com` becomes `ada7@example.com`, `blue-harbor` `blue-harbor-7`, `Blue Harbor` `Blue Harbor 7`, digits
  /// end in the number, in an EAN-13 before the check digit, `QC` becomes `QC7`, and a number is the object's own, from
  /// 1,000.
  package func numbered(_ number: Int) -> JSON {
    switch self {
    case .number: return .int(1_000 + number)
    case .string(let text):
      if let at = text.firstIndex(of: "@"), at != text.startIndex {
        return .string("\(text[..<at])\(number)\(text[at...])")
      }
      if text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), !text.isEmpty {
        return .string(CheckDigit.numbered(text, number) ?? "\(text)\(padded(number, 2))")
      }
      // A short code stays short: `QC7`.
      if text.utf8.count <= 4, text.utf8.allSatisfy({ $0 >= 0x41 && $0 <= 0x5A }), !text.isEmpty {
        return .string("\(text)\(number)")
      }
      if text.utf8.contains(0x20) { return .string("\(text) \(number)") }
      return .string(text.isEmpty ? String(number) : "\(text)-\(number)")
    case .null, .bool, .array, .object: return self
    }
  }
}
