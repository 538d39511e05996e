extension Schema {
  /// The object types of a type's values, in order of definition: the members of a union, the implementations of an
  /// interface, or an object itself; none for other kinds.
  package func possibleTypes(of type: SchemaType) -> [SchemaType] {
    if type.kind == .object { return [type] }
    return storage.possibleTypes[type.name] ?? []
  }

  /// Indicates whether a type is a member or implementation of an abstract type. A type is not its own subtype.
  package func isSubtype(_ name: String, of abstractName: String) -> Bool {
    storage.subtypeNames[abstractName]?.contains(name) ?? false
  }

  /// Indicates whether a field of the first type satisfies an interface field of the second (section 3.6,
  /// `IsValidImplementationFieldType`): it is equal, narrower, or non-null instead of nullable.
  package func isSubtype(_ type: TypeRef, of other: TypeRef) -> Bool {
    switch (type, other) {
    case (.nonNull(let inner), .nonNull(let otherInner)): isSubtype(inner, of: otherInner)
    case (.nonNull(let inner), _): isSubtype(inner, of: other)
    case (_, .nonNull): false
    case (.list(let item), .list(let otherItem)): isSubtype(item, of: otherItem)
    case (.named(let name), .named(let otherName)): name == otherName || isSubtype(name, of: otherName)
    case (.list, .named), (.named, .list): false
    }
  }

  /// Indicates whether two types share an object type.
  package func overlap(_ left: SchemaType, _ right: SchemaType) -> Bool {
    if left.name == right.name { return true }
    switch (left.isAbstract, right.isAbstract) {
    case (true, true): return possibleTypes(of: left).contains { isSubtype($0.name, of: right.name) }
    case (true, false): return isSubtype(right.name, of: left.name)
    case (false, true): return isSubtype(left.name, of: right.name)
    case (false, false): return false
    }
  }

  /// The named type of a reference; nil if the schema does not have it.
  package func type(of reference: TypeRef) -> SchemaType? { type(named: reference.typeName) }

  /// Indicates whether arguments and variables may have this type.
  package func isInput(_ reference: TypeRef) -> Bool { type(of: reference)?.isInput ?? false }

  /// Returns the definition of a selected field, including the meta-fields: `__typename` on every composite type,
  /// `__schema` and `__type` at the query root (section 4 "Introspection").
  package func field(named name: String, of type: SchemaType) -> SchemaField? {
    if let field = type.field(named: name) { return field }
    if name == SchemaField.typename.name { return type.isComposite ? .typename : nil }
    guard type.name == queryTypeName else { return nil }
    if name == SchemaField.schema.name { return .schema }
    return name == SchemaField.type.name ? .type : nil
  }
}
