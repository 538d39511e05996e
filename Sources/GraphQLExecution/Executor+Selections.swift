import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

extension Executor {
  /// The selection below a field for a concrete type; prepared when first asked for.
  mutating func selection(below field: PreparedField, on type: SchemaType) throws(ArgumentFailure) -> PreparedSelection
  {
    for known in selections[field.index] where known.type === type { return known }
    let prepared = try prepare(field.nodes.compactMap(\.selectionSet), on: type)
    selections[field.index].append(prepared)
    return prepared
  }

  /// The fields of selection sets on a concrete type, merged by response key (section 6.3.2, `CollectFields`).
  ///
  /// - Throws: a `@skip` or `@include` whose argument does not fit.
  mutating func prepare(_ sets: [SelectionSet], on type: SchemaType) throws(ArgumentFailure) -> PreparedSelection {
    let collected = try collect(sets, on: type)
    var fields: [PreparedField] = []
    fields.reserveCapacity(collected.count)
    for (key, nodes) in collected {
      // Validation reports a field that the type does not have; the reference leaves it out here.
      guard let definition = schema.field(named: nodes[0].name.text, of: type) else { continue }
      fields.append(prepare(key, nodes, definition, on: type))
    }
    return PreparedSelection(type: type, fields: fields)
  }

  private mutating func prepare(
    _ key: String, _ nodes: [Field], _ definition: SchemaField, on type: SchemaType
  ) -> PreparedField {
    var arguments = JSONObject()
    var failure: ArgumentFailure?
    do throws(ArgumentFailure) {
      arguments = try schema.coerceArguments(
        nodes[0].arguments, definitions: definition.arguments, at: nodes[0].place, variables: variables)
    } catch {
      failure = error
    }
    let role: PreparedField.Role =
      switch definition.name {
      case "__typename": .typename
      case "__schema" where definition == .schema: .schema
      case "__type" where definition == .type: .type
      default: .source
      }
    let field = PreparedField(
      index: selections.count, parentType: type, definition: definition, responseKey: key, nodes: nodes,
      arguments: arguments, argumentFailure: failure, role: role,
      completion: Completion(definition.type, in: schema))
    selections.append([])
    return field
  }

  /// The fields by response key, in the order of the first appearance of each key.
  ///
  /// Works through fragments with a list of its own rather than by calling itself: a chain of fragments has no bound.
  private func collect(
    _ sets: [SelectionSet], on type: SchemaType
  ) throws(ArgumentFailure) -> [(key: String, nodes: [Field])] {
    var groups: [(key: String, nodes: [Field])] = []
    var indexes: [String: Int] = [:]
    var visited: Set<String> = []
    var pending = sets.reversed().map { $0.selections[...] }
    while let selection = pending.popFirstSelection() {
      switch selection {
      case .field(let field):
        guard try isIncluded(field.directives) else { continue }
        let key = field.responseKey
        if let index = indexes[key] {
          groups[index].nodes.append(field)
        } else {
          indexes[key] = groups.count
          groups.append((key, [field]))
        }
      case .inlineFragment(let fragment):
        guard try isIncluded(fragment.directives), applies(fragment.typeCondition, to: type) else { continue }
        pending.append(fragment.selectionSet.selections[...])
      case .fragmentSpread(let spread):
        guard !visited.contains(spread.name.text), try isIncluded(spread.directives) else { continue }
        visited.insert(spread.name.text)
        guard let fragment = fragments[spread.name.text], applies(fragment.typeCondition, to: type) else { continue }
        pending.append(fragment.selectionSet.selections[...])
      }
    }
    return groups
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
      directive.arguments, definitions: Self.condition, at: directive.place, variables: variables)
    return arguments["if"]?.boolValue
  }

  private static let condition = [SchemaInputValue(name: "if", type: .nonNull(.named("Boolean")))]

  private func applies(_ condition: NamedType?, to type: SchemaType) -> Bool {
    guard let name = condition?.name.text else { return true }
    return name == type.name || schema.isSubtype(type.name, of: name)
  }
}

extension [ArraySlice<Selection>] {
  /// Takes the next selection of the innermost list; nil when all lists are at their end.
  fileprivate mutating func popFirstSelection() -> Selection? {
    while !isEmpty {
      if let selection = self[count - 1].popFirst() { return selection }
      removeLast()
    }
    return nil
  }
}
