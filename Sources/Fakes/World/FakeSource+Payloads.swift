import FakeValues
import GraphQLExecution
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

// The answers of mutations, made from their results.

extension FakeSource {
  mutating func mutate(
    _ field: FieldPlan, _ object: FakeObject, _ arguments: JSONObject
  ) throws(FieldFailure) -> Resolved<FakeObject> {
    let outcome = mutations.plan(of: field).perform(arguments, in: &editor)
    if field.named.isLeaf { return try leafAnswer(field, object, outcome, arguments) }
    if field.named.name == plan.schema.queryTypeName { return Self.resolved(root(.query)) }
    if !field.targets.isEmpty, field.page == nil { return try objectAnswer(field, outcome) }
    let payload = field.page ?? field.parts.first
    guard let payload else { return .null }
    if let failure = outcome.failure, !reportsFailures(payload) {
      guard field.isNonNull else { return .null }
      throw FieldFailure(failure)
    }
    let identity = object.identity.with("payload").with(field.name).with(arguments: arguments)
      .with(UInt64(editor.changes.steps))
    return Self.resolved(FakeObject(plan: payload, identity: identity, owner: object, outcome: outcome))
  }

  private func reportsFailures(_ payload: TypePlan) -> Bool {
    payload.type.fields.contains { field in
      PayloadField.isSuccess(field.name) || (field.type.nullable.isList && PayloadField.isErrors(field.name))
    }
  }

  private mutating func objectAnswer(_ field: FieldPlan, _ outcome: MutationOutcome) throws(FieldFailure) -> Resolved<
    FakeObject
  > {
    if let failure = outcome.failure {
      guard field.isNonNull else { return .null }
      throw FieldFailure(failure)
    }
    let objects = outcome.objects.filter { object in field.targets.contains { $0 === object.plan } }
    if field.isList { return .list(objects.map(Self.resolved)) }
    if let object = objects.first ?? shown(field, outcome) { return Self.resolved(described(object, outcome)) }
    guard field.isNonNull || !outcome.isUnderstood, let object = usual(field) else { return try nothing(field) }
    return Self.resolved(described(object, outcome))
  }

  /// Returns the object of an answer that names none: the viewer, the query root's single object, or always the same.
  private mutating func usual(_ field: FieldPlan) -> FakeObject? {
    if let viewer = snapshot.viewer(), field.targets.contains(where: { $0 === viewer.plan }) { return viewer }
    let fields = plan.schema.queryTypeName.flatMap { plan.plan($0) }.map { plan.fields(of: $0) } ?? []
    let single = fields.first { $0.role == .singleton && $0.named === field.named }
    var draw = Draw(plan.origin.with("singleton").with(single?.name ?? field.named.name))
    guard let type = draw.pick(field.targets) else { return nil }
    return snapshot.pick(type, &draw)
  }

  /// Returns an object with the values in a request that is not understood.
  private func described(_ object: FakeObject, _ outcome: MutationOutcome) -> FakeObject {
    guard !outcome.isUnderstood else { return object }
    var values = object.values
    for member in outcome.said {
      guard let field = plan.field(member.name, of: object.plan), field.role == .leaf,
        plan.schema.fits(member.value, field.field.type)
      else { continue }
      values[field.name] = member.value
    }
    return FakeObject(
      plan: object.plan, identity: object.identity, key: object.key, number: object.number, values: values,
      real: object.real)
  }

  private mutating func leafAnswer(
    _ field: FieldPlan, _ object: FakeObject, _ outcome: MutationOutcome, _ arguments: JSONObject
  ) throws(FieldFailure) -> Resolved<FakeObject> {
    let form = ScalarForm(scalar: field.named.name)
    if form == .boolean, !field.isList { return .leaf(.bool(outcome.failure == nil)) }
    if let failure = outcome.failure {
      guard field.isNonNull else { return .null }
      throw FieldFailure(failure)
    }
    if form.isNumeric, !field.isList { return .leaf(.int(outcome.count)) }
    if let key = outcome.deleted.first ?? outcome.objects.first?.id, !field.isList,
      form == .identifier || form.isUUID
    {
      return .leaf(plan.types[key.type].key?.json(key.key) ?? .string(key.key))
    }
    return Self.resolved(snapshot.value(of: field, object, arguments, imageOrigin: imageOrigin))
  }

  mutating func payloadValue(
    _ field: FieldPlan, _ payload: FakeObject, _ outcome: MutationOutcome, _ arguments: JSONObject
  ) throws(FieldFailure) -> Resolved<FakeObject> {
    if field.named.isLeaf { return payloadLeaf(field, payload, outcome, arguments) }
    if field.role == .event, field.targets.isEmpty, let type = field.parts.first {
      return Self.resolved(FakeObject(plan: type, identity: payload.identity, owner: payload, outcome: outcome))
    }
    if let said = outcome.said.first(where: { $0.name == field.name })?.value,
      payload.owner?.plan.isSubscription == true
    {
      return said == .null
        ? .null
        : Self.resolved(
          part(
            field.parts.first ?? field.targets.first ?? payload.plan, of: payload, payload.identity.with(field.name),
            said.members))
    }
    if field.named.name == plan.schema.queryTypeName { return Self.resolved(root(.query)) }
    if PayloadField.isErrors(field.name), field.targets.isEmpty { return errors(field, payload, outcome) }
    if outcome.failure != nil, !field.isNonNull { return .null }
    if let page = field.page {
      let items = outcome.objects.filter { object in field.targets.contains { $0 === object.plan } }
      return Self.resolved(try self.page(page, field, payload, items, arguments))
    }
    if case .edge(let node)? = field.parts.first?.role, field.targets.isEmpty, !field.isList {
      let leads =
        field.parts[0].field(node).map { plan.schema.possibleTypes(of: plan.schema.type(of: $0.type) ?? field.named) }
        ?? []
      guard let item = outcome.objects.first(where: { object in leads.contains { $0 === object.plan.type } }) else {
        return try nothing(field)
      }
      return Self.resolved(
        FakeObject(
          plan: field.parts[0], identity: payload.identity.with("edge").with(item.identity.value), owner: payload,
          page: PageView(items: [item], page: .whole(1), call: nil), node: item))
    }
    if let inner = field.parts.first, field.targets.isEmpty, !field.isList, carries(inner, outcome) {
      return Self.resolved(
        FakeObject(
          plan: inner, identity: payload.identity.with("part").with(field.name), owner: payload, outcome: outcome))
    }
    if let inner = field.parts.first, field.targets.isEmpty, !field.isList, outcome.failure == nil {
      // An object without a population that the request describes.
      let said = outcome.said.filter { member in
        inner.field(member.name).map { plan.schema.fits(member.value, $0.type) } == true
      }
      if !said.isEmpty {
        let values = Dictionary(said.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return Self.resolved(part(inner, of: payload, payload.identity.with("part").with(field.name), values))
      }
    }
    guard !field.targets.isEmpty else { return try parts(field, payload, field.field.type, arguments) }
    if field.isList {
      let objects = outcome.objects.filter { object in field.targets.contains { $0 === object.plan } }
      return .list(objects.map(Self.resolved))
    }
    if let object = shown(field, outcome) { return Self.resolved(described(object, outcome)) }
    if field.targets.count == 1, field.targets[0] === plan.viewer, let viewer = snapshot.viewer() {
      return Self.resolved(viewer)
    }
    guard field.isNonNull || !outcome.isUnderstood, outcome.failure == nil else { return .null }
    guard let object = usual(field) else { return try nothing(field) }
    return Self.resolved(described(object, outcome))
  }

  /// Returns the object of a payload that the field's name refers to, as in the request, else the first possible one.
  private mutating func shown(_ field: FieldPlan, _ outcome: MutationOutcome) -> FakeObject? {
    func fits(_ object: FakeObject) -> Bool { field.targets.contains { $0 === object.plan } }
    let name = words(of: field.name).joined(separator: " ")
    if let named = outcome.named.first(where: { $0.name == name && fits($0.object) }) { return named.object }
    if let object = outcome.objects.first(where: fits) ?? outcome.named.first(where: { fits($0.object) })?.object {
      return object
    }
    // The target of the main object: the repository of the deleted issue.
    guard let main = outcome.objects.first else { return nil }
    let links = plan.fields(of: main.plan).filter { link in
      link.role == .toOne && link.targets.contains { target in field.targets.contains { $0 === target } }
    }
    guard let link = links.first(where: { $0.name == field.name }) ?? links.only else { return nil }
    return snapshot.target(of: link, from: main)
  }

  /// Indicates whether a payload inside a payload shows the result of the mutation.
  private func carries(_ type: TypePlan, _ outcome: MutationOutcome) -> Bool {
    let shown = outcome.objects + outcome.named.map(\.object)
    return plan.fields(of: type).contains { field in
      field.targets.contains { target in shown.contains { $0.plan === target } }
    }
  }

  private mutating func payloadLeaf(
    _ field: FieldPlan, _ payload: FakeObject, _ outcome: MutationOutcome, _ arguments: JSONObject
  ) -> Resolved<FakeObject> {
    let form = ScalarForm(scalar: field.named.name)
    if let said = outcome.said.first(where: { $0.name == field.name })?.value, plan.schema.fits(said, field.field.type)
    {
      return Self.resolved(said)
    }
    if field.name == "clientMutationId", !field.isNonNull { return .null }
    if PayloadField.isErrors(field.name) {
      guard let failure = outcome.failure else {
        return field.isList && field.isNonNull ? .list([]) : field.isList ? .list([]) : .null
      }
      return field.isList ? .list([.leaf(.string(failure))]) : .leaf(.string(failure))
    }
    if form == .boolean, !field.isList {
      return .leaf(.bool(PayloadField.isSuccess(field.name) ? outcome.failure == nil : true))
    }
    if form == .text, !field.isList, ["message", "msg", "detail", "description"].contains(field.name) {
      return .leaf(.string(outcome.failure ?? "Done."))
    }
    if form.isNumeric, !field.isList, PayloadField.isCount(field.name) { return .leaf(.int(outcome.count)) }
    if form == .identifier || form.isUUID, !field.isList {
      let id = PayloadField.isDeletedKey(field.name) ? outcome.deleted.first : outcome.objects.first?.id
      if let id = id ?? outcome.deleted.first { return .leaf(plan.types[id.type].key?.json(id.key) ?? .string(id.key)) }
      if PayloadField.isDeletedKey(field.name), !field.isNonNull { return .null }
    }
    if form == .identifier, field.isList, PayloadField.isDeletedKey(field.name) {
      return .list(outcome.deleted.map { .leaf(.string($0.key)) })
    }
    return Self.resolved(snapshot.value(of: field, payload, arguments, imageOrigin: imageOrigin))
  }

  private func errors(
    _ field: FieldPlan, _ payload: FakeObject, _ outcome: MutationOutcome
  ) -> Resolved<FakeObject> {
    guard let failure = outcome.failure, let type = field.parts.first else { return field.isList ? .list([]) : .null }
    let error = part(
      type, of: payload, payload.identity.with("part").with(field.name), ["message": .string(failure)])
    return field.isList ? .list([Self.resolved(error)]) : Self.resolved(error)
  }
}

extension ListPage {
  static func whole(_ count: Int) -> ListPage {
    ListPage(
      items: [], totalCount: count, offset: 0, pageSize: nil, hasNext: false, hasPrevious: false)
  }
}
