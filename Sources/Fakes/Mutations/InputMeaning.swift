import FakeValues
import GraphQLSchema

/// The meaning of an argument, or of a member of an input object, for an object of a type.
enum InputMeaning: Sendable {
  /// The key, or the keys, of the object itself.
  case key
  /// The new value of a field.
  case value(FieldPlan)
  /// The new target of a field.
  case link(FieldPlan, LinkMode)
  /// The key of an object with a field that will lead here.
  case backLink(FieldPlan)
  /// The keys of objects to which intermediate objects lead: `productIds` of an order whose lines have products.
  case through(FieldPlan, FieldPlan)
  /// The key of an object whose type only the key shows.
  case anyKey
  /// An input object whose members have a meaning, or a list of them.
  case values
  /// An input object with numbers to add.
  case increments
  /// The condition that selects the objects.
  case condition
  /// The values for a new object, and those for an existing one.
  case whenNew, whenKnown
  /// The action if the object exists.
  case conflict
  case nothing
}

enum LinkMode: Sendable { case set, add, remove }

/// Finds the meaning of inputs by their names and types.
struct InputReader: Sendable {
  let plan: WorldPlan
  private let said: [ObjectIdentifier: ArgumentRule]
  /// The same rules by name; the last one is used.
  private let saidOfNames: [String: ArgumentRule]

  init(plan: WorldPlan, of mutation: FieldPlan) {
    self.plan = plan
    let rules = mutation.rule?.arguments ?? ArgumentRules()
    said = rules.byInput(mutation.field.arguments, plan.schema)
    saidOfNames = Dictionary(
      rules.said.map { ($0.path.last ?? "", $0.rule) }, uniquingKeysWith: { _, last in last })
  }

  func said(of input: SchemaInputValue) -> ArgumentRule? { said.isEmpty ? nil : said[ObjectIdentifier(input)] }

  var names: EntityNames { plan.entityNames.value }

  func meaning(of input: SchemaInputValue, for type: TypePlan, depth: Int = 0) -> InputMeaning {
    if let said = said(of: input) { return meaning(said, for: type) }
    if input.name == type.key?.field { return .key }
    let parts = words(of: input.name)
    let phrase = parts.joined(separator: " ")
    if Self.meaningless.contains(phrase), type.field(input.name) == nil { return .nothing }
    let named = plan.schema.type(of: input.type)
    if named?.kind == .inputObject, let meaning = Self.wrappers[phrase], type.field(input.name) == nil {
      return meaning
    }
    if let field = field(parts, input.name, type) {
      return link(byType: field, type).map { .link($0, .set) } ?? meaning(of: field)
    }
    guard let named else { return .nothing }
    if named.kind == .inputObject { return meaning(ofObject: named, parts, type, depth) }
    return meaning(ofLeaf: input, parts, type)
  }

  /// Returns the meaning of an input that a rule assigns to a field: of the object itself, or of a linked one.
  private func meaning(_ said: ArgumentRule, for type: TypePlan) -> InputMeaning {
    guard case .field(let field) = said else { return .nothing }
    let owners = self.owners(of: field)
    if owners.contains(where: { $0 === type }) {
      if field.isName { return .key }
      return plan.field(field.name, of: type).map { meaning(of: $0) } ?? .nothing
    }
    if let link = link(of: type, to: owners, isMany: false, hint: []) { return .link(link, .set) }
    let back = owners.lazy.compactMap { link(of: $0, to: [type], isMany: true, hint: []) }.first
    return back.map { .backLink($0) } ?? .nothing
  }

  /// Indicates whether any of these inputs sets a field of an object of a type.
  func changes(_ type: TypePlan, by inputs: [SchemaInputValue], besides key: InputSlot?, depth: Int = 0) -> Bool {
    inputs.contains { input in
      if input.name == key?.name { return false }
      switch meaning(of: input, for: type) {
      case .value, .link, .backLink, .increments: return true
      case .values, .whenNew, .whenKnown:
        let inner = plan.schema.type(of: input.type)?.inputFields ?? []
        return depth < 3 && changes(type, by: inner, besides: key, depth: depth + 1)
      default: return false
      }
    }
  }

  /// Indicates whether a rule says that an input identifies an object of a type by one of its fields.
  func isSaidToName(_ input: SchemaInputValue, _ type: TypePlan) -> Bool {
    guard case .field(let field)? = said(of: input) else { return false }
    return (field.isName || field.name == type.key?.field) && owners(of: field).contains { $0 === type }
  }

  /// Returns the types that a rule names, several for an interface.
  func owners(of field: ArgumentRule.Field) -> [TypePlan] {
    guard let type = plan.schema.type(named: field.type) else { return [] }
    return plan.schema.possibleTypes(of: type).compactMap { plan.plan($0.name) }
  }

  /// Returns the field of a type with this name, in any notation.
  func field(_ parts: [String], _ name: String?, _ type: TypePlan) -> FieldPlan? {
    if let name, let field = plan.field(name, of: type) { return field }
    return plan.fields(of: type).first { words(of: $0.name) == parts }
  }

  /// Returns the field other than the key by which an argument may identify an object of a type: `slug`, `projectSlug`.
  func lookup(_ name: String, of type: TypePlan) -> FieldPlan? {
    if let said = saidOfNames[name] {
      guard case .field(let field) = said, field.isName, owners(of: field).contains(where: { $0 === type }),
        let found = plan.field(field.name, of: type), found.role == .leaf
      else { return nil }
      return found
    }
    var parts = words(of: name)
    if let last = parts.last, parts.count > 1, names.owners(Array(parts.dropLast())).contains(where: { $0 === type }) {
      parts = [singular(last)]
    }
    guard let field = field(parts, nil, type), field.role == .leaf, !field.isList, field.named.kind == .scalar,
      type.unique.contains(field.name) || Self.lookupWords.contains(parts.last ?? "")
    else { return nil }
    return field
  }

  /// Returns the only field that leads to objects of the type in a key's name: `author` for `user_id`.
  private func link(byType key: FieldPlan, _ type: TypePlan) -> FieldPlan? {
    let parts = words(of: key.name)
    guard key.role == .leaf, !key.isList, parts.count > 1, Self.keyWords.contains(parts.last ?? "") else { return nil }
    let owners = names.owners(Array(parts.dropLast()))
    return plan.fields(of: type).filter { field in
      field.role == .toOne && field.targets.contains { target in owners.contains { $0 === target } }
    }.only
  }

  private func meaning(of field: FieldPlan) -> InputMeaning {
    switch field.role {
    case .key: .key
    case .leaf, .membership, .part: .value(field)
    case .linkKey(let link): .link(plan.fields[link], .set)
    case .toOne, .toMany: .link(field, .set)
    default: .nothing
    }
  }

  // MARK: Input objects

  private func meaning(
    ofObject named: SchemaType, _ parts: [String], _ type: TypePlan, _ depth: Int
  ) -> InputMeaning {
    var stem = parts
    while stem.count > 1, let last = stem.last, Self.endings.contains(last) { stem.removeLast() }
    if let relation = relation(stem, type) { return relation }
    if stem != parts, let field = field(stem, nil, type) { return meaning(of: field) }
    if names.named(stem).contains(where: { $0 === type }) { return .values }
    guard depth < 3 else { return .nothing }
    let isDecisive = named.inputFields.contains { member in
      switch meaning(of: member, for: type, depth: depth + 1) {
      case .nothing, .anyKey: false
      default: true
      }
    }
    return isDecisive && names.named(stem).isEmpty ? .values : .nothing
  }

  // MARK: Leaves

  private func meaning(ofLeaf input: SchemaInputValue, _ parts: [String], _ type: TypePlan) -> InputMeaning {
    let isKey = Self.keyWords.contains(singular(parts.last ?? ""))
    let isID = input.type.typeName == "ID"
    if isKey || isID {
      let stem = isKey ? Array(parts.dropLast()) : parts
      if stem.isEmpty { return type.key == nil ? .nothing : .key }
      if let relation = relation(stem, type) { return relation }
      let owners = names.owners(stem)
      // `lineId` of a `CartLine`, although there is an `OrderLine`, too.
      if (owners.isEmpty ? names.ending(stem) : owners).contains(where: { $0 === type }) { return .key }
      if !owners.isEmpty {
        if let link = link(of: type, to: owners, isMany: input.type.isList, hint: stem) { return .link(link, .set) }
        let back = owners.lazy.compactMap { self.link(of: $0, to: [type], isMany: true, hint: []) }.first
        if let back { return .backLink(back) }
        if input.type.isList, let (list, link) = through(type, owners) { return .through(list, link) }
      }
      if isID || stem.count == 1 { return .anyKey }
    }
    // `genreCodes` if a genre's key is its code.
    if !isKey, parts.count > 1, let last = parts.last, last != "email",
      let relation = relation(Array(parts.dropLast()), type), case .link(let field, _) = relation,
      field.targets.contains(where: { target in
        words(of: target.key?.field ?? "").last == singular(last) || lookup(input.name, of: target) != nil
      })
    {
      return relation
    }
    // `tag: "x"` of a tag is its name.
    if input.type.typeName == "String", !input.type.nullable.isList,
      names.named(parts).contains(where: { $0 === type }),
      let called = ["name", "label", "title", "text"].lazy.compactMap({ plan.field($0, of: type) }).first,
      called.role == .leaf
    {
      return .value(called)
    }
    guard parts.count > 1, !Self.comparing.contains(parts[0]) else { return .nothing }
    for start in 1..<parts.count {
      guard let field = field(Array(parts[start...]), nil, type), field.role == .leaf else { continue }
      // The name of an author is no field of the post itself.
      let before = Array(parts[..<start])
      let others = names.named(before).filter { $0 !== type }
      if others.isEmpty, relation(before, type) == nil { return .value(field) }
    }
    return .nothing
  }

  // MARK: Links

  /// Returns the link of a type that words name.
  private func relation(_ stem: [String], _ type: TypePlan) -> InputMeaning? {
    var parts = stem
    var mode = LinkMode.set
    if parts.count > 2, parts[parts.count - 2] == "to", ["add", "remove"].contains(parts[parts.count - 1]) {
      mode = parts[parts.count - 1] == "add" ? .add : .remove
      parts.removeLast(2)
    } else if parts.count > 1, let first = parts.first {
      switch first {
      case "add", "connect", "attach", "link": mode = .add
      case "remove", "disconnect", "detach", "unlink": mode = .remove
      case "set", "new", "replace": mode = .set
      default: break
      }
      if mode != .set || ["set", "new", "replace"].contains(first) { parts.removeFirst() }
    }
    for candidate in parts == stem ? [parts] : [stem, parts] {
      let noun = FieldDraft.noun(of: candidate.joined(separator: "_"))
      let found = plan.fields(of: type).first { field in
        guard field.role == .toOne || field.role == .toMany else { return false }
        return words(of: field.name) == candidate || FieldDraft.noun(of: field.name) == noun
      }
      if let found { return .link(found, candidate == stem ? .set : mode) }
    }
    return nil
  }

  /// Returns the field by which objects of a type lead to some of others.
  func link(of type: TypePlan, to others: [TypePlan], isMany: Bool, hint: [String]) -> FieldPlan? {
    let links = plan.fields(of: type).filter { field in
      (field.role == .toOne || field.role == .toMany)
        && field.targets.contains { target in others.contains { $0 === target } }
    }
    let hinted = links.filter { field in
      let noun = FieldDraft.noun(of: field.name)
      return !hint.isEmpty && hint.map(singular).contains { $0 == noun.last }
    }
    let candidates = hinted.isEmpty ? links : hinted
    return candidates.first { $0.isMany == isMany } ?? candidates.first
  }

  /// Returns the list of a type whose objects lead to some of others.
  func through(_ type: TypePlan, _ others: [TypePlan]) -> (FieldPlan, FieldPlan)? {
    for list in plan.fields(of: type) where list.role == .toMany && list.targets.count == 1 {
      if let link = link(of: list.targets[0], to: others, isMany: false, hint: []), link.role == .toOne {
        return (list, link)
      }
    }
    return nil
  }

  static let lookupWords: Set<String> = ["slug", "code", "handle", "sku", "username", "login", "email", "isbn"]
  private static let meaningless: Set<String> = [
    "client mutation id", "client request id", "idempotency key", "timezone", "locale",
  ]
  /// The first words of values that a server compares with those of the object: `expectedVersion`.
  private static let comparing: Set<String> = ["expected", "old", "previous", "prior"]
  static let keyWords: Set<String> = ["id", "uuid", "guid", "key"]
  private static let endings: Set<String> = [
    "input", "inputs", "data", "attributes", "params", "patch", "create", "update", "values", "details", "info",
  ]
  private static let wrappers: [String: InputMeaning] = {
    var table: [String: InputMeaning] = [:]
    for name in [
      "input", "inputs", "data", "attributes", "params", "payload", "values", "value", "object", "objects", "set",
      "patch", "changes", "fields", "body", "record", "records", "item", "items", "rows", "dto", "request", "updates",
      "details", "properties", "props", "args", "command", "form", "model", "entity",
    ] { table[name] = .values }
    for name in ["inc", "increment"] { table[name] = .increments }
    for name in ["where", "filter", "filters", "condition", "conditions", "pk columns", "by", "key", "selector"] {
      table[name] = .condition
    }
    table["create"] = .whenNew
    table["insert"] = .whenNew
    table["update"] = .whenKnown
    table["on conflict"] = .conflict
    return table
  }()
}
