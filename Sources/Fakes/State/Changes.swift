import FakeValues
import HashTreeCollections
import OrderedJSON

/// What differs from the world that follows from the seed: what mutations did, or what was recorded.
///
/// Copies share what they have in common, so that a mutation costs the same however many came before it. The order of the
/// trees differs from run to run: what goes into an answer is looked up in them, or sorted.
struct Changes: Sendable {
  /// Objects that were made, by type.
  private var created: [Int: CreatedKeys] = [:]
  private(set) var deleted: TreeSet<ObjectID> = []
  /// Values of fields that were said, by object and field. An object for a field without a population of its own says
  /// what that object's fields are.
  private(set) var values: TreeDictionary<ObjectID, [String: JSON]> = [:]
  /// To whom an object's to-one field leads; nil inside for nobody.
  var toOne: TreeDictionary<FieldOf, ObjectID?> = [:]
  /// Whole lists, of to-many fields that nothing leads back from.
  var lists: TreeDictionary<FieldOf, [ObjectID]> = [:]
  /// By the leading field, which pairs there are besides, and which are not any more.
  var pairs: [Int: TreeDictionary<ObjectPair, Bool>] = [:]
  /// Keys that no list has, and that requests have looked up.
  var lookedUp: TreeSet<ObjectID> = []
  /// Who asks, if somebody has logged in.
  var viewer: ObjectID?
  /// Whether nobody asks, since somebody has logged out.
  var isLoggedOut = false
  /// How many mutations have changed something: each has a moment of its own.
  var steps = 0
  /// The types of which an object was made, deleted or changed.
  private(set) var types: Set<Int> = []

  func isCreated(_ id: ObjectID) -> Bool { created[id.type]?.contains(id.key) ?? false }

  /// How many objects of a type were made and are still there.
  func createdCount(_ type: Int) -> Int { created[type]?.count ?? 0 }

  /// How many objects of a type were ever made, those included that are gone.
  func madeCount(_ type: Int) -> Int { created[type]?.next ?? 0 }

  /// The keys of the objects of a type that were made, in order.
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

  /// Says fields of an object, besides those that were said before.
  mutating func say(_ id: ObjectID, _ fields: [String: JSON]) {
    values[id, default: [:]].merge(fields) { _, new in new }
    types.insert(id.type)
  }

  /// Whether something differs; to have asked for something changes nothing.
  var isEmpty: Bool {
    created.values.allSatisfy { $0.count == 0 } && deleted.isEmpty && values.isEmpty && toOne.isEmpty && lists.isEmpty
      && pairs.isEmpty && viewer == nil && !isLoggedOut
  }
}

/// The keys of objects that were made, in order, none twice.
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

/// What a mutation did, from which its payload is made.
final class MutationOutcome: Sendable {
  /// The objects that it is about, the first of them before all.
  let objects: [FakeObject]
  /// Objects by the names under which the request speaks of them, in words: `product` for `productId`.
  let named: [(name: String, object: FakeObject)]
  /// The keys of objects that are gone.
  let deleted: [ObjectID]
  /// How many objects were changed.
  let count: Int
  /// Why it did nothing; nil if it did.
  let failure: String?
  /// Whether it is understood what it does; nothing was done if it is not.
  let isUnderstood: Bool
  /// What the request said: arguments, and the members of input objects, by name.
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
