extension SchemaType {
  /// The types of introspection (specification section 4.2), as the reference defines them.
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
