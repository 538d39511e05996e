import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

// The indexes of the recordings that answers to other queries are derived from.

extension Endpoint {
  /// Returns the recordings that select a root field. Reads them all, once for each generation of the files.
  func donorIndex(ofRoot name: String, _ store: RecordingStore) throws(RecordingError) -> DonorIndex {
    try donorIndex(name, store) { document in
      Derivation.mayHave(name, in: document)
    } places: { stored, document in
      guard let request = RedactedRequest(stored.recording, document: document) else { return [] }
      return Derivation.roots(of: StatedOperation(request), hints: hints).filter { $0.name == name }.map(\.hash)
    }
  }

  /// Returns the recordings by the keys of the objects in their answers. Reads them all, once for each generation.
  func donorIndex(ofKeys store: RecordingStore) throws(RecordingError) -> DonorIndex {
    // No root field has this name.
    try donorIndex("", store) { _ in
      true
    } places: { stored, _ in
      var keys: Set<String> = []
      for answer in stored.recording.states.lazy.flatMap(\.responses).compactMap(\.body.json) {
        Derivation.addKeys(in: answer, to: &keys)
      }
      return keys.map(DonorIndex.hash(ofKey:))
    }
  }

  private func donorIndex(
    _ name: String, _ store: RecordingStore, where isWanted: (Document) -> Bool,
    places: (StoredRecording, Document) -> [ContentHash]
  ) throws(RecordingError) -> DonorIndex {
    if let known = donorIndices[name], known.generation == store.generation { return known }
    var index = DonorIndex(generation: store.generation)
    for entry in store.entries where entry.kind == .query && !index.isFull {
      guard let document = try store.document(inFolder: entry.folder)?.document, isWanted(document) else { continue }
      let fields = document.fieldNames
      try store.readEach(inFolder: entry.folder) { result in
        guard case .success(let stored) = result, !index.isFull else { return }
        index.note(stored, places(stored, document), fields: fields)
      }
    }
    donorIndices.keep(index, for: name, bytes: index.heldBytes)
    return index
  }
}
