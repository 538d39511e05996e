import FakeValues
import GraphQLSchema
import HashTreeCollections
import OrderedJSON
import Synchronization

/// The world at one moment: the generated world with all changes. It is immutable.
///
/// Populations and inverses of links are made on demand and cached, independent of the order of requests.
final class Snapshot: Sendable {
  let plan: WorldPlan
  let changes: Changes
  /// The world before any change, whose populations are used for unchanged types.
  let base: Snapshot?
  /// The recorded facts about the world; nil if there are none.
  let learned: LearnedWorld?
  private let kept = Mutex(Kept())
  /// The changed worlds with caches, oldest first. Of many sessions, only the latest keep theirs.
  private let cached = Mutex<[Cached]>([])

  private struct Cached {
    weak var snapshot: Snapshot?
  }

  private struct Kept: Sendable {
    var members: [Int: [FakeObject]] = [:]
    /// The objects that lead to each object, by a to-one field.
    var leading: [Int: [ObjectID: [FakeObject]]] = [:]
    /// The values of the generated members, by a leaf field.
    var columns: [Int: [JSON]] = [:]
    var readyValues = 0
    /// The latest creations of the objects to which members belong; the least number for none.
    var ownersCreations: [ObjectID: Int] = [:]

    var isEmpty: Bool { members.isEmpty && leading.isEmpty && columns.isEmpty && ownersCreations.isEmpty }
  }

  init(_ plan: WorldPlan, learned: LearnedWorld?) {
    self.plan = plan
    self.learned = learned
    changes = Changes()
    base = nil
  }

  init(_ base: Snapshot, changes: Changes) {
    plan = base.plan
    learned = base.learned
    self.changes = changes
    self.base = base
  }

  /// Returns the same world with more looked-up unlisted objects. Past a limit, later ones are dropped.
  func adding(lookedUp keys: TreeSet<ObjectID>) -> Snapshot {
    var changes = changes
    guard changes.lookedUp.count < Self.maximumLookedUp else { return self }
    changes.lookedUp.formUnion(keys)
    return Snapshot(base ?? self, changes: changes)
  }

  /// The most looked-up objects that a session remembers.
  private static let maximumLookedUp = 100_000

  // MARK: Members

  /// Returns the objects of a type, in order: generated ones, then those created later.
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
    keep { $0.members[type.index] = members }
    return members
  }

  /// Returns the object of a type with a key, member or not.
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

  /// Indicates whether a key belongs to a member, or was looked up.
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
    keep { $0.leading[field] = leading }
  }

  func keptColumn(_ field: Int) -> [JSON]? { kept.withLock { $0.columns[field] } }

  func keepColumn(_ column: [JSON], _ field: Int) { keep { $0.columns[field] = column } }

  func keptOwnersCreation(_ id: ObjectID) -> Int? { kept.withLock { $0.ownersCreations[id] } }

  func keepOwnersCreation(_ creation: Int, _ id: ObjectID) { keep { $0.ownersCreations[id] = creation } }

  private func keep(_ change: (inout Kept) -> Void) {
    let isFirst = kept.withLock { kept in
      defer { change(&kept) }
      return kept.isEmpty
    }
    if isFirst { base?.note(cached: self) }
  }

  /// Indicates whether something is cached.
  var hasCaches: Bool { kept.withLock { !$0.isEmpty } }

  private func note(cached snapshot: Snapshot) {
    let oldest = cached.withLock { cached in
      cached.append(Cached(snapshot: snapshot))
      return cached.count > Self.maximumCached ? cached.removeFirst().snapshot : nil
    }
    oldest?.kept.withLock { $0 = Kept() }
  }

  /// The most changed worlds with caches; a cache takes as much as all the objects of the types that were changed.
  static let maximumCached = 256

  /// Reserves room for ready values; false if there is none.
  func reserveValues(_ count: Int) -> Bool {
    kept.withLock { kept in
      guard kept.readyValues + count <= Self.maximumReady else { return false }
      kept.readyValues += count
      return true
    }
  }

  /// Returns a member of the generated population by its number; it may have been deleted.
  func seededMember(_ type: TypePlan, _ number: Int) -> FakeObject {
    if changes.types.contains(type.index) { return object(type, key: seededKey(type, number), number: number) }
    return (base ?? self).members(type)[number]
  }

  // MARK: Keys

  func seededKey(_ type: TypePlan, _ number: Int) -> String { plan.key(of: type, number: number) }

  /// Returns the number of a member by its key; nil for other keys.
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

  /// Returns the atlas's code of an object: its key, or for keys of another kind one derived from it.
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

  func key(of member: FakeObject) -> String { member.listKey }
}

extension FakeObject {
  /// The text that identifies it in cursors: its key, or for an object without one its identity.
  var listKey: String { key ?? String(identity.value, radix: 36) }
}
