/// A literal value or a variable (section 2.9 "Input Values"). Numbers keep their text, so that no digit is lost.
package enum Value: Hashable, Sendable {
  /// `$name`, without the dollar sign.
  case variable(Name)
  /// The digits as written, e.g. `-12`.
  case int(String, Place)
  /// The number as written, e.g. `1.50e3`.
  case float(String, Place)
  case string(StringValue)
  case boolean(Bool, Place)
  case null(Place)
  case `enum`(Name)
  case list([Value], Place)
  case object([ObjectField], Place)

  package var place: Place {
    switch self {
    case .variable(let name), .enum(let name): name.place
    case .string(let string): string.place
    case .int(_, let place), .float(_, let place), .boolean(_, let place), .null(let place),
      .list(_, let place), .object(_, let place):
      place
    }
  }
}

/// The value of a string literal, with its escapes resolved (section 2.9.4 "String Value").
package struct StringValue: Hashable, Sendable {
  package var place: Place
  package var value: String
  /// True for a block string (`"""`). Part of `==`, so that printing keeps the form; ignored by the canonical form.
  package var isBlock: Bool
}

extension StringValue {
  @inline(__always)
  package init(_ value: String, isBlock: Bool = false, place: Place = .none) {
    self.init(place: place, value: value, isBlock: isBlock)
  }
}

/// One field of an input-object literal (section 2.9.8).
package struct ObjectField: Hashable, Sendable {
  package var place: Place
  package var name: Name
  package var value: Value
}

extension ObjectField {
  @inline(__always)
  package init(name: Name, value: Value, place: Place = .none) {
    self.init(place: place, name: name, value: value)
  }
}

/// A type reference: `Name`, `[T]` or `T!` (section 2.11 "Type References").
package enum TypeReference: Hashable, Sendable {
  case named(NamedType)
  indirect case list(TypeReference, Place)
  indirect case nonNull(TypeReference, Place)

  package var place: Place {
    switch self {
    case .named(let type): type.name.place
    case .list(_, let place), .nonNull(_, let place): place
    }
  }
}

/// A reference to a type by its name.
package struct NamedType: Hashable, Sendable {
  package var name: Name

  package init(_ name: Name) { self.name = name }
}
