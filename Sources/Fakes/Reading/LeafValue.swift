import FakeValues
import OrderedJSON

/// A leaf's value for filters and orderings; null has none.
enum LeafValue: Hashable, Sendable {
  case flag(Bool)
  case integer(Int)
  /// A number that no `Int` holds: with a fraction, or too large.
  case number(Double)
  case text(String)

  /// The order of values of different kinds, so that sorting is well defined.
  private var rank: Int {
    switch self {
    case .flag: 0
    case .integer, .number: 1
    case .text: 2
    }
  }

  /// Indicates whether both are the same: numbers by value, texts by their scalars.
  func isSame(as other: LeafValue) -> Bool { !precedes(other) && !other.precedes(self) }

  /// Indicates whether it comes first: Booleans, then numbers by value, then texts by their Unicode scalars.
  func precedes(_ other: LeafValue) -> Bool {
    switch (self, other) {
    case (.flag(let left), .flag(let right)): !left && right
    case (.integer(let left), .integer(let right)): left < right
    case (.integer(let left), .number(let right)): Double(left) < right
    case (.number(let left), .integer(let right)): left < Double(right)
    case (.number(let left), .number(let right)): left < right
    case (.text(let left), .text(let right)): left.precedesByScalars(right)
    default: rank < other.rank
    }
  }

  /// The value as text, for `contains` and patterns.
  var text: String {
    switch self {
    case .flag(let flag): flag ? "true" : "false"
    case .integer(let integer): String(integer)
    case .number(let number): number.description
    case .text(let text): text
    }
  }

  var folded: LeafValue {
    if case .text(let text) = self { .text(text.lowercased()) } else { self }
  }
}

/// The meaning of a field's values by its type: `25` and `"25"` can be one id, and dates of any precision are in order.
enum Sense: Hashable, Sendable {
  /// Texts and enum values: numbers are their digits.
  case text
  /// By appearance: texts that are only a number are numbers, so that ids are ordered `9, 10`.
  case natural
  /// ISO 8601 dates and moments, as microseconds since 1970.
  case moment

  init(scalar: String) {
    switch ScalarForm(scalar: scalar) {
    case .dateTime, .date: self = .moment
    case .text, .time, .durationText, .boolean: self = scalar == "String" ? .text : .natural
    default: self = .natural
    }
  }

  /// Returns the value of one JSON leaf; nil for null.
  func value(_ json: JSON) -> LeafValue? {
    switch json {
    case .null: nil
    case .bool(let flag): .flag(flag)
    case .number(let number): self == .text ? .text(number.text) : Self.value(of: number)
    case .string(let text): value(ofText: text)
    case .array, .object: .text(json.sortedMembers().compactText)
    }
  }

  private func value(ofText text: String) -> LeafValue {
    switch self {
    case .text: return .text(text)
    case .moment: return (ISOMoment(text)?.microseconds).map { .integer($0) } ?? .text(text)
    case .natural:
      // The first byte shows that most texts are not numbers. `007` is not `7`.
      guard let first = text.utf8.first, first == UInt8(ascii: "-") || (first >= 0x30 && first <= 0x39) else {
        return .text(text)
      }
      if let integer = Int(text) { return String(integer).hasSameScalars(as: text) ? .integer(integer) : .text(text) }
      guard let number = JSONNumber(text: text) else { return .text(text) }
      return Self.value(of: number)
    }
  }

  private static func value(of number: JSONNumber) -> LeafValue {
    if let integer = number.int { return .integer(integer) }
    guard let double = number.double else { return .text(number.text) }
    // With more digits than a Double has, the fraction may be lost.
    return Int(exactly: double).map { .integer($0) } ?? .number(double)
  }
}
