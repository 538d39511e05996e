import FakeValues
import OrderedJSON

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
