package import GraphQLLanguage
package import OrderedJSON
package import Recordings
package import Replay
import Synchronization

/// What is recorded of one request, and which mutations count for it: what `understudy show` prints.
package struct RecordedRequest: Sendable {
  /// Below the recordings folder.
  package let file: String
  package let kind: String
  package let name: String?
  package let variables: JSONObject
  package let identity: String
  package let explanation: Explanation
  /// The endpoint's name.
  package let endpoint: String
  package let recording: Recording
  package let document: Document
  /// Where the endpoint's requests carry their credential.
  package let identityRule: IdentityRule
}

extension Endpoint {
  /// The recorded requests of an operation, in the order of their files.
  ///
  /// - Parameters:
  ///   - operation: its name, or that of its folder, since several documents may have one name.
  ///   - variables: only those with these variables, in whatever spelling; nil for all.
  /// - Returns: the requests; empty if there is no such operation.
  /// - Throws: if a file cannot be read.
  package func recordedRequests(of operation: String, variables: JSONObject?) throws -> [RecordedRequest] {
    guard let store else { return [] }
    var found: [RecordedRequest] = []
    for entry in store.entries {
      guard let (document, key) = try store.document(inFolder: entry.folder) else { continue }
      guard key.name == operation || entry.folder == operation else { continue }
      let rules = configuration.rules
      for stored in try store.recordings(inFolder: entry.folder) {
        if let variables {
          let asked = key.key(variables: variables, identity: stored.recording.identity, rules: rules).variables
          guard asked == stored.recording.variables else { continue }
        }
        guard let explanation = try explanation(stored, document: document, store: store) else { continue }
        found.append(
          RecordedRequest(
            file: "\(name)/\(stored.folder)/\(stored.file)", kind: entry.kind.rawValue, name: key.name,
            variables: stored.recording.variables, identity: stored.recording.identity.description,
            explanation: explanation, endpoint: name, recording: stored.recording, document: document,
            identityRule: configuration.identity))
      }
    }
    return found
  }

  /// The names of all recorded operations, sorted; of an anonymous one its folder's.
  package func recordedOperationNames() throws -> [String] {
    var names: Set<String> = []
    for entry in store?.entries ?? [] {
      guard let found = try store?.document(inFolder: entry.folder) else { continue }
      names.insert(found.key.name ?? entry.folder)
    }
    return names.sorted { $0.precedesByScalars($1) }
  }

  private func explanation(
    _ stored: StoredRecording, document: Document, store: RecordingStore
  ) throws -> Explanation? {
    var failure: RecordingError?
    let explanation = state.withLock { state in
      state.refreshTape(store, hints: hints)
      return state.tape?.chooser.explain(stored.key.hash) {
        do throws(RecordingError) {
          return try index(of: stored.key, store: store)
        } catch {
          failure = error
          return nil
        }
      }
    }
    if let failure { throw failure }
    return explanation
  }
}
