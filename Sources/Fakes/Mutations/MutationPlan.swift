import GraphQLSchema
import OrderedJSON

/// What a field of the mutation root does, told from its name, its arguments and what it answers with.
struct MutationPlan: Sendable {
  init(_ field: FieldPlan, in plan: WorldPlan) {}

  /// One line for `fake --explain`.
  var explanation: String { "not recognised: answers and changes nothing" }

  /// Does it.
  func perform(_ arguments: JSONObject, in editor: inout WorldEditor) -> MutationOutcome {
    MutationOutcome(said: arguments.members)
  }
}
