import OrderedJSON

extension Understudy {
  /// A JSON value, such as a variable of a request.
  ///
  /// ```swift
  /// #expect(request.variables["filter"]?["continent"]?["eq"] == "EU")
  /// ```
  public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction and exponent that fits.
    case int(Int)
    /// Any other number.
    case double(Double)
    case string(String)
    case array([JSONValue])
    /// Members in no order; of two with one name the last.
    case object([String: JSONValue])
  }
}

extension Understudy.JSONValue {
  /// The member of an object; nil where there is none, or this is no object.
  public subscript(name: String) -> Self? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The item of an array; nil where there is none, or this is no array.
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
  /// An object; of two members with one name the last.
  public init(dictionaryLiteral elements: (String, Self)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}

extension Understudy.JSONValue {
  init(_ json: JSON) {
    switch json {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .number(let number): self = Int(number.text).map { .int($0) } ?? .double(Double(number.text) ?? .nan)
    case .string(let string): self = .string(string)
    case .array(let items): self = .array(items.map { Self($0) })
    case .object(let object): self = .object(Self.members(object))
    }
  }

  static func members(_ object: JSONObject) -> [String: Self] {
    Dictionary(object.members.map { ($0.name, Self($0.value)) }) { $1 }
  }

  /// As the rooms below have it; members by name.
  var json: JSON {
    switch self {
    case .null: .null
    case .bool(let bool): .bool(bool)
    case .int(let int): .int(int)
    case .double(let double): .number(JSONNumber(text: "\(double)") ?? JSONNumber(validated: "0"))
    case .string(let string): .string(string)
    case .array(let items): .array(items.map(\.json))
    case .object(let members): .object(Self.object(members))
    }
  }

  static func object(_ members: [String: Self]) -> JSONObject {
    JSONObject(members.sorted { $0.key < $1.key }.map { JSONObject.Member($0.key, $0.value.json) })
  }
}
