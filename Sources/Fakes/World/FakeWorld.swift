import FakeValues
package import GraphQLExecution
package import GraphQLLanguage
package import GraphQLSchema
package import OrderedJSON

/// A small world that answers a schema's operations: `value = f(seed, endpoint, type, identity, field, arguments)`.
///
/// Two worlds of one schema, seed and endpoint give the same answers on any machine and in any order of requests. An
/// object with a key (`id`, `code`, …) is the same however it is reached: by argument, in a list, below another object,
/// under an alias. A `FakeSession` has the changes of mutations; the world itself never changes.
package struct FakeWorld: Sendable {
  package let schema: Schema
  private let incremental: Lazy<Schema>
  let plan: WorldPlan
  let base: Snapshot
  /// The plan without learned facts.
  let unlearnedPlan: WorldPlan
  /// The facts of fixtures, which override those of recordings; nil if there are none.
  private(set) var fixtureFacts: LearnedFacts?
  /// The fixtures whose answers it gives.
  var fixtures: [Fixture] = []
  let mutations: MutationPlans

  /// Creates the world of a seed. The endpoint's name makes two endpoints of one schema differ.
  package init(schema: Schema, seed: UInt64, endpoint: String, rules: FakeRules = FakeRules()) {
    self.schema = schema
    incremental = Lazy { schema.declaringIncrementalDelivery() }
    plan = WorldPlan(schema: schema, seed: seed, endpoint: endpoint, rules: rules)
    unlearnedPlan = plan
    mutations = MutationPlans(plan)
    base = Snapshot(plan, learned: nil)
  }

  /// The schema with `@defer` and `@stream`, which validates operations that use them.
  package var incrementalSchema: Schema { incremental.value }

  /// Returns the same world with learned facts: recorded objects are members, recorded values and links are kept, and
  /// other values are drawn from recorded ones.
  package func learned(_ facts: LearnedFacts) -> FakeWorld {
    var facts = facts
    func world(_ facts: LearnedFacts) -> FakeWorld { FakeWorld(self, LearnedWorld(Self.naming(facts, of: self))) }
    return world(facts).removingSurplus(in: fixtures, &facts, with: world)
  }

  private init(_ world: FakeWorld, _ learned: LearnedWorld) {
    schema = world.schema
    incremental = world.incremental
    unlearnedPlan = world.unlearnedPlan
    fixtureFacts = world.fixtureFacts
    fixtures = world.fixtures
    plan = WorldPlan(world.unlearnedPlan, recorded: learned.recorded)
    mutations = MutationPlans(plan)
    base = Snapshot(plan, learned: learned)
  }

  /// Creates a world with the facts of fixtures instead of those that were learned.
  init(_ world: FakeWorld, fixtures: LearnedFacts) {
    self.init(world, LearnedWorld(Self.naming(fixtures, of: world)))
    fixtureFacts = fixtures
  }

  package func session() -> FakeSession { FakeSession(self) }

  /// Returns a session that continues another one, with its changes, even if that world had fewer learned facts.
  package func session(after other: FakeSession?) -> FakeSession {
    guard let other else { return session() }
    return other.world.plan === plan ? other : FakeSession(self, after: other)
  }
}

extension FakeWorld {
  /// Answers an operation in a new session, so that a mutation's changes are not kept. See `FakeSession.answer`.
  package func answer(
    _ document: Document, source: SourceText, operationName: String? = nil, variables: JSONObject = JSONObject(),
    isValidated: Bool = false
  ) -> ExecutionResult {
    var session = session()
    return session.answer(
      document, source: source, operationName: operationName, variables: variables, isValidated: isValidated)
  }
}

extension FakeWorld {
  /// The number of its recorded objects, and of their types.
  package var learnedCounts: (objects: Int, types: Int) {
    let known = plan.recorded?.members.values.map(\.count).filter { $0 > 0 } ?? []
    return (known.reduce(0, +), known.count)
  }
}

extension LearnedFacts {
  /// Creates the facts of a world's fixtures, to which those of recordings of its schema are added.
  package init(for world: FakeWorld) { self = world.fixtureFacts ?? LearnedFacts(plan: world.unlearnedPlan) }
}
