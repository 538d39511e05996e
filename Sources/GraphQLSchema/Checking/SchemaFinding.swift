/// A problem in a schema, with its check and severity.
package struct SchemaFinding: Hashable, Sendable {
  package var problem: SchemaProblem
  package var check: Check
  /// True if the schema is usable anyway.
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
    /// The text's syntax.
    case syntax
    /// A rule for the definitions alone.
    case text(SDLRule)
    /// The format of an introspection result.
    case introspection
    /// The rules for all types together (graphql-js's `validateSchema`).
    case types
  }
}

/// The rules for schema documents, with graphql-js's names.
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
  /// Operations and fragments, which graphql-js ignores silently.
  case typeSystemDefinitionsOnly = "TypeSystemDefinitionsOnly"
}

/// A finding that can be limited in number before its message and excerpt are made.
protocol LimitedFinding {
  var isWarning: Bool { get }
}

extension LimitedFinding {
  /// Returns the first thousand errors and the first thousand warnings, in order. Beyond that, one last finding for
  /// each severity, made by `last`, counts the rest.
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
