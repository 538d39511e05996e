import GraphQLLanguage

extension ValidationRule {
  /// Requires unique names of fragments (section 5.5.1.1 "Fragment Name Uniqueness").
  static let uniqueFragmentNames = ValidationRule("UniqueFragmentNames") { context, visitor in
    var known: [String: Name] = [:]
    visitor.enterFragment.append { fragment in
      if let first = known[fragment.name.text] {
        context.report(
          "There can be only one fragment named \"\(fragment.name.text)\".", at: first.place, fragment.name.place)
      } else {
        known[fragment.name.text] = fragment.name
      }
    }
  }
}
