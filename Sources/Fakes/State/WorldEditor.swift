import FakeValues
import GraphQLSchema
import HashTreeCollections
import OrderedJSON

/// Changes the world consistently: both ends of a link agree, and no link leads to a deleted object.
struct WorldEditor {
  let plan: WorldPlan
  private(set) var changes: Changes
  private let base: Snapshot
  private var current: Snapshot?
  /// The events in order, for subscriptions.
  private(set) var events: [WorldEvent] = []

  init(_ snapshot: Snapshot, base: Snapshot) {
    plan = snapshot.plan
    changes = snapshot.changes
    self.base = base
    current = snapshot
  }

  var snapshot: Snapshot {
    mutating get {
      if let current { return current }
      let made = Snapshot(base, changes: changes)
      current = made
      return made
    }
  }

  mutating func step() { changes.steps += 1 }

  /// The moment of the mutation, in seconds since 1970: one second each, after all generated moments.
  var moment: Int { base.now + changes.steps }

  private mutating func change(_ edit: (inout Changes) -> Void) {
    edit(&changes)
    current = nil
  }

  // MARK: Objects

  /// Creates an object of a type with a population, with JSON values of its fields, the key if it is given.
  mutating func create(_ type: TypePlan, values: [String: JSON]) -> FakeObject {
    var values = values
    let said = type.key.flatMap { values[$0.field]?.keyText }
    let key = said ?? freshKey(type)
    if let field = type.key?.field { values[field] = nil }
    let id = ObjectID(type: type.index, key: key)
    let wasMember = snapshot.isMember(type, key: key)
    let isSeeded = snapshot.object(type, key: key).number != nil
    change { changes in
      changes.undelete(id)
      changes.lookedUp.remove(id)
      // A generated member is listed again when it is no longer deleted.
      if !wasMember, !isSeeded { changes.create(id) }
      if !values.isEmpty { changes.say(id, values) }
    }
    events.append(WorldEvent(kind: .created, object: id))
    return snapshot.object(id)
  }

  mutating func set(_ object: FakeObject, _ values: [String: JSON]) {
    guard let id = object.id, !values.isEmpty else { return }
    change { $0.say(id, values) }
    note(.updated, id)
  }

  /// Deletes an object, and all objects that cannot exist without it.
  mutating func delete(_ object: FakeObject) {
    guard let id = object.id, !changes.deleted.contains(id) else { return }
    let dependants = (plan.linksToType[object.plan.index] ?? []).filter { link in
      // A room stays without its last message.
      link.isNonNull && !link.owner.isReal && link.member == nil
    }
    let snapshot = self.snapshot
    let orphans = dependants.flatMap { snapshot.leading(by: $0)[id] ?? [] }
    change { changes in
      changes.delete(id)
      if changes.viewer == id { changes.viewer = nil }
    }
    events.append(WorldEvent(kind: .deleted, object: id))
    for orphan in orphans where orphan.id != id { delete(orphan) }
  }

  /// Returns the key after all those that were generated or created.
  private mutating func freshKey(_ type: TypePlan) -> String {
    // The number of created objects of the type gives the next number, so that changes to other types have no effect.
    var number = plan.sizes.size(type) + changes.madeCount(type.index)
    while true {
      number += 1
      let hash = type.hash.with("made").with(UInt64(number))
      let key = type.key?.made(type, hash, number: number, locale: plan.rules.locale) ?? String(number)
      let id = ObjectID(type: type.index, key: key)
      if !snapshot.isMember(type, key: key), !changes.deleted.contains(id), !changes.lookedUp.contains(id) {
        return key
      }
    }
  }

  /// Creates the missing objects with required one-to-one links to a new object.
  mutating func complete(_ object: FakeObject) {
    guard let id = object.id else { return }
    let type = plan.types[id.type]
    for field in plan.fields(of: type) {
      guard case .oneToOne(let partner) = field.link, field.isNonNull,
        changes.toOne[.init(object: id, field: field.linkID)] == nil, field.targets[0].isEntity
      else { continue }
      let other = ObjectID(type: field.targets[0].index, key: freshKey(field.targets[0]))
      change { changes in
        changes.create(other)
        changes.toOne[.init(object: id, field: field.linkID)] = .some(other)
        changes.toOne[.init(object: other, field: partner)] = .some(id)
      }
    }
  }

  // MARK: Links

  /// Links an object to another one by a field, at both ends.
  mutating func connect(_ object: FakeObject, _ field: FieldPlan, _ other: FakeObject) {
    guard let id = object.id, let otherID = other.id else { return }
    switch field.link {
    case .toOne, .atlas:
      change { $0.toOne[.init(object: id, field: field.linkID)] = .some(otherID) }
    case .oneToOne(let partner):
      let snapshot = self.snapshot
      let before = snapshot.target(of: field, from: object)?.id
      let otherBefore = snapshot.target(of: plan.fields[partner], from: other)?.id
      change { changes in
        if let before, before != otherID { changes.toOne[.init(object: before, field: partner)] = .some(nil) }
        if let otherBefore, otherBefore != id {
          changes.toOne[.init(object: otherBefore, field: field.linkID)] = .some(nil)
        }
        changes.toOne[.init(object: id, field: field.linkID)] = .some(otherID)
        changes.toOne[.init(object: otherID, field: partner)] = .some(id)
      }
    case .derived(let from):
      guard let back = wayBack(from, other) else { return }
      change { $0.toOne[.init(object: otherID, field: back.linkID)] = .some(id) }
      note(.updated, otherID)
    case .pairs(let lead, let isLead):
      change {
        $0.pairs[lead, default: [:]][isLead ? .init(lead: id, other: otherID) : .init(lead: otherID, other: id)] = true
      }
      note(.updated, otherID)
    case .symmetric:
      change { changes in
        changes.pairs[field.linkID, default: [:]][.init(lead: id, other: otherID)] = true
        changes.pairs[field.linkID, default: [:]][.init(lead: otherID, other: id)] = true
      }
      note(.updated, otherID)
    case .free:
      var list = snapshot.targets(of: field, from: object).compactMap(\.id)
      guard !list.contains(otherID) else { return }
      list.append(otherID)
      change { $0.lists[.init(object: id, field: field.linkID)] = list }
    }
    note(.updated, id)
  }

  /// Removes the link of an object to another one, unless the other requires it. Returns true if the link is removed.
  @discardableResult
  mutating func disconnect(_ object: FakeObject, _ field: FieldPlan, _ other: FakeObject) -> Bool {
    guard let id = object.id, let otherID = other.id else { return false }
    switch field.link {
    case .toOne, .atlas:
      guard !field.isNonNull else { return false }
      change { $0.toOne[.init(object: id, field: field.linkID)] = .some(nil) }
    case .oneToOne(let partner):
      guard !field.isNonNull, !plan.fields[partner].isNonNull else { return false }
      change { changes in
        changes.toOne[.init(object: id, field: field.linkID)] = .some(nil)
        changes.toOne[.init(object: otherID, field: partner)] = .some(nil)
      }
    case .derived(let from):
      guard let back = wayBack(from, other), !back.isNonNull,
        snapshot.target(of: back, from: other)?.id == id
      else { return false }
      change { $0.toOne[.init(object: otherID, field: back.linkID)] = .some(nil) }
    case .pairs(let lead, let isLead):
      change {
        $0.pairs[lead, default: [:]][isLead ? .init(lead: id, other: otherID) : .init(lead: otherID, other: id)] = false
      }
    case .symmetric:
      change { changes in
        changes.pairs[field.linkID, default: [:]][.init(lead: id, other: otherID)] = false
        changes.pairs[field.linkID, default: [:]][.init(lead: otherID, other: id)] = false
      }
    case .free:
      var list = snapshot.targets(of: field, from: object).compactMap(\.id)
      list.removeAll { $0 == otherID }
      change { $0.lists[.init(object: id, field: field.linkID)] = list }
    }
    note(.updated, id)
    return true
  }

  /// Returns the to-one field, among those with these numbers, that an object's type has.
  private func wayBack(_ fields: [Int], _ object: FakeObject) -> FieldPlan? {
    for field in fields where plan.fields[field].owner === object.plan { return plan.fields[field] }
    return nil
  }

  /// Sets the targets of an object's field to these objects.
  mutating func replace(_ object: FakeObject, _ field: FieldPlan, with others: [FakeObject]) {
    for old in snapshot.targets(of: field, from: object) where !others.contains(where: { $0.isSame(as: old) }) {
      disconnect(object, field, old)
    }
    for other in others { connect(object, field, other) }
  }

  /// Makes a to-one field null.
  mutating func clear(_ object: FakeObject, _ field: FieldPlan) {
    if let other = snapshot.target(of: field, from: object) { disconnect(object, field, other) }
  }

  // MARK: The viewer

  mutating func logIn(_ object: FakeObject) {
    guard let id = object.id else { return }
    change { changes in
      changes.viewer = id
      changes.isLoggedOut = false
    }
  }

  mutating func logOut() {
    change { changes in
      changes.viewer = nil
      changes.isLoggedOut = true
    }
  }

  /// Remembers an unlisted object that a request has looked up.
  mutating func remember(_ object: FakeObject) {
    guard let id = object.id, object.number == nil else { return }
    // The object stays the same: its generated values are kept.
    changes.lookedUp.insert(id)
    current = nil
  }

  private mutating func note(_ kind: EventKind, _ id: ObjectID) {
    if !events.contains(where: { $0.object == id }) { events.append(WorldEvent(kind: kind, object: id)) }
  }
}

/// An event of an object.
struct WorldEvent: Hashable, Sendable {
  var kind: EventKind
  var object: ObjectID
}

extension TypePlan {
  /// Indicates whether its objects are those of the real world, which are not deleted with one another.
  fileprivate var isReal: Bool { key?.style == .atlas }
}
