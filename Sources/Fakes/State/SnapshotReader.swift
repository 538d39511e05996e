import FakeValues
import GraphQLSchema
import OrderedJSON

/// The world as lists are read from it.
struct SnapshotReader: ReadableWorld {
  let snapshot: Snapshot
  let imageOrigin: String

  func leaf(_ field: SchemaField, of member: FakeObject) -> JSON {
    guard let plan = snapshot.plan.plan(of: field) else { return .null }
    return snapshot.value(of: plan, member, JSONObject(), imageOrigin: imageOrigin)
  }

  func related(_ field: SchemaField, of member: FakeObject) -> [FakeObject] {
    guard let plan = snapshot.plan.plan(of: field) else { return [] }
    switch plan.role {
    case .toOne, .toMany: return snapshot.targets(of: plan, from: member)
    case .part: return snapshot.part(plan, of: member).map { [$0] } ?? []
    default: return []
    }
  }

  func type(of member: FakeObject) -> SchemaType { member.plan.type }

  func key(of member: FakeObject) -> String { member.key ?? String(member.identity.value, radix: 36) }
}
