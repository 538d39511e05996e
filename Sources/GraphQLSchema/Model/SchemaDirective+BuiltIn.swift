import GraphQLLanguage

extension SchemaDirective {
  /// The directives of the specification (section 3.13), in graphql-js's order.
  package static let builtIn: [SchemaDirective] = [
    SchemaDirective(
      name: "include", description: "Includes this part only when `if` is true.",
      arguments: [SchemaInputValue(name: "if", description: "Included when true.", type: .nonNull(.named("Boolean")))],
      locations: [.field, .fragmentSpread, .inlineFragment]),
    SchemaDirective(
      name: "skip", description: "Leaves this part out when `if` is true.",
      arguments: [SchemaInputValue(name: "if", description: "Skipped when true.", type: .nonNull(.named("Boolean")))],
      locations: [.field, .fragmentSpread, .inlineFragment]),
    SchemaDirective(
      name: "deprecated", description: "Says that this should not be used any more.",
      arguments: [
        SchemaInputValue(
          name: "reason", description: "Why, and what to use instead, in Markdown.", type: .named("String"),
          defaultValue: .string(StringValue(defaultDeprecationReason)))
      ],
      locations: [.fieldDefinition, .argumentDefinition, .inputFieldDefinition, .enumValue]),
    SchemaDirective(
      name: "specifiedBy", description: "Says where a custom scalar is specified.",
      arguments: [
        SchemaInputValue(name: "url", description: "The specification's address.", type: .nonNull(.named("String")))
      ],
      locations: [.scalar]),
    SchemaDirective(
      name: "oneOf", description: "Says that exactly one field of an input object must be given.",
      locations: [.inputObject]),
  ]

  /// The default reason of `@deprecated`.
  package static let defaultDeprecationReason = "No longer supported"

  /// True for the definition of a built-in directive, unless a schema redefines it.
  package var isBuiltIn: Bool { Self.builtIn.contains(self) }
}
