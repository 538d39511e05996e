import FakeValues
import GraphQLExecution
import GraphQLSchema
import OrderedJSON

/// One mutation in progress, on its own editor: if anything fails, nothing has changed.
struct MutationRun {
  let mutation: MutationPlan
  let plan: WorldPlan
  let reader: InputReader
  let arguments: JSONObject
  var editor: WorldEditor
  /// The objects that the payload shows, the most important first.
  var shown: [ObjectID] = []
  /// Objects by their names in the request: `product` for `productId`.
  var named: [(name: String, object: ObjectID)] = []
  /// Deleted objects, as they were.
  var gone: [FakeObject] = []
  var count = 0

  init(_ mutation: MutationPlan, _ arguments: JSONObject, _ editor: WorldEditor) {
    self.mutation = mutation
    self.arguments = arguments
    self.editor = editor
    plan = editor.plan
    reader = InputReader(plan: editor.plan, of: mutation.field)
    self.editor.step()
  }

  mutating func perform() throws(MutationFailure) -> MutationOutcome {
    switch mutation.action {
    case .create(let type, let signsIn): try create(type, signsIn: signsIn)
    case .update(let types, let effects): try update(types, effects)
    case .upsert(let type): try upsert(type)
    case .delete(let types): try delete(types)
    case .link(let link): try perform(link)
    case .logIn(let type): try logIn(type)
    case .logOut: editor.logOut()
    case .unknown: try showNamed()
    }
    let snapshot = editor.snapshot
    return MutationOutcome(
      objects: gone + shown.map { snapshot.object($0) },
      named: named.map { ($0.name, snapshot.object($0.object)) }, deleted: gone.compactMap(\.id), count: count,
      isUnderstood: isUnderstood, said: mutation.said(arguments))
  }

  private var isUnderstood: Bool { if case .unknown = mutation.action { false } else { true } }

  /// Shows the objects that the request names, unchanged.
  private mutating func showNamed() throws(MutationFailure) {
    for (slot, types) in mutation.namingSlots {
      for key in slot.keys(in: arguments) ?? [] {
        let object = try find(types, key: key, by: slot.name)
        name(object, slot.name)
        show(object)
      }
    }
  }

  func gather(_ type: TypePlan) -> GatheredInput {
    var gathered = GatheredInput(
      arguments, mutation.field.field.arguments, for: type, reader, keyName: mutation.key(of: type)?.name)
    gathered.links.removeAll { link in mutation.scopes.contains { $0.slot.name == link.input.name } }
    return gathered
  }

  mutating func show(_ object: FakeObject) {
    if let id = object.id, !shown.contains(id) { shown.append(id) }
  }

  // MARK: Finding objects

  /// Returns the object with a key. If adopting, an unknown key counts as an existing object, unless it was deleted.
  mutating func find(_ types: [TypePlan], key: String, by name: String? = nil, adopting: Bool = false)
    throws(MutationFailure) -> FakeObject
  {
    let snapshot = editor.snapshot
    let reader = self.reader
    if let name, let field = types.lazy.compactMap({ reader.lookup(name, of: $0) }).first {
      let found = snapshot.members(field.owner).first { member in
        snapshot.value(of: field, member, JSONObject(), imageOrigin: "").keyText?.hasSameScalars(as: key) == true
      }
      guard let found else { throw MutationFailure(MutationText.unknown([field.owner], key: key, by: field.name)) }
      return found
    }
    var ordered = types
    if let tagged = plan.globalTags[String(key.prefix(6))], types.contains(where: { $0 === tagged }) {
      ordered = [tagged] + types
    }
    for type in ordered where snapshot.isKnown(type, key: key) { return snapshot.object(type, key: key) }
    for type in types where snapshot.changes.deleted.contains(ObjectID(type: type.index, key: key)) {
      throw MutationFailure(MutationText.deleted([type], key: key))
    }
    guard adopting, let type = ordered.first(where: { $0.key?.suits(key) ?? false }) else {
      throw MutationFailure(MutationText.unknown(types, key: key))
    }
    let object = snapshot.object(type, key: key)
    editor.remember(object)
    return object
  }

  mutating func meant(_ types: [TypePlan], _ gathered: GatheredInput) throws(MutationFailure) -> [FakeObject] {
    var keys = gathered.keys
    let slot = mutation.keySlot(among: types)
    if types.count > 1 || keys == nil, let slot { keys = slot.keys(in: arguments) }
    if let keys {
      var found: [FakeObject] = []
      for key in keys { found.append(try find(types, key: key, by: slot?.name)) }
      return found
    }
    guard types.count == 1, let type = types.first else { throw MutationFailure(MutationText.withoutKey(types)) }
    if !gathered.conditions.isEmpty {
      var found: [FakeObject]?
      for condition in gathered.conditions {
        let members = try matching(type, condition.input, condition.value)
        found = found?.filter { old in members.contains { $0.isSame(as: old) } } ?? members
      }
      if let found, !found.isEmpty || mutation.isMany { return found }
      let text = gathered.conditions.map { "\($0.input.name): \($0.value.compactText)" }.joined(separator: ", ")
      throw MutationFailure(MutationText.nothingMatches(types, text))
    }
    if type === plan.viewer {
      guard let viewer = editor.snapshot.viewer() else { throw MutationFailure(MutationText.nobody) }
      return [viewer]
    }
    if mutation.isMany, !mutation.asksForKey(type) { return try scoped(editor.snapshot.members(type)) }
    throw MutationFailure(MutationText.withoutKey(types))
  }

  /// Limits objects to those in the scopes of the request.
  private mutating func scoped(_ objects: [FakeObject]) throws(MutationFailure) -> [FakeObject] {
    var objects = objects
    for scope in mutation.scopes {
      guard let key = scope.slot.keys(in: arguments)?.first else { continue }
      let other = try find(scope.field.targets, key: key)
      name(other, scope.slot.name)
      let snapshot = editor.snapshot
      objects.removeAll { snapshot.target(of: scope.field, from: $0)?.isSame(as: other) != true }
    }
    return objects
  }

  private mutating func matching(
    _ type: TypePlan, _ input: SchemaInputValue, _ condition: JSON
  ) throws(MutationFailure) -> [FakeObject] {
    guard case .object(let object) = condition else { return [] }
    if let keys = Self.keys(object, type) {
      var found: [FakeObject] = []
      for key in keys {
        if !mutation.isMany {
          found.append(try find([type], key: key))
        } else if editor.snapshot.isKnown(type, key: key) {
          found.append(editor.snapshot.object(type, key: key))
        }
      }
      return found
    }
    let snapshot = editor.snapshot
    let reader = SnapshotReader(snapshot: snapshot, imageOrigin: "")
    // Unique fields are selected by plain equality.
    let equal = object.members.compactMap { member -> (SchemaField, JSON)? in
      guard let field = plan.field(member.name, of: type), field.role == .leaf,
        let value = Self.equal(member.value), plan.schema.fits(value, field.field.type)
      else { return nil }
      return (field.field, value)
    }
    if equal.count == object.members.count, !equal.isEmpty {
      return snapshot.members(type).filter { member in
        equal.allSatisfy { reader.leaf($0.0, of: member) == $0.1 }
      }
    }
    if object.isEmpty { return snapshot.members(type) }
    let list = ListPlan(arguments: [input], items: [type.type], keyField: type.key?.field, catalog: plan.catalog)
    do throws(FieldFailure) {
      let request = try list.request(JSONObject([.init(input.name, condition)]))
      return request.read(snapshot.members(type), in: reader).items
    } catch {
      throw MutationFailure(error.message)
    }
  }

  /// Returns the keys that a condition selects, if it has nothing else.
  static func keys(_ condition: JSONObject, _ type: TypePlan) -> [String]? {
    guard condition.count == 1, let only = condition.members.first, only.name == type.key?.field else { return nil }
    if let text = equal(only.value)?.keyText { return [text] }
    guard case .object(let object) = only.value, object.count == 1, let items = object["_in"] ?? object["in"],
      case .array(let keys) = items
    else { return nil }
    return keys.compactMap(\.keyText)
  }

  /// Returns the value that a condition compares for equality: `"x"`, `{_eq: "x"}`, `{equals: "x"}`.
  private static func equal(_ condition: JSON) -> JSON? {
    switch condition {
    case .string, .number, .bool: return condition
    case .object(let object):
      guard object.count == 1 else { return nil }
      return object["_eq"] ?? object["eq"] ?? object["equals"] ?? object["equalTo"] ?? object["value"]
    case .null, .array: return nil
    }
  }
}
