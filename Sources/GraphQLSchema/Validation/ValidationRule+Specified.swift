extension ValidationRule {
  /// Every rule there is, in the order of the reference's `specifiedRules`: for one node errors come in this order.
  package static let specified: [ValidationRule] = [
    .executableDefinitions,
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

  /// Rules that the specification does not have, for who wants them.
  package static let optional: [ValidationRule] = [.noDeprecated, .noSchemaIntrospection]
}
