import FakeValues
import GraphQLSchema
import OrderedJSON

/// An object of the faked world: nothing but who it is. What its fields are follows from that.
package final class FakeObject: Sendable {
  let plan: TypePlan
  /// The hash of the world, the type and the key; of the owner and the way from it for an object without a population.
  let identity: StableHash
  /// The key as text; nil for an object without a population.
  let key: String?
  /// Its number in the population that follows from the seed; nil for all others.
  let number: Int?
  /// The object to which this one belongs, if it has no population; nil for the roots.
  let owner: FakeObject?
  /// What was said of its fields.
  let values: [String: JSON]
  /// The list that it shows a part of, for pages, edges and what hangs at them.
  let page: PageView?
  /// The object that an edge leads to.
  let node: FakeObject?
  /// What a mutation did, for its payload.
  let outcome: MutationOutcome?
  /// The identity that its name, place and dates follow from: its own, or that of the object that it describes.
  let valueIdentity: StableHash
  /// What the real world knows of it, if it is a country, a language or the like.
  let real: RealThing?

  init(
    plan: TypePlan, identity: StableHash, key: String? = nil, number: Int? = nil, owner: FakeObject? = nil,
    values: [String: JSON] = [:], page: PageView? = nil, node: FakeObject? = nil, outcome: MutationOutcome? = nil,
    valueIdentity: StableHash? = nil, real: RealThing? = nil
  ) {
    self.plan = plan
    self.identity = identity
    self.key = key
    self.number = number
    self.owner = owner
    self.values = values
    self.page = page
    self.node = node
    self.outcome = outcome
    self.valueIdentity = valueIdentity ?? identity
    self.real = real
  }

  /// Who it is; nil without a population.
  var id: ObjectID? { key.map { ObjectID(type: plan.index, key: $0) } }

  var isRoot: Bool {
    if case .root = plan.role { true } else { false }
  }

  /// The identity that the currency of its prices follows from: its own, or that of the object that it is a part of.
  var currencyIdentity: StableHash {
    var object = self
    while object.key == nil, let owner = object.owner, !owner.isRoot { object = owner }
    return object.valueIdentity
  }

  /// The object around this one that has a field; nil if it has it itself, or none has.
  func holder(of field: FieldPlan) -> FakeObject? {
    if plan === field.owner { return nil }
    var next = owner
    while let object = next {
      if object.plan === field.owner { return object }
      next = object.owner
    }
    return nil
  }

  /// Whether both are the same object of the world.
  func isSame(as other: FakeObject) -> Bool { plan === other.plan && identity == other.identity }
}

/// What the atlas knows of an object; a box, since few objects have one.
final class RealThing: Sendable {
  let member: AtlasMember

  init(_ member: AtlasMember) { self.member = member }
}

/// What is known of a list when a part of it is shown.
final class PageView: Sendable {
  /// The objects that are shown; of a page with several lists those of the first.
  let items: [FakeObject]
  /// What is told of them.
  let page: ListPage<Int>
  /// The field that shows the list, with its arguments, for pages with several lists.
  let call: ListCall?

  init(items: [FakeObject], page: ListPage<Int>, call: ListCall?) {
    self.items = items
    self.page = page
    self.call = call
  }
}

/// A list field with the arguments that it was asked with, of one object.
struct ListCall: Sendable {
  let plan: FieldPlan
  let arguments: JSONObject
}
