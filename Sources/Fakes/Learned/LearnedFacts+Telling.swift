import FakeValues
import GraphQLSchema
import OrderedJSON

// What a recorded response says of objects and links.

extension LearnedFacts {
  /// Says what a node has of an object.
  mutating func tell(_ node: RecordedNode, as id: ObjectID, _ told: inout RecordedFacts) {
    for field in node.fields { tell(field, of: id, node, &told) }
  }

  private mutating func tell(_ field: RecordedField, of id: ObjectID, _ node: RecordedNode, _ told: inout RecordedFacts)
  {
    let plan = field.plan
    switch plan.role {
    case .key, .mutation, .event: return
    case .leaf,
      .count where plan.counted != nil:
      guard let json = field.value.json else { return }
      told.objects[id]?.say(field.arguments.valueName(of: plan.name), json)
    case .count(let list):
      if let count = field.value.json?.intValue, field.arguments.isEmpty { tell(count, of: list, id, &told) }
    case .membership(let list):
      if let flag = field.value.json?.boolValue, told.memberships[list]?[id] == nil {
        told.memberships[list, default: [:]][id] = flag
      }
    case .linkKey(let link): tellKeys(field, leadingTo: self.plan.fields[link], of: id, &told)
    case .meta(let list):
      if let count = field.value.node.flatMap(Self.total), field.arguments.isEmpty { tell(count, of: list, id, &told) }
    case .toOne: tellLink(field, of: id, &told)
    case .toMany, .population: tellList(field, of: id, &told)
    case .lookup: tellLookup(field, of: id, &told)
    case .lookups: tellLookups(field, &told)
    case .singleton:
      let target = object(in: field.value, &told)
      guard let target else { return tellNothing(field, of: id, &told) }
      told.objects[id]?.say(field.arguments.valueName(of: plan.name), JSON(target))
    case .viewer:
      guard let target = object(in: field.value, &told) else { return tellNothing(field, of: id, &told) }
      told.viewer = told.viewer ?? target
    case .part: tellParts(field, of: id, &told)
    case .root: if let root = field.value.node { tell(root, as: RecordedFacts.root, &told) }
    }
  }

  func tell(_ count: Int, of list: Int, _ id: ObjectID, _ told: inout RecordedFacts) {
    let link = plan.fields[list].linkID
    if told.objects[id]?.lengths[link] == nil { told.objects[id]?.lengths[link] = count }
  }

  /// How long the list is that an object tells of.
  private static func total(_ node: RecordedNode) -> Int? {
    node.fields.lazy.compactMap { $0.plan.fact == .total ? $0.value.json?.intValue : nil }.first
  }

  private func tellNothing(_ field: RecordedField, of id: ObjectID, _ told: inout RecordedFacts) {
    guard case .null = field.value else { return }
    told.objects[id]?.say(field.arguments.valueName(of: field.plan.name), .null)
  }

  // MARK: Objects

  /// Who a recorded object is, of which all is said that is recorded; nil for what is no object of the world.
  mutating func object(in value: RecordedValue, named: String? = nil, _ told: inout RecordedFacts) -> ObjectID? {
    guard let node = value.node, node.plan.isEntity else { return nil }
    return object(node, named: named, repeated: 0, &told)
  }

  private mutating func object(
    _ node: RecordedNode, named: String? = nil, repeated: Int, _ told: inout RecordedFacts
  ) -> ObjectID? {
    let key = node.plan.key.flatMap { node.value(of: $0.field)?.json?.keyText } ?? named
    let id = ObjectID(type: node.plan.index, key: key ?? nameless(node, repeated))
    guard told.objects[id] != nil || hasRoom(told) else { return nil }
    told.meet(id)
    tell(node, as: id, &told)
    return id
  }

  /// What stands for the key of an object whose key was not asked for: objects of which the same is recorded are one.
  private func nameless(_ node: RecordedNode, _ repeated: Int) -> String {
    var hash = StableHash().with("nameless")
    hash.combine(json: Self.shown(node))
    return "\(Self.namelessMark)\(String(hash.value, radix: 36))\(repeated > 0 ? "#\(repeated)" : "")"
  }

  /// How the stand-ins of keys begin that are not known.
  static let namelessMark = "\u{1}"

  private static func shown(_ node: RecordedNode) -> JSON {
    var object = JSONObject([.init("__typename", .string(node.plan.type.name))])
    for field in node.fields {
      object[field.arguments.valueName(of: field.plan.name)] = shown(field.value)
    }
    return .object(object)
  }

  private static func shown(_ value: RecordedValue) -> JSON {
    switch value {
    case .null: .null
    case .leaf(let json): json
    case .object(let node): shown(node)
    case .list(let items): .array(items.map(shown))
    }
  }

  /// The objects of a list; those of which the same is recorded are several.
  mutating func objects(in items: [RecordedValue], _ told: inout RecordedFacts) -> [ObjectID] {
    var found: [ObjectID] = []
    var seen: Set<ObjectID> = []
    for item in items {
      guard let node = item.node, node.plan.isEntity else { continue }
      var repeated = 0
      while let id = object(node, repeated: repeated, &told) {
        repeated += 1
        if seen.insert(id).inserted {
          found.append(id)
          break
        }
        if !id.key.hasPrefix(Self.namelessMark) { break }
      }
    }
    return found
  }

  // MARK: Links

  private mutating func tellLink(_ field: RecordedField, of id: ObjectID, _ told: inout RecordedFacts) {
    let target = object(in: field.value, &told)
    guard field.arguments.isEmpty, told.objects[id]?.toOne[field.plan.linkID] == nil else { return }
    if let target {
      told.objects[id]?.toOne[field.plan.linkID] = .some(target)
    } else if case .null = field.value {
      told.objects[id]?.toOne[field.plan.linkID] = .some(nil)
    }
  }

  /// The keys of those to whom a field leads: `author_id`.
  private mutating func tellKeys(
    _ field: RecordedField, leadingTo link: FieldPlan, of id: ObjectID, _ told: inout RecordedFacts
  ) {
    guard field.arguments.isEmpty, link.targets.count == 1, let json = field.value.json else { return }
    let keys = (json.arrayValue ?? [json]).compactMap(\.keyText)
    let targets = keys.map { ObjectID(type: link.targets[0].index, key: $0) }
    for target in targets where hasRoom(told) { told.meet(target) }
    if json.arrayValue != nil {
      if told.objects[id]?.lists[link.linkID] == nil { told.objects[id]?.lists[link.linkID] = targets }
    } else if told.objects[id]?.toOne[link.linkID] == nil {
      told.objects[id]?.toOne[link.linkID] = .some(targets.first)
    }
  }

  private mutating func tellLookup(_ field: RecordedField, of id: ObjectID, _ told: inout RecordedFacts) {
    let key = field.plan.namedKey(field.plan.renamed(field.arguments).members)
    if let target = object(in: field.value, named: key, &told) {
      // Found by something else than its key, or as one of several types.
      if target.key != key || field.plan.targets.count > 1 {
        told.objects[id]?.say(field.arguments.valueName(of: field.plan.name), JSON(target))
      }
      return
    }
    guard case .null = field.value else { return }
    if let key, field.plan.targets.count == 1 {
      let missing = ObjectID(type: field.plan.targets[0].index, key: key)
      if told.objects[missing] == nil { told.missing.insert(missing) }
    } else {
      tellNothing(field, of: id, &told)
    }
  }

  private mutating func tellLookups(_ field: RecordedField, _ told: inout RecordedFacts) {
    guard case .list(let items) = field.value else { return }
    _ = objects(in: items, &told)
  }

  // MARK: Parts

  private mutating func tellParts(_ field: RecordedField, of id: ObjectID, _ told: inout RecordedFacts) {
    guard field.plan.page == nil, let json = part(field.value, &told) else { return }
    told.objects[id]?.say(field.arguments.valueName(of: field.plan.name), json)
  }

  /// What is kept of a part: its type, its values, and which objects of the world it leads to.
  private mutating func part(_ value: RecordedValue, _ told: inout RecordedFacts) -> JSON? {
    switch value {
    case .null: return .null
    case .leaf(let json): return json
    case .list(let items):
      var kept: [JSON] = []
      for item in items {
        guard let json = part(item, &told) else { return nil }
        kept.append(json)
      }
      return .array(kept)
    case .object(let node):
      if node.plan.isEntity { return object(in: value, &told).map { JSON($0) } }
      if node.plan.page != nil { return nil }
      var object = JSONObject([.init("__typename", .string(node.plan.type.name))])
      for field in node.fields {
        if let json = part(field.value, &told) { object[field.arguments.valueName(of: field.plan.name)] = json }
      }
      return .object(object)
    }
  }
}

// MARK: - Events

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
