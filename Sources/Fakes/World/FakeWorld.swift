import FakeValues
package import GraphQLExecution
package import GraphQLLanguage
package import GraphQLSchema
package import OrderedJSON

/// A small world that answers a schema's operations: `value = f(seed, endpoint, type, identity, field, arguments)`.
///
/// Two worlds of one schema, seed and endpoint give the same answers on any machine and in any order of asking. An
/// object with a key (`id`, `code`, …) is the same however it is reached: by argument, in a list, below another object,
/// under an alias. What mutations change is kept by a `FakeSession`; the world itself never changes.
package struct FakeWorld: Sendable {
  package let schema: Schema
  private let incremental: Lazy<Schema>
  let plan: WorldPlan
  /// The world before any mutation.
  let base: Snapshot
  /// The plan without anything learned.
  let unlearnedPlan: WorldPlan
  /// What the fields of the mutation root do.
  let mutations: MutationPlans

  /// - Parameters:
  ///   - schema: what may be asked.
  ///   - seed: another seed gives another world.
  ///   - endpoint: the endpoint's name, so that two endpoints of one schema differ.
  ///   - rules: what goes before what is inferred.
  package init(schema: Schema, seed: UInt64, endpoint: String, rules: FakeRules = FakeRules()) {
    self.schema = schema
    incremental = Lazy { schema.declaringIncrementalDelivery() }
    plan = WorldPlan(schema: schema, seed: seed, endpoint: endpoint, rules: rules)
    unlearnedPlan = plan
    mutations = MutationPlans(plan)
    base = Snapshot(plan, learned: nil)
  }

  /// The schema with `@defer` and `@stream`, which operations that use them are held against.
  package var incrementalSchema: Schema { incremental.value }

  /// The same world with what recordings say of it: recorded objects are members, recorded values and links hold, and
  /// what was not recorded is drawn from what was.
  package func learned(_ facts: LearnedFacts) -> FakeWorld { FakeWorld(self, LearnedWorld(facts)) }

  private init(_ world: FakeWorld, _ learned: LearnedWorld) {
    schema = world.schema
    incremental = world.incremental
    unlearnedPlan = world.unlearnedPlan
    plan = WorldPlan(world.unlearnedPlan, recorded: learned.recorded)
    mutations = MutationPlans(plan)
    base = Snapshot(plan, learned: learned)
  }

  /// A session in which nothing has been changed yet.
  package func session() -> FakeSession { FakeSession(self) }

  /// A session that goes on after another: what was changed in that, of this world or of one that had learned less,
  /// holds in this world as well.
  package func session(after other: FakeSession?) -> FakeSession {
    guard let other else { return session() }
    return other.world.plan === plan ? other : FakeSession(self, after: other)
  }
}

extension FakeWorld {
  /// Answers an operation in a session of its own: what a mutation changes is forgotten with it. See
  /// `FakeSession.answer`.
  package func answer(
    _ document: Document, source: SourceText, operationName: String? = nil, variables: JSONObject = JSONObject(),
    isValidated: Bool = false
  ) -> ExecutionResult {
    var session = session()
    return session.answer(
      document, source: source, operationName: operationName, variables: variables, isValidated: isValidated)
  }

  /// Parses an operation and answers it in a session of its own.
  package func respond(
    to source: SourceText, operationName: String? = nil, variables: JSONObject = JSONObject()
  ) -> JSON {
    var session = session()
    return session.respond(to: source, operationName: operationName, variables: variables)
  }
}

extension FakeWorld {
  /// How many of its objects were recorded, and of how many types they are.
  package var learnedCounts: (objects: Int, types: Int) {
    let known = plan.recorded?.members.values.map(\.count).filter { $0 > 0 } ?? []
    return (known.reduce(0, +), known.count)
  }
}

extension LearnedFacts {
  /// - Parameter world: the world, of the schema that the recordings are of, without anything learned.
  package init(for world: FakeWorld) { self.init(plan: world.unlearnedPlan) }
}
