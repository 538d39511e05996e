import EndpointConfiguration
import GraphQLLanguage
import Recordings
import SchemaSources

/// The operations whose document was replaced by another one of the same name.
///
/// Files have no recording time, and several client versions may be in use together. So a document counts as replaced
/// only if it is not in use but another one of its kind and name is, according to manifests and reports.
struct SupersededDocuments {
  /// The folder of each replaced document, with the folder of its replacement.
  private(set) var replacements: [String: String] = [:]

  private struct Name: Hashable {
    let kind: OperationKind
    let name: String
  }

  /// `unused` are the paths that no reported run used; nil without a report.
  /// - Throws: `ConfigurationError` if neither manifests nor reports show the documents in use.
  init(
    _ store: RecordingStore, _ sessions: SessionIndex, _ folder: EndpointFolder,
    _ configuration: EndpointConfiguration, unused: Set<String>?
  ) throws {
    let inManifests = try Self.manifestKeys(folder, configuration)
    guard unused != nil || !inManifests.isEmpty else {
      throw ConfigurationError(
        "\(folder.path): the documents in use are unknown. Clients of several versions may exist. Pass the JSON "
          + "report of a run with --report FILE, or list the clients' manifests under \"persistedQueries\" in "
          + "\(folder.configurationPath).")
    }
    var groups: [Name: [(folder: String, isInUse: Bool)]] = [:]
    for entry in store.entries {
      // Exchanges of one name differ in the form of their bodies.
      guard let key = try store.document(inFolder: entry.folder)?.key, let name = key.name, !HTTPExchange.isName(name)
      else { continue }
      var isInUse = inManifests.contains(key.hash)
      if let unused {
        isInUse =
          isInUse
          || store.files(inFolder: entry.folder).contains { !unused.contains("\(folder.name)/\(entry.folder)/\($0)") }
          || sessions.requests(inFolder: entry.folder).contains { !unused.contains("\(folder.name)/\($0.file)") }
      }
      groups[Name(kind: key.kind, name: name), default: []].append((entry.folder, isInUse))
    }
    for group in groups.values {
      guard let current = group.first(where: \.isInUse) else { continue }
      for old in group where !old.isInUse { replacements[old.folder] = current.folder }
    }
  }

  /// Returns the keys of all documents in manifests, including those that a recorder has learned.
  private static func manifestKeys(
    _ folder: EndpointFolder, _ configuration: EndpointConfiguration
  ) throws -> Set<ContentHash> {
    let documents = try PersistedDocuments.load(folder, configuration.persistedQueries)
    var keys: Set<ContentHash> = []
    for id in documents.ids {
      guard let text = documents[id], let document = try? parse(SourceText(text)) else { continue }
      for operation in document.operations {
        guard let canonical = try? CanonicalOperation(of: document, operationName: operation.name?.text) else {
          continue
        }
        keys.insert(DocumentKey(endpoint: folder.name, operation: canonical).hash)
      }
    }
    return keys
  }
}
