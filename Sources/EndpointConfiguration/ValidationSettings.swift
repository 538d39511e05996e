/// `validation` and `ignoreRules`: the validation of operations, if there is a schema.
package struct ValidationSettings: Hashable, Sendable {
  package var level: Level
  /// The rules that are never applied, at any level, in the file's order.
  package var ignoredRules: [Rule]

  package static let strict = ValidationSettings()

  package init(level: Level = .strict, ignoredRules: [Rule] = []) {
    self.level = level
    self.ignoredRules = ignoredRules
  }

  /// The strictness of validation.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    /// All rules.
    case strict
    /// Without the rules that many servers ignore and execution does not need.
    case lenient
    /// Only the rules that execution needs.
    case off
  }

  /// The rules of `ValidationRule.specified`, in its order, named as in graphql-js.
  package enum Rule: String, Hashable, Sendable, CaseIterable {
    case executableDefinitions = "ExecutableDefinitions"
    case knownOperationTypes = "KnownOperationTypes"
    case uniqueOperationNames = "UniqueOperationNames"
    case loneAnonymousOperation = "LoneAnonymousOperation"
    case singleFieldSubscriptions = "SingleFieldSubscriptions"
    case knownTypeNames = "KnownTypeNames"
    case fragmentsOnCompositeTypes = "FragmentsOnCompositeTypes"
    case variablesAreInputTypes = "VariablesAreInputTypes"
    case scalarLeafs = "ScalarLeafs"
    case fieldsOnCorrectType = "FieldsOnCorrectType"
    case uniqueFragmentNames = "UniqueFragmentNames"
    case knownFragmentNames = "KnownFragmentNames"
    case noUnusedFragments = "NoUnusedFragments"
    case possibleFragmentSpreads = "PossibleFragmentSpreads"
    case noFragmentCycles = "NoFragmentCycles"
    case uniqueVariableNames = "UniqueVariableNames"
    case noUndefinedVariables = "NoUndefinedVariables"
    case noUnusedVariables = "NoUnusedVariables"
    case knownDirectives = "KnownDirectives"
    case uniqueDirectivesPerLocation = "UniqueDirectivesPerLocation"
    case deferStreamDirectiveOnRootField = "DeferStreamDirectiveOnRootField"
    case deferStreamDirectiveLabel = "DeferStreamDirectiveLabel"
    case streamDirectiveOnListField = "StreamDirectiveOnListField"
    case knownArgumentNames = "KnownArgumentNames"
    case uniqueArgumentNames = "UniqueArgumentNames"
    case valuesOfCorrectType = "ValuesOfCorrectType"
    case providedRequiredArguments = "ProvidedRequiredArguments"
    case variablesInAllowedPosition = "VariablesInAllowedPosition"
    case overlappingFieldsCanBeMerged = "OverlappingFieldsCanBeMerged"
    case uniqueInputFieldNames = "UniqueInputFieldNames"
    case maxIntrospectionDepth = "MaxIntrospectionDepth"
  }

  /// These settings at the lenient level; nil if they are as lenient.
  package var lenient: ValidationSettings? {
    level == .strict ? ValidationSettings(level: .lenient, ignoredRules: ignoredRules) : nil
  }

  package func applies(_ rule: Rule) -> Bool {
    if ignoredRules.contains(rule) { return false }
    return switch level {
    case .strict: true
    case .lenient: !Self.passedOver.contains(rule)
    case .off: Self.indispensable.contains(rule)
    }
  }

  /// The rules that servers are known to ignore. Unused parts change no answer. Older servers do not limit the depth of
  /// introspection, as graphql-js does. `OverlappingFieldsCanBeMerged` compares no types at this level, as at GitHub.
  private static let passedOver: Set<Rule> = [.noUnusedFragments, .noUnusedVariables, .maxIntrospectionDepth]

  /// The rules without which there is nothing to execute: an operation without a root type, a missing field or one
  /// without a selection, a fragment that is missing or never ends. Execution checks arguments and variables itself.
  private static let indispensable: Set<Rule> = [
    .knownOperationTypes, .scalarLeafs, .fieldsOnCorrectType, .knownFragmentNames, .noFragmentCycles,
  ]
}
