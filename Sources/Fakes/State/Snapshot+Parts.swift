import FakeValues
import GraphQLSchema
import OrderedJSON

// Objects without a population: each belongs to the object that leads to it.

extension Snapshot {
  /// Returns the only part of an object in a field without arguments: the same one as in a response. Nil for null, for
  /// lists, and for parts of several types.
  func part(_ field: FieldPlan, of object: FakeObject) -> FakeObject? {
    guard field.role == .part, !field.isMany, field.targets.isEmpty, field.parts.count == 1 else { return nil }
    let hash = object.identity.with("part").with(field.name)
    if let said = object.said(field, JSONObject()) {
      guard said.objectValue != nil, said.referred == nil else { return nil }
      return .part(field.parts[0], of: object, hash, said.members)
    }
    if isNull(field, object) { return nil }
    return .part(field.parts[0], of: object, hash, amounts(in: field, of: object), isOnly: true)
  }

  /// Returns the parts of an object in a list, or in a page of one, before its arguments are applied. Those that select,
  /// order and cut have no effect on the parts themselves.
  func parts(of field: FieldPlan, from object: FakeObject, _ arguments: JSONObject) -> [FakeObject] {
    let understood = arguments.isEmpty ? [] : field.list.value.understood
    let rest = JSONObject(arguments.members.filter { !understood.contains($0.name) })
    let hash = object.identity.with("part").with(field.name).with(arguments: rest)
    if case .array(let items)? = object.said(field, arguments) {
      return items.enumerated().compactMap { index, item in
        item.isNull ? nil : .part(field.parts[0], of: object, hash.with("index").with(UInt64(index)), item.members)
      }
    }
    if field.page != nil { return parts(of: field, from: object, hash, 3...5) }
    let isTop = object.isRoot || object.owner?.isRoot == true
    if !isTop, isNull(field, object) { return [] }
    var draw = Draw(hash.with("list"))
    let recorded = learned?.pools[field.id]?.length(hash)
    let isEmpty = draw.chance(10) && !isTop && field.rule?.listLength == nil && recorded == nil
    return isEmpty
      ? [] : parts(of: field, from: object, hash, field.rule?.listLength ?? recorded.map { $0...$0 } ?? 1...5)
  }

  /// Returns as many parts as a range allows.
  func parts(
    of field: FieldPlan, from object: FakeObject, _ hash: StableHash, _ range: ClosedRange<Int>
  ) -> [FakeObject] {
    var draw = Draw(hash.with("length"))
    var found: [FakeObject] = []
    for index in 0..<draw.within(range) {
      guard let item = anyPart(field, object, hash.with("index").with(UInt64(index))) else { continue }
      if !found.contains(where: { item.key != nil && $0.isSame(as: item) }) { found.append(item) }
    }
    return found
  }

  /// Returns one object of any of the field's possible types.
  func anyPart(
    _ field: FieldPlan, _ object: FakeObject, _ hash: StableHash, _ values: [String: JSON] = [:], isOnly: Bool = false
  ) -> FakeObject? {
    var draw = Draw(hash.with("pick"))
    let position = draw.below(field.targets.count + field.parts.count)
    if position < field.targets.count { return pick(field.targets[position], &draw) }
    guard position - field.targets.count < field.parts.count else { return nil }
    let own = isOnly ? amounts(in: field, of: object).merging(values) { _, said in said } : values
    return .part(field.parts[position - field.targets.count], of: object, hash, own, isOnly: isOnly)
  }

  /// Returns the object around this one, if a part has a field of the type of the whole (`State.country`).
  func owner(of object: FakeObject, as field: FieldPlan) -> FakeObject? {
    guard object.key == nil, field.isOwner != false else { return nil }
    var next = object.owner
    while let owner = next, !owner.isRoot {
      if (field.targets + field.parts).contains(where: { $0 === owner.plan }) { return owner }
      next = owner.owner
    }
    return nil
  }
}

extension FakeObject {
  /// Returns a part of an object; the only one of its kind may describe the object itself (`Address`).
  static func part(
    _ type: TypePlan, of owner: FakeObject, _ hash: StableHash, _ values: [String: JSON], isOnly: Bool = false
  ) -> FakeObject {
    let identity = hash.with(type.type.name)
    return FakeObject(
      plan: type, identity: identity, owner: owner, values: values,
      valueIdentity: isOnly && type.describesOwner && !owner.isRoot ? owner.valueIdentity : nil,
      real: type.atlas.flatMap { kind in
        var draw = Draw(identity.with("atlas"))
        return RealThing(AtlasMember(kind, code: draw.pick(kind.codes), hash: identity))
      })
  }
}
