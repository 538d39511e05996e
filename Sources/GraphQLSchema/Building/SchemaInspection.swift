package import GraphQLLanguage
package import OrderedJSON

/// A schema with all its problems.
///
/// A server accepts a schema with warnings; a check reports them like errors. So this holds both lists, and the schema
/// as far as it was understood. Of duplicate definitions the first wins, and unresolved references are kept.
package struct SchemaInspection: Sendable {
  /// Nil for a text that is not GraphQL, or JSON that is not an introspection result.
  package let schema: Schema?
  /// The problems: first those of the text in source order, then those of the types in graphql-js's order.
  package let findings: [SchemaFinding]

  package var errors: [SchemaProblem] { findings.filter { !$0.isWarning }.map(\.problem) }
  /// The problems that are harmless to clients.
  package var warnings: [SchemaProblem] { findings.filter(\.isWarning).map(\.problem) }

  init(schema: Schema?, findings: [SchemaFinding]) {
    self.schema = schema
    self.findings = findings
  }

  /// Reads definitions and extensions. If the text is not GraphQL, finds all syntax errors and nothing else. The
  /// directives in `ignored` need no definition and are not checked here.
  package init(sdl source: SourceText, ignoring ignored: Set<String> = []) {
    do throws(SyntaxError) {
      self.init(document: try parse(source, limits: .schema), source: source, ignoring: ignored)
    } catch {
      let errors = SyntaxErrorSearch(source).errors(after: error)
      let lines = SourceLines(source)
      self.init(
        schema: nil,
        findings: errors.map { SchemaFinding($0.message, places: [.init($0.place, in: source, lines)], check: .syntax) }
      )
    }
  }

  /// Reads a parsed document; `source` is its text.
  package init(document: Document, source: SourceText, ignoring ignored: Set<String> = []) {
    let textFindings = SDLChecker.findings(in: document, source: source, ignoring: ignored)
    let built = SDLBuilder(document).schema(warnings: [])
    let found = SchemaChecker.check(built)
    if found.isEmpty {
      self.init(schema: built, findings: textFindings)
      return
    }
    let places = ElementPlaces(document)
    let lines = SourceLines(source)
    let typeFindings = found.map { finding in
      let problem = SchemaProblem(
        finding.message, at: finding.elements.flatMap { places.places(of: $0) }, in: source, lines)
      return SchemaFinding(problem, check: .types, isWarning: finding.isWarning)
    }
    self.init(schema: built, findings: textFindings + typeFindings)
  }

  /// Reads an introspection result. Findings have paths; `name` is the JSON's name in messages, usually a path.
  package init(introspection json: JSON, name: String = "introspection") {
    guard let root = IntrospectionRoot(json) else {
      let problem = SchemaProblem("\(name): \(IntrospectionRoot.whyAbsent(in: json))")
      self.init(schema: nil, findings: [SchemaFinding(problem, check: .introspection)])
      return
    }
    var reader = IntrospectionReader(name: name)
    if let messages = IntrospectionRoot.errorMessages(in: json) {
      reader.warn("The introspection answer also has errors: \(messages). The parts that they concern are missing.")
    }
    let schema = reader.schema(root)
    // Checks of an incomplete schema would only repeat the same problems.
    guard !reader.leftSomethingOut else {
      self.init(schema: schema, findings: reader.findings)
      return
    }
    let found = SchemaChecker.check(schema)
    let paths = found.isEmpty ? nil : IntrospectionPaths(root)
    let typeFindings = found.map { finding in
      let path = finding.elements.lazy.compactMap { paths?.path(of: $0) }.first
      let place = path.map { "\($0): " } ?? ""
      return SchemaFinding(
        SchemaProblem("\(name): \(place)\(finding.message)"), check: .types, isWarning: finding.isWarning)
    }
    self.init(schema: schema, findings: reader.findings + typeFindings)
  }

  /// Returns the schema with its warnings.
  /// - Throws: the errors, if there are any.
  package func usable() throws(SchemaError) -> Schema {
    let errors = errors
    guard errors.isEmpty, let schema else { throw SchemaError(errors) }
    let warnings = warnings
    return warnings.isEmpty ? schema : schema.adding(warnings: warnings)
  }
}

extension Schema {
  /// Builds a schema from SDL (section 3).
  ///
  /// ```swift
  /// let schema = try Schema(sdl: SourceText("type Query { hello: String }", name: "schemas/hello.graphqls"))
  /// ```
  /// Without `schema { }`, the types named Query, Mutation and Subscription are the root types. Definitions of built-in
  /// scalars and introspection types are ignored, as the specification requires.
  /// - Throws: all errors with their places and graphql-js's messages. Warnings, such as for an unknown directive, are
  ///   in `warnings`.
  package init(sdl source: SourceText) throws(SchemaError) {
    self = try SchemaInspection(sdl: source).usable()
  }

  /// Builds a schema from a parsed document; `source` is its text.
  package init(document: Document, source: SourceText) throws(SchemaError) {
    self = try SchemaInspection(document: document, source: source).usable()
  }

  func adding(warnings: [SchemaProblem]) -> Schema {
    Schema(
      description: description, appliedDirectives: appliedDirectives, queryTypeName: queryTypeName,
      mutationTypeName: mutationTypeName, subscriptionTypeName: subscriptionTypeName, types: types,
      directives: directives, listedDirectiveNames: storage.listedDirectiveNames, warnings: self.warnings + warnings)
  }
}

extension Schema {
  /// Builds a schema from an introspection result in a format of schema downloaders: `{"data": {"__schema": …}}`,
  /// `{"__schema": …}`, or only the value of `__schema`.
  ///
  /// Queries differ, so all but the essential keys may be absent. Of applied directives, introspection includes only
  /// `@deprecated`, `@specifiedBy` and `@oneOf`.
  /// - Throws: all missing or contradictory parts, each with its path in the JSON.
  package init(introspection json: JSON, name: String = "introspection") throws(SchemaError) {
    self = try SchemaInspection(introspection: json, name: name).usable()
  }
}
