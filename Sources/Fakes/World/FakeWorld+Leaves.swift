import GraphQLExecution
import GraphQLSchema
import OrderedJSON

extension FakeWorld {
  /// The value of a leaf field.
  func leaf(_ call: Call, _ type: SchemaType) -> Resolved<FakeObject> {
    if type.kind == .enum { return enumValues(type, call.hash).first.map { .leaf(.string($0)) } ?? .null }
    let form = ScalarForm(scalar: type.name)
    if let facts = call.object.atlas?.facts(field: call.name) {
      guard let fact = facts.first else { return call.type.isNonNull ? .leaf(.string("")) : .null }
      return .leaf(written(fact, form, call.hash))
    }
    if form == .integer, let count = count(call) {
      return .leaf(.number(JSONNumber(validated: String(count))))
    }
    if form == .boolean, call.object.root == .mutation { return .leaf(.bool(true)) }
    if form == .text, call.name == "message", call.object.parent?.root == .mutation { return .leaf(.string("Done.")) }
    let plan = LeafPlan(field: call.definition, parent: call.object.type, type: type, locale: .en)
    return .leaf(plan.value(call.object.persona, call.hash, imageOrigin: ""))
  }

  /// The values of a list of leaves: up to four, none twice.
  func leaves(_ call: Call, _ type: SchemaType) -> [Resolved<FakeObject>] {
    var draw = Draw(call.hash.with("list"))
    let isEmpty = draw.chance(10) && call.object.root == nil
    let count = draw.within(1...4)
    let values: [JSON]
    if type.kind == .enum {
      values = isEmpty ? [] : enumValues(type, call.hash).prefix(count).map { .string($0) }
    } else if let facts = call.object.atlas?.facts(field: call.name) {
      values = facts.map { written($0, ScalarForm(scalar: type.name), call.hash) }
    } else {
      let plan = LeafPlan(field: call.definition, parent: call.object.type, type: type, locale: .en)
      values = isEmpty ? [] : plan.values(call.object.persona, call.hash, count: count, imageOrigin: "")
    }
    return call.window.cut(values).map { .leaf($0) }
  }

  /// An enum's values in an order that the hash decides; deprecated ones only if there are no others.
  private func enumValues(_ type: SchemaType, _ hash: StableHash) -> [String] {
    let current = type.values.filter { $0.deprecationReason == nil }
    var rest = (current.isEmpty ? type.values : current).map(\.name)
    var shuffled: [String] = []
    var draw = Draw(hash.with("enum"))
    while !rest.isEmpty { shuffled.append(rest.remove(at: draw.below(rest.count))) }
    return shuffled
  }

  /// How many objects a connection holds, for the field that tells it.
  private func count(_ call: Call) -> Int? {
    guard ["totalCount", "total", "count", "total_count"].contains(call.name) else { return nil }
    return connectionCount(call.object)
  }
}
