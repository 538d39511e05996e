extension ValidationRule {
  /// The rules in the order of graphql-js 17's `specifiedRules`, which is the order of errors at one node.
  /// `ValidationSettings.Rule` has the same names in the same order.
  package static let specified: [ValidationRule] = [
    .executableDefinitions,
    .knownOperationTypes,
    .uniqueOperationNames,
    .loneAnonymousOperation,
    .singleFieldSubscriptions,
    .knownTypeNames,
    .fragmentsOnCompositeTypes,
    .variablesAreInputTypes,
    .scalarLeafs,
    .fieldsOnCorrectType,
    .uniqueFragmentNames,
    .knownFragmentNames,
    .noUnusedFragments,
    .possibleFragmentSpreads,
    .noFragmentCycles,
    .uniqueVariableNames,
    .noUndefinedVariables,
    .noUnusedVariables,
    .knownDirectives,
    .uniqueDirectivesPerLocation,
    .deferStreamDirectiveOnRootField,
    .deferStreamDirectiveLabel,
    .streamDirectiveOnListField,
    .knownArgumentNames,
    .uniqueArgumentNames,
    .valuesOfCorrectType,
    .providedRequiredArguments,
    .variablesInAllowedPosition,
    .overlappingFieldsCanBeMerged,
    .uniqueInputFieldNames,
    .maxIntrospectionDepth,
  ]

  /// Additional rules that are not in the specification. Each applies only where a caller names it.
  package static let optional: [ValidationRule] = [.noDeprecated, .noSchemaIntrospection]
}
