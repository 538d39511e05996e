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
      return Self.resolved(
        try self.page(page, field, object, snapshot.parts(of: field, from: object, arguments), arguments))
    }
    let isTop = object.isRoot || object.owner?.isRoot == true
    if !isTop, snapshot.isNull(field, object) { return .null }
    guard case .list(let item) = type.nullable else {
      let values = described(by: arguments, field)
      guard let found = snapshot.anyPart(field, object, hash, values, isOnly: true) else { return try nothing(field) }
      return Self.resolved(found)
    }
    if item.nullable.isList {
      var rows: [Resolved<FakeObject>] = []
      for row in 0..<2 {
        let row = hash.with("row").with(UInt64(row))
        rows.append(.list(snapshot.parts(of: field, from: object, row, 1...4).map(Self.resolved)))
      }
      return .list(rows)
    }
    let items = snapshot.parts(of: field, from: object, arguments)
    if arguments.members.isEmpty, field.rule?.pageSize == nil { return .list(items.map(Self.resolved)) }
    return .list(try read(field, items, arguments).items.map(Self.resolved))
  }

  /// Returns the values of the only part that arguments describe: the width of an image with the argument `width`.
  private mutating func described(by arguments: JSONObject, _ field: FieldPlan) -> [String: JSON] {
    guard !arguments.isEmpty, field.parts.count == 1, field.targets.isEmpty else { return [:] }
    return values(of: description(arguments, by: field, of: field.parts[0]))
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
