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
    return stored.map {
      RecordingListing(
        file: $0.file, variables: $0.recording.variables, identity: $0.recording.identity.description,
        headers: $0.recording.headers)
    }
  }
}
