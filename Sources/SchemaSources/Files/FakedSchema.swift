package import EndpointConfiguration
package import Fakes
import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON
import Recordings

/// A schema to generate data from: its file, the file that extends it, and the settings of its generated data.
package struct FakedSchema {
  /// Nil if the schema is unusable.
  private(set) var schema: Schema?
  private(set) var rules = FakeRules()
  /// The problems that make it unusable.
  package private(set) var errors: [SchemaProblem] = []
  /// The fix of the errors, which are all about the schema or all about rules.
  private var fix = "Correct the schema, and start again."
  /// Questionable places, and settings without effect.
  package private(set) var warnings: [SchemaProblem] = []
  package let path: String

  /// Loads the schema of an endpoint; nil if it has none. `configuration` has the settings of `endpoint.yaml` and the
  /// command line.
  ///
  /// - Throws: an error for a file that cannot be read, or a `.json` file that is not JSON.
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
      // An introspection result is extended as the equivalent SDL.
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
    fix = "Correct each rule at its place, or remove it."
    warnings += said.warnings
  }

  /// Creates the generated world of an endpoint, with warnings for the user, or throws all errors, each with file,
  /// line, column and caret.
  package func world(seed: UInt64, endpoint: String) throws(ConfigurationError) -> (
    world: FakeWorld, warnings: [String]
  ) {
    guard errors.isEmpty, let schema else {
      throw ConfigurationError((errors.map { $0.report(in: path) } + [fix]).joined(separator: "\n"))
    }
    let world = FakeWorld(schema: schema, seed: seed, endpoint: endpoint, rules: rules)
    return (world, warnings.map(\.description) + world.warnings.map { "\(path): \($0)" })
  }

}

extension FakeSettings {
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
