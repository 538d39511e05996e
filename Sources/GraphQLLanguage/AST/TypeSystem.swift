/// `schema { query: Query }` or its extension (section 3.3 "Schema").
package struct SchemaDefinition: Hashable, Sendable {
  package var place: Place
  package var isExtension: Bool
  package var description: StringValue?
  package var directives: [Directive]
  package var operationTypes: [OperationTypeDefinition]
}

extension SchemaDefinition {
  @inline(__always)
  package init(
    isExtension: Bool = false, description: StringValue? = nil, directives: [Directive] = [],
    operationTypes: [OperationTypeDefinition] = [], place: Place = .none
  ) {
    self.init(
      place: place, isExtension: isExtension, description: description, directives: directives,
      operationTypes: operationTypes)
  }
}

/// `query: Query` inside a schema definition.
package struct OperationTypeDefinition: Hashable, Sendable {
  package var place: Place
  package var kind: OperationKind
  package var type: NamedType
}

extension OperationTypeDefinition {
  @inline(__always)
  package init(kind: OperationKind, type: NamedType, place: Place = .none) {
    self.init(place: place, kind: kind, type: type)
  }
}

/// A type definition or a type extension of any of the six kinds (section 3.4 "Types").
package struct TypeDefinition: Hashable, Sendable {
  package var place: Place
  package var isExtension: Bool
  package var description: StringValue?
  package var name: Name
  package var directives: [Directive]
  package var kind: Kind

  /// The kind of a type, with the parts that only this kind has.
  package enum Kind: Hashable, Sendable {
    case scalar
    case object(interfaces: [NamedType], fields: [FieldDefinition])
    case interface(interfaces: [NamedType], fields: [FieldDefinition])
    case union(members: [NamedType])
    case `enum`(values: [EnumValueDefinition])
    case inputObject(fields: [InputValueDefinition])
  }
}

extension TypeDefinition {
  @inline(__always)
  package init(
    isExtension: Bool = false, description: StringValue? = nil, name: Name, directives: [Directive] = [],
    kind: Kind, place: Place = .none
  ) {
    self.init(
      place: place, isExtension: isExtension, description: description, name: name, directives: directives, kind: kind)
  }
}

/// A field of an object or interface type (section 3.6).
package struct FieldDefinition: Hashable, Sendable {
  package var place: Place
  package var description: StringValue?
  package var name: Name
  package var arguments: [InputValueDefinition]
  package var type: TypeReference
  package var directives: [Directive]
}

extension FieldDefinition {
  @inline(__always)
  package init(
    description: StringValue? = nil, name: Name, arguments: [InputValueDefinition] = [], type: TypeReference,
    directives: [Directive] = [], place: Place = .none
  ) {
    self.init(
      place: place, description: description, name: name, arguments: arguments, type: type, directives: directives)
  }
}

/// The definition of an argument or input field (sections 3.6.1 and 3.10).
package struct InputValueDefinition: Hashable, Sendable {
  package var place: Place
  package var description: StringValue?
  package var name: Name
  package var type: TypeReference
  package var defaultValue: Value?
  package var directives: [Directive]
}

extension InputValueDefinition {
  @inline(__always)
  package init(
    description: StringValue? = nil, name: Name, type: TypeReference, defaultValue: Value? = nil,
    directives: [Directive] = [], place: Place = .none
  ) {
    self.init(
      place: place, description: description, name: name, type: type, defaultValue: defaultValue, directives: directives
    )
  }
}

/// A value of an enum type (section 3.9).
package struct EnumValueDefinition: Hashable, Sendable {
  package var place: Place
  package var description: StringValue?
  package var name: Name
  package var directives: [Directive]
}

extension EnumValueDefinition {
  @inline(__always)
  package init(
    description: StringValue? = nil, name: Name, directives: [Directive] = [], place: Place = .none
  ) {
    self.init(place: place, description: description, name: name, directives: directives)
  }
}

/// `directive @name(arguments) repeatable on LOCATIONS` (section 3.13).
package struct DirectiveDefinition: Hashable, Sendable {
  package var place: Place
  package var description: StringValue?
  package var name: Name
  package var arguments: [InputValueDefinition]
  package var isRepeatable: Bool
  /// The locations' names as written; validation knows which exist.
  package var locations: [Name]
}

extension DirectiveDefinition {
  @inline(__always)
  package init(
    description: StringValue? = nil, name: Name, arguments: [InputValueDefinition] = [],
    isRepeatable: Bool = false, locations: [Name], place: Place = .none
  ) {
    self.init(
      place: place, description: description, name: name, arguments: arguments, isRepeatable: isRepeatable,
      locations: locations)
  }
}
