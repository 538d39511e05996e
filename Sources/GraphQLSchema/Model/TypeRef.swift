package import GraphQLLanguage

/// A type as a field, an argument or a variable refers to it (specification section 3.12 "Wrapping Types").
package enum TypeRef: Hashable, Sendable {
  case named(String)
  indirect case list(TypeRef)
  indirect case nonNull(TypeRef)

  /// The type reference of a document, without its places.
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

  /// Whether null is forbidden.
  package var isNonNull: Bool {
    if case .nonNull = self { true } else { false }
  }

  /// The type without a non-null around it.
  package var nullable: TypeRef {
    if case .nonNull(let inner) = self { inner } else { self }
  }

  /// Whether it is a list, non-null or not.
  package var isList: Bool {
    if case .list = nullable { true } else { false }
  }

  /// The type of the list's items; nil if it is no list.
  package var item: TypeRef? {
    if case .list(let item) = nullable { item } else { nil }
  }
}

extension TypeRef: CustomStringConvertible {
  /// The type as GraphQL writes it, `[Int!]!`.
  package var description: String {
    switch self {
    case .named(let name): name
    case .list(let item): "[\(item)]"
    case .nonNull(let type): "\(type)!"
    }
  }
}
