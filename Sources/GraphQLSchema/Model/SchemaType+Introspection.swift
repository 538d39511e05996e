extension SchemaType {
  /// The introspection types (section 4.2), as defined by graphql-js.
  static let introspectionTypes: [SchemaType] = [
    introspectionSchema, introspectionType, introspectionTypeKind, introspectionField, introspectionInputValue,
    introspectionEnumValue, introspectionDirective, introspectionDirectiveLocation,
  ]

  private static let introspectionSchema = SchemaType(
    name: "__Schema", kind: .object,
    description: "What a GraphQL service can do: its types, its directives and where each kind of operation starts.",
    fields: [
      SchemaField(name: "description", type: string),
      SchemaField(name: "types", description: "All types of the service.", type: listOfAll("__Type")),
      SchemaField(name: "queryType", description: "Where queries start.", type: required("__Type")),
      SchemaField(
        name: "mutationType", description: "Where mutations start, if the service has any.", type: .named("__Type")),
      SchemaField(
        name: "subscriptionType", description: "Where subscriptions start, if the service has any.",
        type: .named("__Type")),
      SchemaField(name: "directives", description: "All directives of the service.", type: listOfAll("__Directive")),
    ])

  private static let introspectionDirective = SchemaType(
    name: "__Directive", kind: .object,
    description: "An annotation for documents, which changes how they are executed or what they describe.",
    fields: [
      SchemaField(name: "name", type: required("String")),
      SchemaField(name: "description", type: string),
      SchemaField(name: "isRepeatable", type: required("Boolean")),
      SchemaField(name: "locations", type: listOfAll("__DirectiveLocation")),
      SchemaField(name: "args", arguments: [includeDeprecated], type: listOfAll("__InputValue")),
    ])

  private static let introspectionType = SchemaType(
    name: "__Type", kind: .object,
    description: "A type. `kind` tells which it is, and so which of the other fields are not null.",
    fields: [
      SchemaField(name: "kind", type: required("__TypeKind")),
      SchemaField(name: "name", type: string),
      SchemaField(name: "description", type: string),
      SchemaField(name: "specifiedByURL", type: string),
      SchemaField(name: "fields", arguments: [includeDeprecated], type: nullableListOfAll("__Field")),
      SchemaField(name: "interfaces", type: nullableListOfAll("__Type")),
      SchemaField(name: "possibleTypes", type: nullableListOfAll("__Type")),
      SchemaField(name: "enumValues", arguments: [includeDeprecated], type: nullableListOfAll("__EnumValue")),
      SchemaField(name: "inputFields", arguments: [includeDeprecated], type: nullableListOfAll("__InputValue")),
      SchemaField(name: "ofType", type: .named("__Type")),
      SchemaField(name: "isOneOf", type: .named("Boolean")),
    ])

  private static let introspectionField = SchemaType(
    name: "__Field", kind: .object, description: "A field of an object or an interface.",
    fields: [
      SchemaField(name: "name", type: required("String")),
      SchemaField(name: "description", type: string),
      SchemaField(name: "args", arguments: [includeDeprecated], type: listOfAll("__InputValue")),
      SchemaField(name: "type", type: required("__Type")),
      SchemaField(name: "isDeprecated", type: required("Boolean")),
      SchemaField(name: "deprecationReason", type: string),
    ])

  private static let introspectionInputValue = SchemaType(
    name: "__InputValue", kind: .object,
    description: "An argument of a field or a directive, or a field of an input object.",
    fields: [
      SchemaField(name: "name", type: required("String")),
      SchemaField(name: "description", type: string),
      SchemaField(name: "type", type: required("__Type")),
      SchemaField(
        name: "defaultValue", description: "The default as a GraphQL literal, null if there is none.", type: string),
      SchemaField(name: "isDeprecated", type: required("Boolean")),
      SchemaField(name: "deprecationReason", type: string),
    ])

  private static let introspectionEnumValue = SchemaType(
    name: "__EnumValue", kind: .object, description: "One of the values of an enum.",
    fields: [
      SchemaField(name: "name", type: required("String")),
      SchemaField(name: "description", type: string),
      SchemaField(name: "isDeprecated", type: required("Boolean")),
      SchemaField(name: "deprecationReason", type: string),
    ])

  private static let string = TypeRef.named("String")

  private static func required(_ name: String) -> TypeRef { .nonNull(.named(name)) }

  private static func listOfAll(_ name: String) -> TypeRef { .nonNull(nullableListOfAll(name)) }

  private static func nullableListOfAll(_ name: String) -> TypeRef { .list(.nonNull(.named(name))) }
}

extension SchemaType {
  /// The five scalars of the specification (section 3.5), in graphql-js's order.
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

  static let builtInByName: [String: SchemaType] = Dictionary(
    (builtInScalars + introspectionTypes).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  package var isBuiltInScalar: Bool { kind == .scalar && isBuiltIn }

  /// True for introspection types, whose names begin with two underscores.
  package var isIntrospection: Bool { kind != .scalar && isBuiltIn }
}
