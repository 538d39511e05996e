extension SchemaType {
  /// The five scalars of the specification (section 3.5), in the reference's order.
  package static let builtInScalars: [SchemaType] = [
    SchemaType(name: "String", kind: .scalar, description: "Text, as a sequence of Unicode characters."),
    SchemaType(
      name: "Int", kind: .scalar, description: "A whole number from -2147483648 to 2147483647 (signed, 32 bits)."),
    SchemaType(
      name: "Float", kind: .scalar, description: "A number with a fraction, of double precision as in IEEE 754."),
    SchemaType(name: "Boolean", kind: .scalar, description: "`true` or `false`."),
    SchemaType(
      name: "ID", kind: .scalar,
      description: "A unique identifier. It is written as a string, also where it looks like a number."),
  ]

  /// Built-in scalars and introspection types by name.
  static let builtInByName: [String: SchemaType] = Dictionary(
    (builtInScalars + introspectionTypes).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Whether it is one of the five scalars of the specification.
  package var isBuiltInScalar: Bool { kind == .scalar && isBuiltIn }

  /// Whether it is a type of introspection, whose names begin with two underscores.
  package var isIntrospection: Bool { kind != .scalar && isBuiltIn }
}
