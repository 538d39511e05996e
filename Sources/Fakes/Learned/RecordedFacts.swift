import FakeValues
import OrderedJSON

/// The facts about the objects of a world in recordings, by object; the first fact is kept.
struct RecordedFacts: Sendable {
  var objects: [ObjectID: RecordedObject] = [:]
  var order: [Int: [String]] = [:]
  /// Objects that were requested by key and did not exist.
  var missing: Set<ObjectID> = []
  /// The objects that are in a list of the viewer's, and those that are not, by list.
  var memberships: [Int: [ObjectID: Bool]] = [:]
  var viewer: ObjectID?

  static let root = ObjectID(type: -1, key: "")

  mutating func insert(_ id: ObjectID) {
    guard objects[id] == nil else { return }
    objects[id] = RecordedObject()
    if id.type >= 0 { order[id.type, default: []].append(id.key) }
  }

  /// Adds facts of others that are missing here, except those about `left`.
  mutating func add(_ other: RecordedFacts, leavingOut left: Set<ObjectID> = []) {
    for type in other.order.keys.sorted() {
      for key in other.order[type] ?? [] where !left.contains(ObjectID(type: type, key: key)) {
        insert(ObjectID(type: type, key: key))
      }
    }
    for (id, facts) in other.objects where !left.contains(id) {
      objects[id, default: RecordedObject()].add(facts.without(left))
    }
    for id in other.missing where objects[id] == nil { missing.insert(id) }
    missing = missing.filter { objects[$0] == nil }
    for (list, flags) in other.memberships {
      memberships[list, default: [:]].merge(flags.filter { !left.contains($0.key) }) { old, _ in old }
    }
    viewer = viewer ?? other.viewer
  }

  /// Returns the facts with other names for objects; two that get one name are merged.
  func renamed(_ names: [ObjectID: ObjectID]) -> RecordedFacts {
    if names.isEmpty { return self }
    func name(_ id: ObjectID) -> ObjectID { names[id] ?? id }
    var facts = RecordedFacts()
    for type in order.keys.sorted() {
      for key in order[type] ?? [] { facts.insert(name(ObjectID(type: type, key: key))) }
    }
    facts.insert(Self.root)
    // Objects that kept their names come first: their own facts are kept.
    for (id, object) in objects where names[id] == nil { facts.objects[id] = object.renamed(names) }
    for type in order.keys.sorted() {
      for key in order[type] ?? [] {
        let id = ObjectID(type: type, key: key)
        guard let new = names[id], let object = objects[id] else { continue }
        facts.objects[new, default: RecordedObject()].add(object.renamed(names))
      }
    }
    facts.missing = missing
    for (list, flags) in memberships {
      for (id, flag) in flags.sorted(by: { $0.key.key.precedesByScalars($1.key.key) })
      where facts.memberships[list]?[name(id)] == nil {
        facts.memberships[list, default: [:]][name(id)] = flag
      }
    }
    facts.viewer = viewer.map(name)
    return facts
  }
}

/// The recorded facts about one object.
struct RecordedObject: Sendable {
  /// The values by `JSONObject.valueName`; parts as objects with `__typename`.
  var values: [String: JSON] = [:]
  /// The targets by the field's link; an inner nil is a recorded null.
  var toOne: [Int: ObjectID?] = [:]
  var lists: [Int: [ObjectID]] = [:]
  var windows: [Int: [ListWindow]] = [:]
  /// The lengths of lists that are not completely known.
  var lengths: [Int: Int] = [:]

  mutating func set(_ name: String, _ value: JSON) {
    values[name] = values[name].map { $0.completed(by: value) } ?? value
  }

  mutating func add(_ other: RecordedObject) {
    for (name, value) in other.values { set(name, value) }
    toOne.merge(other.toOne) { old, _ in old }
    lists.merge(other.lists) { old, _ in old }
    windows.merge(other.windows) { old, new in old + new }
    lengths.merge(other.lengths) { old, _ in old }
  }

  func without(_ left: Set<ObjectID>) -> RecordedObject {
    if left.isEmpty { return self }
    var facts = self
    facts.toOne = toOne.filter { _, id in id.map { !left.contains($0) } ?? true }
    facts.lists = lists.mapValues { $0.filter { !left.contains($0) } }
    facts.windows = windows.mapValues { $0.map { window in window.mapped { left.contains($0) ? nil : $0 } } }
    return facts
  }

  func renamed(_ names: [ObjectID: ObjectID]) -> RecordedObject {
    var facts = self
    facts.values = values.mapValues { $0.renamed(names) }
    facts.toOne = toOne.mapValues { id in id.map { names[$0] ?? $0 } }
    facts.lists = lists.mapValues { $0.map { names[$0] ?? $0 }.withoutRepeats }
    facts.windows = windows.mapValues { $0.map { $0.mapped { names[$0] ?? $0 } } }
    return facts
  }
}

extension [ObjectID] {
  var withoutRepeats: [ObjectID] {
    var seen: Set<ObjectID> = []
    return filter { seen.insert($0).inserted }
  }
}

extension JSON {
  /// The member for references to objects of the world in stored parts. No field has this name.
  static let reference = "&"

  /// Creates a reference to an object of the world, for a stored part.
  init(_ id: ObjectID) { self = .object(["&": .string(id.key), "#": .int(id.type)]) }

  /// The referenced object of the world; nil for anything else.
  var referred: ObjectID? {
    guard case .object(let object) = self, object.count == 2, object.members[0].name == Self.reference,
      let key = object.members[0].value.stringValue, let type = object.members[1].value.intValue
    else { return nil }
    return ObjectID(type: type, key: key)
  }

  /// Returns this part or list of parts with the additional members of another one.
  fileprivate func completed(by other: JSON) -> JSON {
    switch (self, other) {
    case (.object(var object), .object(let more)):
      guard let type = object["__typename"], type == more["__typename"] else { return self }
      for member in more.members {
        object[member.name] = object[member.name].map { $0.completed(by: member.value) } ?? member.value
      }
      return .object(object)
    case (.array(let items), .array(let more)):
      return items.count == more.count ? .array(zip(items, more).map { $0.completed(by: $1) }) : self
    default: return self
    }
  }

  fileprivate func renamed(_ names: [ObjectID: ObjectID]) -> JSON {
    let renamer = ReferenceRenamer(names: names)
    return switch renamer.decide(self) {
    case .replace(let new): new
    case .enter: renamer.rewritten(self, at: ())
    case .keep, .remove: self
    }
  }
}

/// Gives other names to objects that stored parts refer to.
private struct ReferenceRenamer: JSONRewriter {
  let names: [ObjectID: ObjectID]

  func decide(_ slot: JSONSlot, in _: JSONObject?, at _: Void) -> JSONRewrite<Void> { decide(slot.value) }

  func decide(_ value: JSON) -> JSONRewrite<Void> {
    if let id = value.referred { return names[id].map { .replace(JSON($0)) } ?? .keep }
    return value.arrayValue != nil || value["__typename"] != nil ? .enter(()) : .keep
  }
}
