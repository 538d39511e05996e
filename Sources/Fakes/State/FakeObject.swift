import FakeValues
import GraphQLSchema
import OrderedJSON

/// An object of the generated world: only its identity, from which its fields are derived.
package final class FakeObject: Sendable {
  let plan: TypePlan
  /// The hash of the world, the type and the key; without a population, of the owner and the path from it.
  let identity: StableHash
  /// The key as text; nil for an object without a population.
  let key: String?
  /// Its number in the generated population; nil for all others.
  let number: Int?
  /// The object to which this one belongs, if it has no population; nil for the roots.
  let owner: FakeObject?
  /// The values that were set or recorded.
  let values: [String: JSON]
  /// The list that it shows a part of, for pages, edges and their parts.
  let page: PageView?
  let node: FakeObject?
  let outcome: MutationOutcome?
  /// The identity from which its name, place and dates are derived: its own, or that of the object that it describes.
  let valueIdentity: StableHash
  /// Its entry in the atlas, if it is a country, a language or the like.
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

  /// The place in a population of the object whose name it has; nil if that one has no number.
  var member: Persona.Member? {
    if valueIdentity != identity { return owner?.member }
    if let number { return Persona.Member(number: number, population: plan.hash) }
    // Those that lead to one unlisted object are numbered, too.
    guard let ordinal, let key, let end = key.lastIndex(of: ".") else { return nil }
    return Persona.Member(number: ordinal, population: plan.hash.with(String(key[..<end])))
  }

  /// The identity in its population; nil without a population.
  var id: ObjectID? { key.map { ObjectID(type: plan.index, key: $0) } }

  var isRoot: Bool {
    if case .root = plan.role { true } else { false }
  }

  /// The object whose country has the currency of its prices: itself, or the whole.
  var payer: FakeObject {
    var object = self
    while object.key == nil, let owner = object.owner, !owner.isRoot { object = owner }
    return object
  }

  /// Returns the object around this one that has a field; nil if it has it itself, or none has.
  func holder(of field: FieldPlan) -> FakeObject? {
    if plan === field.owner { return nil }
    var next = owner
    while let object = next {
      if object.plan === field.owner { return object }
      next = object.owner
    }
    return nil
  }

  /// Returns the object with the values that a request sets, of the fields that its type has.
  func showing(_ shown: [String: JSON]) -> FakeObject {
    let own = shown.filter { plan.field($0.key) != nil }
    if own.isEmpty { return self }
    return FakeObject(
      plan: plan, identity: identity, key: key, number: number, owner: owner,
      values: values.merging(own) { _, shown in shown }, page: page, node: node, outcome: outcome,
      valueIdentity: valueIdentity, real: real)
  }

  func isSame(as other: FakeObject) -> Bool { plan === other.plan && identity == other.identity }
}

/// An object's entry in the atlas; a box, since few objects have one.
final class RealThing: Sendable {
  let member: AtlasMember

  init(_ member: AtlasMember) { self.member = member }
}

/// The facts about a list, for a part of it.
final class PageView: Sendable {
  /// The objects in the part; for a page with several lists, those of the first.
  let items: [FakeObject]
  let page: ListPage<Int>
  /// The field with the list, and its arguments, for pages with several lists.
  let call: ListCall?

  init(items: [FakeObject], page: ListPage<Int>, call: ListCall?) {
    self.items = items
    self.page = page
    self.call = call
  }
}

/// A list field of one object with its arguments.
struct ListCall: Sendable {
  let plan: FieldPlan
  let arguments: JSONObject
}
