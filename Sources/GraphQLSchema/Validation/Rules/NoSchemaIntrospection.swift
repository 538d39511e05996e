import GraphQLLanguage

extension ValidationRule {
  /// Forbids introspection, like servers that hide it. Optional: graphql-js's `NoSchemaIntrospectionCustomRule`.
  package static let noSchemaIntrospection = ValidationRule("NoSchemaIntrospection") { context, visitor in
    visitor.enterField.append { field in
      guard context.types.namedType?.name.hasPrefix("__") == true else { return }
      context.report(
        "GraphQL introspection has been disabled, but the requested query contained the field "
          + "\"\(field.name.text)\".", at: field.place)
    }
  }
}
