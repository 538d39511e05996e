import FakeValues
import HashTreeCollections
import OrderedJSON

/// The changes to a generated world by mutations.
///
/// Copies share their common parts, so that a mutation costs the same however many came before it. The order of the
/// trees differs between runs, so answers only look values up, or sort them.
struct Changes: Sendable {
  private var created: [Int: CreatedKeys] = [:]
  private(set) var deleted: TreeSet<ObjectID> = []
  /// Values of fields that were set, by object and field. For a field without a population of its own, an object has
  /// the values of that object's fields.
  private(set) var values: TreeDictionary<ObjectID, [String: JSON]> = [:]
  /// The targets of to-one fields; an inner nil is null.
  var toOne: TreeDictionary<FieldOf, ObjectID?> = [:]
  /// Whole lists, of to-many fields without an inverse.
  var lists: TreeDictionary<FieldOf, [ObjectID]> = [:]
  /// Added and removed pairs, by the leading field.
  var pairs: [Int: TreeDictionary<ObjectPair, Bool>] = [:]
  /// Unlisted keys that requests have looked up.
  var lookedUp: TreeSet<ObjectID> = []
  /// The viewer, after a login.
  var viewer: ObjectID?
  /// Indicates whether there is no viewer, after a logout.
  var isLoggedOut = false
  /// The number of mutations that have changed something: each has its own moment.
  var steps = 0
  /// The types of created, deleted or changed objects.
  private(set) var types: Set<Int> = []

  func isCreated(_ id: ObjectID) -> Bool { created[id.type]?.contains(id.key) ?? false }

  /// Returns the number of created objects of a type that still exist.
  func createdCount(_ type: Int) -> Int { created[type]?.count ?? 0 }

  /// Returns the number of created objects of a type, deleted ones included.
  func madeCount(_ type: Int) -> Int { created[type]?.next ?? 0 }

  func createdKeys(_ type: Int) -> [String] { created[type]?.keys ?? [] }

  mutating func create(_ id: ObjectID) {
    created[id.type, default: CreatedKeys()].append(id.key)
    types.insert(id.type)
  }

  mutating func delete(_ id: ObjectID) {
    deleted.insert(id)
    created[id.type]?.remove(id.key)
    types.insert(id.type)
  }

  mutating func undelete(_ id: ObjectID) { deleted.remove(id) }

  /// Sets fields of an object, in addition to those set before.
  mutating func say(_ id: ObjectID, _ fields: [String: JSON]) {
    values[id, default: [:]].merge(fields) { _, new in new }
    types.insert(id.type)
  }

  /// Indicates whether nothing was changed; lookups are no changes.
  var isEmpty: Bool {
    created.values.allSatisfy { $0.count == 0 } && deleted.isEmpty && values.isEmpty && toOne.isEmpty && lists.isEmpty
      && pairs.isEmpty && viewer == nil && !isLoggedOut
  }
}

/// The keys of created objects, in order, without repetitions.
private struct CreatedKeys: Sendable {
  private var keysByNumber: TreeDictionary<Int, String> = [:]
  private var numbers: TreeDictionary<String, Int> = [:]
  private(set) var next = 0

  var count: Int { numbers.count }

  var keys: [String] { (0..<next).compactMap { keysByNumber[$0] } }

  func contains(_ key: String) -> Bool { numbers[key] != nil }

  mutating func append(_ key: String) {
    guard numbers[key] == nil else { return }
    numbers[key] = next
    keysByNumber[next] = key
    next += 1
  }

  mutating func remove(_ key: String) {
    if let number = numbers.removeValue(forKey: key) { keysByNumber[number] = nil }
  }
}

/// The result of a mutation, from which its payload is made.
final class MutationOutcome: Sendable {
  /// The changed objects, the main one first.
  let objects: [FakeObject]
  /// Objects by their names in the request, in words: `product` for `productId`.
  let named: [(name: String, object: FakeObject)]
  let deleted: [ObjectID]
  let count: Int
  /// The reason why it changed nothing; nil if it succeeded.
  let failure: String?
  /// Indicates whether the mutation is understood; if not, nothing was changed.
  let isUnderstood: Bool
  /// The inputs of the request: arguments, and the members of input objects, by name.
  let said: [JSONObject.Member]

  init(
    objects: [FakeObject] = [], named: [(name: String, object: FakeObject)] = [], deleted: [ObjectID] = [],
    count: Int = 0, failure: String? = nil, isUnderstood: Bool = true, said: [JSONObject.Member] = []
  ) {
    self.objects = objects
    self.named = named
    self.deleted = deleted
    self.count = count
    self.failure = failure
    self.isUnderstood = isUnderstood
    self.said = said
  }
}
