/// `validation` and `ignoreRules`: how operations are validated where a schema is there.
package struct ValidationSettings: Hashable, Sendable {
  package var level: Level
  /// The rules that are not applied, whatever the level, in the file's order.
  package var ignoredRules: [Rule]

  /// All rules.
  package static let strict = ValidationSettings()

  package init(level: Level = .strict, ignoredRules: [Rule] = []) {
    self.level = level
    self.ignoredRules = ignoredRules
  }

  /// How much is demanded.
  package enum Level: String, Hashable, Sendable, CaseIterable {
    /// What the specification demands.
    case strict
    /// Less what many servers pass over and execution can do without.
    case lenient
    /// Only what execution cannot do without.
    case off
  }

  /// The rules of specification chapter 5 by the reference's names.
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

  /// Whether a rule is applied.
  package func applies(_ rule: Rule) -> Bool {
    if ignoredRules.contains(rule) { return false }
    return switch level {
    case .strict: true
    case .lenient: !Self.passedOver.contains(rule)
    case .off: Self.indispensable.contains(rule)
    }
  }

  /// What servers are known to accept: GitHub and others merge fields that conflict, by taking the first; what is not
  /// used changes no answer; the depth of introspection is a bound of the reference that older servers do not have.
  private static let passedOver: Set<Rule> = [
    .overlappingFieldsCanBeMerged, .noUnusedFragments, .noUnusedVariables, .maxIntrospectionDepth,
  ]

  /// Without these there is no answer to give: to an operation without a root type, to a field that is not there or has no
  /// selection, to a fragment that is not there or never ends. Arguments and variables are judged by execution itself.
  private static let indispensable: Set<Rule> = [
    .knownOperationTypes, .scalarLeafs, .fieldsOnCorrectType, .knownFragmentNames, .noFragmentCycles,
  ]
}
