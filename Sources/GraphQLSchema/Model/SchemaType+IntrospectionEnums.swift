import GraphQLLanguage

extension SchemaType {
  /// `__TypeKind` (section 4.2.2).
  static let introspectionTypeKind = SchemaType(
    name: "__TypeKind", kind: .enum, description: "Which kind of type a `__Type` is.",
    values: [
      SchemaEnumValue(name: "SCALAR", description: "A scalar."),
      SchemaEnumValue(name: "OBJECT", description: "An object; it has `fields` and `interfaces`."),
      SchemaEnumValue(
        name: "INTERFACE", description: "An interface; it has `fields`, `interfaces` and `possibleTypes`."),
      SchemaEnumValue(name: "UNION", description: "A union; it has `possibleTypes`."),
      SchemaEnumValue(name: "ENUM", description: "An enum; it has `enumValues`."),
      SchemaEnumValue(name: "INPUT_OBJECT", description: "An input object; it has `inputFields`."),
      SchemaEnumValue(name: "LIST", description: "A list of `ofType`."),
      SchemaEnumValue(name: "NON_NULL", description: "`ofType`, and never null."),
    ])

  /// `__DirectiveLocation` (section 4.2.6).
  static let introspectionDirectiveLocation = SchemaType(
    name: "__DirectiveLocation", kind: .enum, description: "Where a directive may stand.",
    values: DirectiveLocation.allCases.map { location in
      let words = location.rawValue.lowercased().split(separator: "_").joined(separator: " ")
      let article = words.first.map { "aeiou".contains($0) } == true ? "an" : "a"
      return SchemaEnumValue(name: location.rawValue, description: "On \(article) \(words).")
    })

  /// `includeDeprecated: Boolean = false`, an argument of every list with deprecatable elements.
  static let includeDeprecated = SchemaInputValue(
    name: "includeDeprecated", type: .named("Boolean"), defaultValue: .boolean(false, .none))
}

extension SchemaField {
  /// `__typename: String!`, on every composite type (section 4.4).
  package static let typename = SchemaField(
    name: "__typename", description: "The name of the object's type.", type: .nonNull(.named("String")))

  package static let schema = SchemaField(
    name: "__schema", description: "The schema of this service.", type: .nonNull(.named("__Schema")))

  package static let type = SchemaField(
    name: "__type", description: "The type of this name.",
    arguments: [SchemaInputValue(name: "name", type: .nonNull(.named("String")))], type: .named("__Type"))
}
