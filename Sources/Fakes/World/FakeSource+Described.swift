import FakeValues
import GraphQLSchema
import OrderedJSON

// Objects that a request describes without their key.

/// The arguments' description of one object.
struct Description {
  var values: [JSONObject.Member] = []
  /// The names of the targets of to-one fields: `repository(owner: "octocat", …)`.
  var names: [(field: FieldPlan, name: String)] = []
  /// Other arguments, which match no field.
  var rest = JSONObject()

  var isEmpty: Bool { values.isEmpty && names.isEmpty }
}

extension FakeSource {
  /// Returns the description of an object in a field's arguments, and in an input object with nothing else.
  func description(_ arguments: JSONObject, by field: FieldPlan, of type: TypePlan) -> Description {
    var said = Description()
    for argument in arguments.members where argument.value != .null {
      if describes(argument, type) {
        said.values.append(argument)
      } else if let (link, name) = naming(argument, type) {
        said.names.append((link, name))
      } else if case .object(let inner) = argument.value, let input = field.field.argument(named: argument.name),
        let kind = plan.schema.type(of: input.type), kind.kind == .inputObject, !Self.isFilter(argument.name, kind)
      {
        let given = inner.members.filter { $0.value != .null }
        if !given.isEmpty, given.allSatisfy({ describes($0, type) }) {
          said.values += given
        } else {
          said.rest.members.append(argument)
        }
      } else if case .bool = argument.value {
        // An option of the lookup (`followRenames`), not a description.
      } else {
        said.rest.members.append(argument)
      }
    }
    return said
  }

  /// Indicates whether an input object is a filter, which may match nothing, and not the name of one object.
  private static func isFilter(_ argument: String, _ type: SchemaType) -> Bool {
    let isNamedSo = ["filter", "where", "condition", "filters"].contains(argument)
    return isNamedSo && !type.isOneOf && !words(of: type.name).contains("unique")
  }

  private func describes(_ argument: JSONObject.Member, _ type: TypePlan) -> Bool {
    guard let field = type.field(argument.name), argument.value != .null, !field.type.isList else { return false }
    return plan.schema.type(of: field.type)?.isLeaf == true && plan.schema.fits(argument.value, field.type)
  }

  private func naming(_ argument: JSONObject.Member, _ type: TypePlan) -> (FieldPlan, String)? {
    guard case .string(let text) = argument.value, let field = plan.field(argument.name, of: type),
      field.role == .toOne, !field.targets.isEmpty
    else { return nil }
    return (field, text)
  }

  /// Returns the object with a description among some objects of a type, or among all.
  mutating func member(of type: TypePlan, as said: Description, among members: [FakeObject]? = nil) -> FakeObject? {
    let reader = SnapshotReader(snapshot: snapshot, imageOrigin: imageOrigin)
    let fields = said.values.compactMap { argument in type.field(argument.name).map { ($0, argument.value) } }
    let snapshot = snapshot
    return (members ?? snapshot.members(type)).first { member in
      fields.allSatisfy { field, value in
        let own = reader.leaf(field, of: member)
        return own == value || (own.keyText != nil && own.keyText == value.keyText)
      }
        && said.names.allSatisfy { link, name in
          snapshot.target(of: link, from: member).map { Self.isCalled(name, $0, reader) } ?? false
        }
    }
  }

  /// Returns the unlisted object of a description: all arguments together identify it, and the object that it belongs to.
  mutating func unlistedObject(_ type: TypePlan, as said: Description, in scope: LookupScope? = nil) -> FakeObject? {
    var hash = type.hash.with("stranger")
    for argument in said.values { hash = hash.with(argument.name).with(argument.value.keyText ?? "") }
    for (link, name) in said.names { hash = hash.with(link.name).with(name) }
    var values = Dictionary(said.values.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    for (link, name) in said.names {
      values[link.name] = .string(name)
      guard link.name == "owner", let own = values["name"]?.stringValue else { continue }
      for field in type.type.fields where ["namewithowner", "fullname"].contains(words(of: field.name).joined()) {
        values[field.name] = .string("\(name)/\(own)")
      }
    }
    if let scope, let link = scope.link(from: type), let owner = scope.object.id {
      hash = hash.with(link.name).with(owner.key)
      values[link.name] = JSON(owner)
    }
    return unlistedObject(type, hash: hash.with(arguments: said.rest), values)
  }

  mutating func unlistedObject(_ type: TypePlan, hash: StableHash, _ values: [String: JSON]) -> FakeObject? {
    var draw = Draw(hash)
    let key =
      type.key?.made(type, hash, number: draw.within(1_000...999_999), locale: plan.rules.locale) ?? String(hash.value)
    let object = snapshot.object(type, key: key)
    if snapshot.isDeleted(object) { return nil }
    editor.remember(object)
    return FakeObject(
      plan: type, identity: object.identity, key: key, number: object.number,
      values: values.merging(object.values) { _, said in said }, real: object.real)
  }

  // MARK: Names

  /// The fields with an object's name in URLs and requests.
  private static let calls = ["login", "username", "slug", "handle", "name", "key", "code"]

  private static func isText(_ type: TypePlan, _ field: String) -> Bool {
    guard let field = type.field(field), !field.arguments.contains(where: \.isRequired) else { return false }
    return !field.type.isList && ["String", "ID"].contains(field.type.typeName)
  }

  private static func isCalled(_ name: String, _ object: FakeObject, _ reader: SnapshotReader) -> Bool {
    if object.key == name { return true }
    return calls.contains { call in
      isText(object.plan, call) && object.plan.field(call).map { reader.leaf($0, of: object).keyText } == name
    }
  }

  /// Returns the target of a field if the object was requested by the target's name; else nil.
  mutating func namedTarget(of field: FieldPlan, from object: FakeObject) -> FakeObject? {
    guard object.number == nil, let said = object.values[field.name] else { return nil }
    if let id = said.referred { return snapshot.object(id) }
    guard case .string(let name) = said else { return nil }
    let reader = SnapshotReader(snapshot: snapshot, imageOrigin: imageOrigin)
    for type in field.targets.prefix(20) {
      if let member = snapshot.members(type).first(where: { Self.isCalled(name, $0, reader) }) { return member }
    }
    var draw = Draw(plan.origin.with("stranger").with(name))
    guard let type = draw.pick(field.targets) else { return nil }
    guard let call = Self.calls.first(where: { Self.isText(type, $0) }), call != type.key?.field else {
      return found(type, name)
    }
    return unlistedObject(type, as: Description(values: [.init(call, .string(name))]))
  }

  // MARK: Federation

  /// Returns a federated subgraph's schema, `_service { sdl }`.
  func service(_ field: FieldPlan, _ object: FakeObject, _ hash: StableHash) -> FakeObject? {
    guard field.name == "_service", object.isRoot, let type = field.parts.first, type.field("sdl") != nil else {
      return nil
    }
    return part(type, of: object, hash, ["sdl": .string(plan.schema.printed())])
  }

  /// Returns the object of a representation: `{__typename: "Product", upc: "1"}`.
  mutating func represented(_ json: JSON, _ field: FieldPlan) -> FakeObject? {
    guard case .object(let object) = json, let name = object["__typename"]?.stringValue,
      let type = field.targets.first(where: { $0.type.name == name })
    else { return nil }
    var said = Description()
    // A scalar's members come in the order of the request, which must not matter.
    for member in object.members.sorted(by: { $0.name.precedesByScalars($1.name) })
    where member.name != "__typename" {
      if member.name == type.key?.field, let key = member.value.keyText { return found(type, key) }
      if describes(member, type) { said.values.append(member) } else { said.rest.members.append(member) }
    }
    return member(of: type, as: said) ?? unlistedObject(type, as: said)
  }
}
