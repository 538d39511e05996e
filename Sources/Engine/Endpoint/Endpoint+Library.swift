import GraphQLLanguage
import Recordings
import Redaction
import Replay
import Synchronization

// The index of all named sessions, read off the event loop, once for all requests that wait for it.

extension Endpoint {
  /// The index of all named sessions must be read first.
  struct LibraryWanted: Error {}

  /// True if a miss can name the sessions that recorded it without reading files.
  var canNameSessions: Bool {
    guard let store, !store.sessions.isEmpty else { return true }
    let generation = libraryGeneration(store)
    return state.withLock { $0.library?.generation == generation }
  }

  /// Reads the index of all named sessions, unless it is up to date. All requests that need it wait for one reading.
  /// Throws an error if a session's file cannot be read, which never counts as absent.
  func loadLibrary() async throws {
    guard let store, !store.sessions.isEmpty else { return }
    let generation = libraryGeneration(store)
    let reading = state.withLock { state in
      if let known = state.libraryReading, known.generation == generation { return known.task }
      let task = Task.detached { try self.readLibrary(store, generation) }
      state.libraryReading = (generation, task)
      return task
    }
    do {
      try await reading.value
    } catch {
      // The next request that needs it tries again.
      state.withLock { if $0.libraryReading?.generation == generation { $0.libraryReading = nil } }
      throw error
    }
  }

  func libraryGeneration(_ store: RecordingStore) -> UInt64 {
    store.generation &* 1_000_003 &+ store.sessions.generation
  }

  /// The index is set once the redactor has the callers of all sessions and the credentials that mutations issued, so that
  /// a session without a recording has the same ones whichever sessions were replayed before. The answers of queries are
  /// too many to read here; the redactor gets each when it is served.
  private func readLibrary(_ store: RecordingStore, _ generation: UInt64) throws {
    var library = SessionLibrary(generation: generation)
    var (callers, mutations): ([Caller], [StoredRequest]) = ([], [])
    for file in store.sessions.files {
      guard let recording = try store.sessions.recording(inFile: file) else { continue }
      let steps = try store.resolved(recording, file: "\(store.sessions.folder)/\(file)")
      library.note(recording.name, file: file, steps) { resolved in
        if case .changesNothing = historyRule(of: StatedOperation(resolved.redacted)) { true } else { false }
      }
      callers += steps.joined().map(\.redacted.caller)
      mutations += steps.joined().filter { $0.key.document.kind == .mutation }
    }
    state.withLock { [callers] in $0.redactor.adopt(callers: callers) }
    for mutation in mutations {
      for answer in mutation.request.answers {
        let response = try store.sessions.answer(answer, inFolder: mutation.request.operation)
        state.withLock { $0.redactor.adopt(response, to: mutation.redacted) }
      }
    }
    // A later reading may have ended first.
    state.withLock { [library] state in
      if state.library == nil || state.libraryReading?.generation == generation { state.library = library }
    }
  }
}
