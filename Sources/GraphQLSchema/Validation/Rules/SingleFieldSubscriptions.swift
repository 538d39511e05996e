import GraphQLLanguage

extension ValidationRule {
  /// A subscription has one root field, and that is no introspection (section 5.2.4.1 "Single Root Field").
  static let singleFieldSubscriptions = ValidationRule("SingleFieldSubscriptions") { context, visitor in
    visitor.enterOperation.append { operation in
      guard operation.kind == .subscription, let root = context.schema.rootType(of: .subscription) else { return }
      let subject = operation.name.map { "Subscription \"\($0.text)\"" } ?? "Anonymous Subscription"
      let groups = rootFields(of: operation, on: root, context)
      if groups.count > 1 {
        context.report(
          "\(subject) must select only one top level field.", at: groups.dropFirst().flatMap { $0.map(\.place) })
      }
      for group in groups where group.first?.name.text.hasPrefix("__") == true {
        context.report("\(subject) must not select an introspection top level field.", at: group.map(\.place))
      }
    }
  }

  /// The fields that execution would collect for the root object, grouped by response key, each key at its first
  /// occurrence. Fields left out by a literal `@skip` or `@include` do not count; variables have no value here.
  private static func rootFields(
    of operation: OperationDefinition, on root: SchemaType, _ context: ValidationContext
  ) -> [[Field]] {
    var groups: [[Field]] = []
    var index: [String: Int] = [:]
    var spread: Set<String> = []
    // The selections still to be looked at, the next one last.
    var pending = Array(operation.selectionSet.selections.reversed())
    while let selection = pending.popLast() {
      switch selection {
      case .field(let field):
        guard isIncluded(field.directives) else { continue }
        if let known = index[field.responseKey] {
          groups[known].append(field)
        } else {
          index[field.responseKey] = groups.count
          groups.append([field])
        }
      case .inlineFragment(let fragment):
        let condition = fragment.typeCondition?.name.text
        guard isIncluded(fragment.directives), applies(condition, to: root, context) else { continue }
        pending.append(contentsOf: fragment.selectionSet.selections.reversed())
      case .fragmentSpread(let fragmentSpread):
        let name = fragmentSpread.name.text
        guard isIncluded(fragmentSpread.directives), spread.insert(name).inserted,
          let fragment = context.fragment(name), applies(fragment.typeCondition.name.text, to: root, context)
        else { continue }
        pending.append(contentsOf: fragment.selectionSet.selections.reversed())
      }
    }
    return groups
  }

  private static func applies(_ condition: String?, to root: SchemaType, _ context: ValidationContext) -> Bool {
    guard let condition, condition != root.name else { return true }
    guard let type = context.schema.type(named: condition) else { return false }
    return type.isAbstract && context.schema.isSubtype(root.name, of: type.name)
  }

  private static func isIncluded(_ directives: [Directive]) -> Bool {
    for directive in directives {
      guard case .boolean(let condition, _)? = directive.arguments.first(where: { $0.name.text == "if" })?.value
      else { continue }
      if directive.name.text == "skip", condition { return false }
      if directive.name.text == "include", !condition { return false }
    }
    return true
  }
}
