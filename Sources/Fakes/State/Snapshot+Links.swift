import FakeValues
import GraphQLSchema
import HashTreeCollections
import OrderedJSON

// The targets of fields. Changes override generated links.

extension Snapshot {
  /// Returns the object to which a to-one field of an object leads; nil for null.
  func target(of field: FieldPlan, from object: FakeObject) -> FakeObject? {
    if let said = saidTarget(of: field, from: object) {
      guard let said else { return nil }
      let target = self.object(said)
      return isDeleted(target) ? nil : target
    }
    if let parent = parent(of: object, by: field) { return isDeleted(parent) ? nil : parent }
    if case .atlas = field.link, let codes = realTargets(of: field, from: object) {
      return codes.lazy.map { self.object(field.targets[0], key: $0) }.first { !self.isDeleted($0) }
    }
    if case .oneToOne(let partner) = field.link { return partnerOf(object, by: field, partner: plan.fields[partner]) }
    if isNull(field, object) { return nil }
    if case .timeInStates(let state, let values)? = plan.constraint(of: field) {
      let value = value(of: state, object, JSONObject(), imageOrigin: "").stringValue
      if !values.contains(value ?? "") { return nil }
    }
    if let shown = field.member {
      let found = member(shown, of: targets(of: plan.fields[shown.list], from: object))
      if found != nil || !field.isNonNull { return found }
    }
    // Nullable links of objects that were created later are null until they are set.
    if !field.isNonNull, object.number == nil, let id = object.id, isMember(object.plan, key: id.key) { return nil }
    return seededTarget(of: field, from: object)
  }

  /// Returns the objects to which a to-many field of an object leads, in order, without repetitions.
  func targets(of field: FieldPlan, from object: FakeObject) -> [FakeObject] {
    if let said = saidTargets(of: field, from: object) { return said }
    return inRecordedOrder(linked(by: field, from: object), field, object)
  }

  private func linked(by field: FieldPlan, from object: FakeObject) -> [FakeObject] {
    switch field.link {
    case .atlas where !field.isMany: return target(of: field, from: object).map { [$0] } ?? []
    case .atlas:
      let codes = realTargets(of: field, from: object) ?? []
      return codes.map { self.object(field.targets[0], key: $0) }.filter { !isDeleted($0) }
    case .derived(let from):
      guard let id = object.id else { return free(field, object) }
      return from.flatMap { back -> [FakeObject] in
        let back = plan.fields[back]
        return children(of: object, by: back) + (leading(by: back)[id] ?? []).map { now($0) }
      }
    case .pairs(let lead, let isLead): return paired(field, object, lead: lead, isLead: isLead)
    case .symmetric: return paired(field, object, lead: field.linkID, isLead: true)
    case .toOne, .oneToOne: return target(of: field, from: object).map { [$0] } ?? []
    case .free: return free(field, object)
    }
  }

  /// Indicates whether a field of an object is null by chance.
  func isNull(_ field: FieldPlan, _ object: FakeObject) -> Bool {
    guard !field.isNonNull, plan.shares[field.id] == nil else { return false }
    if let known = recordedNull(field, object) { return known }
    guard field.nullPercent > 0 else { return false }
    var draw = Draw(object.identity.with("null").with(field.name))
    return draw.chance(field.nullPercent)
  }

  // MARK: Generated links

  private func seededTarget(of field: FieldPlan, from object: FakeObject) -> FakeObject? {
    let hash = object.identity.with("link").with(field.name)
    var draw = Draw(hash)
    guard let type = field.targets.count == 1 ? field.targets[0] : draw.pick(field.targets) else { return nil }
    let size = plan.sizes.size(type)
    guard size > 0 else { return members(type).first }
    let position: Int
    if field.owner === type, plan.isTree(field), let number = object.number {
      // Parents come before their children, so that no object is its own ancestor.
      guard number > 0 else { return field.isNonNull ? memberNear(0, type, besides: nil) : nil }
      if !field.isNonNull, draw.chance(30) { return nil }
      let parent = parentNumber(field, number, &draw)
      if parent == nil, !field.isNonNull { return nil }
      position = parent ?? draw.below(number)
    } else if let number = object.number, let block = block(of: field, number) {
      position = block
    } else {
      position = draw.below(size)
    }
    let besides = field.owner === type && size > 1 ? object : nil
    let member = seededMember(type, position)
    if isClosed(member, to: field) { return openMember(position, type, field, besides: besides) }
    if !isDeleted(member), besides.map({ !$0.isSame(as: member) }) ?? true { return member }
    // A nullable link to a deleted object is null.
    if isDeleted(member), !field.isNonNull { return nil }
    return memberNear(position + 1, type, besides: besides) ?? memberNear(0, type, besides: nil)
  }

  /// Returns the first member from a number on, wrapping around.
  private func memberNear(_ number: Int, _ type: TypePlan, besides: FakeObject?) -> FakeObject? {
    let members = members(type)
    for step in members.indices {
      let member = members[(number + step) % members.count]
      if besides.map({ !$0.isSame(as: member) }) ?? true { return member }
    }
    return nil
  }

  /// Returns the number of the object to which a member leads if lists of given lengths share a population.
  private func block(of field: FieldPlan, _ number: Int) -> Int? {
    guard let shares = plan.shares[field.id]?.value, let last = shares.last, number < last else { return nil }
    // The first share that ends after the number.
    var (low, high) = (0, shares.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if shares[middle] > number { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func partnerOf(_ object: FakeObject, by field: FieldPlan, partner: FieldPlan) -> FakeObject? {
    let type = field.targets[0]
    if let number = object.number {
      guard number < plan.sizes.size(type) else { return nil }
      let other = seededMember(type, number)
      if isDeleted(other) { return nil }
      // It may have another partner since.
      if let said = saidTarget(of: partner, from: other), said != object.id {
        // An object without its recorded, required partner gets its own.
        return field.isNonNull && learned != nil ? object.key.map { self.object(type, key: $0) } : nil
      }
      return other
    }
    // The counterpart of an unlisted object is the unlisted object with the same key.
    guard let key = object.key, !field.isNonNull || !isDeleted(self.object(type, key: key)) else { return nil }
    return self.object(type, key: key)
  }

  private func realTargets(of field: FieldPlan, from object: FakeObject) -> [String]? {
    guard let member = object.real?.member, let kind = field.targets[0].atlas else { return nil }
    let codes = member.related(kind)
    guard let learned, learned.recorded.whole.contains(field.targets[0].index) else { return codes }
    return codes?.filter { isMember(field.targets[0], key: $0) }
  }

  // MARK: Lists

  private func paired(_ field: FieldPlan, _ object: FakeObject, lead: Int, isLead: Bool) -> [FakeObject] {
    guard let id = object.id else { return free(field, object) }
    let type = field.targets[0]
    let said = changes.pairs[lead] ?? [:]
    let recorded = learned?.links.pairs[lead] ?? [:]
    let isSymmetric = field.link == .symmetric
    func isSaid(_ other: ObjectID) -> Bool? {
      if said.isEmpty, recorded.isEmpty { return nil }
      let pair: ObjectPair = isLead ? .init(lead: id, other: other) : .init(lead: other, other: id)
      if let flag = said[pair] { return flag }
      if isSymmetric, let flag = said[.init(lead: other, other: id)] { return flag }
      return recorded[pair] ?? (isClosed(id, other, field) ? false : nil)
    }
    var found: [FakeObject] = []
    for member in members(type) where !(isSymmetric && member.isSame(as: object)) {
      guard let other = member.id else { continue }
      if isSaid(other) ?? isPair(field, object, member, lead: lead, isLead: isLead) { found.append(member) }
    }
    guard !said.isEmpty else { return found }
    // Unlisted objects that were linked.
    var unlisted: [ObjectID] = []
    for (pair, flag) in said where flag {
      if isLead || isSymmetric, pair.lead == id { unlisted.append(pair.other) }
      if !isLead || isSymmetric, pair.other == id { unlisted.append(pair.lead) }
    }
    unlisted.sort { $0.key.precedesByScalars($1.key) }
    for other in unlisted where !isMember(type, key: other.key) && !changes.deleted.contains(other) {
      found.append(self.object(other))
    }
    return found
  }

  /// Indicates whether two objects are a pair by the seed.
  private func isPair(_ field: FieldPlan, _ object: FakeObject, _ other: FakeObject, lead: Int, isLead: Bool) -> Bool {
    // Objects that were created later have no pairs until they are linked.
    guard object.number != nil, other.number != nil else { return false }
    let sizes = (plan.sizes.size(field.owner), plan.sizes.size(field.targets[0]))
    let isSymmetric = field.link == .symmetric
    let (first, second) =
      isSymmetric
      ? (min(object.identity.value, other.identity.value), max(object.identity.value, other.identity.value))
      : isLead ? (object.identity.value, other.identity.value) : (other.identity.value, object.identity.value)
    var draw = Draw(plan.origin.with("pair").with(UInt64(lead)).with(first).with(second))
    return draw.below(100 * min(sizes.0, sizes.1)) < 180
  }

  private func free(_ field: FieldPlan, _ object: FakeObject) -> [FakeObject] {
    if let id = object.id, let said = changes.lists[.init(object: id, field: field.linkID)] {
      return said.filter { !changes.deleted.contains($0) }.map { self.object($0) }
    }
    var draw = Draw(object.identity.with("list").with(plan.fields[field.linkID].name))
    // Lists in a part of the root show the whole world.
    if object.owner?.isRoot == true || object.isRoot { return everything(field) }
    // Objects that were created later begin with empty lists.
    if object.key != nil, object.number == nil, isMember(object.plan, key: object.key ?? "") { return [] }
    let isEmpty = draw.chance(10)
    let recorded = recordedLength(field, object)
    let length = field.rule?.listLength.map { draw.within($0) } ?? recorded ?? draw.within(1...5)
    if isEmpty, field.rule?.listLength == nil, recorded == nil { return [] }
    let found =
      field.targets.count == 1
      ? sample(field.targets[0], length, &draw, besides: object) : mixed(field, length, &draw)
    return learned == nil ? found : corrected(found, length, field, object)
  }

  /// Returns this number of members, in order, without repetitions.
  private func sample(_ type: TypePlan, _ length: Int, _ draw: inout Draw, besides: FakeObject) -> [FakeObject] {
    let size = plan.sizes.size(type)
    guard size > 0, length > 0 else { return [] }
    var numbers: Set<Int> = []
    let own = besides.plan === type ? besides.number : nil
    if length >= size - (own == nil ? 0 : 1) {
      numbers = Set(0..<size)
    } else {
      while numbers.count < length {
        let number = draw.below(size)
        if number != own { numbers.insert(number) }
      }
    }
    return numbers.sorted().map { seededMember(type, $0) }
      .filter { !isDeleted($0) && !$0.isSame(as: besides) }
  }

  private func mixed(_ field: FieldPlan, _ length: Int, _ draw: inout Draw) -> [FakeObject] {
    var found: [FakeObject] = []
    for _ in 0..<length {
      guard let type = draw.pick(field.targets) else { continue }
      let size = plan.sizes.size(type)
      guard size > 0 else { continue }
      let number = draw.below(size)
      let member = seededMember(type, number)
      if !isDeleted(member), !found.contains(where: { $0.isSame(as: member) }) { found.append(member) }
    }
    return found
  }

  /// Returns all objects to which a list at a root may lead; with very many types, of the first few.
  func everything(_ field: FieldPlan) -> [FakeObject] {
    if let said = recordedRootList(field) { return said }
    return field.targets.count == 1 ? members(field.targets[0]) : field.targets.prefix(10).flatMap { members($0) }
  }
}
