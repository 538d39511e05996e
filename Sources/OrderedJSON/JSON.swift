/// A JSON value (RFC 8259) that keeps what other representations lose: the order of members, repeated names, and the
/// text of numbers.
///
/// `==` is exact and includes order, repeated names and number texts. `differences(from:to:)` compares JSON data: it
/// ignores the order of members and compares numbers by value.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSON])
  case object(JSONObject)
}

/// A JSON number as written. Its text is always a valid JSON number.
package struct JSONNumber: Hashable, Sendable {
  /// The digits as written, such as `1.0`, `1e3`, `613835182.14269805`.
  package let text: String

  /// Takes a number text without checking it, for the parser and for code that has just made a valid one.
  package init(validated text: String) { self.text = text }
}

/// The members of a JSON object in the order of the text, including repeated names.
package struct JSONObject: Hashable, Sendable {
  package var members: [Member]

  /// A name and its value.
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSON

    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  package init(_ members: [Member] = []) { self.members = members }
}
