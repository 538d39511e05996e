import GraphQLLanguage
import Recordings
import Replay
import Synchronization

// The index of all named sessions: read beside the event loop, once for all requests that wait for it.

extension Endpoint {
  /// The index of all named sessions, or a part of it, has to be read first.
  struct LibraryWanted: Error {
    let part: SessionLibrary.Part
  }

  /// Whether a miss can name the sessions that recorded it without reading files.
  var canNameSessions: Bool {
    guard let store, !store.sessions.isEmpty else { return true }
    let generation = libraryGeneration(store)
    return state.withLock { $0.library?.generation == generation }
  }

  /// Reads the index of all named sessions, unless it is up to date.
  ///
  /// - Parameter part: what is needed of it; the rest is read in the background.
  /// - Throws: `RecordingError` if a session's file cannot be read: it is never taken for absent.
  func loadLibrary(_ part: SessionLibrary.Part) async throws {
    guard let store, !store.sessions.isEmpty else { return }
    let generation = libraryGeneration(store)
    let reading = state.withLock { state in
      if let known = state.libraryReading, known.generation == generation { return known }
      let new = SessionLibrary.Reading(
        generation: generation, requests: { try self.readRequests(store, generation) },
        changes: { try self.readChanges($0, store, generation) })
      state.libraryReading = new
      return new
    }
    do {
      try await reading.finish(part)
    } catch {
      // It is read again by the next request that needs it.
      state.withLock { if $0.libraryReading?.generation == generation { $0.libraryReading = nil } }
      throw error
    }
  }

  func libraryGeneration(_ store: RecordingStore) -> UInt64 {
    store.generation &* 1_000_003 &+ store.sessions.generation
  }

  /// Reads the sessions' files.
  ///
  /// - Returns: the mutations by their answers.
  private func readRequests(
    _ store: RecordingStore, _ generation: UInt64
  ) throws -> SessionLibrary.Mutations {
    var library = SessionLibrary(generation: generation)
    var mutations: SessionLibrary.Mutations = [:]
    for file in store.sessions.files {
      guard let recording = try store.sessions.recording(inFile: file) else { continue }
      let steps = try store.resolved(recording, file: "\(store.sessions.folder)/\(file)")
      library.note(recording.name, file: file, steps) { resolved in
        if case .changesNothing = historyRule(of: StatedOperation(resolved.redacted)) { true } else { false }
      }
      for resolved in steps.joined() where resolved.key.document.kind == .mutation {
        for id in resolved.request.answers {
          let answer = SessionLibrary.Answer(folder: resolved.request.operation, id: id)
          mutations[answer, default: [:]][resolved.key.hash] = resolved
        }
      }
    }
    state.withLock { [library] in $0.library = library }
    return mutations
  }

  /// Reads the answers of all mutations, for what they may change.
  private func readChanges(
    _ mutations: SessionLibrary.Mutations, _ store: RecordingStore, _ generation: UInt64
  ) throws {
    var facts = MutationFacts()
    for (id, requests) in mutations {
      let answer = try store.sessions.answer(id.id, inFolder: id.folder).body.answer
      for resolved in requests.values {
        facts.note(Tracer(StatedOperation(resolved.redacted), hints: hints).trace(answer))
      }
    }
    state.withLock { [facts] state in
      var facts = facts
      state.refreshTape(store, hints: hints)
      if let tape = state.tape { facts.note(tape.chooser.timeline) }
      if state.library?.generation == generation { state.library?.facts = facts }
    }
  }
}
