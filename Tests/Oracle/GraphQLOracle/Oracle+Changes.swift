import GraphQLSchema
import OrderedJSON

extension Oracle {
  /// `breaking`: how the schema `new` differs from `old`, breaking and dangerous changes as the reference lists them:
  /// kinds that it does not know are left out.
  mutating func breaking(_ request: JSON) throws -> JSON {
    let changes = schemaChanges(from: try schema("old", of: request), to: try schema("new", of: request))
    func listed(_ severity: SchemaChange.Severity) -> JSON {
      let known = changes.filter { $0.severity == severity && !Self.ownKinds.contains($0.kind) }
      return .array(known.map { [.string($0.kind.rawValue), .string($0.sentence)] })
    }
    return ["breaking": listed(.breaking), "dangerous": listed(.dangerous)]
  }

  private static let ownKinds: Set<SchemaChange.Kind> = [
    .rootTypeRemoved, .rootTypeChanged, .oneOfAdded, .directiveArgumentChangedKind, .inputFieldDefaultChanged,
    .directiveArgumentDefaultChanged, .requiredArgumentDefaultRemoved, .requiredInputFieldDefaultRemoved,
    .requiredDirectiveArgumentDefaultRemoved,
  ]
}
