package import EndpointConfiguration
package import Fakes
import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON
import Recordings

/// A schema to make fakes of: its file, what extends it, and all that is said of its fakes.
package struct FakedSchema {
  /// Nil where it cannot be understood.
  private(set) var schema: Schema?
  private(set) var rules = FakeRules()
  /// What makes it unusable.
  package private(set) var errors: [SchemaProblem] = []
  /// What is odd, and what was said in vain.
  package private(set) var warnings: [SchemaProblem] = []
  /// The schema's file.
  package let path: String

  /// Nil where the endpoint has no schema.
  ///
  /// - Parameters:
  ///   - name: the endpoint's.
  ///   - files: the folder of schemas.
  ///   - configuration: what `endpoint.yaml` and the command line say of fakes.
  ///   - configurationPath: of `endpoint.yaml`.
  /// - Throws: where a file cannot be read, or is no JSON though it is called so.
  package init?(of name: String, in files: SchemaFiles, _ configuration: FakeConfiguration, configurationPath: String)
    throws
  {
    guard let path = files.path(of: name) else { return nil }
    self.path = path
    let text = try SchemaText(path: path)
    let base = try text.inspection()
    schema = base.schema
    errors = base.errors
    warnings = base.warnings
    guard errors.isEmpty, var usable = schema else { return }
    var texts = text.isIntrospection ? [] : [text.source]
    if let extensionPath = files.extensionPath(of: name) {
      let addition = try SchemaText(path: extensionPath)
      let added = addition.source
      // Introspection is extended as the SDL that says the same.
      let extended =
        text.isIntrospection
        ? SourceText(usable.printed(), name: "\(path) (as SDL)") : text.source
      let whole = SchemaInspection.extending(extended, by: added, ignoring: FakeRules.directiveNames)
      if whole.schema == nil { try addition.requireResolved() }
      errors = whole.errors
      warnings += whole.warnings
      schema = whole.schema
      guard errors.isEmpty, let schema else { return }
      usable = schema
      texts.append(added)
    }
    let said = FakeRules.read(
      schema: usable, texts: texts, settings: FakeSettings(configuration, path: configurationPath))
    rules = said.rules
    errors = said.errors
    warnings += said.warnings
  }

  /// The world of an endpoint, with what a user should know of it.
  ///
  /// - Throws: all that is wrong, each with file, line, column and caret.
  package func world(seed: UInt64, endpoint: String) throws(ConfigurationError) -> (
    world: FakeWorld, warnings: [String]
  ) {
    guard errors.isEmpty, let schema else {
      throw ConfigurationError(errors.map { $0.report(in: path) }.joined(separator: "\n"))
    }
    let world = FakeWorld(schema: schema, seed: seed, endpoint: endpoint, rules: rules)
    return (world, warnings.map(\.description) + world.warnings.map { "\(path): \($0)" })
  }

}

extension FakeSettings {
  /// What a file says, with its places.
  package init(_ configuration: FakeConfiguration, path: String) {
    self.init()
    func place(_ place: RecordingError.Place?) -> SchemaProblem.SourcePlace? {
      place.map { .init(file: path, location: SourceLocation(line: $0.line, column: $0.column), excerpt: "") }
    }
    locale = configuration.locale?.value
    localePlace = place(configuration.locale?.place)
    nullPercent = configuration.nullPercent
    errorRate = configuration.errorRate
    statements = configuration.rules.map { rule in
      FakeStatement(
        type: rule.type, field: rule.field, rule.clause, called: "\"\(rule.key)\"",
        at: place(rule.place), subjectPlace: place(rule.subjectPlace))
    }
  }
}
