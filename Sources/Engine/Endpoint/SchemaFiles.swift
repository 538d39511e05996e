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

  /// The schema of an endpoint; nil where there is none. What is odd about it is in its warnings.
  ///
  /// - Throws: `ConfigurationError` with file, line and column for a schema that cannot be used.
  func schema(of name: String) throws -> Schema? {
    guard let file = files[name] else { return nil }
    let path = "\(folder)/\(file)"
    do {
      return try Self.read(path)
    } catch let error as JSONError {
      throw ConfigurationError("\(path):\(error.line):\(error.column): \(error.message)")
    } catch let error as SchemaError {
      // What is wrong with the whole has no place; the file is then all there is to say.
      throw ConfigurationError(
        error.problems.map { $0.places.isEmpty ? "\(path): \($0.message)" : $0.description }.joined(separator: "\n"))
    }
  }

  /// The schema of an endpoint, if it can be used, and all that is wrong or odd about it.
  func checkedSchema(of name: String) -> (schema: Schema?, findings: [CheckFinding]) {
    guard let file = files[name] else { return (nil, []) }
    let path = "\(folder)/\(file)"
    do {
      let schema = try Self.read(path)
      return (schema, schema.warnings.map { Self.finding($0, path) })
    } catch let error as JSONError {
      let place = RecordingError.Place(line: error.line, column: error.column)
      return (nil, [CheckFinding(.finding, file: path, at: place, error.message)])
    } catch let error as SchemaError {
      return (nil, error.problems.map { Self.finding($0, path) })
    } catch let error as RecordingError {
      return (nil, [CheckFinding(error)])
    } catch {
      return (nil, [CheckFinding(.finding, file: path, "\(error)")])
    }
  }

  private static func finding(_ problem: SchemaProblem, _ path: String) -> CheckFinding {
    if let place = problem.places.first {
      let at = RecordingError.Place(line: place.location.line, column: place.location.column)
      return CheckFinding(.finding, file: place.file, at: at, problem.message)
    }
    // Those of introspection name the file themselves.
    return CheckFinding(.finding, file: problem.message.hasPrefix("\(path):") ? nil : path, problem.message)
  }

  private static func read(_ path: String) throws -> Schema {
    let bytes = try FileReading.bytes(of: path)
    guard path.hasSuffix(".json") else { return try Schema(sdl: SourceText(utf8: bytes, name: path)) }
    return try Schema(introspection: try JSON.parse(bytes), name: path)
  }
}
