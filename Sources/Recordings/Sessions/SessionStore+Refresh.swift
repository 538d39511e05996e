import Synchronization

extension SessionStore {
  /// Checks the folder for changes, and the files that were read, as `RecordingStore.refresh` does. Returns true if a
  /// session was added, removed or replaced.
  ///
  /// - Throws: if the folder cannot be listed, or if a name in it is not valid.
  @discardableResult
  package func refresh(atMost most: Int = .max) throws(RecordingError) -> Bool {
    while true {
      let now = try Files.currentStamp(folder)
      let known = state.withLock { ($0.stamp, $0.isSettled) }
      if now == known.0, known.1 || now == nil { return try forgetIfEdited(atMost: most) }
      guard let hasChanged = take(try listing()) else { continue }
      if hasChanged { return true }
      return try forgetIfEdited(atMost: most)
    }
  }

  /// The folder as it was listed, and the number of files that this process had written before.
  struct Listing: Sendable {
    fileprivate let found: State
    fileprivate let writes: Int
  }

  /// Lists the folder.
  func listing() throws(RecordingError) -> Listing {
    let writes = state.withLock { $0.writes }
    var found = State()
    try found.list(folder)
    return Listing(found: found, writes: writes)
  }

  /// Uses a listing from now on. Returns true if it differs from the last one, and nil if this process has written a
  /// file since, which the listing may lack.
  func take(_ listing: Listing) -> Bool? {
    state.withLock { state in
      guard state.writes == listing.writes else { return nil }
      let found = listing.found
      let hasChanged = found.files != state.files || found.stamp != state.stamp
      state.stamp = found.stamp
      state.isSettled = found.isSettled
      guard hasChanged else { return false }
      state.files = found.files
      state.forgetAll()
      state.generation += 1
      return true
    }
  }

  /// Makes stale what was derived from the sessions.
  func moveGeneration() { state.withLock { $0.generation += 1 } }

  /// Drops everything that was read, after this process has changed an answer's file in another way than by recording.
  package func forget() {
    state.withLock { state in
      state.forgetAll()
      state.generation += 1
    }
  }

  /// Drops everything that was read if one of its files was edited in place, which the folder's stamp does not show.
  private func forgetIfEdited(atMost most: Int) throws(RecordingError) -> Bool {
    let events = watch.changes()
    if most < .max, events == FolderEvents() { return false }
    var hasChanged = false
    let checked = state.withLock { state in
      var places: [String]
      if most < .max, let events, !events.isIncomplete {
        places = state.read.keys(in: events.folders)
        hasChanged = state.read.hasDropped
      } else {
        places = state.read.next(events == nil ? most : .max)
        hasChanged = state.read.hasDropped && state.read.isRoundOver
      }
      // The folders also change when this process writes.
      hasChanged = hasChanged && state.writes == state.checkedWrites
      state.checkedWrites = state.writes
      return places.compactMap { state.read.file($0) }
    }
    do throws(RecordingError) {
      for file in checked {
        if let end = file.path.lastIndex(of: "/") { watch.watch(String(file.path[..<end])) }
        if try Files.currentStamp(file.path) != file.stamp { hasChanged = true }
      }
    } catch {
      watch.miss()
      throw error
    }
    if hasChanged { forget() }
    return hasChanged
  }
}
