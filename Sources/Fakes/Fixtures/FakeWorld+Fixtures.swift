import FakeValues
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

extension FakeWorld {
  /// Returns the same world with the answers of fixtures. Earlier fixtures override later ones.
  ///
  /// A list of a fixture is complete: generated objects that would be in it, too, do not exist. Overridable fixtures
  /// that do not agree with the others are left out.
  ///
  /// - Throws: the first problem if the world cannot give one of these answers.
  package func fixed(by fixtures: [Fixture]) throws(FixtureProblem) -> FakeWorld {
    var fixtures = fixtures
    while true {
      var world = learning(fixtures)
      world.fixtures = fixtures
      guard let problem = world.problem(with: fixtures) else { return world }
      guard let left = fixtures.firstIndex(where: { $0.isOverridable && problem.concerns($0) }) else { throw problem }
      fixtures.remove(at: left)
    }
  }

  private func learning(_ fixtures: [Fixture]) -> FakeWorld {
    if fixtures.isEmpty, plan.rules.viewer == nil { return self }
    var facts = LearnedFacts(plan: unlearnedPlan)
    for fixture in fixtures {
      facts.learn(fixture.response, to: fixture.document, operationName: nil, variables: JSONObject(), at: .fixture)
    }
    facts.settle(LearnedWorld(facts).names)
    facts.addListed(in: FakeWorld(self, fixtures: facts))
    facts.addImplied(in: FakeWorld(self, fixtures: facts))
    var world = FakeWorld(self, fixtures: facts)
    let surplus = world.surplus(in: facts.fixedLists)
    if !surplus.isEmpty {
      facts.remove(surplus)
      world = FakeWorld(self, fixtures: facts)
    }
    return world.removingSurplus(in: fixtures, &facts) { FakeWorld(self, fixtures: $0) }
  }

  /// Returns the world of `facts` without the generated objects that these fixtures do not have.
  func removingSurplus(
    in fixtures: [Fixture], _ facts: inout LearnedFacts, with world: (LearnedFacts) -> FakeWorld
  ) -> FakeWorld {
    var result = self
    // Objects that take the place of removed ones may have to be removed, too.
    for _ in 0..<Self.maximumRounds {
      let surplus = fixtures.reduce(into: Set()) { $0.formUnion(result.surplus(in: $1)) }
      if surplus.isEmpty { break }
      facts.remove(surplus)
      result = world(facts)
    }
    return result
  }

  private static let maximumRounds = 8

  /// Returns the generated objects that match the arguments of a list in a fixture, but are not in it.
  private func surplus(in lists: [LearnedFacts.FixedList]) -> Set<ObjectID> {
    Set(lists.flatMap(matching).compactMap(\.id).filter { !isRecorded($0) })
  }

  /// Returns all objects that match the arguments of a complete list. A list that fills its page may go on.
  func matching(_ list: LearnedFacts.FixedList) -> [FakeObject] {
    guard let request = try? list.field.list.value.request(list.arguments),
      list.items.count < request.window.size ?? .max
    else { return [] }
    var source = FakeSource(base, of: self, imageOrigin: FakeSession.usualOrigin)
    let owner = list.owner == RecordedFacts.root ? source.root(.query) : base.object(list.owner)
    let members = source.members(list.field, owner)
    let whole = ListRequest(condition: request.condition, searches: request.searches, order: [], window: PageWindow())
    return whole.read(members, in: SnapshotReader(snapshot: base, imageOrigin: "")).items
  }

  /// Returns the generated objects in the lists of a fixture that has others there.
  private func surplus(in fixture: Fixture) -> Set<ObjectID> {
    guard let data = fixture.response["data"] else { return [] }
    let trace = FixtureTrace(fixture, in: self)
    guard trace.firstDifference(from: data) != nil else { return [] }
    var surplus: Set<ObjectID> = []
    for (path, id) in trace.objects where !isRecorded(id) {
      // The item of a list, or the node of an edge.
      guard let last = path.lastIndex(where: { if case .index = $0 { true } else { false } }), last >= path.count - 2
      else { continue }
      surplus.insert(id)
    }
    return surplus
  }

  private func isRecorded(_ id: ObjectID) -> Bool { base.learned?.objects.contains(id) == true }

  /// The first fixture whose answer this world does not give, because of recordings that it learned.
  package var fixtureProblem: FixtureProblem? { problem(with: fixtures) }

  /// Returns the first difference between the answers of fixtures and those of this world, or the first contradiction
  /// inside a fixture.
  private func problem(with fixtures: [Fixture]) -> FixtureProblem? {
    for fixture in fixtures {
      guard let data = fixture.response["data"] else { continue }
      let trace = FixtureTrace(fixture, in: self)
      if let place = trace.firstDifference(from: data) {
        return FixtureProblem(
          fixture: fixture.path, place: JSONPath(inResponse: place),
          reason: contradiction(fixture, place, trace, among: fixtures) ?? difference(trace, data, at: place))
      }
      if let (place, key) = trace.others.min(by: { "\($0.key)" < "\($1.key)" }), let id = trace.objects[place] {
        return FixtureProblem(
          fixture: fixture.path, place: JSONPath(inResponse: place),
          reason: .differs(expected: .string(id.key), generated: .string(key), counted: nil, needsTypeName: false))
      }
      if let problem = contradiction(inside: fixture, data, trace) { return problem }
    }
    return nil
  }

  /// Finds a value that does not agree with other values of its object, or is no time.
  private func contradiction(inside fixture: Fixture, _ data: JSON, _ trace: FixtureTrace) -> FixtureProblem? {
    let implied = ImpliedValues(snapshot: base)
    var found: [ObjectID: (field: FieldPlan, follows: JSON, from: [FieldPlan])] = [:]
    for id in Set(trace.objects.values) where isRecorded(id) { found[id] = implied.contradiction(in: base.object(id)) }
    for (path, place) in trace.fields.sorted(by: { "\($0.key)" < "\($1.key)" }) where place.plan.named.isLeaf {
      guard let value = data.value(at: path) else { continue }
      var reason: FixtureProblem.Reason?
      if let (field, follows, from) = found[place.object], field === place.plan {
        reason = .disagrees(value: value, follows: follows, fields: from.map(\.name))
      } else if value.stringValue != nil, !place.plan.isList, [.date, .dateTime].contains(place.plan.leaf.value.form) {
        if case .integer? = Sense.moment.value(value) {} else { reason = .isNoTime(value) }
      }
      guard let reason else { continue }
      return FixtureProblem(fixture: fixture.path, place: JSONPath(inResponse: path), reason: reason)
    }
    // A value that follows from the arguments of a list, and is not selected.
    for (path, id) in trace.objects.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      guard let (field, follows, from) = found[id], let value = base.object(id).values[field.name],
        !trace.fields.values.contains(where: { $0.object == id && $0.plan === field })
      else { continue }
      return FixtureProblem(
        fixture: fixture.path, place: JSONPath(inResponse: path + [.key(field.name)]),
        reason: .disagrees(value: value, follows: follows, fields: from.map(\.name)))
    }
    return nil
  }

  private func difference(_ trace: FixtureTrace, _ data: JSON, at place: FixtureTrace.Path) -> FixtureProblem.Reason {
    let (expected, generated) = (data.value(at: place) ?? .null, trace.data.value(at: place) ?? .null)
    if let expected = expected.arrayValue, let generated = generated.arrayValue, expected.count != generated.count {
      return .hasOtherLength(expected: expected.count, generated: generated.count)
    }
    var counted: String?
    if case .count(let list)? = trace.fields[place]?.plan.role { counted = plan.fields[list].name }
    return .differs(
      expected: expected, generated: generated, counted: counted,
      needsTypeName: counted == nil && trace.isBelowAbstract(place))
  }

  /// Finds another fixture with another value of the same field of the same object.
  private func contradiction(
    _ fixture: Fixture, _ place: FixtureTrace.Path, _ trace: FixtureTrace, among fixtures: [Fixture]
  ) -> FixtureProblem.Reason? {
    guard let field = trace.fields[place], let expected = fixture.response["data"]?.value(at: place) else { return nil }
    for other in fixtures where other.path != fixture.path {
      guard let data = other.response["data"] else { continue }
      for (path, otherField) in FixtureTrace(other, in: self).fields.sorted(by: { "\($0.key)" < "\($1.key)" })
      where otherField == field {
        guard let value = data.value(at: path), FixtureTrace.firstDifference(expected, value) != nil else { continue }
        return .contradicts(
          expected: expected, other: other.path, otherPlace: JSONPath(inResponse: path), otherValue: value)
      }
    }
    return nil
  }
}

extension LearnedFacts {
  /// Notes that objects do not exist.
  fileprivate mutating func remove(_ objects: Set<ObjectID>) {
    recorded[.fixture, default: RecordedFacts()].missing.formUnion(objects)
  }
}

extension JSONPath {
  /// The path in a whole response.
  fileprivate init(inResponse path: FixtureTrace.Path) {
    self.init(
      [.name("data")]
        + path.map { step in
          switch step {
          case .key(let name): .name(name)
          case .index(let index): .index(index)
          }
        })
  }
}

extension FixtureProblem {
  /// Indicates whether a fixture is the one with the problem, or the other one of a contradiction.
  fileprivate func concerns(_ other: Fixture) -> Bool {
    if case .contradicts(_, let path, _, _) = reason, path == other.path { return true }
    return fixture == other.path
  }
}
