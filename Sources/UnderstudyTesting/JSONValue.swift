extension Understudy {
  /// A JSON value, such as a variable of a request.
  ///
  /// ```swift
  /// #expect(request.variables["filter"]?["continent"]?["eq"] == "EU")
  /// ```
  public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A whole number that fits in `Int`.
    case int(Int)
    /// Any other number.
    case double(Double)
    case string(String)
    case array([JSONValue])
    /// An object. Its members have no order. If a name appears twice, the last value is kept.
    case object([String: JSONValue])
  }
}

extension Understudy.JSONValue {
  /// The member of an object; nil if there is none, or if this is not an object.
  public subscript(name: String) -> Self? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The item of an array; nil if there is none, or if this is not an array.
  public subscript(index: Int) -> Self? {
    if case .array(let items) = self, items.indices.contains(index) { items[index] } else { nil }
  }
}

extension Understudy.JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Null.
  public init(nilLiteral: ()) { self = .null }
  /// A Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .int(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array of values.
  public init(arrayLiteral elements: Self...) { self = .array(elements) }
  /// An object. If a name appears twice, the last value is kept.
  public init(dictionaryLiteral elements: (String, Self)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

extension Understudy.JSONValue {
  var string: String? { if case .string(let string) = self { string } else { nil } }
  var int: Int? { if case .int(let int) = self { int } else { nil } }
  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  var array: [Self] { if case .array(let items) = self { items } else { [] } }
  var members: [String: Self] { if case .object(let members) = self { members } else { [:] } }

  /// The value as JSON; members by name.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .int(let int): "\(int)"
    // JSON has no other numbers.
    case .double(let double): double.isFinite ? "\(double)" : "null"
    case .string(let string): Self.quoted(string)
    case .array(let items): "[\(items.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\u{0}"..<"\u{20}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
