package import GraphQLLanguage

extension Schema {
  /// Builds a schema from the text of its definitions and extensions (specification section 3).
  ///
  /// ```swift
  /// let schema = try Schema(sdl: SourceText("type Query { hello: String }", name: "schemas/hello.graphqls"))
  /// ```
  /// Without `schema { }` the types named Query, Mutation and Subscription are the root types. A definition of a
  /// built-in scalar or an introspection type is left out, as the specification wants it.
  ///
  /// - Throws: all that is wrong, with its places, in the reference implementation's words. What is odd only, such as
  ///   an unknown directive, is in `warnings`.
  package init(sdl source: SourceText) throws(SchemaError) {
    self = try SchemaInspection(sdl: source).usable()
  }

  /// Builds a schema from a document that has been parsed; `source` is its text.
  package init(document: Document, source: SourceText) throws(SchemaError) {
    self = try SchemaInspection(document: document, source: source).usable()
  }

  /// The same schema with these warnings.
  func adding(warnings: [SchemaProblem]) -> Schema {
    Schema(
      description: description, appliedDirectives: appliedDirectives, queryTypeName: queryTypeName,
      mutationTypeName: mutationTypeName, subscriptionTypeName: subscriptionTypeName, types: types,
      directives: directives, listedDirectiveNames: storage.listedDirectiveNames, warnings: self.warnings + warnings)
  }
}
