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
