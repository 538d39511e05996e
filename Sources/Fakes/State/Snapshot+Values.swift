import FakeValues
import GraphQLSchema
import OrderedJSON

extension Snapshot {
  /// Returns the value of a leaf field of an object, or of a list of leaves, for coerced arguments. `imageOrigin` is
  /// the scheme, host and port of the server for the URLs of images.
  func value(of field: FieldPlan, _ object: FakeObject, _ arguments: JSONObject, imageOrigin: String) -> JSON {
    if let said = object.said(field, arguments) { return said }
    if let view = object.page, let told = told(field, object, view) { return told }
    switch field.role {
    case .key:
      if let key = object.key, let plan = object.plan.key { return plan.json(key) }
    case .membership(let list):
      guard let viewer = viewer() else { return .bool(false) }
      return .bool(targets(of: plan.fields[list], from: viewer).contains { $0.isSame(as: object) })
    case .count(let list):
      let list = plan.fields[list]
      let holder = object.holder(of: list) ?? object
      let members = list.role == .part ? parts(of: list, from: holder, arguments) : targets(of: list, from: holder)
      return .int(count(members, as: field, of: object))
    case .linkKey(let link):
      let keys = targets(of: plan.fields[link], from: object).compactMap { key(of: $0, as: field) }
      if field.isList { return .array(keys) }
      if let key = keys.first { return key }
      if !field.isNonNull { return .null }
    default: break
    }
    let hash = object.identity.with("field").with(field.name).with(arguments: arguments)
    if field.rule?.saysValues != true, let fact = field.realFact, let facts = object.real?.member.samples(fact) {
      return real(facts, field, hash)
    }
    if field.role == .leaf, let constraint = plan.constraint(of: field),
      constraint.decidesNull || !isNull(field, object), let value = constrained(field, constraint, object)
    {
      return value
    }
    if isNull(field, object) { return .null }
    if field.field.type.nullable.isList { return list(field, field.field.type.nullable, object, hash, imageOrigin) }
    return single(field, object, hash, imageOrigin)
  }

  /// Returns the key of an object as another field's scalar writes it.
  private func key(of object: FakeObject, as field: FieldPlan) -> JSON? {
    guard let text = object.key else { return nil }
    let form = ScalarForm(scalar: field.named.name)
    if form.isNumeric { return Int(text).map { .int($0) } }
    if form == .text || form == .identifier { return .string(text) }
    return object.plan.key?.json(text) ?? .string(text)
  }

  /// Returns the viewer: the user who logged in, else always the same one.
  func viewer() -> FakeObject? {
    guard let type = plan.viewer, !changes.isLoggedOut else { return nil }
    if let id = changes.viewer ?? learned?.viewer { return object(id) }
    return anyone(type)
  }

  /// Returns the object of a root field that always shows the same one.
  func singleton(_ field: FieldPlan) -> FakeObject? {
    var draw = Draw(plan.origin.with("singleton").with(field.name))
    return draw.pick(field.targets).flatMap { pick($0, &draw) }
  }

  /// Returns always the same member of a type; another one only if it was deleted.
  func anyone(_ type: TypePlan) -> FakeObject? {
    var draw = Draw(type.hash.with("viewer"))
    return pick(type, &draw)
  }

  /// Draws a member of a type. Changes to other objects do not affect the choice.
  func pick(_ type: TypePlan, _ draw: inout Draw) -> FakeObject? {
    let size = plan.sizes.size(type)
    guard size > 0 else { return members(type).first }
    let number = draw.below(size)
    let member = object(type, key: seededKey(type, number), number: number)
    guard isDeleted(member) else { return member }
    let members = members(type)
    return members.first { ($0.number ?? size) > number } ?? members.first
  }

  func single(_ field: FieldPlan, _ object: FakeObject, _ hash: StableHash, _ imageOrigin: String) -> JSON {
    if let examples = field.rule?.examples, !examples.isEmpty {
      var draw = Draw(hash.with("example"))
      return draw.pick(examples) ?? .null
    }
    if let learned, field.rule?.kind == nil, let drawn = learned.pools[field.id]?.value(hash) {
      return drawn
    }
    if field.isOwnID { return ownID(field, object) }
    let leaf = field.leaf.value
    let persona = persona(of: object, for: leaf)
    let value = leaf.value(persona, hash, imageOrigin: imageOrigin)
    // `ordinal` counts from 1, also for an unlisted object's own.
    guard field.isUnique, let ordinal = object.ordinal else { return value }
    return object.plan.numbered(value, ordinal - 1)
  }

  /// Returns the facts about an object that its values of a field share.
  func persona(of object: FakeObject, for leaf: LeafPlan, isEvent: Bool = false) -> Persona {
    let isLater = isEvent || leaf.kind.milestone?.followsCreation == true
    let payer = leaf.isMoney ? object.payer : nil
    return Persona(
      identity: object.valueIdentity, currencyIdentity: payer?.valueIdentity,
      ownersCreation: isLater ? ownersCreation(of: object) : nil, creation: isLater ? creation(of: object) : nil,
      shift: plan.rules.shift, member: object.member, currencyMember: payer?.member, locale: plan.rules.locale)
  }

  /// Returns the id of an object without a population. Clients cache objects by type and id, so ids are unique.
  private func ownID(_ field: FieldPlan, _ object: FakeObject) -> JSON {
    var draw = Draw(object.identity.with("id"))
    let form = ScalarForm(scalar: field.named.name)
    if form.isNumeric { return .int(1_000_000 + draw.below(2_000_000_000)) }
    return field.leaf.value.wrapped(.string(form.isUUID ? draw.uuid() : draw.base36(16)))
  }

  private func told(_ field: FieldPlan, _ object: FakeObject, _ view: PageView) -> JSON? {
    if case .edge = object.plan.role {
      guard field.name == "cursor" || field.rule?.fact == .endCursor, let node = object.node else { return nil }
      return .string(view.cursor(of: node))
    }
    guard let fact = field.fact else { return nil }
    let told = view.told(fact)
    let form = ScalarForm(scalar: field.named.name)
    switch told {
    case .null: return field.isNonNull ? (form == .text || form == .identifier ? .string("") : nil) : .null
    case .bool: return form == .boolean ? told : nil
    case .number: return form.isNumeric ? told : nil
    case .string: return form.isNumeric || form == .boolean ? nil : told
    case .array, .object: return nil
    }
  }

  private func real(_ facts: [Sample], _ field: FieldPlan, _ hash: StableHash) -> JSON {
    let leaf = field.leaf.value
    if field.field.type.nullable.isList { return .array(facts.map { leaf.value(of: $0, hash) }) }
    guard let fact = facts.first else { return field.isNonNull ? .string("") : .null }
    return leaf.value(of: fact, hash)
  }

  /// Returns a list of values: up to four different ones, or as many as a rule sets.
  private func list(
    _ field: FieldPlan, _ type: TypeRef, _ object: FakeObject, _ hash: StableHash, _ imageOrigin: String
  ) -> JSON {
    guard case .list(let item) = type else { return single(field, object, hash, imageOrigin) }
    if item.nullable.isList {
      // Lists of lists: two rows, each a list with its own hash.
      return .array(
        (0..<2).map { list(field, item.nullable, object, hash.with("row").with(UInt64($0)), imageOrigin) })
    }
    var draw = Draw(hash.with("list"))
    let isEmpty = draw.chance(10) && !object.isRoot
    let length =
      field.rule?.listLength.map { draw.within($0) } ?? learned?.pools[field.id]?.length(hash)
      ?? (isEmpty ? 0 : draw.within(1...4))
    var values: [JSON] = []
    var seen: Set<String> = []
    for index in 0..<length {
      // Each item has a persona of its own: the e-mail addresses of a list differ.
      let itemHash = hash.with("index").with(UInt64(index))
      var value = single(
        field, FakeObject(plan: object.plan, identity: itemHash), itemHash, imageOrigin)
      if field.named.kind == .enum, index > 0, !seen.insert(value.keyText ?? "").inserted { continue }
      if index == 0 { seen.insert(value.keyText ?? "") }
      if field.rule?.listLength == nil, values.contains(value) { continue }
      if value == .null, item.isNonNull { value = .string("") }
      values.append(value)
    }
    return .array(values)
  }
}

extension Snapshot {
  /// Returns the number of a list's members that a field counts.
  func count(_ members: [FakeObject], as field: FieldPlan, of object: FakeObject) -> Int {
    guard let filter = field.counted else { return members.count }
    if filter.conditions.isEmpty {
      var draw = Draw(object.identity.with("count").with(field.name))
      return draw.below(members.count + 1)
    }
    return members.count { member in
      filter.conditions.allSatisfy { condition in
        guard let definition = member.plan.field(condition.field), let plan = plan.plan(of: definition) else {
          return false
        }
        let value = value(of: plan, member, JSONObject(), imageOrigin: "")
        return value == .null ? condition.takesNull : value.keyText.map(condition.values.contains) ?? false
      }
    }
  }
}
