extension Schema {
  /// The object types that a value of this type may have: a union's members, the objects that implement an
  /// interface, in order of definition; an object itself; none for other kinds.
  package func possibleTypes(of type: SchemaType) -> [SchemaType] {
    if type.kind == .object { return [type] }
    return storage.possibleTypes[type.name] ?? []
  }

  /// Whether an object or interface belongs to an abstract type, as a member or by implementing it. A type is no
  /// subtype of itself here.
  package func isSubtype(_ name: String, of abstractName: String) -> Bool {
    storage.subtypeNames[abstractName]?.contains(name) ?? false
  }

  /// Whether a field may be of the first type where the second is promised (section 3.6, `IsValidImplementationFieldType`):
  /// equal, a narrower type, or non-null where null is allowed.
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

  /// Whether a value may have both types: the same, or two of which an object type belongs to both.
  package func overlap(_ left: SchemaType, _ right: SchemaType) -> Bool {
    if left.name == right.name { return true }
    switch (left.isAbstract, right.isAbstract) {
    case (true, true): return possibleTypes(of: left).contains { isSubtype($0.name, of: right.name) }
    case (true, false): return isSubtype(right.name, of: left.name)
    case (false, true): return isSubtype(left.name, of: right.name)
    case (false, false): return false
    }
  }

  /// The named type inside a reference; nil if the schema does not have it.
  package func type(of reference: TypeRef) -> SchemaType? { type(named: reference.typeName) }

  /// Whether a reference is to a type that arguments and variables may have.
  package func isInput(_ reference: TypeRef) -> Bool { type(of: reference)?.isInput ?? false }

  /// The definition of a field where it is selected, also of the meta-fields: `__typename` everywhere where there
  /// can be a selection, `__schema` and `__type` at the query root (section 4 "Introspection").
  package func field(named name: String, of type: SchemaType) -> SchemaField? {
    if let field = type.field(named: name) { return field }
    if name == SchemaField.typename.name { return type.isComposite ? .typename : nil }
    guard type.name == queryTypeName else { return nil }
    if name == SchemaField.schema.name { return .schema }
    return name == SchemaField.type.name ? .type : nil
  }
}
