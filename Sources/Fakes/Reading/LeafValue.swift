import FakeValues
import OrderedJSON

/// A leaf's value as filters and orderings compare it. Null is none.
enum LeafValue: Hashable, Sendable {
  case flag(Bool)
  case integer(Int)
  /// A number that no `Int` holds: with a fraction, or too large.
  case number(Double)
  case text(String)

  /// Where values of different kinds stand among each other; one order for all, so that sorting is well defined.
  private var rank: Int {
    switch self {
    case .flag: 0
    case .integer, .number: 1
    case .text: 2
    }
  }

  /// Whether both are the same: numbers by value, texts by their scalars.
  func isSame(as other: LeafValue) -> Bool { !precedes(other) && !other.precedes(self) }

  /// The order: truth values, numbers by value, texts by their Unicode scalars.
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

  /// The value as text, which is what `contains` and patterns look at.
  var text: String {
    switch self {
    case .flag(let flag): flag ? "true" : "false"
    case .integer(let integer): String(integer)
    case .number(let number): number.description
    case .text(let text): text
    }
  }

  /// The value without regard to case.
  var folded: LeafValue {
    if case .text(let text) = self { .text(text.lowercased()) } else { self }
  }
}

/// How the values of a field are meant, told from its type, so that `25` and `"25"` can be one id and dates are in order
/// however precisely they are written.
enum Sense: Hashable, Sendable {
  /// Texts and enum values: numbers are their digits.
  case text
  /// Whatever it looks like: texts that are nothing but a number are numbers, so that ids count `9, 10`.
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

  /// The value of one JSON leaf; nil for null.
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
      // Most texts are seen at the first byte not to be numbers. `007` is not `7`.
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
    // With more digits than a Double has, the fraction may be gone.
    return Int(exactly: double).map { .integer($0) } ?? .number(double)
  }
}
