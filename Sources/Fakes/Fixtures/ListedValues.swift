import FakeValues
import GraphQLSchema
import OrderedJSON

extension LearnedFacts {
  /// Gives objects whose key was not selected their identity, which must not change with values that are added later.
  mutating func settle(_ names: [ObjectID: ObjectID]) {
    recorded[.fixture] = recorded[.fixture]?.renamed(names)
    fixedLists = fixedLists.map { list in
      FixedList(
        field: list.field, arguments: list.arguments, owner: names[list.owner] ?? list.owner,
        items: list.items.map { names[$0] ?? $0 })
    }
  }

  /// Adds the values that follow from the arguments of lists in fixtures: the items of `tasks(state: DONE)` are done,
  /// and those of a list in the order of `createdAt` were created in this order. Values in a fixture stay.
  mutating func addListed(in world: FakeWorld) {
    guard var facts = recorded[.fixture] else { return }
    let reader = SnapshotReader(snapshot: world.base, imageOrigin: FakeSession.usualOrigin)
    for list in fixedLists {
      guard let request = try? list.field.list.value.request(list.arguments) else { continue }
      let items = list.items.map { world.base.object($0) }
      for (path, comparison) in request.condition.required {
        guard let value = comparison.required else { continue }
        for item in items where !comparison.holds(for: path.value(of: item, in: reader)) {
          set(path, value, of: item, &facts)
        }
      }
      for other in world.matching(list) where !items.contains(where: { $0.isSame(as: other) }) {
        leaveOut(other, request.condition, reader, &facts)
      }
      if let key = request.order.first { order(items, by: key, reader, &facts) }
    }
    recorded[.fixture] = facts
  }

  /// Adds the values without which others in fixtures would be contradictions.
  mutating func addImplied(in world: FakeWorld) {
    guard var facts = recorded[.fixture] else { return }
    let implied = ImpliedValues(snapshot: world.base)
    for (id, object) in facts.objects where id.type >= 0 && !object.values.isEmpty {
      facts.objects[id]?.values.merge(implied.values(of: world.base.object(id))) { old, _ in old }
    }
    recorded[.fixture] = facts
  }

  /// Changes a value that no fixture has, so that another object of the fixtures is not in a complete list.
  private func leaveOut(
    _ object: FakeObject, _ condition: Condition, _ reader: SnapshotReader, _ facts: inout RecordedFacts
  ) {
    guard let id = object.id else { return }
    for (path, comparison) in condition.required {
      guard case .leaf(let field, _) = path.end, path.via.isEmpty, object.values[field.name] == nil,
        let definition = field.definition(for: object, in: reader), let plan = reader.snapshot.plan.plan(of: definition)
      else { continue }
      let isEnum = plan.named.kind == .enum
      guard isEnum || plan.named.name == "Boolean" else { continue }
      let values: [JSON] = isEnum ? plan.named.values.map { .string($0.name) } : [.bool(true), .bool(false)]
      let other = values.first { value in
        path.sense.value(value).map { !comparison.holds(for: .one($0)) } ?? false
      }
      guard let other else { continue }
      facts.objects[id]?.values[field.name] = other
      return
    }
  }

  /// Sets a value of an object, unless a fixture has one.
  private func set(_ path: FieldPath, _ value: JSON, of object: FakeObject, _ facts: inout RecordedFacts) {
    guard path.via.isEmpty, case .leaf(let field, _) = path.end, let id = object.id,
      facts.objects[id]?.values[field.name] == nil
    else { return }
    facts.objects[id]?.values[field.name] = value
  }

  /// Distributes the generated values of a field so that the items are in order.
  private func order(
    _ items: [FakeObject], by key: SortKey, _ reader: SnapshotReader, _ facts: inout RecordedFacts
  ) {
    guard items.count > 1, key.path.via.isEmpty, case .leaf(let field, _) = key.path.end else { return }
    let sorted = SortKey.sorted(items, by: [key], in: reader)
    guard zip(items, sorted).contains(where: { !$0.isSame(as: $1) }),
      !items.contains(where: { $0.id.map { facts.objects[$0]?.values[field.name] != nil } ?? true })
    else { return }
    for (item, source) in zip(items, sorted) {
      guard let id = item.id, let definition = field.definition(for: source, in: reader) else { return }
      facts.objects[id]?.values[field.name] = reader.leaf(definition, of: source)
    }
  }
}

extension Condition {
  /// The comparisons that hold for everything that it matches.
  fileprivate var required: [(FieldPath, Comparison)] {
    switch self {
    case .all(let parts): parts.flatMap(\.required)
    case .value(let path, let comparison): [(path, comparison)]
    case .any, .not, .related, .search: []
    }
  }
}

extension Comparison {
  /// A value that matches; nil if it is not determined.
  fileprivate var required: JSON? {
    guard !ignoresCase else { return nil }
    switch test {
    case .equal(let value): return value.json
    case .oneOf(let values): return values.first?.json
    case .null: return .null
    default: return nil
    }
  }
}

extension LeafValue {
  fileprivate var json: JSON? {
    switch self {
    case .flag(let flag): .bool(flag)
    case .integer(let number): .int(number)
    case .text(let text): .string(text)
    case .number: nil
    }
  }
}
