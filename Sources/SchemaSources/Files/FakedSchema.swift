package import EndpointConfiguration
package import Fakes
import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON
import Recordings

/// A schema to generate data from: its file, the file that extends it, the settings of its generated data, and its
/// fixtures.
package struct FakedSchema: Sendable {
  /// Nil if the schema is unusable.
  private(set) var schema: Schema?
  /// The problems that make it unusable.
  package private(set) var errors: [SchemaProblem] = []
  /// Questionable places, and settings without effect.
  package private(set) var warnings: [SchemaProblem] = []
  package let path: String
  /// The settings of `endpoint.yaml` and the command line.
  private var configuration: FakeConfiguration
  /// The settings of the command line that concern this schema.
  package private(set) var used = FakeConfiguration()
  private let configurationPath: String
  private let fixtures: FixtureFiles
  /// The texts that may have directives.
  private var texts: [SourceText] = []
  private var rules = FakeRules()
  /// The fix of the errors, which are all about the schema or all about rules.
  private var fix = "Correct the schema, and start again."

  /// Loads the schema of an endpoint; nil if it has none. `configuration` has the settings of `endpoint.yaml`, and
  /// `overrides` those of the command line, for all endpoints.
  ///
  /// - Throws: an error for a file that cannot be read, or a `.json` file that is not JSON.
  package init?(
    of name: String, in files: SchemaFiles, _ configuration: FakeConfiguration,
    overrides: FakeConfiguration = FakeConfiguration(), configurationPath: String
  ) throws {
    guard let path = files.path(of: name) else { return nil }
    self.path = path
    self.configuration = configuration
    self.configurationPath = configurationPath
    fixtures = try FixtureFiles(of: name, in: files.folder)
    let text = try SchemaText(path: path)
    let base = try text.inspection()
    schema = base.schema
    errors = base.errors
    warnings = base.warnings
    guard errors.isEmpty, var usable = schema else { return }
    texts = text.isIntrospection ? [] : [text.source]
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
    used = concerning(overrides)
    self.configuration = configuration.overridden(by: used)
    let said = said(self.configuration, usable)
    rules = said.rules
    errors = said.errors
    fix = "Correct each rule at its place, or remove it."
    warnings += said.warnings
  }

  private func said(
    _ configuration: FakeConfiguration, _ schema: Schema
  ) -> (rules: FakeRules, errors: [SchemaProblem], warnings: [SchemaProblem]) {
    FakeRules.read(schema: schema, texts: texts, settings: FakeSettings(configuration, path: configurationPath))
  }

  /// Creates the generated world of an endpoint, with warnings for the user, or throws all errors, each with file,
  /// line, column and caret.
  package func world(seed: UInt64, endpoint: String) throws(ConfigurationError) -> (
    world: FakeWorld, warnings: [String]
  ) {
    guard errors.isEmpty, let schema else {
      throw ConfigurationError((errors.map { $0.report(in: path) } + [fix]).joined(separator: "\n"))
    }
    let world = try world(
      rules, fixtures: configuration.fixtures ?? [], hasViewer: configuration.viewer != nil, schema, seed: seed,
      endpoint: endpoint)
    return (world, warnings.map(\.description) + world.warnings.map { "\(path): \($0)" })
  }

  /// Creates the world of a session or a request with settings of its own, which override the others.
  package func world(
    _ settings: FakeConfiguration, seed: UInt64, endpoint: String
  ) throws(ConfigurationError) -> FakeWorld {
    guard let schema, errors.isEmpty else { throw ConfigurationError(fix) }
    let configuration = configuration.overridden(by: settings)
    let said = said(configuration, schema)
    guard said.errors.isEmpty else {
      throw ConfigurationError(said.errors.map(\.message).joined(separator: "\n"))
    }
    return try world(
      said.rules, fixtures: configuration.fixtures ?? [], hasViewer: configuration.viewer != nil, schema, seed: seed,
      endpoint: endpoint)
  }

  private func world(
    _ rules: FakeRules, fixtures selected: [String], hasViewer: Bool = false, _ schema: Schema, seed: UInt64,
    endpoint: String, adding added: Fixture? = nil
  ) throws(ConfigurationError) -> FakeWorld {
    let world = FakeWorld(schema: schema, seed: seed, endpoint: endpoint, rules: rules)
    var fixtures = try fixtures.read(selected, schema)
    // Another current user overrides those about the usual one.
    if hasViewer { for index in fixtures.indices { fixtures[index].isOverridable = true } }
    if let added {
      fixtures.removeAll { $0.path == added.path }
      fixtures.append(added)
    }
    do throws(FixtureProblem) {
      return try world.fixed(by: fixtures)
    } catch {
      throw ConfigurationError(error)
    }
  }

  /// Throws if the world cannot have a further fixture, or one that replaces the fixture of the same path.
  func require(_ fixture: Fixture, seed: UInt64, endpoint: String) throws(ConfigurationError) {
    guard let schema, errors.isEmpty else { throw ConfigurationError(fix) }
    _ = try world(
      rules, fixtures: configuration.fixtures ?? [], hasViewer: configuration.viewer != nil, schema, seed: seed,
      endpoint: endpoint, adding: fixture)
  }

  /// The problems of all fixtures, those of each set together with those that always apply.
  package func fixtureProblems(endpoint: String) -> [String] {
    guard let schema, errors.isEmpty else { return [] }
    var problems: [String] = []
    for set in [nil] + fixtures.sets.map({ Optional($0) }) {
      do throws(ConfigurationError) {
        _ = try world(rules, fixtures: set.map { [$0] } ?? [], schema, seed: 0, endpoint: endpoint)
      } catch {
        problems += error.description.split(separator: "\n").map(String.init).filter { !problems.contains($0) }
      }
    }
    return problems
  }

  /// Returns the settings that concern this schema: numbers of objects of its types, and its sets of fixtures.
  package func concerning(_ settings: FakeConfiguration) -> FakeConfiguration {
    var own = settings
    own.rules.removeAll { schema?.type(named: $0.type) == nil }
    own.fixtures = settings.fixtures.map { $0.filter(fixtures.sets.contains) }
    return own
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
    preset = configuration.preset
    viewer = configuration.viewer
    now = configuration.now
    statements = configuration.rules.map { rule in
      FakeStatement(
        type: rule.type, field: rule.field, rule.clause, called: "\"\(rule.key)\"",
        at: place(rule.place), subjectPlace: place(rule.subjectPlace))
    }
  }
}

extension FakeConfiguration {
  /// Throws if no endpoint uses a type or a set of fixtures that these settings name. `used` has the settings that
  /// concern each endpoint.
  package func requireUse(by used: [FakeConfiguration]) throws(ConfigurationError) {
    for rule in rules where !used.contains(where: { $0.rules.contains { $0.type == rule.type } }) {
      throw ConfigurationError(
        "There is no type \"\(rule.type)\" in the schemas, so its \(rule.key) cannot be set. Correct the name.")
    }
    for set in fixtures ?? [] where !used.contains(where: { $0.fixtures?.contains(set) == true }) {
      throw ConfigurationError(
        "There is no set of fixtures \"\(set)\". Create it as a folder: schemas/<endpoint>\(FixtureFiles.suffix)/\(set)."
      )
    }
  }
}
