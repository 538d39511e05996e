import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

extension Executor {
  /// Returns the selection of a field on a concrete type, prepared on first use.
  mutating func selection(below field: PreparedField, on type: SchemaType) throws(ArgumentFailure) -> PreparedSelection
  {
    for known in selections[field.index] where known.type === type { return known }
    var sets: [Appearances] = []
    for (index, node) in field.nodes.enumerated() {
      guard let set = node.selectionSet else { continue }
      sets.append(Appearances(set, usage: field.usages.isEmpty ? nil : field.usages[index]))
    }
    let prepared = try prepare(sets, on: type, context: field.context)
    selections[field.index].append(prepared)
    return prepared
  }

  /// Prepares the fields of selection sets on a concrete type, including the deferred ones. `context` has the `@defer`s
  /// with which the selection is delivered, in ascending order.
  /// - Returns: the fields in response order.
  /// - Throws: a failure if a directive's argument does not match.
  mutating func prepare(
    _ sets: [Appearances], on type: SchemaType, context: [Int]
  ) throws(ArgumentFailure) -> PreparedSelection {
    let collected = try collect(sets, on: type)
    var fields: [PreparedField] = []
    fields.reserveCapacity(collected.groups.count)
    var deferred: [(key: [Int], usages: [Int], fields: [PreparedField])] = []
    for group in collected.groups {
      // Validation reports unknown fields; graphql-js skips them here, too.
      guard let definition = schema.field(named: group.nodes[0].name.text, of: type) else { continue }
      let place = group.bucket.map { [$0] } ?? (delivery == .once ? place(of: group.usages) : context)
      let key = place.count > 1 ? place.sorted() : place
      let field = prepare(group, definition, on: type, context: key)
      if key == context || delivery == nil {
        fields.append(field)
      } else if let known = deferred.firstIndex(where: { $0.key == key }) {
        deferred[known].fields.append(field)
      } else {
        deferred.append((key, place, [field]))
      }
    }
    return PreparedSelection(
      type: type, fields: fields, index: nextSelection(), newUsages: collected.newUsages,
      deferred: deferred.map { ($0.usages, PreparedSelection(type: type, fields: $0.fields, index: nextSelection())) })
  }

  private mutating func nextSelection() -> Int {
    selectionCount += 1
    return selectionCount - 1
  }

  /// Returns the `@defer`s with which a field is delivered, in order of first appearance: none if the field also
  /// appears outside of any, else those without another one of them around.
  private func place(of appearances: [Int?]) -> [Int] {
    var found: Set<Int> = []
    var order: [Int] = []
    for usage in appearances {
      guard let usage else { return [] }
      if found.insert(usage).inserted { order.append(usage) }
    }
    return order.filter { usage in
      var outer = usages[usage].parent
      while let next = outer {
        if found.contains(next) { return false }
        outer = usages[next].parent
      }
      return true
    }
  }

  private mutating func prepare(
    _ group: CollectedFields.Group, _ definition: SchemaField, on type: SchemaType, context: [Int]
  ) -> PreparedField {
    var arguments = JSONObject()
    var failure: ArgumentFailure?
    do throws(ArgumentFailure) {
      arguments = try schema.coerceArguments(
        group.nodes[0].arguments, definitions: definition.arguments, at: group.nodes[0].place, variables: variables)
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
      index: selections.count, parentType: type, definition: definition, responseKey: group.key, nodes: group.nodes,
      usages: group.usages.contains { $0 != nil } ? group.usages : [],
      context: delivery == .once ? context : [],
      stream: delivery == nil ? .none : streamPlan(group.nodes[0], definition),
      arguments: arguments, argumentFailure: failure, role: role,
      completion: Completion(definition.type, in: schema))
    selections.append([])
    return field
  }

  /// Returns the effect of a field's `@stream`. Validation ensures that all appearances have the same arguments.
  private func streamPlan(_ node: Field, _ definition: SchemaField) -> PreparedField.StreamPlan {
    guard !node.directives.isEmpty, definition.type.isList,
      let directive = node.directives.first(where: { $0.name.text == "stream" })
    else { return .none }
    do throws(ArgumentFailure) {
      guard let arguments = try activeArguments(directive) else { return .none }
      let count: Int =
        switch arguments["initialCount"] {
        case .number(let number): number.int ?? -1
        case nil: 0
        default: -1
        }
      if count < 0 { throw ArgumentFailure("initialCount must be a positive integer", at: .none) }
      if kind == .subscription {
        throw ArgumentFailure(
          "`@stream` directive not supported on subscription operations. Disable `@stream` by setting the `if` "
            + "argument to `false`.", at: .none)
      }
      return .after(count, label: arguments["label"]?.stringValue)
    } catch {
      return .failure(error)
    }
  }
}
