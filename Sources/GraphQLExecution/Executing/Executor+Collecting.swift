import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

extension Executor {
  /// Returns the fields of selection sets on a concrete type, merged by response key (section 6.3.2, `CollectFields`).
  ///
  /// Uses a list instead of recursion, because a chain of fragments has no depth limit. A fragment is visited once for
  /// each enclosing `@defer`, not for each spread: fragments that each spread the next one twice would take exponential
  /// time.
  /// - Throws: a failure if a directive's argument does not match.
  mutating func collect(_ sets: [Appearances], on type: SchemaType) throws(ArgumentFailure) -> CollectedFields {
    var fields = CollectedFields()
    var visited: Set<Visit> = []
    var pending = sets.reversed().map { Pending(selections: $0.set.selections[...], usage: $0.usage) }
    while let (selection, around) = pending.popFirstSelection() {
      switch selection {
      case .field(let field):
        guard try isIncluded(field.directives) else { continue }
        let isWhole = delivery == .fragmentwise
        fields.add(field, usage: isWhole ? nil : around.usage, bucket: isWhole ? around.usage : nil)
      case .inlineFragment(let fragment):
        guard try isIncluded(fragment.directives), applies(fragment.typeCondition, to: type) else { continue }
        let usage = try deferral(try activeDefer(fragment.directives), inside: around, &fields)
        pending.append(Pending(selections: fragment.selectionSet.selections[...], usage: usage))
      case .fragmentSpread(let spread):
        let name = spread.name.text
        guard try isIncluded(spread.directives), let fragment = fragments[name],
          applies(fragment.typeCondition, to: type)
        else { continue }
        let active = try activeDefer(spread.directives)
        let mark = active?.directive.place.start ?? around.usage.map { usages[$0].mark }
        if visited.contains(Visit(name: name, mark: mark)) { continue }
        if delivery == .once, visited.contains(Visit(name: name, mark: nil)) { continue }
        visited.insert(Visit(name: name, mark: mark))
        let usage = try deferral(active, inside: around, &fields)
        pending.append(Pending(selections: fragment.selectionSet.selections[...], usage: usage))
      }
    }
    return fields
  }

  /// Applies `@skip` and `@include` (sections 3.13.1 and 3.13.2).
  private func isIncluded(_ directives: [Directive]) throws(ArgumentFailure) -> Bool {
    if directives.isEmpty { return true }
    if try condition("skip", in: directives) == true { return false }
    return try condition("include", in: directives) != false
  }

  private func condition(_ name: String, in directives: [Directive]) throws(ArgumentFailure) -> Bool? {
    guard let directive = directives.first(where: { $0.name.text == name }) else { return nil }
    let arguments = try schema.coerceArguments(
      directive.arguments, definitions: conditionArguments, at: directive.place, variables: variables)
    return arguments["if"]?.boolValue
  }

  private func applies(_ condition: NamedType?, to type: SchemaType) -> Bool {
    guard let name = condition?.name.text else { return true }
    return name == type.name || schema.isSubtype(type.name, of: name)
  }

  /// Returns the `@defer` of a fragment with its arguments; nil if there is none, or it is ignored or switched off.
  private func activeDefer(
    _ directives: [Directive]
  ) throws(ArgumentFailure) -> (directive: Directive, arguments: JSONObject)? {
    if delivery == nil || directives.isEmpty { return nil }
    guard let directive = directives.first(where: { $0.name.text == "defer" }),
      let arguments = try activeArguments(directive)
    else { return nil }
    return (directive, arguments)
  }

  /// Returns the `@defer` that applies to a fragment's content: its own or else the enclosing one.
  private mutating func deferral(
    _ active: (directive: Directive, arguments: JSONObject)?, inside around: Pending, _ fields: inout CollectedFields
  ) throws(ArgumentFailure) -> Int? {
    guard let active else { return around.usage }
    if kind == .subscription {
      throw ArgumentFailure(
        "`@defer` directive not supported on subscription operations. Disable `@defer` by setting the `if` argument "
          + "to `false`.", at: .none)
    }
    let usage = usages.count
    usages.append(
      DeferUsage(
        label: active.arguments["label"]?.stringValue, mark: active.directive.place.start, parent: around.usage))
    fields.newUsages.append(usage)
    return usage
  }

  /// Returns the arguments of `@defer` or `@stream`; nil if it is switched off or not declared in the schema.
  func activeArguments(_ directive: Directive) throws(ArgumentFailure) -> JSONObject? {
    guard let definition = schema.directive(named: directive.name.text) else { return nil }
    let arguments = try schema.coerceArguments(
      directive.arguments, definitions: definition.arguments, at: directive.place, variables: variables)
    return arguments["if"]?.boolValue == false ? nil : arguments
  }
}

/// The arguments of `@skip` and `@include`.
private let conditionArguments = [SchemaInputValue(name: "if", type: .nonNull(.named("Boolean")))]

/// A visited fragment and its enclosing `@defer`, identified by position.
private struct Visit: Hashable {
  let name: String
  let mark: Int32?
}

/// Selections not yet visited.
private struct Pending {
  var selections: ArraySlice<Selection>
  let usage: Int?
}

extension [Pending] {
  fileprivate mutating func popFirstSelection() -> (Selection, around: Pending)? {
    while !isEmpty {
      if let selection = self[count - 1].selections.popFirst() { return (selection, self[count - 1]) }
      removeLast()
    }
    return nil
  }
}
