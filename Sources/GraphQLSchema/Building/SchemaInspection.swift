package import GraphQLLanguage
package import OrderedJSON

/// A schema that was read, and everything that is wrong or odd in it.
///
/// Who serves a schema takes it with its warnings; who checks it reports them like errors. So both lists are here, and
/// the schema as far as it could be understood: of what is defined twice the first counts, what refers to nothing
/// stays so.
package struct SchemaInspection: Sendable {
  /// Nil for a text that is not GraphQL, and for JSON that is no answer to introspection.
  package let schema: Schema?
  /// What was found: first what the text alone shows, in its order, then what the types show, in the reference
  /// implementation's order.
  package let findings: [SchemaFinding]

  /// What makes the schema unusable.
  package var errors: [SchemaProblem] { findings.filter { !$0.isWarning }.map(\.problem) }
  /// What is odd, and harmless to a client.
  package var warnings: [SchemaProblem] { findings.filter(\.isWarning).map(\.problem) }

  init(schema: Schema?, findings: [SchemaFinding]) {
    self.schema = schema
    self.findings = findings
  }

  /// Reads definitions and extensions. Where the text is not GraphQL, all syntax errors are found, and nothing else.
  ///
  /// - Parameters:
  ///   - source: the text.
  ///   - ignored: names of directives that need no definition, and whose use is not looked at here.
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

  /// Reads a document that has been parsed; `source` is its text.
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

  /// Reads the answer to an introspection query, as `Schema(introspection:)` does. Each finding has its path; `name` is
  /// what messages call the JSON, usually the file's path.
  package init(introspection json: JSON, name: String = "introspection") {
    guard let root = IntrospectionRoot(json) else {
      let problem = SchemaProblem("\(name): \(IntrospectionRoot.whyAbsent(in: json))")
      self.init(schema: nil, findings: [SchemaFinding(problem, check: .introspection)])
      return
    }
    var reader = IntrospectionReader(name: name)
    if let messages = IntrospectionRoot.errorMessages(in: json) {
      reader.warn("The answer has errors beside the schema: \(messages). What they are about is missing.")
    }
    let schema = reader.schema(root)
    // What was left out would only make more sentences about the same thing.
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

  /// The schema for use, its warnings with it.
  ///
  /// - Throws: the errors, if there are any.
  package func usable() throws(SchemaError) -> Schema {
    let errors = errors
    guard errors.isEmpty, let schema else { throw SchemaError(errors) }
    let warnings = warnings
    return warnings.isEmpty ? schema : schema.adding(warnings: warnings)
  }
}

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

extension Schema {
  /// Builds a schema from the answer to an introspection query, as schema downloaders write it:
  /// `{"data": {"__schema": …}}`, `{"__schema": …}`, or what stands under `__schema` alone.
  ///
  /// Queries differ in what they ask for, so every key but the essential ones may be absent. Directives other than
  /// `@deprecated`, `@specifiedBy` and `@oneOf` do not come with introspection.
  ///
  /// - Parameters:
  ///   - json: the answer.
  ///   - name: what messages call it, usually the file's path; `introspection` unless said otherwise.
  /// - Throws: all that is missing or contradictory, each with its path in the JSON.
  package init(introspection json: JSON, name: String = "introspection") throws(SchemaError) {
    self = try SchemaInspection(introspection: json, name: name).usable()
  }
}
