import FakeValues
import GraphQLExecution
import GraphQLSchema
import OrderedJSON

extension FakeSource {
  /// What was recorded of a field of the root, or of a part; nil where nothing was.
  mutating func recorded(
    _ field: FieldPlan, _ object: FakeObject, _ arguments: JSONObject
  ) throws(FieldFailure) -> Resolved<FakeObject>? {
    guard object.key == nil, !object.values.isEmpty else { return nil }
    switch field.role {
    case .lookup, .singleton:
      guard let said = object.values[arguments.valueName(of: field.name)] else { return nil }
      if let id = said.referred {
        let found = snapshot.object(id)
        return snapshot.isDeleted(found) ? try nothing(field, arguments) : Self.resolved(found)
      }
      // Somebody may have been made since to whom the arguments lead.
      let isSettled = field.targets.allSatisfy { editor.changes.created[$0.index] == nil }
      return said == .null && isSettled ? try nothing(field, arguments) : nil
    case .toOne:
      // Before the whole, where a part leads to something of the whole's type.
      guard let id = object.values[field.name]?.referred else { return nil }
      let found = snapshot.object(id)
      return snapshot.isDeleted(found) ? try nothing(field) : Self.resolved(found)
    case .viewer:
      guard object.values[field.name] == .null, editor.changes.viewer == nil else { return nil }
      return try nothing(field)
    case .root, .mutation, .event, .key, .leaf, .count, .membership, .linkKey, .meta, .toMany, .population, .lookups,
      .part:
      return nil
    }
  }
}
