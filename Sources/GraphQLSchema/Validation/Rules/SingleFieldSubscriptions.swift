import GraphQLLanguage

extension ValidationRule {
  /// Requires a subscription to have one root field, without introspection and conditions (section 5.2.4.1 "Single Root
  /// Field"). The message about conditions is graphql-js 17's; 16 evaluates them without variables.
  static let singleFieldSubscriptions = ValidationRule("SingleFieldSubscriptions") { context, visitor in
    visitor.enterOperation.append { operation in
      guard operation.kind == .subscription, let root = context.schema.rootType(of: .subscription) else { return }
      let subject = operation.name.map { "Subscription \"\($0.text)\"" } ?? "Anonymous Subscription"
      let collected = RootFields(of: operation, on: root, context)
      guard collected.conditions.isEmpty else {
        return context.report(
          "\(subject) must not use `@skip` or `@include` directives in the top level selection.",
          at: collected.conditions)
      }
      let groups = collected.groups
      if groups.count > 1 {
        context.report(
          "\(subject) must select only one top level field.", at: groups.dropFirst().flatMap { $0.map(\.place) })
      }
      for group in groups where group.first?.name.text.hasPrefix("__") == true {
        context.report("\(subject) must not select an introspection top level field.", at: group.map(\.place))
      }
    }
  }
}

/// The root selections of a subscription, including fragments (CollectSubscriptionFields).
private struct RootFields {
  /// The fields grouped by response key, in order of first occurrence.
  var groups: [[Field]] = []
  /// The places of `@skip` and `@include`, the first of each selection.
  var conditions: [Place] = []

  init(of operation: OperationDefinition, on root: SchemaType, _ context: ValidationContext) {
    var index: [String: Int] = [:]
    var spread: Set<String> = []
    // The selections not yet visited, the next one last.
    var pending = Array(operation.selectionSet.selections.reversed())
    while let selection = pending.popLast() {
      switch selection {
      case .field(let field):
        if isConditional(field.directives) { continue }
        if let known = index[field.responseKey] {
          groups[known].append(field)
        } else {
          index[field.responseKey] = groups.count
          groups.append([field])
        }
      case .inlineFragment(let fragment):
        let condition = fragment.typeCondition?.name.text
        if isConditional(fragment.directives) || !Self.applies(condition, to: root, context) { continue }
        pending.append(contentsOf: fragment.selectionSet.selections.reversed())
      case .fragmentSpread(let fragmentSpread):
        let name = fragmentSpread.name.text
        guard !isConditional(fragmentSpread.directives), spread.insert(name).inserted,
          let fragment = context.fragment(name), Self.applies(fragment.typeCondition.name.text, to: root, context)
        else { continue }
        pending.append(contentsOf: fragment.selectionSet.selections.reversed())
      }
    }
  }

  private mutating func isConditional(_ directives: [Directive]) -> Bool {
    guard let condition = directives.first(where: { $0.name.text == "skip" || $0.name.text == "include" }) else {
      return false
    }
    conditions.append(condition.place)
    return true
  }

  private static func applies(_ condition: String?, to root: SchemaType, _ context: ValidationContext) -> Bool {
    guard let condition, condition != root.name else { return true }
    guard let type = context.schema.type(named: condition) else { return false }
    return type.isAbstract && context.schema.isSubtype(root.name, of: type.name)
  }
}
