import GraphQLSchema
import OrderedJSON

// Links that requests ask for: by keys, and by objects inside the request.

extension MutationRun {
  /// Links the objects of an add-to, or takes the links away.
  mutating func perform(_ action: LinkAction) throws(MutationFailure) {
    let owners = try objects(at: action.owner, types: [action.field.owner], adopting: action.connects)
    let others = try objects(at: action.other, types: action.field.targets, adopting: action.connects)
    for owner in owners {
      for other in others {
        if action.connects {
          editor.connect(owner, action.field, other)
        } else if !editor.disconnect(owner, action.field, other),
          editor.snapshot.targets(of: action.field, from: owner).contains(where: { $0.isSame(as: other) })
        {
          throw MutationFailure(MutationText.inseparable(action.field, other))
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
        let object = try find(types, key: key, adopting: adopting)
        name(object, slot.name)
        found.append(object)
      }
      return found
    }
  }

  /// Leads a field of an object to what is said.
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
        // A list of keys is the whole list; objects in the request come to what is there.
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

  /// The object to which a key leads.
  private mutating func target(_ field: FieldPlan, _ key: String, _ name: String) throws(MutationFailure) -> FakeObject
  {
    let other = try find(field.targets, key: key, adopting: adopts)
    self.name(other, name)
    return other
  }

  /// Takes a link away, or says why that cannot be.
  private mutating func part(_ object: FakeObject, _ field: FieldPlan, _ other: FakeObject) throws(MutationFailure) {
    if !editor.disconnect(object, field, other),
      editor.snapshot.targets(of: field, from: object).contains(where: { $0.isSame(as: other) })
    {
      throw MutationFailure(MutationText.inseparable(field, other))
    }
  }

  /// The object that an input object stands for: the one with its key, or a new one.
  private mutating func nested(
    _ inner: JSONObject, _ inputs: [SchemaInputValue], _ field: FieldPlan, _ owner: FakeObject
  ) throws(MutationFailure) -> FakeObject? {
    guard let type = field.targets.first else { return nil }
    let said = GatheredInput(inner, inputs, for: type, reader, keyName: nil)
    if let key = said.keys?.first {
      if said.values.isEmpty, said.links.isEmpty { return try find(field.targets, key: key, adopting: adopts) }
      if editor.snapshot.isKnown(type, key: key) {
        let object = editor.snapshot.object(type, key: key)
        try change(object, said, isNew: false)
        return object
      }
    }
    guard !inner.members.allSatisfy({ $0.value == .null }) || inner.isEmpty else { return nil }
    return try make(type, said, owner: owner, by: field)
  }

  /// Makes an object that is linked to another one from the beginning.
  private mutating func make(
    _ type: TypePlan, _ said: GatheredInput, owner: FakeObject, by field: FieldPlan
  ) throws(MutationFailure) -> FakeObject {
    let object = try make(type, said)
    editor.connect(owner, field, object)
    return object
  }

  private static func isKey(_ inner: JSONObject, _ field: FieldPlan) -> Bool {
    inner.count == 1 && field.targets.contains { $0.key?.field == inner.members[0].name }
  }

  // MARK: Operations inside requests, as Prisma, Hasura and PostGraphile have them

  private static let operations: Set<String> = [
    "create", "createMany", "connect", "connectOrCreate", "disconnect", "set", "delete", "deleteMany", "update",
    "updateMany", "upsert", "data", "on_conflict", "connectById", "updateById", "deleteById", "add", "remove",
    "unlink", "link", "deleteOthers",
  ]

  private static func isOperation(_ inner: JSONObject, _ inputs: [SchemaInputValue], _ field: FieldPlan) -> Bool {
    !inner.isEmpty
      && inputs.allSatisfy { input in
        (operations.contains(input.name) || input.name.hasPrefix("connectBy") || input.name.hasPrefix("updateBy"))
          && !field.targets.contains { $0.field(input.name) != nil }
      }
  }

  private mutating func operate(
    _ operation: String, _ operand: JSON, _ type: SchemaType?, _ field: FieldPlan, _ object: FakeObject
  ) throws(MutationFailure) {
    guard let target = field.targets.first else { return }
    let inputs = type?.inputFields ?? []
    let items = operand.arrayValue ?? (operand == .null ? [] : [operand])
    switch operation {
    case "on_conflict", "deleteOthers": return
    case "disconnect" where operand == .bool(true), "unlink" where operand == .bool(true):
      editor.clear(object, field)
    case "delete" where operand == .bool(true):
      for other in editor.snapshot.targets(of: field, from: object) { editor.delete(other) }
    case "set":
      var others: [FakeObject] = []
      for item in items { others.append(try chosen(item, inputs, target, field)) }
      editor.replace(object, field, with: others)
    case "createMany":
      guard case .object(let inner) = operand, let data = inner["data"],
        let input = inputs.first(where: { $0.name == "data" })
      else { return }
      try operate("create", data, plan.schema.type(of: input.type), field, object)
    case "deleteMany", "updateMany":
      for item in items { try manyOf(item, inputs, target, field, object, deletes: operation == "deleteMany") }
    default:
      for item in items { try operate(operation, on: item, inputs, target, field, object) }
    }
  }

  private mutating func operate(
    _ operation: String, on item: JSON, _ inputs: [SchemaInputValue], _ target: TypePlan, _ field: FieldPlan,
    _ object: FakeObject
  ) throws(MutationFailure) {
    func half(_ name: String) -> GatheredInput? {
      guard case .object(let inner)? = item[name], let input = inputs.first(where: { $0.name == name }),
        let type = plan.schema.type(of: input.type)
      else { return nil }
      return GatheredInput(inner, type.inputFields, for: target, reader, keyName: nil)
    }
    switch operation {
    case "create", "data", "add":
      guard case .object(let inner) = item else {
        editor.connect(object, field, try chosen(item, inputs, target, field))
        return
      }
      let said = GatheredInput(inner, inputs, for: target, reader, keyName: nil)
      _ = try make(target, said, owner: object, by: field)
    case "disconnect", "remove", "unlink": try part(object, field, try chosen(item, inputs, target, field))
    case "delete", "deleteById": editor.delete(try chosen(item, inputs, target, field))
    case "connectOrCreate":
      if let condition = item["where"], let known = try? chosen(condition, whereInputs(inputs), target, field) {
        editor.connect(object, field, known)
      } else if let said = half("create") {
        _ = try make(target, said, owner: object, by: field)
      }
    case "upsert":
      let known = try other(item, inputs, target, field, object, isSure: false)
      if let known, let said = half("update") {
        try change(known, said, isNew: false)
      } else if let said = half("create") {
        _ = try make(target, said, owner: object, by: field)
      }
    case _ where operation.hasPrefix("update"):
      guard let known = try other(item, inputs, target, field, object, isSure: true), case .object(let inner) = item
      else { return }
      let said =
        half("data") ?? half("patch") ?? GatheredInput(inner, inputs, for: target, reader, keyName: nil)
      try change(known, said, isNew: false)
    default: editor.connect(object, field, try chosen(item, inputs, target, field))
    }
  }

  /// The object that an operation is about: the one that its condition chooses, else the one that a to-one field has.
  private mutating func other(
    _ item: JSON, _ inputs: [SchemaInputValue], _ target: TypePlan, _ field: FieldPlan, _ object: FakeObject,
    isSure: Bool
  ) throws(MutationFailure) -> FakeObject? {
    if field.isMany {
      let condition = item["where"] ?? item
      return isSure
        ? try chosen(condition, whereInputs(inputs), target, field)
        : try? chosen(condition, whereInputs(inputs), target, field)
    }
    return editor.snapshot.target(of: field, from: object)
  }

  private func whereInputs(_ inputs: [SchemaInputValue]) -> [SchemaInputValue] {
    inputs.first { $0.name == "where" }.flatMap { plan.schema.type(of: $0.type) }?.inputFields ?? inputs
  }

  private mutating func manyOf(
    _ item: JSON, _ inputs: [SchemaInputValue], _ target: TypePlan, _ field: FieldPlan, _ object: FakeObject,
    deletes: Bool
  ) throws(MutationFailure) {
    let condition = (deletes ? item : item["where"]) ?? .null
    for other in editor.snapshot.targets(of: field, from: object) where fits(other, condition) {
      if deletes {
        editor.delete(other)
      } else if case .object(let inner)? = item["data"], let input = inputs.first(where: { $0.name == "data" }),
        let type = plan.schema.type(of: input.type)
      {
        try change(
          other, GatheredInput(inner, type.inputFields, for: target, reader, keyName: nil), isNew: false)
      }
    }
  }

  /// The object that `{id: "x"}`, `{email: "x"}` or a bare key chooses.
  private mutating func chosen(
    _ item: JSON, _ inputs: [SchemaInputValue], _ target: TypePlan, _ field: FieldPlan
  ) throws(MutationFailure) -> FakeObject {
    guard case .object(let inner) = item, !inputs.isEmpty else {
      return try find(field.targets, key: item.keyText ?? "", adopting: adopts)
    }
    let said = GatheredInput(inner, inputs, for: target, reader, keyName: nil)
    if let key = said.keys?.first { return try find(field.targets, key: key, adopting: adopts) }
    if let member = editor.snapshot.members(target).first(where: { fits($0, item) }) { return member }
    throw MutationFailure(MutationText.nothingMatches([target], item.compactText))
  }

  /// Whether an object has the values that a flat condition names.
  private mutating func fits(_ object: FakeObject, _ condition: JSON) -> Bool {
    guard case .object(let inner) = condition else { return true }
    let snapshot = editor.snapshot
    return inner.members.allSatisfy { member in
      guard let field = plan.field(member.name, of: object.plan), field.named.isLeaf else { return true }
      let own = snapshot.value(of: field, object, JSONObject(), imageOrigin: "")
      let wanted = member.value["equals"] ?? member.value["_eq"] ?? member.value["eq"] ?? member.value
      return own == wanted || (own.keyText != nil && own.keyText == wanted.keyText)
    }
  }
}
