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
    let document: Document
    do throws(SyntaxError) {
      document = try parse(source, limits: .schema)
    } catch {
      throw SchemaError([SchemaProblem(error.message, places: [.init(error.place, in: source)])])
    }
    try self.init(document: document, source: source)
  }

  /// Builds a schema from a document that has been parsed; `source` is its text.
  package init(document: Document, source: SourceText) throws(SchemaError) {
    let warnings = try SDLChecker.check(document, source: source)
    let built = SDLBuilder(document).schema(warnings: [])
    let found = SchemaChecker.check(built)
    if found.isEmpty {
      self = warnings.isEmpty ? built : built.adding(warnings: warnings)
      return
    }
    let places = ElementPlaces(document)
    let lines = SourceLines(source)
    let located = found.map { finding in
      SchemaProblem(finding.message, at: finding.elements.flatMap { places.places(of: $0) }, in: source, lines)
    }
    let errors = zip(found, located).filter { !$0.0.isWarning }.map(\.1)
    if !errors.isEmpty { throw SchemaError(errors) }
    self = built.adding(warnings: warnings + located)
  }

  /// What is wrong or odd with a document of definitions as a text: what the reference's rules for SDL find.
  /// `init(sdl:)` finds this and what is wrong with the types themselves.
  package static func sdlErrors(in document: Document, source: SourceText) -> [GraphQLError] {
    let lines = SourceLines(source)
    return SDLChecker.findings(in: document, source: source).map { finding in
      GraphQLError(finding.message, locations: finding.places.map { lines.location(at: Int($0.start)) })
    }
  }

  /// The same schema with these warnings.
  func adding(warnings: [SchemaProblem]) -> Schema {
    Schema(
      description: description, appliedDirectives: appliedDirectives, queryTypeName: queryTypeName,
      mutationTypeName: mutationTypeName, subscriptionTypeName: subscriptionTypeName, types: types,
      directives: directives, warnings: self.warnings + warnings)
  }
}
