// There is no `nil` literal, because `json["name"] = nil` and `json["name"] == nil` would be ambiguous. Write `.null`.

extension JSON: ExpressibleByBooleanLiteral {
  package init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSON: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) {
    self = .number(JSONNumber(value))
  }
}

extension JSON: ExpressibleByFloatLiteral {
  /// The number with the shortest text of this Double; for other digits, use `JSONNumber(text:)`. A literal beyond the
  /// range of Double becomes null, as in JavaScript.
  package init(floatLiteral value: Double) {
    self = JSONNumber(value).map(JSON.number) ?? .null
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) {
    self = .string(LoneSurrogates.encoded(value))
  }
}

extension JSON: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: JSON...) {
    self = .array(elements)
  }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// Keeps the order and repeated names of the literal.
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member($0.0, $0.1) }))
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(elements.map { Member($0.0, $0.1) })
  }
}
