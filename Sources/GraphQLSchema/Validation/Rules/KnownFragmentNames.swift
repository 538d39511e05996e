import GraphQLLanguage

extension ValidationRule {
  /// Requires every spread fragment to be defined (section 5.5.2.1 "Fragment Spread Target Defined").
  static let knownFragmentNames = ValidationRule("KnownFragmentNames") { context, visitor in
    visitor.enterFragmentSpread.append { spread in
      if context.fragment(spread.name.text) == nil {
        context.report("Unknown fragment \"\(spread.name.text)\".", at: spread.name.place)
      }
    }
  }
}
