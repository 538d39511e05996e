/// One thing that is wrong or odd in a schema.
package struct SchemaFinding: Hashable, Sendable {
  package var problem: SchemaProblem
  /// Which check found it.
  package var check: Check
  /// Whether the schema can be used all the same.
  package var isWarning: Bool

  init(_ problem: SchemaProblem, check: Check, isWarning: Bool = false) {
    self.problem = problem
    self.check = check
    self.isWarning = isWarning
  }

  init(_ message: String, places: [SchemaProblem.SourcePlace], check: Check, isWarning: Bool = false) {
    self.init(SchemaProblem(message, places: places), check: check, isWarning: isWarning)
  }

  /// The checks of a schema.
  package enum Check: Hashable, Sendable {
    /// Whether the text is GraphQL.
    case syntax
    /// What the definitions alone show, by rule.
    case text(SDLRule)
    /// Whether the JSON is what introspection answers with.
    case introspection
    /// What the types show together (the reference's `validateSchema`).
    case types
  }
}

/// The rules for schema documents, by the reference implementation's names.
package enum SDLRule: String, Hashable, Sendable, CaseIterable {
  case loneSchemaDefinition = "LoneSchemaDefinitionRule"
  case uniqueOperationTypes = "UniqueOperationTypesRule"
  case uniqueTypeNames = "UniqueTypeNamesRule"
  case uniqueEnumValueNames = "UniqueEnumValueNamesRule"
  case uniqueFieldDefinitionNames = "UniqueFieldDefinitionNamesRule"
  case uniqueArgumentDefinitionNames = "UniqueArgumentDefinitionNamesRule"
  case uniqueDirectiveNames = "UniqueDirectiveNamesRule"
  case knownTypeNames = "KnownTypeNamesRule"
  case knownDirectives = "KnownDirectivesRule"
  case uniqueDirectivesPerLocation = "UniqueDirectivesPerLocationRule"
  case possibleTypeExtensions = "PossibleTypeExtensionsRule"
  case knownArgumentNamesOnDirectives = "KnownArgumentNamesOnDirectivesRule"
  case uniqueArgumentNames = "UniqueArgumentNamesRule"
  case uniqueInputFieldNames = "UniqueInputFieldNamesRule"
  case providedRequiredArgumentsOnDirectives = "ProvidedRequiredArgumentsOnDirectivesRule"
  /// Operations and fragments, which the reference leaves out silently.
  case typeSystemDefinitionsOnly = "TypeSystemDefinitionsOnly"
}

/// What a check found; of very many only the first are kept, since each is put in words with its place in the text.
protocol LimitedFinding {
  var isWarning: Bool { get }
}

extension LimitedFinding {
  /// The first thousand errors and the first thousand warnings, in their order, and for each kind of which there are
  /// more a last finding that says so, made from a sentence and whether it is a warning.
  static func limited(_ findings: [Self], _ last: (String, Bool) -> Self) -> [Self] {
    let most = 1_000
    guard findings.count > most else { return findings }
    var errors = 0
    var warnings = 0
    var kept = findings.filter { finding in
      if finding.isWarning { warnings += 1 } else { errors += 1 }
      return (finding.isWarning ? warnings : errors) <= most
    }
    if errors > most { kept.append(last("There are \(errors - most) more errors, which are not listed.", false)) }
    if warnings > most { kept.append(last("There are \(warnings - most) more warnings, which are not listed.", true)) }
    return kept
  }
}
