import FakeClauses
import FakeValues
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

/// The source of one operation's fields: reads from a snapshot of the world, and changes it for mutations.
struct FakeSource: FieldSource {
  typealias Object = FakeObject

  let plan: WorldPlan
  var editor: WorldEditor
  let imageOrigin: String
  /// The operation; nil if only its root is requested.
  var asked: ExecutionRequest?
  /// The occurrences of the field that is being resolved.
  private(set) var nodes: [Field] = []
  /// The ready values of the selections of members, by their index in the execution.
  var ready: [ReadyColumns?] = []

  /// The arguments that the client sent and that have no effect, in order.
  private(set) var unread: [UnreadArgument] = []
  /// The field whose arguments were checked last.
  private var checked: (field: FieldPlan, arguments: JSONObject)?

  let mutations: MutationPlans

  init(_ snapshot: Snapshot, of world: FakeWorld, imageOrigin: String) {
    plan = snapshot.plan
    mutations = world.mutations
    editor = WorldEditor(snapshot, base: world.base)
    self.imageOrigin = imageOrigin
  }

  mutating func root(_ kind: OperationKind) -> FakeObject {
    let name = plan.schema.rootTypeName(of: kind) ?? ""
    // Without a root type of the kind, the executor reports an error, and the root gets no requests.
    let type =
      plan.plan(name)
      ?? TypePlan(
        type: SchemaType(name: name, kind: .object), index: -1, role: .root(kind), hash: plan.origin, atlas: nil,
        reason: "")
    return FakeObject(
      plan: type, identity: plan.origin.with("root").with(name),
      values: kind == .query ? editor.snapshot.learned?.root ?? [:] : [:])
  }

  mutating func resolve(_ call: FieldCall, of object: FakeObject) throws(FieldFailure) -> Resolved<FakeObject> {
    guard let field = plan.plan(of: call.definition) else { return .null }
    if let failure = fakedFailure(field, object, call.arguments) { throw failure }
    if let outcome = object.outcome { return try payloadValue(field, object, outcome, call.arguments) }
    if field.isMany || field.role == .mutation, let sent = call.nodes.first?.arguments, !sent.isEmpty {
      noteUnread(field, sent, call.arguments)
    }
    if field.named.isLeaf {
      if field.role == .mutation { return try mutate(field, object, call.arguments) }
      return Self.resolved(try leaf(field, object, call.arguments))
    }
    if field.page != nil { nodes = call.nodes }
    return try composite(field, object, call.arguments)
  }

  private mutating func leaf(
    _ field: FieldPlan, _ object: FakeObject, _ arguments: JSONObject
  ) throws(FieldFailure) -> JSON {
    if case .count(let list) = field.role, field.counted == nil {
      return .int(try count(plan.fields[list], object, arguments))
    }
    return snapshot.value(of: field, object, arguments, imageOrigin: imageOrigin)
  }

  /// Returns the value that a request gets for a leaf field without arguments; null if it gets an error.
  mutating func shown(_ field: FieldPlan, of object: FakeObject) -> JSON {
    let arguments = JSONObject(
      field.field.arguments.compactMap { argument in
        plan.schema.defaultValue(of: argument).map { .init(argument.name, $0) }
      })
    guard fakedFailure(field, object, arguments) == nil, let value = try? leaf(field, object, arguments) else {
      return .null
    }
    return (try? plan.schema.serialized(value, as: field.field.type)) ?? .null
  }

  var snapshot: Snapshot { mutating get { editor.snapshot } }

  static func resolved(_ value: JSON) -> Resolved<FakeObject> {
    switch value {
    case .null: .null
    case .array(let items): .list(items.map(resolved))
    case .bool, .number, .string, .object: .leaf(value)
    }
  }

  static func resolved(_ object: FakeObject) -> Resolved<FakeObject> {
    .object(object, typeName: object.plan.type.name)
  }

  /// Returns a list of objects; the executor knows a single type.
  static func resolved(_ objects: [FakeObject], as field: FieldPlan) -> Resolved<FakeObject> {
    field.named.isAbstract ? .list(objects.map(resolved)) : .objects(objects)
  }

  // MARK: Objects

  private mutating func composite(
    _ field: FieldPlan, _ object: FakeObject, _ arguments: JSONObject
  ) throws(FieldFailure) -> Resolved<FakeObject> {
    if let view = object.page, let shown = try shown(field, object, view, arguments) { return shown }
    if let said = try recorded(field, object, arguments) { return said }
    if field.isOwner == true, let owner = snapshot.owner(of: object, as: field) { return Self.resolved(owner) }
    switch field.role {
    case .root: return Self.resolved(root(.query))
    case .mutation: return try mutate(field, object, arguments)
    case .event: return .null
    case .meta(let list): return Self.resolved(try meta(field, plan.fields[list], object, arguments))
    case .toOne:
      if let owner = snapshot.owner(of: object, as: field) { return Self.resolved(owner) }
      if !arguments.members.isEmpty, identifies(field, arguments) {
        guard let found = lookUp(field, object, arguments) else { return try nothing(field, arguments) }
        return Self.resolved(found)
      }
      guard let target = namedTarget(of: field, from: object) ?? snapshot.target(of: field, from: object) else {
        return try nothing(field)
      }
      return Self.resolved(target)
    case .lookup:
      guard let found = lookUp(field, object, arguments) else { return try nothing(field, arguments) }
      return Self.resolved(found)
    case .lookups(let argument): return .list(lookUpAll(field, arguments, argument))
    case .singleton:
      guard let found = snapshot.singleton(field) else { return try nothing(field) }
      return Self.resolved(found)
    case .viewer:
      guard let found = snapshot.viewer() else { return try nothing(field) }
      return Self.resolved(found)
    case .toMany, .population: return try list(field, object, arguments)
    case .part, .key, .leaf, .count, .membership, .linkKey: return try parts(field, object, field.field.type, arguments)
    }
  }

  /// Returns null if the field is nullable, else throws the reason.
  func nothing(_ field: FieldPlan, _ arguments: JSONObject = JSONObject()) throws(FieldFailure) -> Resolved<FakeObject>
  {
    guard field.isNonNull else { return .null }
    throw FieldFailure(FakeText.nothing(field, arguments))
  }

  // MARK: Lists

  /// Notes the arguments of a list or a mutation without an effect. `sent` has those in the document, without defaults.
  private mutating func noteUnread(_ field: FieldPlan, _ sent: [Argument], _ arguments: JSONObject) {
    // Once for all objects that have the field.
    if let checked, checked.field === field, checked.arguments == arguments { return }
    checked = (field, arguments)
    let place = "\(field.owner.type.name).\(field.name)"
    func note(_ path: [String], value: JSON? = nil) {
      let found = UnreadArgument(field: place, path: path, value: value, isOfMutation: field.role == .mutation)
      if sent.contains(where: { $0.name.text == path[0] }), !unread.contains(found) { unread.append(found) }
    }
    switch field.role {
    case .mutation:
      for path in mutations.plan(of: field).unread where JSON.object(arguments).has(path[...]) { note(path) }
    case .toMany, .population:
      for path in field.list.value.unread where JSON.object(arguments).has(path[...]) {
        if case .nothing? = field.rule?.arguments[path] { continue }
        note(path)
      }
      for (path, value) in field.list.value.unknownOrders(in: arguments) { note(path, value: value) }
    default: return
    }
  }

  /// Returns all objects of a list field of an object, before its arguments are applied.
  mutating func members(_ field: FieldPlan, _ object: FakeObject) -> [FakeObject] {
    if field.role == .population {
      return snapshot.everything(field) + field.parts.prefix(10).flatMap { parts(of: $0, field, object) }
    }
    if object.key == nil, let holder = object.holder(of: field) { return snapshot.targets(of: field, from: holder) }
    // The viewer's lists are read from the viewer.
    if object.key == nil, object.isRoot, let viewer = snapshot.viewer(), viewer.plan === field.owner {
      return snapshot.targets(of: field, from: viewer)
    }
    return snapshot.targets(of: field, from: object)
  }

  private mutating func list(
    _ field: FieldPlan, _ object: FakeObject, _ arguments: JSONObject
  ) throws(FieldFailure) -> Resolved<FakeObject> {
    let members = members(field, object)
    guard let page = field.page else {
      if arguments.members.isEmpty, field.rule?.pageSize == nil {
        return Self.resolved(members, as: field)
      }
      return Self.resolved(try read(field, members, arguments).items, as: field)
    }
    return Self.resolved(try self.page(page, field, object, members, arguments))
  }

  mutating func read(
    _ field: FieldPlan, _ members: [FakeObject], _ arguments: JSONObject
  ) throws(FieldFailure) -> ListPage<FakeObject> {
    let request = try field.list.value.request(arguments)
    let page = request.read(members, in: SnapshotReader(snapshot: snapshot, imageOrigin: imageOrigin))
    return showing(page, field, arguments)
  }

  /// Returns a page whose objects show the language or the channel of the call.
  func showing(_ page: ListPage<FakeObject>, _ field: FieldPlan, _ arguments: JSONObject) -> ListPage<FakeObject> {
    let context = field.list.value.context(arguments)
    guard !context.isEmpty else { return page }
    var page = page
    page.items = page.items.map { $0.showing(context) }
    return page
  }

  mutating func count(
    _ field: FieldPlan, _ object: FakeObject, _ arguments: JSONObject
  ) throws(FieldFailure) -> Int {
    if field.role == .part {
      return snapshot.parts(of: field, from: object.holder(of: field) ?? object, arguments).count
    }
    let members = members(field, object)
    return arguments.members.isEmpty ? members.count : try read(field, members, arguments).totalCount
  }

  private mutating func meta(
    _ field: FieldPlan, _ list: FieldPlan, _ object: FakeObject, _ arguments: JSONObject
  ) throws(FieldFailure) -> FakeObject {
    let page = try read(list, members(list, object), arguments)
    let type = plan.plan(field.named.name) ?? field.parts[0]
    return FakeObject(
      plan: type, identity: object.identity.with("part").with(field.name), owner: object,
      page: PageView(page, call: nil))
  }
}

// MARK: - Fields that fail by a rule

extension FakeSource {
  /// Returns the failure of a field; nil if it does not fail. It depends on the object, the field and its arguments, so
  /// the same field of the same object always fails, or never.
  func fakedFailure(_ field: FieldPlan, _ object: FakeObject, _ arguments: JSONObject) -> FieldFailure? {
    if let error = field.rule?.error {
      guard fails(field, object, arguments, rate: error.rate) else { return nil }
      return FieldFailure(error.message, code: error.code)
    }
    // The result of a mutation is complete: a client could not go on after a payload without its object.
    guard plan.rules.errorRate > 0, !field.isNonNull, object.outcome == nil,
      fails(field, object, arguments, rate: plan.rules.errorRate)
    else { return nil }
    return FieldFailure(FakeError.usualMessage, code: FakeError.usualCode)
  }

  func mayFail(_ field: FieldPlan) -> Bool {
    field.rule?.error != nil || (plan.rules.errorRate > 0 && !field.isNonNull)
  }

  private func fails(_ field: FieldPlan, _ object: FakeObject, _ arguments: JSONObject, rate: Int) -> Bool {
    if rate >= FakeClause.always { return true }
    var draw = Draw(object.identity.with("error").with(field.name).with(arguments: arguments))
    return draw.below(FakeClause.always) < rate
  }
}
