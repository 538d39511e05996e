import Fakes
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
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
  /// - Throws: `SchemaError` with file, line and column for a schema that cannot be used.
  func world(of name: String, seed: UInt64) throws -> (world: FakeWorld, warnings: [String])? {
    guard let schema = try schema(of: name) else { return nil }
    return (FakeWorld(schema: schema, seed: seed, endpoint: name), schema.warnings.map(\.description))
  }

  /// The schema of an endpoint; nil where there is none.
  ///
  /// - Throws: as `world(of:seed:)`.
  func schema(of name: String) throws -> Schema? {
    try files[name].map { try schema(path: "\(folder)/\($0)") }
  }

  private func schema(path: String) throws -> Schema {
    let bytes = try FileReading.bytes(of: path)
    do {
      guard path.hasSuffix(".json") else { return try Schema(sdl: SourceText(utf8: bytes, name: path)) }
      return try Schema(introspection: try JSON.parse(bytes), name: path)
    } catch let error as JSONError {
      throw ConfigurationError("\(path):\(error.line):\(error.column): \(error.message)")
    } catch let error as SchemaError {
      // What is wrong with the whole has no place; the file is then all there is to say.
      throw ConfigurationError(
        error.problems.map { $0.places.isEmpty ? "\(path): \($0.message)" : $0.description }.joined(separator: "\n"))
    }
  }
}
