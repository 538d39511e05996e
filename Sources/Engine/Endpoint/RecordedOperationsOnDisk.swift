import GraphQLLanguage
import Recordings
import Replay

/// What is recorded for an endpoint, for the explanation of a miss: names from the index, the rest read on demand. A
/// folder that cannot be read explains nothing here; the request that wants it gets its error.
struct RecordedOperationsOnDisk: RecordedOperations {
  let store: RecordingStore
  let asked: AskedRequest

  var listings: [OperationListing] {
    store.entries.map { entry in
      OperationListing(
        kind: entry.kind, name: entry.operationName, folder: entry.folder,
        isSameOperation: entry.mayHold(asked.key.document))
    }
  }

  func document(of listing: OperationListing) -> Document? {
    (try? store.document(inFolder: listing.folder))?.document
  }

  func recordings(of listing: OperationListing, limit: Int) -> [RecordingListing] {
    let stored = (try? store.recordings(inFolder: listing.folder, limit: limit)) ?? []
    let unnamed = stored.map {
      RecordingListing(
        file: $0.file, variables: $0.recording.variables, identity: $0.recording.identity.description,
        headers: $0.recording.headers)
    }
    return recordings(ofSessionsIn: listing.folder, limit: limit) + unnamed
  }

  /// The requests of an operation in named sessions: the request's own session first, each request once.
  private func recordings(ofSessionsIn folder: String, limit: Int) -> [RecordingListing] {
    guard !store.sessions.isEmpty else { return [] }
    let own = store.sessions.mayContain(asked.session) ? try? store.sessions.recording(of: asked.session)?.file : nil
    let others = store.sessions.files.prefix(Self.sessionLimit).filter { $0 != own }
    var found: [RecordingListing] = []
    var seen: Set<ContentHash> = []
    for file in [own].compactMap(\.self) + others where found.count < limit {
      guard let recording = try? store.sessions.recording(inFile: file),
        let steps = try? store.resolved(recording, file: file)
      else { continue }
      for resolved in steps.joined()
      where resolved.request.operation == folder && seen.insert(resolved.key.hash).inserted && found.count < limit {
        found.append(
          RecordingListing(
            file: "\(SessionStore.folderName)/\(file)", variables: resolved.key.variables,
            identity: resolved.key.identity.description, headers: resolved.key.headers))
      }
    }
    return found
  }

  /// So many sessions' files are looked into.
  private static let sessionLimit = 200
}
