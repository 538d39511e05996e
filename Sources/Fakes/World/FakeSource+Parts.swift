import FakeValues
import GraphQLExecution
import GraphQLSchema
import OrderedJSON

// Objects without a population: each belongs to the object that leads to it.

extension FakeSource {
  /// Returns the value of a field whose objects, or some of them, have no population.
  mutating func parts(
    _ field: FieldPlan, _ object: FakeObject, _ type: TypeRef, _ arguments: JSONObject
  ) throws(FieldFailure) -> Resolved<FakeObject> {
    let hash = object.identity.with("part").with(field.name).with(arguments: arguments)
    if let said = object.said(field, arguments) { return said == .null ? .null : stated(said, field, object, hash) }
    if let service = service(field, object, hash) { return Self.resolved(service) }
    if let page = field.page {
      let items = many(field, object, hash, 3...5)
      return Self.resolved(try self.page(page, field, object, items, arguments))
    }
    let isTop = object.isRoot || object.owner?.isRoot == true
    if !isTop, snapshot.isNull(field, object) { return .null }
    guard case .list(let item) = type.nullable else {
      guard let found = one(field, object, hash, isOnly: true) else { return try nothing(field) }
      return Self.resolved(found)
    }
    if item.nullable.isList {
      var rows: [Resolved<FakeObject>] = []
      for row in 0..<2 {
        rows.append(.list(many(field, object, hash.with("row").with(UInt64(row)), 1...4).map(Self.resolved)))
      }
      return .list(rows)
    }
    var draw = Draw(hash.with("list"))
    let recorded = editor.snapshot.learned?.pools[field.id]?.length(hash)
    let isEmpty = draw.chance(10) && !isTop && field.rule?.listLength == nil && recorded == nil
    let items =
      isEmpty ? [] : many(field, object, hash, field.rule?.listLength ?? recorded.map { $0...$0 } ?? 1...5)
    if arguments.members.isEmpty, field.rule?.pageSize == nil { return .list(items.map(Self.resolved)) }
    return .list(try read(field, items, arguments).items.map(Self.resolved))
  }

  private mutating func many(
    _ field: FieldPlan, _ object: FakeObject, _ hash: StableHash, _ range: ClosedRange<Int>
  ) -> [FakeObject] {
    var draw = Draw(hash.with("length"))
    var found: [FakeObject] = []
    for index in 0..<draw.within(range) {
      guard let item = one(field, object, hash.with("index").with(UInt64(index))) else { continue }
      if !found.contains(where: { item.key != nil && $0.isSame(as: item) }) { found.append(item) }
    }
    return found
  }

  /// Returns one object of any of the field's possible types.
  private mutating func one(
    _ field: FieldPlan, _ object: FakeObject, _ hash: StableHash, isOnly: Bool = false
  ) -> FakeObject? {
    var draw = Draw(hash.with("pick"))
    let position = draw.below(field.targets.count + field.parts.count)
    if position < field.targets.count { return snapshot.pick(field.targets[position], &draw) }
    guard position - field.targets.count < field.parts.count else { return nil }
    let values = isOnly ? snapshot.amounts(in: field, of: object) : [:]
    return part(field.parts[position - field.targets.count], of: object, hash, values, isOnly: isOnly)
  }

  /// Returns a few objects of one type, for a list of several types at a root.
  func parts(of type: TypePlan, _ field: FieldPlan, _ object: FakeObject) -> [FakeObject] {
    let hash = object.identity.with("part").with(field.name).with(type.type.name)
    return (0..<2).map { part(type, of: object, hash.with("index").with(UInt64($0)), [:]) }
  }

  func part(
    _ type: TypePlan, of owner: FakeObject, _ hash: StableHash, _ values: [String: JSON], isOnly: Bool = false
  ) -> FakeObject {
    .part(type, of: owner, hash, values, isOnly: isOnly)
  }

  /// Returns the parts that were described: an object has the values of a part's fields.
  mutating func stated(
    _ said: JSON, _ field: FieldPlan, _ object: FakeObject, _ hash: StableHash
  ) -> Resolved<FakeObject> {
    switch said {
    case .array(let items):
      return .list(
        items.enumerated().map { index, item in
          item == .null ? .null : stated(item, field, object, hash.with("index").with(UInt64(index)))
        })
    case .object(let members):
      if let id = said.referred {
        let found = snapshot.object(id)
        return snapshot.isDeleted(found) ? .null : Self.resolved(found)
      }
      let named = members.members.first { $0.name == "__typename" }?.value.keyText
      guard let type = field.parts.first(where: { $0.type.name == named }) ?? field.parts.first else { return .null }
      return Self.resolved(part(type, of: object, hash, JSON.object(members).members))
    default: return .null
    }
  }
}

extension JSON {
  var members: [String: JSON] {
    guard case .object(let object) = self else { return [:] }
    return Dictionary(object.members.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }
}
