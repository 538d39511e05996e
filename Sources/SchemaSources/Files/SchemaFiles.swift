import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON
package import Recordings

/// The folder of schemas: `<endpoint>.graphqls` or `.graphql` for SDL, `<endpoint>.json` for introspection results, and
/// `<endpoint>.fakes.graphqls`, which extends a schema for generated data. See `FixtureFiles` for
/// `<endpoint>.fixtures/`.
package struct SchemaFiles {
  /// The endpoints that have a schema, sorted.
  package let names: [String]
  package let folder: String
  private let files: [String: String]
  /// The files that extend a schema for generated data, by endpoint.
  private let extensions: [String: String]
  package let ignored: [Ignored]

  /// The endings in order of preference, for an endpoint with several files.
  package static let endings = [".graphqls", ".graphql", ".json"]
  private static let extensionEndings = [".fakes.graphqls", ".fakes.graphql"]

  /// Lists a folder. A folder that does not exist has no schemas.
  package init(folder: String) throws(RecordingError) {
    self.folder = folder
    var files: [String: String] = [:]
    let listed = try FileReading.names(inFolder: folder)
    var ignored: [Ignored] = []
    for ending in Self.endings {
      for file in listed where file.hasSuffix(ending) && !Self.isExtension(file) {
        let name = String(file.dropLast(ending.count))
        if !EndpointFolder.isName(name) {
          ignored.append(Ignored(file, of: nil, .isNoName(name)))
        } else if let taken = files[name] {
          ignored.append(Ignored(file, of: name, .isSecond(after: taken)))
        } else {
          files[name] = file
        }
      }
    }
    var extensions: [String: String] = [:]
    for ending in Self.extensionEndings {
      for file in listed where file.hasSuffix(ending) {
        let name = String(file.dropLast(ending.count))
        if let taken = extensions[name] {
          ignored.append(Ignored(file, of: name, .isSecond(after: taken)))
        } else if files[name] == nil {
          ignored.append(Ignored(file, of: name, .extendsNothing(name, known: files.keys.sorted())))
        } else {
          extensions[name] = file
        }
      }
    }
    self.extensions = extensions
    for file in try FileReading.folders(inFolder: folder) {
      if file.hasSuffix(FixtureFiles.suffix) {
        let name = String(file.dropLast(FixtureFiles.suffix.count))
        if files[name] == nil {
          ignored.append(Ignored(file, of: name, .extendsNothing(name, known: files.keys.sorted())))
        }
      }
      guard let ending = Self.endings.first(where: file.hasSuffix) else { continue }
      ignored.append(Ignored(file, of: String(file.dropLast(ending.count)), .isFolder))
    }
    self.files = files
    self.ignored = ignored.sorted { $0.file.precedesByScalars($1.file) }
    names = files.keys.sorted()
  }

  /// Returns the schema of an endpoint; nil if there is none. Errors have file, line, column and caret.
  package func schema(of name: String) throws -> Schema? {
    try path(of: name).map { try SchemaText(path: $0).schema() }
  }

  /// Throws a `ConfigurationError` that names each extension without a schema: for generated data, a file without
  /// effect is a mistake.
  package func requireExtended(for endpoint: String?) throws(ConfigurationError) {
    let stray = ignored.filter { $0.extendsNothing && (endpoint == nil || $0.endpoint == endpoint) }
    guard stray.isEmpty else {
      throw ConfigurationError(
        stray.map { "\(folder)/\($0.file): \($0.sentence(inFolder: folder))" }.joined(separator: "\n"))
    }
  }

  private static func isExtension(_ file: String) -> Bool { extensionEndings.contains(where: file.hasSuffix) }

  /// The file that extends an endpoint's schema for generated data; nil if there is none.
  func extensionPath(of name: String) -> String? { extensions[name].map { "\(folder)/\($0)" } }

  /// Returns the stamps of the files of an endpoint's schema, by their paths.
  package func stamps(of name: String) throws(RecordingError) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    let fixtures = try FixtureFiles(of: name, in: folder).paths
    for path in [path(of: name), extensionPath(of: name)].compactMap(\.self) + fixtures {
      stamps[path] = try FileReading.stamp(of: path)
    }
    return stamps
  }

  /// The file of an endpoint's schema; nil if there is none.
  package func path(of name: String) -> String? { files[name].map { "\(folder)/\($0)" } }
}
