import GraphQLLanguage
import Recordings
import Replay
import Requests

/// The recordings of an endpoint for explaining a miss: names from the index, the rest read on demand. Folders that
/// cannot be read are skipped; their errors go to the requests that need them.
struct RecordedOperationsOnDisk: RecordedOperations {
  let store: RecordingStore
  let asked: ResolvedRequest
  /// Requests of named sessions by the folders of their operations.
  let others: [String: [RecordingListing]]

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

  /// The requests of an operation in named sessions, each once: the request's own session first.
  private func recordings(ofSessionsIn folder: String, limit: Int) -> [RecordingListing] {
    guard !store.sessions.isEmpty else { return [] }
    var found: [RecordingListing] = []
    var seen: Set<RecordingListing> = []
    func add(_ listing: RecordingListing) {
      if found.count < limit, seen.insert(listing.request).inserted { found.append(listing) }
    }
    let name = asked.sessionName
    if store.sessions.mayContain(name), let (own, file) = try? store.sessions.recording(of: name) {
      let requests = (try? store.resolved(own, file: file))?.joined().filter { $0.request.operation == folder } ?? []
      for resolved in requests { add(RecordingListing(resolved, file: file)) }
    }
    for listing in others[folder] ?? [] { add(listing) }
    return found
  }
}

extension RecordingListing {
  /// The request without its file.
  fileprivate var request: Self {
    var request = self
    request.file = ""
    return request
  }
}
