import FakeValues
import GraphQLSchema
import OrderedJSON

// Facts about objects and links in a recorded response.

extension LearnedFacts {
  /// Adds a node's fields to the facts about an object.
  mutating func record(_ node: RecordedNode, as id: ObjectID, _ facts: inout RecordedFacts) {
    for field in node.fields { record(field, of: id, node, &facts) }
  }

  private mutating func record(
    _ field: RecordedField, of id: ObjectID, _ node: RecordedNode, _ facts: inout RecordedFacts
  ) {
    let plan = field.plan
    switch plan.role {
    case .key, .mutation, .event: return
    case .leaf,
      .count where plan.counted != nil:
      guard let json = field.value.json else { return }
      facts.objects[id]?.set(field.arguments.valueName(of: plan.name), json)
    case .count(let list):
      if let count = field.value.json?.intValue, field.arguments.isEmpty { record(count, of: list, id, &facts) }
    case .membership(let list):
      if let flag = field.value.json?.boolValue, facts.memberships[list]?[id] == nil {
        facts.memberships[list, default: [:]][id] = flag
      }
    case .linkKey(let link): recordKeys(field, leadingTo: self.plan.fields[link], of: id, &facts)
    case .meta(let list):
      if let count = field.value.node.flatMap(Self.total), field.arguments.isEmpty {
        record(count, of: list, id, &facts)
      }
    case .toOne: recordLink(field, of: id, &facts)
    case .toMany, .population: recordList(field, of: id, &facts)
    case .lookup: recordLookup(field, of: id, &facts)
    case .lookups: recordLookups(field, &facts)
    case .singleton:
      let target = object(in: field.value, &facts)
      guard let target else { return recordNull(field, of: id, &facts) }
      facts.objects[id]?.set(field.arguments.valueName(of: plan.name), JSON(target))
    case .viewer: if !recordViewer(field, &facts) { recordNull(field, of: id, &facts) }
    case .part: recordParts(field, of: id, &facts)
    case .root: if let root = field.value.node { record(root, as: RecordedFacts.root, &facts) }
    }
  }

  /// Notes the viewer in the answer to a query.
  mutating func recordViewer(_ root: RecordedNode, _ facts: inout RecordedFacts) {
    for field in root.fields where field.plan.role == .viewer { recordViewer(field, &facts) }
  }

  /// Notes the viewer; returns false if there is none.
  @discardableResult
  private mutating func recordViewer(_ field: RecordedField, _ facts: inout RecordedFacts) -> Bool {
    guard let target = object(in: field.value, &facts) else { return false }
    if isOfSession {
      sessionViewers.insert(target)
    } else {
      facts.viewer = facts.viewer ?? target
    }
    return true
  }

  func record(_ count: Int, of list: Int, _ id: ObjectID, _ facts: inout RecordedFacts) {
    let link = plan.fields[list].linkID
    if facts.objects[id]?.lengths[link] == nil { facts.objects[id]?.lengths[link] = count }
  }

  /// Returns the length of the list, if the object has a field with the total.
  private static func total(_ node: RecordedNode) -> Int? {
    node.fields.lazy.compactMap { $0.plan.fact == .total ? $0.value.json?.intValue : nil }.first
  }

  private func recordNull(_ field: RecordedField, of id: ObjectID, _ facts: inout RecordedFacts) {
    guard case .null = field.value else { return }
    facts.objects[id]?.set(field.arguments.valueName(of: field.plan.name), .null)
  }

  // MARK: Objects

  /// Adds a recorded object's facts and returns its identity; nil if it is no object of the generated world.
  mutating func object(in value: RecordedValue, named: String? = nil, _ facts: inout RecordedFacts) -> ObjectID? {
    guard let node = value.node, node.plan.isEntity else { return nil }
    return object(node, named: named, repeated: 0, &facts)
  }

  private mutating func object(
    _ node: RecordedNode, named: String? = nil, repeated: Int, _ facts: inout RecordedFacts
  ) -> ObjectID? {
    let key = node.plan.key.flatMap { node.value(of: $0.field)?.json?.keyText } ?? named
    let id = ObjectID(type: node.plan.index, key: key ?? nameless(node, repeated))
    guard facts.objects[id] != nil || hasRoom(facts) else { return nil }
    facts.insert(id)
    record(node, as: id, &facts)
    return id
  }

  /// Returns a key for an object whose key was not selected. Objects with equal recorded values get the same one.
  private func nameless(_ node: RecordedNode, _ repeated: Int) -> String {
    var hash = StableHash().with("nameless")
    hash.combine(json: Self.shown(node))
    return "\(Self.namelessMark)\(String(hash.value, radix: 36))\(repeated > 0 ? "#\(repeated)" : "")"
  }

  /// The prefix of placeholders for unknown keys.
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

  /// Returns the objects of a list; equal ones without keys count as several.
  mutating func objects(in items: [RecordedValue], _ facts: inout RecordedFacts) -> [ObjectID] {
    var found: [ObjectID] = []
    var seen: Set<ObjectID> = []
    for item in items {
      guard let node = item.node, node.plan.isEntity else { continue }
      var repeated = 0
      while let id = object(node, repeated: repeated, &facts) {
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

  private mutating func recordLink(_ field: RecordedField, of id: ObjectID, _ facts: inout RecordedFacts) {
    let target = object(in: field.value, &facts)
    guard field.arguments.isEmpty, facts.objects[id]?.toOne[field.plan.linkID] == nil else { return }
    if let target {
      facts.objects[id]?.toOne[field.plan.linkID] = .some(target)
    } else if case .null = field.value {
      facts.objects[id]?.toOne[field.plan.linkID] = .some(nil)
    }
  }

  /// Adds the links in a field of keys: `author_id`.
  private mutating func recordKeys(
    _ field: RecordedField, leadingTo link: FieldPlan, of id: ObjectID, _ facts: inout RecordedFacts
  ) {
    guard field.arguments.isEmpty, link.targets.count == 1, let json = field.value.json else { return }
    let keys = (json.arrayValue ?? [json]).compactMap(\.keyText)
    let targets = keys.map { ObjectID(type: link.targets[0].index, key: $0) }
    for target in targets where hasRoom(facts) { facts.insert(target) }
    if json.arrayValue != nil {
      if facts.objects[id]?.lists[link.linkID] == nil { facts.objects[id]?.lists[link.linkID] = targets }
    } else if facts.objects[id]?.toOne[link.linkID] == nil {
      facts.objects[id]?.toOne[link.linkID] = .some(targets.first)
    }
  }

  private mutating func recordLookup(_ field: RecordedField, of id: ObjectID, _ facts: inout RecordedFacts) {
    let arguments = field.plan.renamed(field.arguments)
    let key = field.plan.namedKey(arguments.members)
    noteLookedUp(field.value, by: arguments)
    if let target = object(in: field.value, named: key, &facts) {
      // Found by another field than its key, or as one of several types.
      if target.key != key || field.plan.targets.count > 1 {
        facts.objects[id]?.set(field.arguments.valueName(of: field.plan.name), JSON(target))
      }
      return
    }
    guard case .null = field.value else { return }
    if let key, field.plan.targets.count == 1 {
      let missing = ObjectID(type: field.plan.targets[0].index, key: key)
      if facts.objects[missing] == nil { facts.missing.insert(missing) }
    } else {
      recordNull(field, of: id, &facts)
    }
  }

  /// Adds the values by which an object was found, if the query did not select them.
  private func noteLookedUp(_ value: RecordedValue, by arguments: JSONObject) {
    guard let node = value.node, node.plan.isEntity else { return }
    for argument in arguments.members {
      guard let field = plan.field(argument.name, of: node.plan), field.role == .leaf || field.role == .key,
        !field.isList, node.value(of: field.name) == nil, plan.schema.fits(argument.value, field.field.type)
      else { continue }
      node.add(RecordedField(plan: field, arguments: JSONObject(), value: .leaf(argument.value)))
    }
  }

  private mutating func recordLookups(_ field: RecordedField, _ facts: inout RecordedFacts) {
    guard case .list(let items) = field.value else { return }
    _ = objects(in: items, &facts)
  }

  // MARK: Parts

  private mutating func recordParts(_ field: RecordedField, of id: ObjectID, _ facts: inout RecordedFacts) {
    guard field.plan.page == nil, let json = part(field.value, &facts) else { return }
    facts.objects[id]?.set(field.arguments.valueName(of: field.plan.name), json)
  }

  /// Returns the stored form of a part: its type, its values, and references to objects of the world.
  private mutating func part(_ value: RecordedValue, _ facts: inout RecordedFacts) -> JSON? {
    switch value {
    case .null: return .null
    case .leaf(let json): return json
    case .list(let items):
      var kept: [JSON] = []
      for item in items {
        guard let json = part(item, &facts) else { return nil }
        kept.append(json)
      }
      return .array(kept)
    case .object(let node):
      if node.plan.isEntity { return object(in: value, &facts).map { JSON($0) } }
      if node.plan.page != nil { return nil }
      var object = JSONObject([.init("__typename", .string(node.plan.type.name))])
      for field in node.fields {
        if let json = part(field.value, &facts) { object[field.arguments.valueName(of: field.plan.name)] = json }
      }
      return .object(object)
    }
  }
}

// MARK: - Events

extension LearnedFacts {
  /// Adds the objects in an event to the world. An event about a deletion shows that the object existed.
  mutating func recordEvent(_ root: RecordedNode, _ facts: inout RecordedFacts) {
    for field in root.fields { recordObjects(in: field.value, &facts) }
  }

  /// Adds the objects at the top of a value, and those in a payload around them: `{ mutation node { … } }`.
  private mutating func recordObjects(in value: RecordedValue, _ facts: inout RecordedFacts) {
    switch value {
    case .null, .leaf: return
    case .list(let items):
      // As one list, so that equal ones without keys count as several.
      if items.contains(where: { $0.node?.plan.isEntity == true }) {
        _ = objects(in: items, &facts)
      } else {
        for item in items { recordObjects(in: item, &facts) }
      }
    case .object(let node):
      guard !node.plan.isEntity else {
        _ = object(in: value, &facts)
        return
      }
      // The previous values of an object are not current, and their type may look like one of the world.
      for field in node.fields where !PayloadField.isPast(field.plan.name) { recordObjects(in: field.value, &facts) }
    }
  }
}
