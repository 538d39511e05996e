import GraphQLLanguage

extension ValidationRule {
  /// Where a fragment is spread, an object of its type can occur (section 5.5.2.3 "Fragment Spread Is Possible").
  static let possibleFragmentSpreads = ValidationRule("PossibleFragmentSpreads") { context, visitor in
    visitor.enterInlineFragment.append { fragment in
      // The fragment's own type, or without a condition the type around it.
      guard let type = context.types.namedType, let parent = context.types.parentType, type.isComposite,
        !context.schema.overlap(type, parent)
      else { return }
      context.report(
        "Fragment cannot be spread here as objects of type \"\(parent.name)\" can never be of type \"\(type.name)\".",
        at: fragment.place)
    }
    visitor.enterFragmentSpread.append { spread in
      guard let fragment = context.fragment(spread.name.text),
        let type = context.schema.type(named: fragment.typeCondition.name.text), type.isComposite,
        let parent = context.types.parentType, !context.schema.overlap(type, parent)
      else { return }
      context.report(
        "Fragment \"\(spread.name.text)\" cannot be spread here as objects of type \"\(parent.name)\" can never be "
          + "of type \"\(type.name)\".", at: spread.place)
    }
  }
}
