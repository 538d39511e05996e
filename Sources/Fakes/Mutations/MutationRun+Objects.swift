import FakeValues
import GraphQLSchema
import OrderedJSON

// Creating, changing and deleting objects.

extension MutationRun {
  mutating func create(_ type: TypePlan, signsIn: Bool) throws(MutationFailure) {
    let gathered = gather(type)
    for row in gathered.hasRows ? gathered.rows.map({ $0.completed(by: gathered) }) : [gathered] {
      let object = try make(type, row, mayExist: gathered.mayExist)
      show(object)
      count += 1
      if signsIn, type === plan.viewer { editor.logIn(object) }
      addToAnswered(object)
    }
  }

  /// `addAddress(address:): Customer` adds to the viewer's addresses, `addToCart(productId:): Cart` to the only cart.
  private mutating func addToAnswered(_ object: FakeObject) {
    guard let type = mutation.field.targets.only, type !== object.plan,
      let owner = type === plan.viewer
        ? editor.snapshot.viewer() : plan.singleton(type).flatMap({ editor.snapshot.singleton($0) }),
      !named.contains(where: { $0.object.type == type.index })
    else { return }
    let list = plan.fields(of: type).first { field in
      field.role == .toMany && field.targets.contains { $0 === object.plan }
    }
    guard let list else { return }
    if !editor.snapshot.targets(of: list, from: owner).contains(where: { $0.isSame(as: object) }) {
      editor.connect(owner, list, object)
    }
    show(owner)
  }

  /// Creates an object from the inputs; other values are derived from its key.
  mutating func make(
    _ type: TypePlan, _ said: GatheredInput, mayExist: Bool = false,
    belongsTo whole: (object: FakeObject, field: FieldPlan)? = nil
  ) throws(MutationFailure) -> FakeObject {
    let initial = NewObject(plan: plan, type: type, moment: editor.moment).values { said.says($0) }
    var values = initial
    if let key = said.keys?.first, let field = type.key?.field {
      if editor.snapshot.isMember(type, key: key) {
        guard mayExist else { throw MutationFailure(MutationText.exists(type, key: key)) }
        let object = editor.snapshot.object(type, key: key)
        try change(object, said, isNew: false)
        return object
      }
      values[field] = .string(key)
    }
    for field in plan.fields(of: type) where field.isUnique && field.role == .leaf && !said.says(field) {
      if let number = nextNumber(field) { values[field.name] = number }
    }
    // An input that was not sent means null.
    for field in said.unsent where !field.isNonNull && !said.says(field) && values[field.name] == nil {
      values[field.name] = .null
    }
    let object = editor.create(type, values: values)
    try change(object, said, isNew: true)
    reconcile(object, initial)
    for field in plan.fields(of: type)
    where field.isUnique && field.role == .leaf && !field.isList && !said.says(field) {
      distinguish(object, by: field)
    }
    for field in plan.fields(of: type)
    where field.role == .toOne && !said.says(field) && NewObject.isOwner(field, plan)
      && !field.targets.contains(where: { $0 === whole?.object.plan })
    {
      if let viewer = editor.snapshot.viewer(), field.targets.contains(where: { $0 === viewer.plan }) {
        editor.connect(object, field, viewer)
      }
    }
    if let whole { editor.connect(whole.object, whole.field, object) }
    editor.complete(object)
    return object
  }

  /// Makes the initial times of a new object agree with its state: a draft was not published.
  private mutating func reconcile(_ object: FakeObject, _ initial: [String: JSON]) {
    let (snapshot, object) = (editor.snapshot, refreshed(object))
    var values: [String: JSON] = [:]
    for field in plan.fields(of: object.plan) {
      guard let own = initial[field.name], let constraint = plan.constraint(of: field), constraint.decidesNull,
        let follows = snapshot.constrained(field, constraint, object), follows.isNull != own.isNull
      else { continue }
      values[field.name] = follows.isNull ? .null : NewObject.written(editor.moment, field)
    }
    editor.set(object, values)
  }

  /// Gives a new object another slug or name than that of an object which lookups would find instead.
  private mutating func distinguish(_ object: FakeObject, by field: FieldPlan) {
    let snapshot = editor.snapshot
    func value(_ object: FakeObject) -> JSON { snapshot.value(of: field, object, JSONObject(), imageOrigin: "") }
    let made = value(refreshed(object))
    guard case .string = made else { return }
    let taken = Set(snapshot.members(field.owner).filter { !$0.isSame(as: object) }.map(value))
    var (own, number) = (made, 1)
    while taken.contains(own) {
      number += 1
      own = made.numbered(number)
    }
    if own != made { editor.set(object, [field.name: own]) }
  }

  /// Returns the number after those of all objects that are numbered by the field.
  private mutating func nextNumber(_ field: FieldPlan) -> JSON? {
    guard ScalarForm(scalar: field.named.name).isNumeric, !field.isList else { return nil }
    let snapshot = editor.snapshot
    let numbers = snapshot.members(field.owner).compactMap { member in
      snapshot.value(of: field, member, JSONObject(), imageOrigin: "").intValue
    }
    guard let largest = numbers.max(), largest < Int.max else { return nil }
    let next = JSON.int(largest + 1)
    return plan.schema.fits(next, field.field.type) ? next : nil
  }

  mutating func update(_ types: [TypePlan], _ effects: [Int: [MutationEffect]]) throws(MutationFailure) {
    guard let type = types.first else { return }
    let gathered = gather(type)
    if gathered.hasRows, gathered.keys == nil, gathered.conditions.isEmpty {
      for row in gathered.rows {
        for object in try meant(types, row) { try change(object, row, effects) }
      }
      return
    }
    for object in try meant(types, gathered) { try change(object, gathered, effects) }
    for other in gathered.anyKeys { show(other) }
  }

  private mutating func change(
    _ object: FakeObject, _ said: GatheredInput, _ effects: [Int: [MutationEffect]]
  ) throws(MutationFailure) {
    try change(object, said, isNew: false)
    let own = (effects[object.plan.index] ?? []).filter { !said.says($0.field) }
    for effect in own { apply(effect, object) }
    let now = refreshed(object).values
    let set = own.reduce(into: [String: JSON]()) { $0[$1.field.name] = now[$1.field.name] }
    if !set.isEmpty {
      let more = editor.following(set, of: object)
      editor.set(object, more)
    }
    show(object)
    count += 1
  }

  mutating func change(_ object: FakeObject, _ said: GatheredInput, isNew: Bool) throws(MutationFailure) {
    var values: [String: JSON] = [:]
    for (field, value, input) in said.values {
      if case .membership(let list) = field.role {
        if let viewer = editor.snapshot.viewer(), case .bool(let isIn) = value {
          link(viewer, plan.fields[list], object, connects: isIn)
        }
      } else if let value = try self.value(value, input, for: field, of: object) {
        values[field.name] = value
      }
    }
    for (field, by) in said.increments {
      if let sum = computed("increment", by, field, object) { values[field.name] = sum }
    }
    for (field, value, _) in said.values {
      guard case .bool(let isOn) = value, values[field.name] == value,
        isNew || editor.snapshot.value(of: field, object, JSONObject(), imageOrigin: "") != value
      else { continue }
      for moment in NewObject.moments(of: field, plan) where !said.says(moment) {
        values[moment.name] = isOn ? NewObject.written(editor.moment, moment) : .null
      }
    }
    if !isNew {
      // Also if the request has the revision that its client knows, which a server would compare.
      for field in plan.fields(of: object.plan) where field.role == .leaf && NewObject.isRevision(field) {
        if let next = computed("increment", .int(1), field, object) { values[field.name] = next }
      }
      values.merge(editor.following(values, of: object)) { said, _ in said }
      let touched = NewObject(plan: plan, type: object.plan, moment: editor.moment).touched { said.says($0) }
      values.merge(touched) { said, _ in said }
    }
    let unsent = Set(said.unsent.filter { !$0.isNonNull }.map(\.name))
    values.merge(editor.names(values, of: object).filter { !unsent.contains($0.key) }) { said, _ in said }
    editor.set(object, values)
    for link in said.links { try apply(link.value, link.field, link.mode, link.input, object, isNew: isNew) }
    for back in said.backLinks {
      let other = try find([back.field.owner], key: back.key)
      editor.connect(other, back.field, object)
      name(other, back.name)
    }
    for item in said.through where isNew {
      let other = try find(item.link.targets, key: item.key)
      name(other, item.name)
      let between = try make(item.list.targets[0], GatheredInput())
      editor.connect(between, item.link, other)
      editor.connect(object, item.list, between)
    }
    for key in said.anyKeys {
      guard let type = plan.globalTags[String(key.key.prefix(6))] else { continue }
      let other = try find([type], key: key.key)
      name(other, key.name)
      let link = plan.fields(of: object.plan).first { field in
        (field.role == .toOne || field.role == .toMany) && field.targets.contains { $0 === type }
      }
      if isNew, let link { editor.connect(object, link, other) }
    }
  }

  private mutating func show(_ key: (key: String, name: String)) {
    guard let type = plan.globalTags[String(key.key.prefix(6))], editor.snapshot.isKnown(type, key: key.key) else {
      return
    }
    name(editor.snapshot.object(type, key: key.key), key.name)
  }

  /// Notes the name by which the request refers to an object.
  mutating func name(_ object: FakeObject, _ name: String) {
    guard let id = object.id else { return }
    var parts = words(of: name)
    while parts.count > 1, let last = parts.last, InputReader.keyWords.contains(singular(last)) { parts.removeLast() }
    named.append((parts.joined(separator: " "), id))
  }

  mutating func delete(_ types: [TypePlan]) throws(MutationFailure) {
    guard let type = types.first else { return }
    let gathered = gather(type)
    var objects: [FakeObject] = []
    if gathered.hasRows, gathered.keys == nil {
      for row in gathered.rows { objects += try meant(types, row) }
    } else {
      objects = try meant(types, gathered)
    }
    // The answer shows the owners of the deleted objects.
    for back in gathered.backLinks { name(try find([back.field.owner], key: back.key), back.name) }
    for object in objects {
      gone.append(object)
      editor.delete(object)
      count += 1
    }
  }
}
