import Recordings
package import SchemaSources

extension Engine {
  /// What is recorded of an endpoint: paths below the recordings folder, sorted.
  ///
  /// - Parameters:
  ///   - endpoint: its name.
  ///   - operations: only what is recorded of operations of these names; empty for all.
  ///   - session: only this named session's recording beside the unnamed ones; nil for those of all.
  /// - Returns: the paths; none for an endpoint that is not served.
  /// - Throws: `ConfigurationError` for a name of which nothing is recorded.
  package func recordings(
    of endpoint: String, operations: [String] = [], session: String? = nil
  ) throws(ConfigurationError) -> [String] {
    guard let endpoint = self.endpoint(endpoint), let store = endpoint.store else { return [] }
    guard !operations.isEmpty else {
      guard let session else { return endpoint.recordingFiles }
      let own = try? store.sessions.recording(of: session)?.file
      let folder = "\(endpoint.name)/\(SessionStore.folderName)/"
      return endpoint.recordingFiles.filter { !$0.hasPrefix(folder) || $0.dropFirst(folder.count) == own ?? "" }
    }
    var known: Set<String> = []
    var files: [String] = []
    for entry in store.entries {
      guard let name = entry.operationName else { continue }
      known.insert(name)
      guard operations.contains(where: { FolderName.shortened($0) == name }) else { continue }
      files += store.files(inFolder: entry.folder).map { "\(endpoint.name)/\(entry.folder)/\($0)" }
    }
    if let unknown = operations.first(where: { !known.contains(FolderName.shortened($0)) }) {
      let names = known.sorted().prefix(20).joined(separator: ", ")
      throw ConfigurationError(
        "Endpoint \(endpoint.name) has no recordings of operation \"\(unknown)\". \(known.isEmpty ? "It has no named operations." : "Recorded: \(names).")"
      )
    }
    return files.sorted()
  }

  /// Whether the real endpoint is known, so that its answers could be recorded.
  package func knowsUpstream(of endpoint: String) -> Bool { self.endpoint(endpoint)?.upstream != nil }

  /// Waits until everything that a session has seen is written, its open streams as far as they went; with nil that of
  /// all. The run goes on.
  package func settle(session: String?) async {
    for endpoint in endpoints { endpoint.endOpenStreams(ofSession: session) }
    await context.recorder.finish()
    await withCheckedContinuation { continuation in saveSessions { continuation.resume() } }
  }

  /// Writes what was seen of the sessions that go on, so that a recorder that is killed loses no more than the answers
  /// since.
  func saveSessions(_ done: @escaping @Sendable () -> Void = {}) {
    context.recorder.run { [endpoints] in
      for endpoint in endpoints { endpoint.saveEarly() }
      done()
    }
  }
}
