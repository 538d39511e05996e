import GraphQLLanguage

extension ValidationRule {
  /// Requires fields with the same response key to be mergeable (section 5.3.2 "Field Selection Merging").
  static let overlappingFieldsCanBeMerged = overlapping(comparesShapes: true)

  /// The same rule as many servers apply it: names and arguments are compared, types are not. No answer becomes
  /// ambiguous, because fields whose types conflict never occur in one object.
  package static let overlappingFieldsOfAnyShapeCanBeMerged = overlapping(comparesShapes: false)

  private static func overlapping(comparesShapes: Bool) -> ValidationRule {
    ValidationRule("OverlappingFieldsCanBeMerged") { context, visitor in
      let comparison = FieldComparison(context, comparesShapes: comparesShapes)
      visitor.enterSelectionSet.append { selectionSet in
        for conflict in comparison.conflicts(within: selectionSet, on: context.types.parentType) {
          context.report(
            "Fields \"\(conflict.key)\" conflict because \(conflict.reason). Use different aliases on the fields to "
              + "fetch both if this was intentional.", at: conflict.left + conflict.right)
        }
        if let abortion = comparison.abortion { context.abort(abortion) }
      }
    }
  }
}
