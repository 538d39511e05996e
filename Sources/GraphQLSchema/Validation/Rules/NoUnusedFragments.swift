import GraphQLLanguage

extension ValidationRule {
  /// Every fragment is reached from an operation (section 5.5.1.4 "Fragments Must Be Used").
  static let noUnusedFragments = ValidationRule("NoUnusedFragments") { context, visitor in
    visitor.leaveDocument.append { document in
      var used: Set<String> = []
      for case .operation(let operation) in document.definitions {
        for fragment in context.fragmentsReached(from: operation) { used.insert(fragment.name.text) }
      }
      for case .fragment(let fragment) in document.definitions where !used.contains(fragment.name.text) {
        context.report("Fragment \"\(fragment.name.text)\" is never used.", at: fragment.place)
      }
    }
  }
}
