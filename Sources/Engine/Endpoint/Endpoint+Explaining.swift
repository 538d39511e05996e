import EndpointConfiguration
package import GraphQLLanguage
package import OrderedJSON
package import Recordings
package import Replay
import Synchronization

/// The recordings of one request, and the mutations that affect it, as `understudy show` prints them.
package struct RecordedRequest: Sendable {
  /// The path below the recordings folder.
  package let file: String
  package let kind: String
  package let name: String?
  package let variables: JSONObject
  package let identity: String
  package let explanation: Explanation
  package let endpoint: String
  package let recording: Recording
  package let document: Document
  /// The places of credentials in the endpoint's requests.
  package let identityRule: IdentityRule
  /// The named session that recorded it; nil for an unnamed one.
  package var session: String?
}

extension Endpoint {
  /// Returns the recorded requests of an operation, in the order of their files. The name may be its folder's, since
  /// several documents may have one name. `variables` restricts them to requests with these, in any format.
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
    return try found + recordedSessionRequests(of: operation, variables: variables, store)
  }

  /// The requests of an operation in named sessions, in the order of the sessions' files, each once in a session.
  private func recordedSessionRequests(
    of operation: String, variables: JSONObject?, _ store: RecordingStore
  ) throws -> [RecordedRequest] {
    let index = store.sessionIndex()
    if let problem = index.problems.first { throw problem }
    var found: [RecordedRequest] = []
    for session in index.sessions {
      let requests = session.requests.map(\.resolved).filter { resolved in
        let key = resolved.key
        guard key.document.name == operation || resolved.request.operation == operation else { return false }
        guard let variables else { return true }
        let rules = configuration.rules
        return key.document.key(variables: variables, identity: key.identity, rules: rules).variables == key.variables
      }
      guard !requests.isEmpty, var recorded = try recordedSession(session.name, from: store) else { continue }
      var seen: Set<ContentHash> = []
      for resolved in requests where seen.insert(resolved.key.hash).inserted {
        guard let known = recorded.operations[resolved.key.hash],
          let explanation = recorded.chooser.explain(
            resolved.key.hash, recorded: { self.index(of: resolved.key, known) })
        else { continue }
        let key = resolved.key
        found.append(
          RecordedRequest(
            file: "\(name)/\(session.file)", kind: key.document.kind.rawValue, name: key.document.name,
            variables: key.variables, identity: key.identity.description, explanation: explanation, endpoint: name,
            recording: Recording(
              kind: key.document.kind, operationName: key.document.name, identity: key.identity, headers: key.headers,
              variables: key.variables, states: known.states),
            document: resolved.document, identityRule: configuration.identity, session: session.name))
      }
    }
    return found
  }

  /// The names of all recorded operations, sorted; for an anonymous one its folder's name.
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
    refreshReplayIndex(store)
    let explanation = state.withLock { state in
      state.replayIndex?.chooser.explain(stored.key.hash) {
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
