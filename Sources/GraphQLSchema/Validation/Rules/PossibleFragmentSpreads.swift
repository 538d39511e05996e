import GraphQLLanguage

extension ValidationRule {
  /// Requires a fragment's type to be possible where it is spread (section 5.5.2.3 "Fragment Spread Is Possible").
  static let possibleFragmentSpreads = ValidationRule("PossibleFragmentSpreads") { context, visitor in
    visitor.enterInlineFragment.append { fragment in
      // The fragment's own type, or the enclosing type if it has no condition.
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
