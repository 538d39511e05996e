import GraphQLExecution
import GraphQLSchema
import OrderedJSON

extension FakeWorld {
  /// The object that a field leads to; nil only where the schema has no type for it.
  func object(_ call: Call, of type: SchemaType) -> FakeObject? {
    if type.name == schema.queryTypeName { return root(type, .query) }
    if call.name == "node", let node = call.object.node { return node }
    let candidates = schema.possibleTypes(of: type)
    if call.object.root == .mutation { return payload(call, candidates) }
    if let mentioned = mentioned(call, candidates) { return mentioned }
    if let found = lookUp(call, candidates) { return found }
    if let owner = owner(call, type) { return owner }
    if let related = related(call, candidates)?.first { return related }
    return pick(call, candidates)
  }

  /// The object around this one, where a part has a field of the type of the whole (`State.country`).
  private func owner(_ call: Call, _ type: SchemaType) -> FakeObject? {
    guard let parent = call.object.parent, parent.root == nil, call.arguments.members.isEmpty else { return nil }
    return parent.type.name == type.name ? parent : nil
  }

  /// What the atlas says belongs to a country, a language and the like; nil if it says nothing.
  func related(_ call: Call, _ candidates: [SchemaType]) -> [FakeObject]? {
    guard let member = call.object.atlas, candidates.count == 1, let population = populations[candidates[0].name],
      let kind = population.plan.atlas, population.plan.key?.style == .atlas, let codes = member.related(kind)
    else { return nil }
    return codes.map { population.object(key: $0) }
  }

  /// An object that no argument names: a member of a population, or for types without a key an object of its own.
  func pick(_ call: Call, _ candidates: [SchemaType]) -> FakeObject? {
    var draw = Draw(call.hash.with("pick"))
    guard let type = draw.pick(candidates), let population = populations[type.name] else { return nil }
    guard !population.keys.isEmpty else { return part(call, population, call.hash) }
    let index = draw.below(population.keys.count)
    let member = population.member(index)
    // Nobody is their own friend, as long as there is somebody else.
    guard member.identity == call.object.identity, population.keys.count > 1 else { return member }
    return population.member((index + 1) % population.keys.count)
  }

  /// An object without a key, which is a part of the one that the field belongs to.
  func part(_ call: Call, _ population: Population, _ hash: StableHash, node: FakeObject? = nil) -> FakeObject {
    let identity = hash.with("part").with(population.plan.type.name)
    return FakeObject(
      type: population.plan.type, identity: identity, parent: call.object,
      atlas: population.plan.atlas.flatMap { kind in
        var draw = Draw(identity.with("atlas"))
        return draw.pick(kind.codes).map { AtlasMember(kind, code: $0, hash: identity) }
      },
      window: ListWindow(call.arguments), node: node)
  }

  // MARK: Lookups

  /// The object that the field's arguments name: by its key, or by other fields of it.
  private func lookUp(_ call: Call, _ candidates: [SchemaType]) -> FakeObject? {
    guard !call.arguments.members.isEmpty else { return nil }
    var byKey: [(Population, String, JSON)] = []
    for candidate in candidates {
      guard let population = populations[candidate.name], let key = population.plan.key,
        let value = call.arguments.members.first(where: { $0.name == key.field })?.value, let text = value.keyText
      else { continue }
      if candidates.count == 1 || owners[text] == candidate.name { return population.object(key: text, json: value) }
      byKey.append((population, text, value))
    }
    if !byKey.isEmpty {
      // Nobody's id: whose it could be is a matter of the id alone, not of the field that was asked.
      var draw = Draw(origin.with("stranger").with(byKey[0].1))
      let (population, text, value) = byKey[draw.below(byKey.count)]
      return population.object(key: text, json: value)
    }
    guard candidates.count == 1, let population = populations[candidates[0].name] else { return nil }
    let described = call.arguments.members.filter { describes($0, candidates[0]) }
    guard !described.isEmpty else { return nil }
    return member(of: population, where: described) ?? stranger(call, population, described)
  }

  /// Whether an argument is the value of a leaf field of the type.
  func describes(_ argument: JSONObject.Member, _ type: SchemaType) -> Bool {
    guard let field = type.field(named: argument.name), argument.value != .null, !field.type.isList else {
      return false
    }
    return schema.type(of: field.type)?.isLeaf == true && fits(argument.value, field.type)
  }

  private func member(of population: Population, where described: [JSONObject.Member]) -> FakeObject? {
    population.members.first { member in
      described.allSatisfy { argument in
        guard let field = member.type.field(named: argument.name), let named = schema.type(of: field.type) else {
          return false
        }
        let call = self.call(field, of: member)
        if !isNull(call), case .leaf(let value) = leaf(call, named) { return value == argument.value }
        return false
      }
    }
  }

  /// An object that is no member, made up for what the request says of it.
  func stranger(_ call: Call, _ population: Population, _ echoes: [JSONObject.Member]) -> FakeObject {
    guard let key = population.plan.key else {
      return part(call, population, call.hash).echoing(echoes)
    }
    let hash = population.hash.with("stranger").with(call.name).with(arguments: call.arguments, mayBePage: false)
    var draw = Draw(hash)
    let text = Population.key(key, hash, number: draw.within(1_000...999_999))
    return population.object(key: text).echoing(echoes)
  }
}
