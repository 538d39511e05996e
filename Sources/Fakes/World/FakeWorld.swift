package import GraphQLExecution
import GraphQLLanguage
package import GraphQLSchema

/// A small world that answers a schema's operations: `value = f(seed, endpoint, type, identity, field, arguments)`.
///
/// Two worlds of one schema, seed and endpoint give the same answers on any machine and in any order of asking. An
/// object with a key (`id`, `code`, …) is the same however it is reached: by argument, in a list, below another object,
/// under an alias. What mutations change is kept by a `FakeSession`; the world itself never changes.
package struct FakeWorld: Sendable {
  package let schema: Schema
  let plan: WorldPlan
  /// The world before any mutation.
  let base: Snapshot

  /// - Parameters:
  ///   - schema: what may be asked.
  ///   - seed: another seed gives another world.
  ///   - endpoint: the endpoint's name, so that two endpoints of one schema differ.
  ///   - rules: what goes before what is inferred.
  package init(schema: Schema, seed: UInt64, endpoint: String, rules: FakeRules = FakeRules()) {
    self.schema = schema
    plan = WorldPlan(schema: schema, seed: seed, endpoint: endpoint, rules: rules)
    base = Snapshot(plan)
  }

  /// A session in which nothing has been changed yet.
  package func session() -> FakeSession { FakeSession(self) }
}
