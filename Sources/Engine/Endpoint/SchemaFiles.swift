import Fakes
import GraphQLSchema
import Recordings

/// The folder of schemas: `<endpoint>.graphqls` or `.graphql` in SDL, `<endpoint>.json` as introspection result.
struct SchemaFiles {
  /// The endpoints that have a schema, sorted.
  let names: [String]
  private let folder: String
  private let files: [String: String]

  /// The endings in the order in which they are preferred where an endpoint has several files.
  private static let endings = [".graphqls", ".graphql", ".json"]

  /// Lists a folder; one that is not there has no schemas.
  init(folder: String) throws(RecordingError) {
    self.folder = folder
    var files: [String: String] = [:]
    let listed = try FileReading.names(inFolder: folder)
    for ending in Self.endings {
      for file in listed where file.hasSuffix(ending) {
        let name = String(file.dropLast(ending.count))
        if EndpointFolder.isName(name), files[name] == nil { files[name] = file }
      }
    }
    self.files = files
    names = files.keys.sorted()
  }

  /// The world that an endpoint's schema makes, and what was odd about the schema; nil where there is no schema.
  ///
  /// - Throws: `ConfigurationError` with file, line, column and caret for a schema that cannot be used.
  func world(of name: String, seed: UInt64) throws -> (world: FakeWorld, warnings: [String])? {
    guard let schema = try schema(of: name) else { return nil }
    return (FakeWorld(schema: schema, seed: seed, endpoint: name), schema.warnings.map(\.description))
  }

  /// The schema of an endpoint; nil where there is none.
  ///
  /// - Throws: as `world(of:seed:)`.
  func schema(of name: String) throws -> Schema? {
    try path(of: name).map { try SchemaText(path: $0).schema() }
  }

  /// All that is wrong or odd in an endpoint's schema, each with its place; none where there is no schema.
  func findings(of name: String) throws -> [String] {
    guard let path = path(of: name) else { return [] }
    let text = try SchemaText(path: path)
    do throws(ConfigurationError) {
      return try text.inspection().findings.map { $0.problem.report(in: path) }
    } catch {
      return [error.description]
    }
  }

  /// The file of an endpoint's schema; nil where there is none.
  func path(of name: String) -> String? { files[name].map { "\(folder)/\($0)" } }
}
