import FakeValues
import GraphQLExecution
import GraphQLSchema
import OrderedJSON

// Objects that arguments identify.

extension FakeSource {
  /// Returns the object that arguments identify: by key or other fields, below an object only among its own. Nil if it
  /// is deleted, belongs to another object, or nothing matches.
  mutating func lookUp(_ field: FieldPlan, _ object: FakeObject, _ given: JSONObject) -> FakeObject? {
    let context = field.list.value.context(given)
    if context.isEmpty { return lookUp(field, object, renamed: field.renamed(given)) }
    let contexts = field.list.value.contexts
    let rest = JSONObject(given.members.filter { !contexts.contains($0.name) })
    return lookUp(field, object, renamed: field.renamed(rest))?.showing(context)
  }

  private mutating func lookUp(
    _ field: FieldPlan, _ object: FakeObject, renamed arguments: JSONObject
  ) -> FakeObject? {
    let scope = LookupScope(field, of: object, plan, snapshot)
    if let key = field.namedKey(arguments.members) { return found(field, key, in: scope) }
    for argument in arguments.members {
      guard case .object(let inner) = argument.value else { continue }
      let given = inner.members.filter { $0.value != .null }
      if let key = field.namedKey(given), given.count == 1 { return found(field, key, in: scope) }
    }
    let said = field.targets.map { ($0, description(arguments, by: field, of: $0)) }.filter { !$0.1.isEmpty }
    for (type, said) in said {
      let key = field.targets.count == 1 ? said.values.first { $0.name == type.key?.field }?.value.keyText : nil
      if let key { return found(field, key, in: scope) }
      if let member = member(of: type, as: said, among: scope?.members(of: type)) { return member }
    }
    if said.contains(where: { isDeleted($0, as: $1, in: scope) }) { return nil }
    var draw = Draw(plan.origin.with("lookup").with(field.name).with(arguments: arguments))
    if let (type, said) = draw.pick(said) { return unlistedObject(type, as: said, in: scope) }
    if arguments.members.contains(where: { if case .object = $0.value { true } else { false } }) {
      // A condition: the first object that matches it.
      let members = field.targets.prefix(20).flatMap { scope?.members(of: $0) ?? snapshot.members($0) }
      return try? read(field, members, arguments).items.first
    }
    guard field.targets.count == 1, let type = field.targets.first else {
      guard let type = draw.pick(field.targets) else { return nil }
      return snapshot.pick(type, &draw)
    }
    if arguments.members.isEmpty {
      var draw = Draw(plan.origin.with("singleton").with(field.name))
      return snapshot.pick(type, &draw)
    }
    return unlistedObject(type, hash: type.hash.with("stranger").with(field.name).with(arguments: arguments), [:])
  }

  /// Indicates whether a deleted object has the requested values, such as its slug.
  private mutating func isDeleted(_ type: TypePlan, as said: Description, in scope: LookupScope?) -> Bool {
    let deleted = snapshot.changes.deleted.filter { $0.type == type.index }.map { snapshot.object($0) }
    let own = deleted.filter { object in
      guard let scope, let link = scope.link(from: type) else { return true }
      return snapshot.target(of: link, from: object)?.isSame(as: scope.object) == true
    }
    return !own.isEmpty && member(of: type, as: said, among: own) != nil
  }

  /// Returns the object with a key. Below an object, one that no list of it has is null if the field may be null.
  private mutating func found(_ field: FieldPlan, _ key: String, in scope: LookupScope?) -> FakeObject? {
    guard let scope else { return found(field, key) }
    let own = field.targets.lazy.compactMap { scope.members(of: $0)?.first { $0.key == key } }.first
    return own ?? (field.isNonNull ? found(field, key) : nil)
  }

  /// Indicates whether arguments name a single object by its key or by a unique field, so that they must not be ignored.
  func identifies(_ field: FieldPlan, _ arguments: JSONObject) -> Bool {
    let arguments = field.renamed(arguments)
    if field.namedKey(arguments.members) != nil { return true }
    return field.targets.contains { type in arguments.members.contains { type.unique.contains($0.name) } }
  }

  /// Returns the objects of a list of keys, in its order; null for a deleted one.
  mutating func lookUpAll(
    _ field: FieldPlan, _ arguments: JSONObject, _ argument: String
  ) -> [Resolved<FakeObject>] {
    guard case .array(let keys)? = arguments.members.first(where: { $0.name == argument })?.value else { return [] }
    return keys.compactMap { key in
      let isRepresentation = key.objectValue?["__typename"] != nil
      let named = isRepresentation ? represented(key, field) : key.keyText.flatMap { found(field, $0) }
      guard let object = named else {
        if key == .null { return .null }
        // A list without nulls omits deleted objects.
        if case .list(let item) = field.field.type.nullable, item.isNonNull { return nil }
        return .null
      }
      return Self.resolved(object)
    }
  }

  /// Returns the object with a key among all to which a field may lead.
  mutating func found(_ field: FieldPlan, _ key: String) -> FakeObject? {
    owner(of: key, among: field.targets).flatMap { found($0, key) }
  }

  mutating func found(_ type: TypePlan, _ key: String) -> FakeObject? {
    let object = snapshot.object(type, key: key)
    if snapshot.isDeleted(object) { return nil }
    if object.number == nil, !snapshot.isKnown(type, key: key) { editor.remember(object) }
    return object
  }

  private mutating func owner(of key: String, among types: [TypePlan]) -> TypePlan? {
    if types.count == 1 { return types[0] }
    if let type = snapshot.type(ofKey: key), types.contains(where: { $0 === type }) { return type }
    if let type = plan.globalTags[String(key.prefix(6))], types.contains(where: { $0 === type }) { return type }
    for type in types where snapshot.changes.isCreated(ObjectID(type: type.index, key: key)) { return type }
    let deleted = types.first { snapshot.changes.deleted.contains(ObjectID(type: $0.index, key: key)) }
    if let deleted { return deleted }
    if types.count <= 20, let type = types.first(where: { snapshot.isMember($0, key: key) }) { return type }
    // The type for an unknown key depends on the key alone, not on the requested field.
    var draw = Draw(plan.origin.with("stranger").with(key))
    return draw.pick(types)
  }
}

extension FieldPlan {
  /// Returns the arguments under the names of their fields by rules, without those that have no effect by a rule.
  func renamed(_ arguments: JSONObject) -> JSONObject {
    guard let said = rule?.arguments, !said.isEmpty else { return arguments }
    return JSONObject(Self.renamed(arguments.members, [], said))
  }

  private static func renamed(
    _ members: [JSONObject.Member], _ path: [String], _ said: ArgumentRules
  ) -> [JSONObject.Member] {
    members.flatMap { member -> [JSONObject.Member] in
      let path = path + [member.name]
      switch said[path] {
      case .field(let field)?: return [.init(field.name, member.value)]
      case .nothing?: return []
      default: break
      }
      guard said.goesInto(path), case .object(let inner) = member.value else { return [member] }
      return renamed(inner.members, path, said)
    }
  }

  /// Returns the key in arguments for one of the objects to which a field leads.
  func namedKey(_ arguments: [JSONObject.Member]) -> String? {
    let names = targets.compactMap { $0.key?.field }
    if let named = arguments.first(where: { names.contains($0.name) }) { return named.value.keyText }
    let types = targets.prefix(3).flatMap { type -> [String] in
      let parts = words(of: type.type.name)
      return [parts.joined(), parts.last ?? ""]
    }
    let byType = arguments.first { argument in
      let parts = words(of: argument.name)
      guard let last = parts.last, parts.count > 1, names.contains(where: { words(of: $0).last == last }) else {
        return false
      }
      return types.contains(parts.dropLast().joined())
    }
    if let byType { return byType.value.keyText }
    // A single argument of the type `ID` must be the key, unless it is named after another field.
    guard arguments.count == 1, let only = arguments.first,
      let definition = field.argument(named: only.name), definition.type.typeName == "ID",
      !targets.allSatisfy({ ["ID", "Int", "String"].contains($0.field(only.name)?.type.typeName) })
    else { return nil }
    return only.value.keyText
  }
}

extension Schema {
  /// Indicates whether a JSON value may be the value of a leaf field, or of a list of leaves, of this type.
  func fits(_ value: JSON, _ type: TypeRef) -> Bool {
    switch (type, value) {
    case (.nonNull, .null): return false
    case (.nonNull(let inner), _): return fits(value, inner)
    case (_, .null): return true
    case (.list(let item), .array(let items)): return items.allSatisfy { fits($0, item) }
    case (.list, _), (_, .array): return false
    case (.named(let name), _):
      guard let named = self.type(named: name) else { return false }
      if named.kind == .enum {
        if case .string(let text) = value { return named.value(named: text) != nil }
        return false
      }
      return named.kind == .scalar && Self.fitsScalar(value, name)
    }
  }

  private static func fitsScalar(_ value: JSON, _ name: String) -> Bool {
    switch (name, value) {
    case ("String", .string), ("ID", .string), ("Boolean", .bool): return true
    case ("ID", .number(let number)), ("Int", .number(let number)): return Int32(number.text) != nil
    case ("Float", .number): return true
    case ("String", _), ("ID", _), ("Boolean", _), ("Int", _), ("Float", _): return false
    default: return true
    }
  }
}

extension FakeSource {
  /// Returns the recorded value of a field of the root, or of a part, or the target that a mutation gave to a part; nil if
  /// there is none.
  mutating func recorded(
    _ field: FieldPlan, _ object: FakeObject, _ arguments: JSONObject
  ) throws(FieldFailure) -> Resolved<FakeObject>? {
    guard object.key == nil, !object.values.isEmpty else { return nil }
    switch field.role {
    case .lookup, .singleton:
      guard let said = object.values[arguments.valueName(of: field.name)] else { return nil }
      if let id = said.referred {
        let found = snapshot.object(id)
        return snapshot.isDeleted(found) ? try nothing(field, arguments) : Self.resolved(found)
      }
      // An object that the arguments identify may have been created since.
      let isSettled = field.targets.allSatisfy { editor.changes.createdCount($0.index) == 0 }
      return said == .null && isSettled ? try nothing(field, arguments) : nil
    case .toOne:
      // Before the whole, if a part leads to an object of the whole's type.
      guard let id = object.values[field.name]?.referred else { return nil }
      let found = snapshot.object(id)
      return snapshot.isDeleted(found) ? try nothing(field) : Self.resolved(found)
    case .viewer:
      guard object.values[field.name] == .null, editor.changes.viewer == nil else { return nil }
      return try nothing(field)
    case .root, .mutation, .event, .key, .leaf, .count, .membership, .linkKey, .meta, .toMany, .population, .lookups,
      .part:
      return nil
    }
  }
}
