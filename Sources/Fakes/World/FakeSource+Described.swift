import FakeValues
import GraphQLSchema
import OrderedJSON

// Objects that a request describes without their key.

/// The arguments' description of one object.
struct Description {
  var values: [JSONObject.Member] = []
  /// The descriptions of the targets of to-one fields, by their values: `repository(owner: "octocat", …)`. A member
  /// without a name is any name of the target.
  var targets: [(field: FieldPlan, said: JSONObject)] = []
  /// Other arguments, which match no field.
  var rest = JSONObject()

  var isEmpty: Bool { values.isEmpty && targets.isEmpty }

  fileprivate mutating func add(_ name: String, _ value: JSON, of field: FieldPlan) {
    let member = JSONObject.Member(name, value)
    if let index = targets.firstIndex(where: { $0.field === field }) {
      targets[index].said.members.append(member)
    } else {
      targets.append((field, JSONObject([member])))
    }
  }
}

extension FakeSource {
  /// Returns the description of an object in a field's arguments, and in an input object with nothing else.
  func description(_ arguments: JSONObject, by field: FieldPlan? = nil, of type: TypePlan) -> Description {
    var said = Description()
    for argument in arguments.members where argument.value != .null {
      if describes(argument, type) {
        said.values.append(argument)
        if let (link, key) = linked(argument, type) { said.add(key, argument.value, of: link) }
      } else if let (link, name) = naming(argument, type) {
        said.add(name, argument.value, of: link)
      } else if case .object(let inner) = argument.value, let input = field?.field.argument(named: argument.name),
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
    // `issue(owner:, repository:, number:)` names the owner of the repository.
    for argument in said.rest.members {
      guard case .string = argument.value else { continue }
      let target = said.targets.first { target in
        target.field.targets.contains { plan.field(argument.name, of: $0)?.role == .toOne }
      }
      guard let target else { continue }
      said.add(argument.name, argument.value, of: target.field)
      said.rest.members.removeAll { $0.name == argument.name }
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

  /// Returns the to-one field of a target that an argument names, and the target's field: `author: "ada"` (any name),
  /// `authorLogin`.
  private func naming(_ argument: JSONObject.Member, _ type: TypePlan) -> (FieldPlan, String)? {
    if case .string = argument.value, let field = plan.field(argument.name, of: type), field.role == .toOne,
      !field.targets.isEmpty
    {
      return (field, "")
    }
    let parts = words(of: argument.name)
    for field in plan.fields(of: type) where field.role == .toOne && !field.isMany {
      let own = words(of: field.name)
      guard parts.count > own.count, parts.starts(with: own) else { continue }
      let rest = Array(parts.dropFirst(own.count))
      for target in field.targets {
        let named = target.type.fields.first { words(of: $0.name) == rest }
        if let named, describes(.init(named.name, argument.value), target) { return (field, named.name) }
      }
    }
    return nil
  }

  /// Returns the field that leads to the object whose key an argument has, and the key's field: `mediaId` beside `media`.
  private func linked(_ argument: JSONObject.Member, _ type: TypePlan) -> (FieldPlan, String)? {
    guard let field = plan.field(argument.name, of: type) else { return nil }
    let link: FieldPlan? =
      if case .linkKey(let link) = field.role { plan.fields[link] } else if !type.isEntity {
        plan.fields(of: type).first { $0.role == .toOne && words(of: $0.name) == words(of: field.name).dropLast() }
      } else { nil }
    guard let link, !link.isMany, let key = link.targets.first?.key?.field else { return nil }
    return words(of: argument.name).last == words(of: key).last ? (link, key) : nil
  }

  /// Returns the object with a description among some objects of a type, or among all.
  mutating func member(of type: TypePlan, as said: Description, among members: [FakeObject]? = nil) -> FakeObject? {
    let reader = SnapshotReader(snapshot: snapshot, imageOrigin: imageOrigin)
    let values = JSONObject(said.values)
    return (members ?? snapshot.members(type)).first { member in
      matches(member, values, reader)
        && said.targets.allSatisfy { link, said in
          reader.snapshot.target(of: link, from: member).map { matches($0, said, reader) } ?? false
        }
    }
  }

  /// Indicates whether an object has these values, names of targets, and this name.
  private func matches(_ object: FakeObject, _ said: JSONObject, _ reader: SnapshotReader) -> Bool {
    said.members.allSatisfy { member in
      if member.name.isEmpty { return Self.isCalled(member.value.keyText ?? "", object, reader) }
      guard let field = plan.field(member.name, of: object.plan) else { return false }
      guard field.named.isLeaf else {
        let target = reader.snapshot.target(of: field, from: object)
        return target.map { Self.isCalled(member.value.keyText ?? "", $0, reader) } ?? false
      }
      let own = reader.leaf(field.field, of: object)
      return own == member.value || (own.keyText != nil && own.keyText == member.value.keyText)
    }
  }

  /// Returns the values that an object has by its description. A to-one field has the description of its target.
  func values(of said: Description) -> [String: JSON] {
    var values = Dictionary(said.values.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    for (link, said) in said.targets {
      values[link.name] = .object(said)
      guard link.name == "owner", let name = said[""]?.stringValue, let own = values["name"]?.stringValue else {
        continue
      }
      for field in link.owner.type.fields where ["namewithowner", "fullname"].contains(words(of: field.name).joined()) {
        values[field.name] = .string("\(name)/\(own)")
      }
    }
    return values
  }

  /// Returns the unlisted object of a description: all arguments together identify it, and the object that it belongs to.
  mutating func unlistedObject(_ type: TypePlan, as said: Description, in scope: LookupScope? = nil) -> FakeObject? {
    var hash = type.hash.with("stranger")
    for argument in said.values { hash = hash.with(argument.name).with(argument.value.keyText ?? "") }
    for (link, said) in said.targets {
      for member in said.members { hash = hash.with(link.name + member.name).with(member.value.keyText ?? "") }
    }
    var values = values(of: said)
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

  /// Returns the target of a field if the object was requested by a description of the target; else nil.
  mutating func namedTarget(of field: FieldPlan, from object: FakeObject) -> FakeObject? {
    guard object.number == nil, let said = object.values[field.name] else { return nil }
    if let id = said.referred { return snapshot.object(id) }
    switch said {
    case .string: return described(JSONObject([.init("", said)]), among: field.targets)
    case .object(let said): return described(said, among: field.targets)
    default: return nil
    }
  }

  /// Returns the object with some values, names of targets and a name: a member of a type, or else an unlisted object.
  private mutating func described(_ said: JSONObject, among types: [TypePlan]) -> FakeObject? {
    let reader = SnapshotReader(snapshot: snapshot, imageOrigin: imageOrigin)
    for type in types.prefix(20) {
      if let key = type.key.flatMap({ said[$0.field] })?.keyText { return found(type, key) }
      if let member = snapshot.members(type).first(where: { matches($0, said, reader) }) { return member }
    }
    var draw = Draw(plan.origin.with("stranger").with(said.members.first?.value.keyText ?? ""))
    guard let type = draw.pick(types) else { return nil }
    var said = said
    if let index = said.members.firstIndex(where: { $0.name.isEmpty }) {
      let name = said.members[index].value
      guard let call = Self.calls.first(where: { Self.isText(type, $0) }), call != type.key?.field else {
        return name.keyText.flatMap { found(type, $0) }
      }
      said.members[index] = .init(call, name)
    }
    return unlistedObject(type, as: description(said, of: type))
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
