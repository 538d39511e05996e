import FakeValues
package import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON

extension FakeRules {
  /// Combines the rules for a world. Directives in later texts override those in earlier ones, and `settings`, of
  /// `endpoint.yaml` and the command line, override directives. Texts that do not parse are ignored. Returns the valid
  /// rules, the errors, with which no world can be made, and warnings about rules that change nothing.
  package static func read(
    schema: Schema, texts: [SourceText] = [], settings: FakeSettings = FakeSettings()
  ) -> (rules: FakeRules, errors: [SchemaProblem], warnings: [SchemaProblem]) {
    var check = StatementCheck(schema)
    var errors: [SchemaProblem] = []
    var warnings: [SchemaProblem] = []
    for text in texts where DirectiveReader.mayConcern(text) {
      guard let document = try? parse(text, limits: .schema) else { continue }
      let reader = DirectiveReader(document, text)
      errors += reader.errors
      warnings += reader.warnings
      check.take(reader.statements)
    }
    check.take(settings.statements)
    errors += check.errors
    var rules = check.rules
    rules.nullPercent = settings.nullPercent
    rules.errorRate = settings.errorRate ?? 0
    rules.preset = settings.preset
    rules.viewer = settings.viewer
    rules.shift = settings.now.map { $0.seconds - Persona.today.seconds } ?? 0
    if let tag = settings.locale {
      do throws(UnknownLocale) {
        rules.locale = try FakeLocale(tag: tag)
      } catch {
        errors.append(SchemaProblem("\(error)", places: settings.localePlace.map { [$0] } ?? []))
      }
    }
    errors += EndlessTypes(schema).problems(in: texts)
    return (rules, errors, warnings + check.warnings)
  }
}
