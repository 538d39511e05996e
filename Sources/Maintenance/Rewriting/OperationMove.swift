import EndpointConfiguration
import Engine
import GraphQLLanguage
import Recordings
import SchemaSources

/// Performs `understudy mv`: renames an operation with all its recordings.
package struct OperationMove: Sendable {
  /// The changes, one a line.
  package private(set) var lines: [String] = []
  /// The mentions in `endpoint.yaml` to edit by hand, one a line.
  package private(set) var byHand: [String] = []
  /// Notes, one a line.
  package private(set) var notes: [String] = []

  /// Renames the operation. `old` may be the folder name of an anonymous operation. Without `endpoint`, uses the only
  /// one with the operation.
  /// - Throws: the reason that it cannot be renamed; then nothing changes.
  package init(_ old: String, to new: String, recordings: String, endpoint: String?, schemas: String) throws {
    guard !HTTPExchange.isName(old), !HTTPExchange.isName(new) else {
      throw ConfigurationError(
        "Names that begin with HTTP_ are those of HTTP requests that are not GraphQL. They follow from the method and the rules in endpoint.yaml, so they cannot be changed. Choose the name of an operation."
      )
    }
    let folder = try Self.folder(of: old, recordings: recordings, endpoint: endpoint)
    try folder.finishRewriting()
    let stale = Self.persisted(old, folder)
    let renaming = try folder.rename(operation: old, to: new)
    for moved in renaming.folders {
      let count = moved.count == 1 ? "1 recording" : "\(moved.count) recordings"
      let known = moved.known == 0 ? "" : ", \(moved.known) of them already recorded under that name"
      lines.append(RecordingError.printable("\(folder.path)/\(moved.old) is now \(moved.new), with \(count)\(known)."))
    }
    if renaming.sessionCount > 0 {
      let count = renaming.sessionCount == 1 ? "1 session" : "\(renaming.sessionCount) sessions"
      lines.append(RecordingError.printable("\(folder.path)/sessions: \(count) updated."))
    }
    let configuration = renaming.configuration
    for place in configuration.places {
      let position = "\(folder.configurationPath):\(place.line):\(place.column)"
      if !configuration.isByHand {
        lines.append("\(position): updated to \(new).")
      } else if configuration.isAmbiguous {
        byHand.append(
          "\(position): \(old) may mean the operation, now \(new), or the mutation's field \(old). If it means the operation, "
            + "write \(new) there or beside it.")
      } else {
        byHand.append("\(position): names \(old), now \(new). Change it by hand.")
      }
    }
    if !stale.isEmpty {
      notes.append(
        "\(stale.count == 1 ? "A persisted document is" : "\(stale.count) persisted documents are") still called \(old) "
          + "(\(stale.prefix(3).map { "\($0.prefix(12))…" }.joined(separator: ", "))). A client that sends the id "
          + "requests \(old), which is no longer recorded. Generate the client's manifest again.")
    }
    guard byHand.isEmpty else { return }
    let check = try RulesCheck.rehearse(recordings: recordings, endpoint: folder.name, schemas: schemas)
    if check.needsAttention {
      notes.append(
        "The rules of \(folder.configurationPath) do not match the recordings. See understudy check --rules.")
    }
  }

  private static func folder(of operation: String, recordings: String, endpoint: String?) throws -> EndpointFolder {
    let folders = try Endpoints.maintainedFolders(recordings: recordings, endpoint: endpoint)
    if let only = folders.first, folders.count == 1 { return only }
    var holding: [EndpointFolder] = []
    var known: [String] = []
    for folder in folders {
      try folder.finishRewriting()
      let store = try folder.store(readingAllUpTo: 0, rules: folder.configuration().rules)
      for entry in store.entries {
        guard let key = try store.document(inFolder: entry.folder)?.key else { continue }
        known.append(key.name ?? entry.folder)
        if known.last == operation, holding.last != folder { holding.append(folder) }
      }
    }
    if let only = holding.first, holding.count == 1 { return only }
    guard !holding.isEmpty else {
      throw ConfigurationError(
        "No operation \"\(operation)\" is recorded in \(recordings)/.\(didYouMean(nil, suggestionList(operation, known))) "
          + "`understudy show` lists them.")
    }
    throw ConfigurationError(
      "\"\(operation)\" is recorded for \(holding.map(\.name).joined(separator: " and ")). Choose one with "
        + "--endpoint NAME.")
  }

  /// Returns the ids of persisted documents with an operation of this name.
  private static func persisted(_ name: String, _ folder: EndpointFolder) -> [String] {
    guard let configuration = try? folder.configuration(),
      let documents = try? PersistedDocuments.load(folder, configuration.persistedQueries)
    else { return [] }
    return documents.ids.filter { id in
      guard let text = documents[id], let document = try? parse(SourceText(text)) else { return false }
      return document.operations.contains { $0.name?.text == name }
    }
  }
}
