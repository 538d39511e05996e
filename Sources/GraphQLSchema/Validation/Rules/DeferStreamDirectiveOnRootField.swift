import GraphQLLanguage

extension ValidationRule {
  /// Forbids `@defer` and `@stream` on root fields of mutations and subscriptions (working draft "Defer And Stream
  /// Directives Are Used On Valid Root Field"). Applies only if the schema declares the directives.
  static let deferStreamDirectiveOnRootField = ValidationRule("DeferStreamDirectiveOnRootField") { context, visitor in
    let defers = context.schema.directive(named: "defer") != nil
    let streams = context.schema.directive(named: "stream") != nil
    guard defers || streams else { return }
    visitor.enterOperation.append { operation in
      guard operation.kind != .query, let root = context.schema.rootType(of: operation.kind) else { return }
      func report(_ name: String, _ subject: String, in directives: [Directive]) {
        guard let directive = directives.first(where: { $0.name.text == name }) else { return }
        context.report(
          "\(subject) directive cannot be used on root \(operation.kind.rawValue) type \"\(root.name)\".",
          at: directive.place)
      }
      var seen: Set<String> = []
      // The selections not yet visited, the next one last.
      var pending = Array(operation.selectionSet.selections.reversed())
      while let selection = pending.popLast() {
        switch selection {
        case .field(let field):
          if streams { report("stream", "Stream", in: field.directives) }
        case .inlineFragment(let fragment):
          if defers { report("defer", "Defer", in: fragment.directives) }
          pending.append(contentsOf: fragment.selectionSet.selections.reversed())
        case .fragmentSpread(let spread):
          guard seen.insert(spread.name.text).inserted, let fragment = context.fragment(spread.name.text) else {
            continue
          }
          if defers { report("defer", "Defer", in: spread.directives) }
          pending.append(contentsOf: fragment.selectionSet.selections.reversed())
        }
      }
    }
  }
}
