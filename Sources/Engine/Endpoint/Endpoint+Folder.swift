import EndpointConfiguration
import Recordings
import Replay
import SchemaSources
import Synchronization

/// The endpoint's folder and schema on disk: what was read, what changed, and the commands that record and fetch.
extension Endpoint {
  /// An index of all recordings, for which all files are read; nil without recordings.
  package var wholeReplayIndex: ReplayIndex? {
    guard let store else { return nil }
    var index = ReplayIndex(store, at: store.generation, hints: hints, readsAll: true)
    state.withLock { index.addSecrets(to: &$0.redactor) }
    return index
  }

  /// Indexes the recordings at the start of a run.
  func loadReplayIndex() {
    guard let store else { return }
    refreshReplayIndex(store)
    state.withLock { $0.checkedGeneration = libraryGeneration(store) }
  }

  /// Looks for changes on disk, which invalidate everything read before; true if there are any. With a limit, checks
  /// what the system reports, else up to `most` files; the next call continues after them. Recorders need no
  /// `readsRecordings`, since they check each when they save.
  func refresh(atMost most: Int = .max, readsRecordings: Bool = true, writes: Bool = false) throws -> Bool {
    guard let store = store ?? learned?.store else { return false }
    if most < .max { store.beginWatching() }
    let hasNewSessions = try store.sessions.refresh(atMost: most)
    var hasChanged = hasNewSessions
    defer {
      if hasChanged {
        learned?.learnAgain()
        watchedSchema.current.variants?.removeAll()
        forgetAnswers(of: hasNewSessions)
      }
    }
    if readsRecordings, try store.refresh(atMost: most) { hasChanged = true }
    // A lookup may have noticed a change before.
    let generation = libraryGeneration(store)
    let checked = state.withLock { state in
      defer { state.checkedGeneration = generation }
      return state.checkedGeneration
    }
    if !writes, let checked, checked != generation { hasChanged = true }
    return hasChanged
  }

  /// Reads the recordings again. A check for changes knows only files in memory, and those with another time or size.
  func noteEdit() {
    knownStore?.forget()
    _ = try? knownStore?.refresh()
    learned?.learnAgain()
    watchedSchema.current.variants?.removeAll()
    forgetAnswers(of: true)
  }

  /// Loads the schema again if its files have changed. Forgets answers that the old one led to.
  func refreshSchema() -> WatchedSchema.Look {
    let look = watchedSchema.refresh()
    if case .loaded = look { forgetOldSchema() }
    return look
  }

  /// Generates data from now on. Returns nil if it did already, else warnings.
  func generateData() throws -> [String]? {
    let warnings = try watchedSchema.generate()
    if warnings != nil { forgetOldSchema() }
    return warnings
  }

  private func forgetOldSchema() {
    // What was derived from recordings, or is being derived, has the types and the default values of the old schema.
    store?.moveGeneration()
    state.withLock { $0.checkedGeneration = store.map(libraryGeneration) }
    forgetAnswers(of: true)
  }

  /// Forgets the answers of files that have changed.
  func forgetAnswers(of sessions: Bool) {
    answers.removeAll()
    state.withLock { state in
      state.replayIndex = nil
      // A removed file is not requested again.
      if sessions { state.recordedSessions.removeAll() }
      state.sessions.moveStamps()
    }
  }

  /// The files of all recordings, including named sessions', below the recordings folder, sorted.
  var recordingFiles: [String] {
    guard let store else { return [] }
    let sessions = store.sessions.files.map { "\(name)/\(SessionStore.folderName)/\($0)" }
    let files = store.entries.flatMap { entry in
      store.files(inFolder: entry.folder).map { "\(name)/\(entry.folder)/\($0)" }
    }
    return (files + sessions).sorted()
  }

  /// The command that records what was missed.
  var recordCommand: String {
    "understudy record --upstream \(shownUpstream) --endpoint \(name)"
  }

  /// The command that fetches the schema.
  package var schemaCommand: String {
    "understudy schema fetch \(shownUpstream) --output schemas/\(name).graphqls"
  }

  package var knowsUpstream: Bool { upstream != nil }

  /// The upstream for commands in messages: an example if it is unknown.
  package var shownUpstream: String { upstream?.shown ?? UpstreamURL.example }
}
