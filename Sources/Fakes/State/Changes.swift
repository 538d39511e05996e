import FakeValues
import OrderedJSON

/// What differs from the world that follows from the seed: what mutations did, or what was recorded.
struct Changes: Sendable {
  /// Keys of objects that were made, by type, in order.
  private(set) var created: [Int: [String]] = [:]
  /// The same, for who wants to know of one.
  private var createdIDs: Set<ObjectID> = []
  var deleted: Set<ObjectID> = []
  /// Values of fields that were said, by object and field. An object for a field without a population of its own says
  /// what that object's fields are.
  var values: [ObjectID: [String: JSON]] = [:]
  /// To whom an object's to-one field leads; nil inside for nobody.
  var toOne: [FieldOf: ObjectID?] = [:]
  /// Whole lists, of to-many fields that nothing leads back from.
  var lists: [FieldOf: [ObjectID]] = [:]
  /// By the leading field, which pairs there are besides, and which are not any more.
  var pairs: [Int: [ObjectPair: Bool]] = [:]
  /// Keys that no list has, and that requests have looked up.
  var lookedUp: Set<ObjectID> = []
  /// Who asks, if somebody has logged in.
  var viewer: ObjectID?
  /// Whether nobody asks, since somebody has logged out.
  var isLoggedOut = false
  /// How many mutations have changed something: each has a moment of its own.
  var steps = 0

  func isCreated(_ id: ObjectID) -> Bool { createdIDs.contains(id) }

  mutating func create(_ id: ObjectID) {
    guard createdIDs.insert(id).inserted else { return }
    created[id.type, default: []].append(id.key)
  }

  mutating func uncreate(_ id: ObjectID) {
    guard createdIDs.remove(id) != nil else { return }
    created[id.type]?.removeAll { $0.hasSameScalars(as: id.key) }
    if created[id.type]?.isEmpty == true { created[id.type] = nil }
  }

  /// Whether something differs; to have asked for something changes nothing.
  var isEmpty: Bool {
    created.isEmpty && deleted.isEmpty && values.isEmpty && toOne.isEmpty && lists.isEmpty && pairs.isEmpty
      && viewer == nil && !isLoggedOut
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
