import FakeValues
import GraphQLSchema
import OrderedJSON

/// The events of one subscription, each as a root object.
struct FakeEvents: Sendable {
  let plan: EventPlan
  let arguments: JSONObject
  let root: FakeObject

  /// Returns the roots of the events that a mutation caused.
  func roots(before: Snapshot, after: Snapshot, _ events: [WorldEvent], _ imageOrigin: String) -> [FakeObject] {
    if let counted = plan.counted {
      // After a login, the viewer has other lists; they have not changed.
      guard before.viewer()?.id == after.viewer()?.id else { return [] }
      let change = length(counted, after) - length(counted, before)
      return change == 0 ? [] : [with(MutationOutcome(said: [.init(plan.field.name, .int(change))]), change)]
    }
    return events.filter { plan.tells($0, in: after.plan) }.compactMap { event in
      let object = (event.kind == .deleted ? before : after).object(event.object)
      let reader = SnapshotReader(snapshot: event.kind == .deleted ? before : after, imageOrigin: imageOrigin)
      guard plan.admits(object, event.kind, arguments, reader) else { return nil }
      return with(told(event, object, before: before, imageOrigin), event.object.key.utf8.count)
    }
  }

  /// Returns the root of a tick's event, for an object that the number chooses.
  func root(tick number: Int, _ snapshot: Snapshot, _ imageOrigin: String) -> FakeObject {
    let hash = root.identity.with("tick").with(plan.field.name).with(arguments: arguments).with(UInt64(number))
    var draw = Draw(hash)
    if plan.counted != nil {
      // Recorded changes are used if there are any.
      let recorded = snapshot.learned?.pools[plan.field.id]?.value(hash)
      return with(MutationOutcome(said: [.init(plan.field.name, recorded ?? .int(draw.within(1...3)))]), number)
    }
    let reader = SnapshotReader(snapshot: snapshot, imageOrigin: imageOrigin)
    let kind: EventKind =
      plan.kinds.contains(.updated) ? .updated : plan.kinds.contains(.created) ? .created : .deleted
    let members = plan.subjects.flatMap { snapshot.members($0) }.filter {
      plan.admits($0, kind, arguments, reader)
    }
    guard let object = draw.pick(members), let id = object.id else {
      return with(MutationOutcome(), number)
    }
    return with(told(WorldEvent(kind: kind, object: id), object, before: snapshot, imageOrigin), number)
  }

  private func length(_ list: FieldPlan, _ snapshot: Snapshot) -> Int {
    snapshot.viewer().map { snapshot.targets(of: list, from: $0).count } ?? 0
  }

  /// Returns the root with an outcome; `number` distinguishes the generated values of events.
  private func with(_ outcome: MutationOutcome, _ number: Int) -> FakeObject {
    FakeObject(
      plan: root.plan, identity: root.identity.with("event").with(UInt64(bitPattern: Int64(number))), outcome: outcome)
  }

  /// Returns the content of a payload around an event's object.
  private func told(
    _ event: WorldEvent, _ object: FakeObject, before: Snapshot, _ imageOrigin: String
  ) -> MutationOutcome {
    var said: [JSONObject.Member] = []
    guard plan.field.targets.isEmpty, let payload = plan.field.parts.first else {
      return MutationOutcome(objects: [object], count: 1)
    }
    let schema = before.plan.schema
    for field in payload.type.fields {
      guard let type = schema.type(of: field.type) else { continue }
      if type.kind == .enum,
        let value = type.values.first(where: { EventPlan.word($0.name) == event.kind.rawValue })
      {
        said.append(.init(field.name, .string(value.name)))
      }
      let name = words(of: field.name).joined(separator: " ")
      if name == "updated fields" || name == "changed fields" {
        said.append(.init(field.name, event.kind == .updated ? .array(changed(object, before)) : .null))
      }
      if PayloadField.isPast(field.name) {
        let old = event.kind == .created ? nil : before.object(event.object)
        said.append(.init(field.name, old.map { values($0, before, imageOrigin) } ?? .null))
      }
    }
    return MutationOutcome(
      objects: event.kind == .deleted && !mustHaveNode(payload) ? [] : [object], count: 1, said: said)
  }

  private func mustHaveNode(_ payload: TypePlan) -> Bool {
    payload.type.fields.contains { field in
      field.type.isNonNull && plan.subjects.contains { $0.type.name == field.type.typeName }
    }
  }

  /// Returns the names of the fields whose values have changed, in the order of the type.
  private func changed(_ object: FakeObject, _ before: Snapshot) -> [JSON] {
    let old = before.object(object.plan, key: object.key ?? "").values
    return object.plan.type.fields.map(\.name).filter { object.values[$0] != old[$0] }.map { .string($0) }
  }

  private func values(_ object: FakeObject, _ snapshot: Snapshot, _ imageOrigin: String) -> JSON {
    var members: [JSONObject.Member] = []
    for field in snapshot.plan.fields(of: object.plan) where field.named.isLeaf {
      members.append(
        .init(field.name, snapshot.value(of: field, object, JSONObject(), imageOrigin: imageOrigin)))
    }
    return .object(JSONObject(members))
  }
}
