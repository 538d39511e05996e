import GraphQLLanguage

extension ValidationRule {
  /// Limits the nesting of lists in introspection, whose result grows exponentially. graphql-js's recommendation.
  static let maxIntrospectionDepth = ValidationRule("MaxIntrospectionDepth") { context, visitor in
    visitor.enterField.append { field in
      guard field.name.text == "__schema" || field.name.text == "__type", let selectionSet = field.selectionSet,
        isTooDeep(selectionSet, context)
      else { return }
      context.report("Maximum introspection depth exceeded", at: field.place)
    }
  }

  private static let maximumLists = 3
  private static let lists: Set<String> = ["fields", "interfaces", "possibleTypes", "inputFields"]

  private static func isTooDeep(_ selectionSet: SelectionSet, _ context: ValidationContext) -> Bool {
    // A fragment is visited again only at a greater depth.
    var depthOfFragment: [String: Int] = [:]
    var pending = [(selectionSet, 0)]
    while let (selectionSet, depth) = pending.popLast() {
      for selection in selectionSet.selections {
        switch selection {
        case .field(let field):
          let inner = depth + (lists.contains(field.name.text) ? 1 : 0)
          if inner >= maximumLists { return true }
          if let selectionSet = field.selectionSet { pending.append((selectionSet, inner)) }
        case .inlineFragment(let fragment): pending.append((fragment.selectionSet, depth))
        case .fragmentSpread(let spread):
          let name = spread.name.text
          guard let fragment = context.fragment(name), depth > depthOfFragment[name] ?? -1 else { continue }
          depthOfFragment[name] = depth
          pending.append((fragment.selectionSet, depth))
        }
      }
    }
    return false
  }
}
