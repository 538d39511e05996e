import FakeValues
import GraphQLSchema
import OrderedJSON

// Links in requests: by keys, and by objects inside the request.

extension MutationRun {
  mutating func perform(_ action: LinkAction) throws(MutationFailure) {
    let owners = try objects(at: action.owner, types: action.owners, adopting: action.connects)
    let others = try objects(at: action.other, types: action.field.targets, adopting: action.connects)
    for owner in owners {
      guard let field = plan.field(action.field.name, of: owner.plan) else { continue }
      for other in others {
        if action.connects {
          editor.connect(owner, field, other)
        } else {
          try part(owner, field, other)
        }
      }
    }
    for object in others { show(object) }
    for object in owners { show(object) }
    count = owners.count * others.count
  }

  private mutating func objects(
    at end: LinkEnd, types: [TypePlan], adopting: Bool
  ) throws(MutationFailure) -> [FakeObject] {
    switch end {
    case .viewer:
      guard let viewer = editor.snapshot.viewer() else { throw MutationFailure(MutationText.nobody) }
      return [viewer]
    case .slot(let slot):
      guard let keys = slot.keys(in: arguments) else { throw MutationFailure(MutationText.withoutKey(types)) }
      var found: [FakeObject] = []
      for key in keys {
        let object = try find(types, key: key, by: slot.name, adopting: adopting)
        name(object, slot.name)
        found.append(object)
      }
      return found
    }
  }

  mutating func apply(
    _ said: JSON, _ field: FieldPlan, _ mode: LinkMode, _ input: SchemaInputValue, _ object: FakeObject, isNew: Bool
  ) throws(MutationFailure) {
    let inputs = plan.schema.type(of: input.type)?.inputFields ?? []
    switch said {
    case .null:
      if !field.isMany, mode == .set { editor.clear(object, field) }
    case .array(let items):
      var found: [FakeObject] = []
      var keysOnly = true
      for item in items {
        if case .object(let inner) = item, item.keyText == nil || !inputs.isEmpty {
          keysOnly = keysOnly && Self.isKey(inner, field)
          found.append(contentsOf: try nested(inner, inputs, field, object).map { [$0] } ?? [])
        } else if let key = item.keyText {
          found.append(try target(field, key, input.name))
        }
      }
      if mode == .remove {
        for other in found { try part(object, field, other) }
      } else if mode == .set, keysOnly, !isNew {
        // A list of keys is the whole list; objects in the request are added.
        editor.replace(object, field, with: found)
      } else {
        for other in found { editor.connect(object, field, other) }
      }
    case .object(let inner) where !inputs.isEmpty:
      if Self.isOperation(inner, inputs, field) {
        for member in inner.members {
          let input = inputs.first { $0.name == member.name }
          let type = input.flatMap { plan.schema.type(of: $0.type) }
          try operate(member.name, member.value, type, field, object)
        }
      } else if let other = try nested(inner, inputs, field, object) {
        editor.connect(object, field, other)
      }
    default:
      guard let key = said.keyText else { return }
      let other = try target(field, key, input.name)
      if mode == .remove { try part(object, field, other) } else { editor.connect(object, field, other) }
    }
  }

  mutating func target(_ field: FieldPlan, _ key: String, _ name: String) throws(MutationFailure) -> FakeObject {
    let other = try find(field.targets, key: key, by: name)
    self.name(other, name)
    return other
  }

  /// Removes a link, or throws the reason why it cannot.
  mutating func part(_ object: FakeObject, _ field: FieldPlan, _ other: FakeObject) throws(MutationFailure) {
    if !editor.disconnect(object, field, other),
      editor.snapshot.targets(of: field, from: object).contains(where: { $0.isSame(as: other) })
    {
      throw MutationFailure(MutationText.inseparable(field, other))
    }
  }

  /// Returns the object of an input object: the one with its key, or a new one.
  private mutating func nested(
    _ inner: JSONObject, _ inputs: [SchemaInputValue], _ field: FieldPlan, _ owner: FakeObject
  ) throws(MutationFailure) -> FakeObject? {
    guard let type = field.targets.first else { return nil }
    let said = GatheredInput(inner, inputs, for: type, reader, keyName: nil)
    if let key = said.keys?.first {
      if said.values.isEmpty, said.links.isEmpty { return try find(field.targets, key: key) }
      if editor.snapshot.isKnown(type, key: key) {
        let object = editor.snapshot.object(type, key: key)
        try change(object, said, isNew: false)
        return object
      }
    }
    guard !inner.members.allSatisfy({ $0.value == .null }) || inner.isEmpty else { return nil }
    return try make(type, said, owner: owner, by: field)
  }

  /// Creates an object that is linked to another one from the beginning.
  mutating func make(
    _ type: TypePlan, _ said: GatheredInput, owner: FakeObject, by field: FieldPlan
  ) throws(MutationFailure) -> FakeObject {
    try make(type, said, belongsTo: (owner, field))
  }

  static func isKey(_ inner: JSONObject, _ field: FieldPlan) -> Bool {
    inner.count == 1 && field.targets.contains { $0.key?.field == inner.members[0].name }
  }
}
