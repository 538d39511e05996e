import GraphQLLanguage

extension ValidationRule {
  /// Requires every fragment to be reachable from an operation (section 5.5.1.4 "Fragments Must Be Used").
  static let noUnusedFragments = ValidationRule("NoUnusedFragments") { context, visitor in
    var isUsed = Array(repeating: false, count: context.fragments.all.count)
    visitor.leaveOperation.append { operation in
      for index in context.fragmentsReached(from: operation) { isUsed[index] = true }
    }
    visitor.leaveDocument.append { _ in
      for fragment in context.fragments.all {
        if let index = context.fragments.index(of: fragment.name.text), isUsed[index] { continue }
        context.report("Fragment \"\(fragment.name.text)\" is never used.", at: fragment.place)
      }
    }
  }
}
