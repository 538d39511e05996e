import GraphQLSchema
import OrderedJSON

extension FakeWorld {
  /// The objects of a list field: no object twice, and at most as many as its arguments or its page's allow.
  func objects(_ call: Call, of type: SchemaType) -> [FakeObject] {
    let candidates = schema.possibleTypes(of: type)
    if let mentioned = mentionedList(call, candidates) { return mentioned }
    if let edge = candidates.first, candidates.count == 1, let population = populations[edge.name],
      population.keys.isEmpty, let node = edge.field(named: "node"), let target = schema.type(of: node.type),
      target.isComposite, !node.type.isList
    {
      let members = all(connection(call), of: schema.possibleTypes(of: target))
      return call.window.cut(members).map { part(call, population, call.hash.with($0.identity.value), node: $0) }
    }
    return call.window.cut(all(connection(call), of: candidates))
  }

  /// How long the list would be that a connection shows a part of; nil if the object is no connection.
  func connectionCount(_ object: FakeObject) -> Int? {
    let lists = object.type.fields.filter { $0.type.isList && schema.type(of: $0.type)?.isComposite == true }
    guard populations[object.type.name]?.keys.isEmpty == true,
      let list = lists.first(where: { $0.name == "edges" }) ?? (lists.count == 1 ? lists.first : nil),
      var target = schema.type(of: list.type)
    else { return nil }
    if let node = target.field(named: "node"), let inner = schema.type(of: node.type), inner.isComposite {
      target = inner
    }
    return all(connection(self.call(list, of: object)), of: schema.possibleTypes(of: target)).count
  }

  /// In a connection the lists `edges`, `nodes` and whatever else holds objects are one list: the call for it.
  private func connection(_ call: Call) -> Call {
    guard call.object.root == nil, call.object.key == nil, call.object.type.field(named: "edges") != nil,
      call.arguments.members.isEmpty, call.name != "edges", let edges = call.object.type.field(named: "edges")
    else { return call }
    return self.call(edges, of: call.object)
  }

  /// The whole list, before a window is laid on it.
  private func all(_ call: Call, of candidates: [SchemaType]) -> [FakeObject] {
    if let related = related(call, candidates) { return related }
    var draw = Draw(call.hash.with("list"))
    // Lists at a root, and those of a page that hangs at one, show the world; they are never empty.
    let isTop = call.object.root != nil || (call.object.parent?.root != nil && call.object.key == nil)
    let isEmpty = draw.chance(10) && !isTop
    let count = draw.within(1...5)
    if isEmpty { return [] }
    if candidates.count == 1, let population = populations[candidates[0].name] {
      if population.keys.isEmpty {
        return (0..<count).map { part(call, population, call.hash.with("index").with(UInt64($0))) }
      }
      if isTop { return population.members }
      return sample(population.keys.indices.map { $0 }, count: count, &draw).map { population.member($0) }
        .filter { $0.identity != call.object.identity }
    }
    var found: [FakeObject] = []
    for index in 0..<(isTop ? count + 3 : count) {
      guard let object = pick(call.row(index), candidates) else { continue }
      if !found.contains(where: { $0.identity == object.identity }) { found.append(object) }
    }
    return found
  }

  /// So many of the indices, in ascending order, no one twice.
  private func sample(_ indices: [Int], count: Int, _ draw: inout Draw) -> [Int] {
    var rest = indices
    var chosen: [Int] = []
    while chosen.count < count, !rest.isEmpty { chosen.append(rest.remove(at: draw.below(rest.count))) }
    return chosen.sorted()
  }
}
