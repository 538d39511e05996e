import GraphQLLanguage
package import GraphQLSchema
import OrderedJSON
package import Recordings

/// The folder of schemas: `<endpoint>.graphqls` or `.graphql` in SDL, `<endpoint>.json` as introspection result; and
/// `<endpoint>.fakes.graphqls`, which extends one for fakes.
package struct SchemaFiles {
  /// The endpoints that have a schema, sorted.
  package let names: [String]
  package let folder: String
  private let files: [String: String]
  /// What extends an endpoint's schema where it is faked.
  private let extensions: [String: String]
  package let ignored: [Ignored]

  /// The endings in the order in which they are preferred where an endpoint has several files.
  private static let endings = [".graphqls", ".graphql", ".json"]
  /// Those of what extends a schema for fakes.
  private static let extensionEndings = [".fakes.graphqls", ".fakes.graphql"]

  /// Lists a folder; one that is not there has no schemas.
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
      guard let ending = Self.endings.first(where: file.hasSuffix) else { continue }
      ignored.append(Ignored(file, of: String(file.dropLast(ending.count)), .isFolder))
    }
    self.files = files
    self.ignored = ignored.sorted { $0.file.precedesByScalars($1.file) }
    names = files.keys.sorted()
  }

  /// The schema of an endpoint; nil where there is none. What is odd about it is in its warnings.
  ///
  /// - Throws: `ConfigurationError` with file, line, column and caret for a schema that cannot be used.
  package func schema(of name: String) throws -> Schema? {
    try path(of: name).map { try SchemaText(path: $0).schema() }
  }

  /// What extends nothing is a mistake where something is to be faked: whoever wrote it waits for it.
  ///
  /// - Throws: `ConfigurationError` that names each such file.
  package func requireExtended(for endpoint: String?) throws(ConfigurationError) {
    let stray = ignored.filter { $0.extendsNothing && (endpoint == nil || $0.endpoint == endpoint) }
    guard stray.isEmpty else {
      throw ConfigurationError(
        stray.map { "\(folder)/\($0.file): \($0.sentence(inFolder: folder))" }.joined(separator: "\n"))
    }
  }

  private static func isExtension(_ file: String) -> Bool { extensionEndings.contains(where: file.hasSuffix) }

  /// The file of what extends an endpoint's schema for fakes; nil where there is none.
  func extensionPath(of name: String) -> String? { extensions[name].map { "\(folder)/\($0)" } }

  /// The stamps of the files that an endpoint's schema is made of, by their paths.
  package func stamps(of name: String) throws(RecordingError) -> [String: FileStamp] {
    var stamps: [String: FileStamp] = [:]
    for path in [path(of: name), extensionPath(of: name)].compactMap(\.self) {
      stamps[path] = try FileReading.stamp(of: path)
    }
    return stamps
  }

  /// The file of an endpoint's schema; nil where there is none.
  package func path(of name: String) -> String? { files[name].map { "\(folder)/\($0)" } }
}
