package import GraphQLLanguage

/// A reference to a type by a field, argument or variable (section 3.12 "Wrapping Types").
package enum TypeRef: Hashable, Sendable {
  case named(String)
  indirect case list(TypeRef)
  indirect case nonNull(TypeRef)

  package init(_ reference: TypeReference) {
    switch reference {
    case .named(let type): self = .named(type.name.text)
    case .list(let item, _): self = .list(TypeRef(item))
    case .nonNull(let type, _): self = .nonNull(TypeRef(type))
    }
  }

  /// The name inside all wrappers: `Int` of `[Int!]!`.
  package var typeName: String {
    switch self {
    case .named(let name): name
    case .list(let inner), .nonNull(let inner): inner.typeName
    }
  }

  package var isNonNull: Bool {
    if case .nonNull = self { true } else { false }
  }

  /// The type without an outer non-null.
  package var nullable: TypeRef {
    if case .nonNull(let inner) = self { inner } else { self }
  }

  /// True for a list, nullable or not.
  package var isList: Bool {
    if case .list = nullable { true } else { false }
  }

  /// The type of a list's items; nil if it is not a list.
  package var item: TypeRef? {
    if case .list(let item) = nullable { item } else { nil }
  }
}

extension TypeRef: CustomStringConvertible {
  /// The type in GraphQL's syntax: `[Int!]!`.
  package var description: String {
    switch self {
    case .named(let name): name
    case .list(let item): "[\(item)]"
    case .nonNull(let type): "\(type)!"
    }
  }
}
