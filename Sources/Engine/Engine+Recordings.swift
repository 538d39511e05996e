import Recordings
package import Requests
package import SchemaSources

extension Engine {
  /// Returns the recordings of an endpoint: sorted paths below the recordings folder.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint's name. One that is not served has none.
  ///   - operations: the names of the operations to include; empty for all.
  ///   - session: the only named session to include, beside the unnamed ones; nil for all.
  /// - Returns: the paths.
  /// - Throws: `ConfigurationError` for an operation without recordings.
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
        "Endpoint \(endpoint.name) has no recordings of operation \"\(unknown)\". \(known.isEmpty ? "It has no named operations. Record one first." : "Recorded: \(names).")"
      )
    }
    return files.sorted()
  }

  /// Uses an edited file of an endpoint's folder from now on, on all ports. `folder` is the path of that folder; nil for all.
  ///
  /// Waits for the disk, so no event loop may call it.
  package func noteEdit(inFolder folder: String? = nil) {
    for engine in [main] + main.others {
      for own in engine.endpoints where folder == nil || own.knownStore?.path == folder { own.noteEdit() }
      engine.forgetAnswers()
    }
  }

  /// True if the upstream is known, so that its answers could be recorded.
  package func knowsUpstream(of endpoint: String) -> Bool { self.endpoint(endpoint)?.upstream != nil }

  /// Waits until all that a session has seen is written, including its open streams so far; with nil that of all.
  package func settle(session: String?) async {
    for endpoint in endpoints { endpoint.endOpenStreams(ofSession: session) }
    await context.recorder.finish()
    await withCheckedContinuation { continuation in saveSessions { continuation.resume() } }
  }

  /// Writes what open sessions have seen, so that a killed recorder loses only later answers.
  func saveSessions(_ done: @escaping @Sendable () -> Void = {}) {
    context.recorder.run { [endpoints] in
      for endpoint in endpoints { endpoint.saveEarly() }
      done()
    }
  }

  /// Sends a request to the real API and records the answer as one before any mutation, whatever its session has sent.
  package func recordAlone(_ request: ClientRequest, at endpoint: Endpoint) -> Response {
    // No listener has this number, so the session is a new one without a name each time.
    let session = SessionName.place(SessionName.standard, listener: Int(Int32.max))
    endpoint.reset(session: session)
    return RecordMode(context: context).respond(to: request, at: endpoint, rest: "", session: session)
  }
}
