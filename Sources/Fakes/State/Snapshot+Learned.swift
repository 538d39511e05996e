import FakeValues
import GraphQLExecution
import GraphQLSchema
import HashTreeCollections
import OrderedJSON

// Recorded facts. A session's changes override them, and they override generated values.

extension Snapshot {
  /// Indicates whether the recordings looked an object up that did not exist, and it was not created since.
  func isMissing(_ id: ObjectID) -> Bool {
    guard let learned, learned.recorded.missing.contains(id) else { return false }
    return !changes.isCreated(id)
  }

  // MARK: Values

  /// Returns the values of an object that were recorded or set.
  func said(_ type: TypePlan, _ key: String) -> [String: JSON] {
    let id = ObjectID(type: type.index, key: key)
    let changed = changes.values.isEmpty ? nil : changes.values[id]
    guard var values = learned?.values[id] else { return changed ?? [:] }
    guard let changed else { return values }
    for (name, value) in changed {
      // Recorded values for certain arguments are outdated, too.
      for old in values.keys where old.hasPrefix(name + "(") { values[old] = nil }
      values[name] = value
    }
    // So are values that follow from changed ones.
    for field in plan.fields(of: type) where changed[field.name] == nil && values[field.name] != nil {
      guard field.role == .leaf, let inputs = plan.constraint(of: field)?.inputs else { continue }
      if inputs.contains(where: { changed[$0.name] != nil }) { values[field.name] = nil }
    }
    return values
  }

  /// Indicates whether a field of an unrecorded object is null, as often as in recorded ones; nil if that is unknown,
  /// or a rule sets the percentage.
  func recordedNull(_ field: FieldPlan, _ object: FakeObject) -> Bool? {
    guard let learned, plan.rules.nullPercent == nil, field.rule?.nullPercent == nil else { return nil }
    return learned.pools[field.id]?.isNull(object.identity.with(field.name))
  }

  // MARK: Links

  /// Returns the recorded or set target of a to-one field; nil if there is none, an inner nil for null.
  func saidTarget(of field: FieldPlan, from object: FakeObject) -> ObjectID?? {
    guard let id = object.id else {
      guard let said = object.values[field.name] else { return nil }
      return said == .null ? .some(nil) : said.referred.map { .some($0) }
    }
    let place = FieldOf(object: id, field: field.linkID)
    if !changes.toOne.isEmpty, let said = changes.toOne[place] { return said }
    return learned?.links.toOne[place]
  }

  /// Returns the whole recorded list of a field; nil if there is none.
  func saidTargets(of field: FieldPlan, from object: FakeObject) -> [FakeObject]? {
    guard let learned else { return nil }
    guard let id = object.id else {
      guard case .array(let items)? = object.values[field.name] else { return nil }
      return items.compactMap(\.referred).map { self.object($0) }.filter { !isDeleted($0) }
    }
    let place = FieldOf(object: id, field: field.linkID)
    guard changes.lists[place] == nil, let said = learned.links.lists[place] else { return nil }
    return said.map { self.object($0) }.filter { !isDeleted($0) }
  }

  /// Returns a recorded list of the root that is not simply all objects of a type; objects created since come last.
  func recordedRootList(_ field: FieldPlan) -> [FakeObject]? {
    guard let said = learned?.links.rootLists[field.linkID] else { return nil }
    let made = field.targets.flatMap { type in
      changes.createdKeys(type.index).map { ObjectID(type: type.index, key: $0) }
    }
    return (said + made).withoutRepeats.map { object($0) }.filter { !isDeleted($0) }
  }

  /// Returns a list in its recorded order; other items come last.
  func inRecordedOrder(_ list: [FakeObject], _ field: FieldPlan, _ object: FakeObject) -> [FakeObject] {
    guard let learned, let id = object.id,
      let order = learned.links.order[.init(object: id, field: field.linkID)]
    else { return list }
    let places = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return list.enumerated().map { index, item in
      (item: item, place: item.id.flatMap { places[$0] } ?? order.count + index)
    }.sorted { $0.place < $1.place }.map(\.item)
  }

  /// Indicates whether a member's list that derives from a field was completely recorded, without generated items.
  func isClosed(_ member: FakeObject, to field: FieldPlan) -> Bool {
    guard let links = learned?.links, !links.closed.isEmpty, let id = member.id else { return false }
    return links.inverses[field.linkID]?.contains { links.closed.contains(.init(object: id, field: $0)) } == true
  }

  /// Indicates whether a list at either end of a pair was completely recorded.
  func isClosed(_ id: ObjectID, _ other: ObjectID, _ field: FieldPlan) -> Bool {
    guard let links = learned?.links, !links.closed.isEmpty else { return false }
    if links.closed.contains(.init(object: id, field: field.linkID)) { return true }
    let inverses = field.link == .symmetric ? [field.linkID] : links.inverses[field.linkID] ?? []
    return inverses.contains { links.closed.contains(.init(object: other, field: $0)) }
  }

  /// Returns the first member from a number on whose list may have more items; nil if there is none and the field is
  /// nullable.
  func openMember(_ number: Int, _ type: TypePlan, _ field: FieldPlan, besides: FakeObject?) -> FakeObject? {
    let members = members(type)
    for step in members.indices {
      let member = members[(number + step) % members.count]
      if !isClosed(member, to: field), besides.map({ !$0.isSame(as: member) }) ?? true { return member }
    }
    // A non-null field needs an object.
    return field.isNonNull && !members.isEmpty ? members[number % members.count] : nil
  }

  /// Returns the length of an object's list, recorded for it or for others.
  func recordedLength(_ field: FieldPlan, _ object: FakeObject) -> Int? {
    guard let learned else { return nil }
    if let id = object.id, let told = learned.links.lengths[.init(object: id, field: field.linkID)] { return told }
    return learned.pools[field.id]?.length(object.identity.with(field.name))
  }

  /// Returns a generated list, corrected by its recorded beginning, members, and non-members.
  func corrected(_ list: [FakeObject], _ length: Int, _ field: FieldPlan, _ object: FakeObject) -> [FakeObject] {
    guard let learned, let id = object.id else { return list }
    var list = list
    if let beginning = learned.links.beginnings[.init(object: id, field: field.linkID)] {
      let first = beginning.map { self.object($0) }.filter { !isDeleted($0) }
      let rest = list.filter { member in !first.contains { $0.isSame(as: member) } }
      list = first + rest.prefix(max(0, length - first.count))
    }
    guard let flags = learned.memberships[field.linkID], object.isSame(as: viewer()) else { return list }
    list.removeAll { $0.id.flatMap { flags[$0] } == false }
    for member in flags.filter(\.value).keys.sorted(by: { $0.key.precedesByScalars($1.key) })
    where !list.contains(where: { $0.id == member }) {
      list.append(self.object(member))
    }
    return list
  }
}

extension FakeObject {
  func isSame(as other: FakeObject?) -> Bool { other.map { isSame(as: $0) } ?? false }

  /// Returns a field's recorded or set value for these arguments, else for any.
  func said(_ field: FieldPlan, _ arguments: JSONObject) -> JSON? {
    if values.isEmpty { return nil }
    if !arguments.isEmpty, let said = values[arguments.valueName(of: field.name)] { return said }
    return values[field.name]
  }
}
