import FakeValues
import GraphQLSchema

// What the events of recorded subscriptions say of objects.

extension LearnedFacts {
  /// Says what an event tells of: its objects are in the world as those of any response. An event that says that one
  /// was deleted says that it was there.
  mutating func tellEvent(_ root: RecordedNode, _ told: inout RecordedFacts) {
    for field in root.fields { tellObjects(in: field.value, &told) }
  }

  /// The objects at the top of a value, and those in a payload around them: `{ mutation node { … } }`.
  private mutating func tellObjects(in value: RecordedValue, _ told: inout RecordedFacts) {
    switch value {
    case .null, .leaf: return
    case .list(let items):
      // One by one, so that of those without a key each is met.
      if items.contains(where: { $0.node?.plan.isEntity == true }) {
        _ = objects(in: items, &told)
      } else {
        for item in items { tellObjects(in: item, &told) }
      }
    case .object(let node):
      guard !node.plan.isEntity else {
        _ = object(in: value, &told)
        return
      }
      // What an object was before is not what it is, and a type of its own may look like one of the world.
      for field in node.fields where !PayloadField.isPast(field.plan.name) { tellObjects(in: field.value, &told) }
    }
  }
}
