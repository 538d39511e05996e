import FakeValues
import GraphQLSchema
import HashTreeCollections
import OrderedJSON
import Synchronization

/// The world at one moment: what follows from the seed, and what was changed since. It never changes itself.
///
/// Populations and the ways back along links are made when they are first asked for, and kept: what is made does not
/// depend on who asks, or when.
final class Snapshot: Sendable {
  let plan: WorldPlan
  let changes: Changes
  /// The world before any change, whose populations are used as long as nothing of a type was changed.
  let base: Snapshot?
  /// What was recorded of the world; nil where nothing was.
  let learned: LearnedWorld?
  private let kept = Mutex(Kept())

  private struct Kept: Sendable {
    var members: [Int: [FakeObject]] = [:]
    /// By a to-one field, the objects that lead to an object.
    var leading: [Int: [ObjectID: [FakeObject]]] = [:]
    /// By a leaf field, the values of the members that follow from the seed.
    var columns: [Int: [JSON]] = [:]
    var readyValues = 0
  }

  init(_ plan: WorldPlan, learned: LearnedWorld?) {
    self.plan = plan
    self.learned = learned
    changes = Changes()
    base = nil
  }

  /// The world after changes.
  init(_ base: Snapshot, changes: Changes) {
    plan = base.plan
    learned = base.learned
    self.changes = changes
    self.base = base
  }

  /// The same world with more unlisted objects that were looked up. Of very many the later ones are forgotten.
  func adding(lookedUp keys: TreeSet<ObjectID>) -> Snapshot {
    var changes = changes
    guard changes.lookedUp.count < Self.maximumLookedUp else { return self }
    changes.lookedUp.formUnion(keys)
    return Snapshot(base ?? self, changes: changes)
  }

  /// How many looked-up objects a session remembers.
  private static let maximumLookedUp = 100_000

  // MARK: Members

  /// The objects of a type, in order: those that follow from the seed, then those that were made.
  func members(_ type: TypePlan) -> [FakeObject] {
    if let base, !changes.types.contains(type.index) { return base.members(type) }
    if let known = kept.withLock({ $0.members[type.index] }) { return known }
    var members: [FakeObject] = []
    let size = plan.sizes.size(type)
    members.reserveCapacity(size)
    for number in 0..<size {
      let key = seededKey(type, number)
      let object = object(type, key: key, number: number)
      if changes.deleted.isEmpty || !isDeleted(object) { members.append(object) }
    }
    for key in changes.createdKeys(type.index) { members.append(object(type, key: key)) }
    kept.withLock { $0.members[type.index] = members }
    return members
  }

  /// The object of a type with a key, member or not.
  func object(_ type: TypePlan, key: String, number: Int? = nil) -> FakeObject {
    let identity = type.hash.with("key").with(key)
    return FakeObject(
      plan: type, identity: identity, key: key, number: number ?? seededNumber(type, key), values: said(type, key),
      real: type.atlas.map { RealThing(AtlasMember($0, code: realCode(type, key, $0, identity), hash: identity)) })
  }

  func object(_ id: ObjectID) -> FakeObject { object(plan.types[id.type], key: id.key) }

  func isDeleted(_ object: FakeObject) -> Bool {
    guard let id = object.id else { return false }
    return changes.deleted.contains(id) || isMissing(id)
  }

  /// Whether a key is that of a member, or was looked up.
  func isKnown(_ type: TypePlan, key: String) -> Bool {
    let id = ObjectID(type: type.index, key: key)
    if changes.deleted.contains(id) || isMissing(id) { return false }
    return changes.lookedUp.contains(id) || isMember(type, key: key) || isOfKnown(type, key: key)
  }

  func isMember(_ type: TypePlan, key: String) -> Bool {
    let id = ObjectID(type: type.index, key: key)
    if changes.deleted.contains(id) { return false }
    return seededNumber(type, key) != nil || changes.isCreated(id)
  }

  func keptLeading(_ field: Int) -> [ObjectID: [FakeObject]]? {
    if let base, changes.isEmpty { return base.keptLeading(field) }
    return kept.withLock { $0.leading[field] }
  }

  func keepLeading(_ leading: [ObjectID: [FakeObject]], _ field: Int) {
    if let base, changes.isEmpty { return base.keepLeading(leading, field) }
    kept.withLock { $0.leading[field] = leading }
  }

  func keptColumn(_ field: Int) -> [JSON]? { kept.withLock { $0.columns[field] } }

  func keepColumn(_ column: [JSON], _ field: Int) { kept.withLock { $0.columns[field] = column } }

  /// Whether so many more values may be kept ready.
  func reserveValues(_ count: Int) -> Bool {
    kept.withLock { kept in
      guard kept.readyValues + count <= Self.maximumReady else { return false }
      kept.readyValues += count
      return true
    }
  }

  /// A member of the population that follows from the seed, by its number; it may have been deleted.
  func seededMember(_ type: TypePlan, _ number: Int) -> FakeObject {
    if changes.types.contains(type.index) { return object(type, key: seededKey(type, number), number: number) }
    return (base ?? self).members(type)[number]
  }

  // MARK: Keys

  /// The key of a member by its number.
  func seededKey(_ type: TypePlan, _ number: Int) -> String { plan.key(of: type, number: number) }

  /// The number of a member by its key; nil for keys that nobody has.
  private func seededNumber(_ type: TypePlan, _ text: String) -> Int? {
    if plan.recorded?.knows(type) == true { return plan.keys(type).numbers[text] }
    guard let key = type.key, key.style != .counted else {
      guard let number = Int(text), number >= 1, number <= plan.sizes.size(type), String(number) == text else {
        return nil
      }
      return number - 1
    }
    return plan.keys(type).numbers[text]
  }

  /// The code by which the atlas knows an object: its key, or for keys of another kind one that follows from it.
  private func realCode(_ type: TypePlan, _ key: String, _ kind: AtlasMember.Kind, _ identity: StableHash) -> String {
    if type.key?.style == .atlas { return key }
    if let number = Int(key), number >= 1, number <= kind.codes.count { return kind.codes[number - 1] }
    var draw = Draw(identity.with("atlas"))
    return draw.pick(kind.codes)
  }
}

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
