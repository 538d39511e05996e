package import OrderedJSON
package import Recordings

/// The value that a variable must have for a fault to apply.
package enum FaultValue: Hashable, Sendable {
  /// A string with this text, or a number or Boolean with this value in JSON.
  case text(String)
  case pattern(ValuePattern)
  case null
  /// A list of the same length whose items all match.
  case list([FaultValue])
  /// An object whose members match; it may have others.
  case object([Member])

  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: FaultValue
  }

  package func matches(_ value: JSON?) -> Bool {
    switch (self, value) {
    case (.null, nil), (.null, .null?): true
    case (_, nil): false
    case (.text(let text), .string(let string)?): text.hasSameScalars(as: string)
    case (.text(let text), .number(let number)?):
      JSONNumber(text: text).map { $0.isEquivalent(to: number) } ?? false
    case (.text(let text), .bool(let bool)?): text == (bool ? "true" : "false")
    case (.pattern(let pattern), let value?): pattern.matches(value)
    case (.list(let items), .array(let values)?):
      items.count == values.count && zip(items, values).allSatisfy { $0.matches($1) }
    case (.object(let members), .object(let object)?): members.allSatisfy { $0.value.matches(object[$0.name]) }
    default: false
    }
  }
}

extension FaultRule {
  /// Indicates whether a request's variables have the required values.
  package func matches(variables: JSONObject) -> Bool {
    self.variables.allSatisfy { match in
      var value: JSON? = .object(variables)
      for name in match.path { value = value?[name] }
      return match.value.matches(value)
    }
  }
}
