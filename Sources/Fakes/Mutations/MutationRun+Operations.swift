import FakeValues
import GraphQLExecution
import GraphQLSchema
import OrderedJSON

// Operations inside requests, as Prisma, Hasura and PostGraphile have them: `posts: {create: […], connect: […]}`.

extension MutationRun {
  private static let operations: Set<String> = [
    "create", "createMany", "connect", "connectOrCreate", "disconnect", "set", "delete", "deleteMany", "update",
    "updateMany", "upsert", "data", "on_conflict", "connectById", "updateById", "deleteById", "add", "remove",
    "unlink", "link", "deleteOthers",
  ]

  static func isOperation(_ inner: JSONObject, _ inputs: [SchemaInputValue], _ field: FieldPlan) -> Bool {
    !inner.isEmpty
      && inputs.allSatisfy { input in
        (operations.contains(input.name) || input.name.hasPrefix("connectBy") || input.name.hasPrefix("updateBy"))
          && !field.targets.contains { $0.field(input.name) != nil }
      }
  }

  mutating func operate(
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
      for item in items { try manyOf(item, type, target, field, object, deletes: operation == "deleteMany") }
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

  /// Returns the object of an operation: the one that its condition selects, else the target of a to-one field.
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
    _ item: JSON, _ type: SchemaType?, _ target: TypePlan, _ field: FieldPlan, _ object: FakeObject, deletes: Bool
  ) throws(MutationFailure) {
    func inner(_ name: String) -> SchemaType? {
      type?.inputField(named: name).flatMap { plan.schema.type(of: $0.type) }
    }
    let items = ItemFields(types: [target.type], keyField: target.key?.field, catalog: plan.catalog)
    let condition: Condition
    do throws(FieldFailure) {
      condition = try FilterReader(catalog: plan.catalog).condition(
        (deletes ? item : item["where"]) ?? .null, type: deletes ? type : inner("where"), items: items)
    } catch {
      throw MutationFailure(error.message)
    }
    let snapshot = editor.snapshot
    let reading = SnapshotReader(snapshot: snapshot, imageOrigin: "")
    for other in snapshot.targets(of: field, from: object) where condition.holds(for: other, in: reading) {
      if deletes {
        editor.delete(other)
      } else if case .object(let data)? = item["data"], let type = inner("data") {
        try change(other, GatheredInput(data, type.inputFields, for: target, reader, keyName: nil), isNew: false)
      }
    }
  }

  /// Returns the object that `{id: "x"}`, `{email: "x"}` or a bare key selects.
  private mutating func chosen(
    _ item: JSON, _ inputs: [SchemaInputValue], _ target: TypePlan, _ field: FieldPlan
  ) throws(MutationFailure) -> FakeObject {
    guard case .object(let inner) = item, !inputs.isEmpty else {
      return try find(field.targets, key: item.keyText ?? "")
    }
    let said = GatheredInput(inner, inputs, for: target, reader, keyName: nil)
    if let key = said.keys?.first { return try find(field.targets, key: key) }
    if let member = editor.snapshot.members(target).first(where: { fits($0, item) }) { return member }
    throw MutationFailure(MutationText.nothingMatches([target], item.compactText))
  }

  /// Indicates whether an object has the values in a flat condition.
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
