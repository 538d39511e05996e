/// `schema { query: Query }` or its extension (section 3.3 "Schema").
package struct SchemaDefinition: Hashable, Sendable {
  package var isExtension: Bool
  package var description: StringValue?
  package var directives: [Directive]
  package var operationTypes: [OperationTypeDefinition]
  package var place: Place

  package init(
    isExtension: Bool = false, description: StringValue? = nil, directives: [Directive] = [],
    operationTypes: [OperationTypeDefinition] = [], place: Place = .none
  ) {
    self.isExtension = isExtension
    self.description = description
    self.directives = directives
    self.operationTypes = operationTypes
    self.place = place
  }
}

/// `query: Query` inside a schema definition.
package struct OperationTypeDefinition: Hashable, Sendable {
  package var kind: OperationKind
  package var type: NamedType
  package var place: Place

  package init(kind: OperationKind, type: NamedType, place: Place = .none) {
    self.kind = kind
    self.type = type
    self.place = place
  }
}

/// A type definition or a type extension of any of the six kinds (section 3.4 "Types").
package struct TypeDefinition: Hashable, Sendable {
  package var isExtension: Bool
  package var description: StringValue?
  package var name: Name
  package var directives: [Directive]
  package var kind: Kind
  package var place: Place

  /// What the type is, with what only that kind has.
  package enum Kind: Hashable, Sendable {
    case scalar
    case object(interfaces: [NamedType], fields: [FieldDefinition])
    case interface(interfaces: [NamedType], fields: [FieldDefinition])
    case union(members: [NamedType])
    case `enum`(values: [EnumValueDefinition])
    case inputObject(fields: [InputValueDefinition])
  }

  package init(
    isExtension: Bool = false, description: StringValue? = nil, name: Name, directives: [Directive] = [],
    kind: Kind, place: Place = .none
  ) {
    self.isExtension = isExtension
    self.description = description
    self.name = name
    self.directives = directives
    self.kind = kind
    self.place = place
  }
}

/// A field of an object or interface type (section 3.6).
package struct FieldDefinition: Hashable, Sendable {
  package var description: StringValue?
  package var name: Name
  package var arguments: [InputValueDefinition]
  package var type: TypeReference
  package var directives: [Directive]
  package var place: Place

  package init(
    description: StringValue? = nil, name: Name, arguments: [InputValueDefinition] = [], type: TypeReference,
    directives: [Directive] = [], place: Place = .none
  ) {
    self.description = description
    self.name = name
    self.arguments = arguments
    self.type = type
    self.directives = directives
    self.place = place
  }
}

/// An argument's or an input field's definition (sections 3.6.1 and 3.10).
package struct InputValueDefinition: Hashable, Sendable {
  package var description: StringValue?
  package var name: Name
  package var type: TypeReference
  package var defaultValue: Value?
  package var directives: [Directive]
  package var place: Place

  package init(
    description: StringValue? = nil, name: Name, type: TypeReference, defaultValue: Value? = nil,
    directives: [Directive] = [], place: Place = .none
  ) {
    self.description = description
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.directives = directives
    self.place = place
  }
}

/// One value of an enum type (section 3.9).
package struct EnumValueDefinition: Hashable, Sendable {
  package var description: StringValue?
  package var name: Name
  package var directives: [Directive]
  package var place: Place

  package init(
    description: StringValue? = nil, name: Name, directives: [Directive] = [], place: Place = .none
  ) {
    self.description = description
    self.name = name
    self.directives = directives
    self.place = place
  }
}

/// `directive @name(arguments) repeatable on LOCATIONS` (section 3.13).
package struct DirectiveDefinition: Hashable, Sendable {
  package var description: StringValue?
  package var name: Name
  package var arguments: [InputValueDefinition]
  package var isRepeatable: Bool
  /// The names of the locations as written; validation knows which exist.
  package var locations: [Name]
  package var place: Place

  package init(
    description: StringValue? = nil, name: Name, arguments: [InputValueDefinition] = [],
    isRepeatable: Bool = false, locations: [Name], place: Place = .none
  ) {
    self.description = description
    self.name = name
    self.arguments = arguments
    self.isRepeatable = isRepeatable
    self.locations = locations
    self.place = place
  }
}
