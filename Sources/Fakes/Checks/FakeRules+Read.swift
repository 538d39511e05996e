import FakeValues
package import GraphQLLanguage
package import GraphQLSchema

extension FakeRules {
  /// Puts together what is said about a world.
  ///
  /// - Parameters:
  ///   - schema: what is faked.
  ///   - texts: the schema's text and that which extends it, as far as there are any; directives in later ones go
  ///     before those in earlier ones. Texts that do not parse say nothing.
  ///   - settings: of `endpoint.yaml` and the command line; they go before directives.
  /// - Returns: the rules as far as they are right; what is wrong, which a world must not be made with; what was said
  ///   and changes nothing.
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
