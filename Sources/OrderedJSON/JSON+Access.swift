extension JSON {
  /// The value of the member with this name; nil if this is not an object or has no such member. If the name is
  /// repeated, the last member counts, as in JavaScript.
  package subscript(name: String) -> JSON? {
    objectValue?[name]
  }

  /// The element at this index; nil if this is not an array or the index is out of range.
  package subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The text of a string, else nil. LoneSurrogates.swift describes how U+FDD0 and lone surrogates are encoded in it;
  /// ordinary text is unchanged.
  package var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The value of a number that is an integer in the range of Int (`1e3` and `1.0` are), else nil.
  package var intValue: Int? {
    if case .number(let number) = self { number.int } else { nil }
  }

  package var boolValue: Bool? {
    if case .bool(let bool) = self { bool } else { nil }
  }

  package var numberValue: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  package var arrayValue: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var objectValue: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// Indicates whether this is an array or an object.
  package var isContainer: Bool {
    switch self {
    case .array, .object: true
    case .null, .bool, .number, .string: false
    }
  }

  /// The kind of value, for messages: `null`, `a boolean`, `a number`, `a string`, `an array`, `an object`.
  package var kindDescription: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSON {
  /// A number with the value of an integer, for values that are not literals.
  package static func int(_ value: Int) -> JSON { .number(JSONNumber(value)) }
}
