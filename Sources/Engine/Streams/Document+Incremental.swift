import GraphQLLanguage

extension Document {
  /// Whether anything in it is to be delivered later: a selection has `@defer` or `@stream`.
  var isIncremental: Bool {
    // A stack of its own: selections may stand as deep as the parser lets them.
    var pending = operations.map(\.selectionSet) + fragments.map(\.selectionSet)
    while let set = pending.popLast() {
      for selection in set.selections {
        switch selection {
        case .field(let field):
          if field.directives.contains(where: { $0.name.text == "stream" }) { return true }
          if let inner = field.selectionSet { pending.append(inner) }
        case .inlineFragment(let fragment):
          if fragment.directives.contains(where: { $0.name.text == "defer" }) { return true }
          pending.append(fragment.selectionSet)
        case .fragmentSpread(let spread):
          if spread.directives.contains(where: { $0.name.text == "defer" }) { return true }
        }
      }
    }
    return false
  }
}
