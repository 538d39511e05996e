import EndpointConfiguration
package import GraphQLLanguage
import GraphQLSchema
package import OrderedJSON
import Recordings
import SchemaSources

/// The recorded and unrecorded operations of a manifest, which lists the operations of a client's build.
package struct ManifestCoverage: Sendable {
  /// The operations in the manifest's order.
  package let operations: [Operation]
  package let endpoint: String
  /// Contradictions between the manifest and the text of an operation: a line each, with its place.
  package let findings: [String]

  /// An operation of the manifest.
  package struct Operation: Sendable {
    package let id: String
    package let kind: OperationKind
    /// Nil for one without a name.
    package let name: String?
    /// The number of its recordings: sets of variables and identities.
    package let recordings: Int

    /// The title for messages: `query CountryDetail`.
    package var title: String { "\(kind.rawValue) \(name ?? "(anonymous, \(id.prefix(12)))")" }
  }

  package var missing: [Operation] { operations.filter { $0.recordings == 0 } }

  /// Reads a manifest (Apollo's, `operationOutput.json`, or Relay's map) and looks up its operations. `endpoint` may be
  /// nil if there is only one; `recordings` and `schemas` are folders.
  ///
  /// - Throws: `InterchangeError` or `RecordingError` if the file is not a manifest, or one of another endpoint.
  package init(_ path: String, endpoint: String?, recordings: String, schemas: String) throws {
    let bytes = try FileReading.bytes(of: path)
    let manifest = try PersistedManifest(bytes, path: path)
    guard !manifest.entries.isEmpty else {
      throw InterchangeError(path, nil, "has no operations. Build the client with its operations.")
    }
    let all = try RecordingsFolder(path: recordings).endpoints
    let folder = try Self.chosen(endpoint, all, recordings: recordings)
    let documents = try Self.documents(manifest)
    self.endpoint = folder.name
    findings = ManifestText(bytes).findings(
      documents.map { ($0.operation.kind, $0.operation.name, manifest.place(of: $0.entry)) }, path: path)
    operations = try Self.operations(documents, in: folder)
    guard missing.count == operations.count else { return }
    // Before a long list of missing operations: the manifest may be of another endpoint.
    for other in all where other != folder {
      let known = try Self.operations(documents, in: other).filter { $0.recordings > 0 }.count
      if known > 0 {
        throw InterchangeError(
          path, nil,
          "none of its \(operations.count) operations is recorded for \(folder.name), but \(known) for \(other.name). Use --endpoint \(other.name)."
        )
      }
    }
    try Self.requireValid(documents, manifest, folder.name, schemas: schemas)
  }

  private static func chosen(
    _ name: String?, _ all: [EndpointFolder], recordings: String
  ) throws -> EndpointFolder {
    let names = all.map(\.name).joined(separator: ", ")
    if let name {
      if let folder = all.first(where: { $0.name == name }) { return folder }
      throw InterchangeError(
        nil, nil,
        "There is no endpoint \"\(name)\" in \(recordings)/\(all.isEmpty ? "" : " (there is \(names))"). Record it, for example: understudy record --upstream \(UpstreamURL.example) --endpoint \(name)"
      )
    }
    guard all.count == 1, let only = all.first else {
      throw InterchangeError(
        nil, nil,
        all.isEmpty
          ? "There are no recordings in \(recordings)/. Record first, for example: understudy record --upstream \(UpstreamURL.example)"
          : "The manifest does not name its endpoint. Add --endpoint NAME (there is \(names)).")
    }
    return only
  }

  private struct Parsed {
    let entry: PersistedManifest.Entry
    let source: SourceText
    let document: Document
    let operation: CanonicalOperation
  }

  private static func documents(_ manifest: PersistedManifest) throws -> [Parsed] {
    try manifest.entries.map { entry in
      let source = SourceText(entry.text)
      let place = manifest.place(of: entry)
      do {
        let document = try parse(source)
        return Parsed(
          entry: entry, source: source, document: document,
          operation: try CanonicalOperation(of: document, operationName: nil))
      } catch let error as SyntaxError {
        throw InterchangeError(
          manifest.path, place,
          "the operation does not parse: \(error.message) Correct it in the client, and build the manifest again.")
      } catch {
        throw InterchangeError(
          manifest.path, place,
          "the operation cannot be read: \(error) Correct it in the client, and build the manifest again.")
      }
    }
  }

  private static func operations(_ documents: [Parsed], in folder: EndpointFolder) throws -> [Operation] {
    let store = try folder.store(readingAllUpTo: 0, rules: try folder.configuration().rules)
    let sessions = store.sessionIndex()
    if let problem = sessions.problems.first { throw problem }
    return try documents.map { parsed in
      let key = DocumentKey(endpoint: folder.name, operation: parsed.operation)
      var count = 0
      for entry in store.entries where entry.mayHold(key) {
        guard try store.document(inFolder: entry.folder)?.key == key else { continue }
        count += entry.fileCount
        // Requests that only named sessions recorded, each once.
        let keys = Set(sessions.requests(inFolder: entry.folder).map(\.resolved.key))
        for key in keys where try store.lookup(key) == nil { count += 1 }
      }
      return Operation(id: parsed.entry.id, kind: key.kind, name: key.name, recordings: count)
    }
  }

  /// Throws if there is a schema for which no operation is valid: the manifest is of another endpoint.
  private static func requireValid(
    _ documents: [Parsed], _ manifest: PersistedManifest, _ endpoint: String, schemas: String
  ) throws {
    guard let schema = try? SchemaText(meaning: endpoint, schemas: schemas).schema() else { return }
    var first: (place: RecordingError.Place, problem: String)?
    for parsed in documents {
      guard let problem = schema.validate(parsed.document, source: parsed.source).first else { return }
      first = first ?? (manifest.place(of: parsed.entry), problem.message)
    }
    guard let first else { return }
    throw InterchangeError(
      manifest.path, first.place,
      "none of its \(documents.count) operations is valid for the schema of \(endpoint) (the first: \(first.problem)): it is the manifest of another endpoint, or the schema in \(schemas)/ is outdated. Choose the endpoint with --endpoint, or fetch the schema again: understudy schema fetch \(UpstreamURL.example) --output \(schemas)/\(endpoint).graphqls"
    )
  }
}

extension ManifestCoverage {
  /// The lines for a terminal: the missing operations, and how to record them.
  package var lines: [String] {
    let recorded = operations.count - missing.count
    let count = operations.count == 1 ? "1 operation" : "\(operations.count) operations"
    guard !missing.isEmpty else { return findings + ["\(endpoint): all of \(count) recorded."] }
    return findings + missing.map { "not recorded: \($0.title)" } + [
      "\(endpoint): \(recorded) of \(count) recorded, \(missing.count) missing. Run the client with understudy record, or replay with --on-miss fake."
    ]
  }

  /// The JSON lines: one object for each operation, and the summary.
  package var json: [JSON] {
    operations.map { operation in
      [
        "event": "operation", "id": .string(LoneSurrogates.encoded(operation.id)),
        "type": .string(operation.kind.rawValue),
        "name": operation.name.map { .string($0) } ?? .null, "recordings": .int(operation.recordings),
      ]
    } + findings.map { ["event": "finding", "text": .string($0)] } + [
      [
        "event": "summary", "endpoint": .string(endpoint), "operations": .int(operations.count),
        "missing": .int(missing.count),
      ]
    ]
  }
}
