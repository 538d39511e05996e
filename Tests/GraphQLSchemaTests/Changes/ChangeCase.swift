import GraphQLLanguage
import GraphQLSchema
import Testing

/// Two versions of a schema and how they differ. Both get a root type, so that a case need not have one.
struct ChangeCase: CustomTestStringConvertible, Sendable {
  let title: String
  let old: String
  let new: String
  /// Each as `KIND: sentence`, in order.
  let changes: [String]

  var testDescription: String { title }

  init(_ title: String, _ old: String, _ new: String, _ changes: String...) {
    self.title = title
    self.old = old
    self.new = new
    self.changes = changes
  }

  /// Compares what is found with what should be, and that each kind has the severity that the table is about.
  func check(_ severity: SchemaChange.Severity, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let found = try schemaChanges(from: Self.schema(old), to: Self.schema(new))
    #expect(found.map(\.description) == changes, sourceLocation: sourceLocation)
    #expect(found.contains { $0.severity == severity } || changes.isEmpty, sourceLocation: sourceLocation)
    #expect(try schemaChanges(from: Self.schema(old), to: Self.schema(old)) == [], sourceLocation: sourceLocation)
  }

  private static func schema(_ sdl: String) throws -> Schema {
    let root = sdl.contains("schema {") ? "" : "\ntype Query { root: Int i: Int s: String f: Float }"
    return try Schema(sdl: SourceText(sdl + root))
  }
}
