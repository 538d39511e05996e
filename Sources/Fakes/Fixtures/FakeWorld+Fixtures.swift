import FakeValues
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON

extension FakeWorld {
  /// Returns the same world with the answers of fixtures. Earlier fixtures override later ones.
  ///
  /// A list of a fixture is complete: generated objects that would be in it, too, do not exist.
  ///
  /// - Throws: the first problem if the world cannot give one of these answers.
  package func fixed(by fixtures: [Fixture]) throws(FixtureProblem) -> FakeWorld {
    if fixtures.isEmpty, plan.rules.viewer == nil { return self }
    var facts = LearnedFacts(plan: unlearnedPlan)
    for fixture in fixtures {
      facts.learn(fixture.response, to: fixture.document, operationName: nil, variables: JSONObject(), at: .fixture)
    }
    facts.complete(from: FakeWorld(self, fixtures: facts))
    facts.addImplied(in: FakeWorld(self, fixtures: facts))
    var world = FakeWorld(self, fixtures: facts)
    let surplus = world.surplus(in: facts.fixedLists)
    if !surplus.isEmpty {
      facts.remove(surplus)
      world = FakeWorld(self, fixtures: facts)
    }
    // Objects that take the place of removed ones may have to be removed, too.
    for _ in 0..<Self.maximumRounds {
      let surplus = fixtures.reduce(into: Set()) { $0.formUnion(world.surplus(in: $1)) }
      if surplus.isEmpty { break }
      facts.remove(surplus)
      world = FakeWorld(self, fixtures: facts)
    }
    if let problem = world.problem(with: fixtures) { throw problem }
    return world
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
    let owner = base.learned?.names[list.owner] ?? list.owner
    let members = source.members(
      list.field, owner == RecordedFacts.root ? source.root(.query) : base.object(owner))
    let whole = ListRequest(condition: request.condition, searches: request.searches, order: [], window: PageWindow())
    return whole.read(members, in: SnapshotReader(snapshot: base, imageOrigin: "")).items
  }

  /// Returns the generated objects in the lists of a fixture that has others there.
  private func surplus(in fixture: Fixture) -> Set<ObjectID> {
    guard let data = fixture.response["data"] else { return [] }
    let trace = FixtureTrace(fixture, in: self)
    guard FixtureTrace.firstDifference(data, trace.data) != nil else { return [] }
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

  /// Returns the first difference between the answers of fixtures and those of this world.
  package func problem(with fixtures: [Fixture]) -> FixtureProblem? {
    for fixture in fixtures {
      guard let data = fixture.response["data"] else { continue }
      let trace = FixtureTrace(fixture, in: self)
      guard let place = FixtureTrace.firstDifference(data, trace.data) else { continue }
      return FixtureProblem(
        fixture: fixture.path, place: JSONPath(inResponse: place),
        reason: contradiction(fixture, place, trace, among: fixtures)
          ?? difference(data.value(at: place) ?? .null, trace.data.value(at: place) ?? .null))
    }
    return nil
  }

  private func difference(_ expected: JSON, _ generated: JSON) -> FixtureProblem.Reason {
    if let expected = expected.arrayValue, let generated = generated.arrayValue, expected.count != generated.count {
      return .hasOtherLength(expected: expected.count, generated: generated.count)
    }
    return .differs(expected: expected, generated: generated)
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
