import OrderedJSON
import Recordings

/// Whether the recordings of an endpoint can be used: what `understudy check` finds.
package struct RecordingsCheck: Sendable {
  /// A line each: `file:line:column: what is wrong and what would be right`.
  package private(set) var findings: [String] = []
  /// How many recordings were looked at.
  package private(set) var count = 0
  /// The endpoints that were looked at.
  package private(set) var endpoints: [String] = []

  /// Looks at every endpoint below `recordings`, or at the one that is named.
  ///
  /// - Throws: where there is no such folder.
  package init(recordings: String, schemas: String, endpoint: String?) throws {
    let folder = try RecordingsFolder(path: recordings)
    let names = try Endpoints.chosen(
      endpoint, from: folder.endpoints.map(\.name), what: "folder", place: recordings)
    let files = try SchemaFiles(folder: schemas)
    for name in names {
      endpoints.append(name)
      check(EndpointFolder(name: name, below: recordings), files)
    }
  }

  private mutating func check(_ folder: EndpointFolder, _ schemas: SchemaFiles) {
    do {
      findings += try schemas.findings(of: folder.name)
      let configuration = try folder.configuration()
      let store = try folder.store(readingAllUpTo: 0, rules: configuration.rules)
      count += store.fileCount
      for entry in store.entries {
        for error in store.errors(inFolder: entry.folder) where !findings.contains(error.description) {
          findings.append(error.description)
        }
      }
      // Names in rules that the schema does not have, or operations that nothing recorded has.
      findings += RulesCheck.unknownNames(in: folder, configuration, schemas)
      let endpoint = try Endpoints.endpoint(folder, schemas: schemas)
      findings += endpoint.allUnreachable.map { place in
        "\(folder.path)/\(place.file): the answer in state \(place.state) can never be given, because no recorded mutation leads to that state. Was a mutation's file deleted? Restore it, record again, or delete this state."
      }
    } catch {
      findings.append("\(error)")
    }
  }
}
