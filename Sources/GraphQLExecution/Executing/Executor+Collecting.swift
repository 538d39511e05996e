import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

extension Executor {
  /// The fields of selection sets on a concrete type, merged by response key (section 6.3.2, `CollectFields`).
  ///
  /// Works through fragments with a list of its own rather than by calling itself: a chain of fragments has no bound.
  /// A fragment is looked at once for each `@defer` that it is spread under, not once for each spread: fragments that
  /// spread each other twice would double the work at every step.
  /// - Throws: a directive whose argument does not fit.
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

  /// `@skip` and `@include` (sections 3.13.1 and 3.13.2).
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

  /// The `@defer` of a fragment with its arguments; nil if there is none that is heeded and switched on.
  private func activeDefer(
    _ directives: [Directive]
  ) throws(ArgumentFailure) -> (directive: Directive, arguments: JSONObject)? {
    if delivery == nil || directives.isEmpty { return nil }
    guard let directive = directives.first(where: { $0.name.text == "defer" }),
      let arguments = try activeArguments(directive)
    else { return nil }
    return (directive, arguments)
  }

  /// The `@defer` that a fragment's content stands in: its own if there is one, else the one around it.
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

  /// The arguments of a `@defer` or `@stream`; nil if it is switched off or the schema does not declare it.
  func activeArguments(_ directive: Directive) throws(ArgumentFailure) -> JSONObject? {
    guard let definition = schema.directive(named: directive.name.text) else { return nil }
    let arguments = try schema.coerceArguments(
      directive.arguments, definitions: definition.arguments, at: directive.place, variables: variables)
    return arguments["if"]?.boolValue == false ? nil : arguments
  }
}

/// What `@skip` and `@include` take.
private let conditionArguments = [SchemaInputValue(name: "if", type: .nonNull(.named("Boolean")))]

/// A fragment that was looked at, with the `@defer` that it stood in; its place tells one from another.
private struct Visit: Hashable {
  let name: String
  let mark: Int32?
}

/// Selections that are still to be looked at.
private struct Pending {
  var selections: ArraySlice<Selection>
  let usage: Int?
}

extension [Pending] {
  /// Takes the next selection of the innermost list; nil when all lists are at their end.
  fileprivate mutating func popFirstSelection() -> (Selection, around: Pending)? {
    while !isEmpty {
      if let selection = self[count - 1].selections.popFirst() { return (selection, self[count - 1]) }
      removeLast()
    }
    return nil
  }
}
