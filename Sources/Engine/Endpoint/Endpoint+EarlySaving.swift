import Recordings
import Replay
import Synchronization

// Recordings of sessions that are still open, so that a killed recorder loses little of them.

extension Endpoint {
  /// Writes the new requests of all open sessions.
  func saveEarly() {
    let places = state.withLock { state in
      state.sessions.names.filter { state.sessions[$0]?.attempt?.hasUnwritten ?? false }
    }
    for place in places { savingSession.withLock { _ in writeEarly(session: place) } }
  }

  /// Writes an open session if it has grown by an eighth, so that a long one is not rewritten after each answer.
  func saveEarly(session place: String) {
    savingSession.withLock { _ in writeEarly(session: place, waitsForEighth: true) }
  }

  /// Writes the recording of an open session, marked incomplete, if there was none before this run.
  private func writeEarly(session place: String, waitsForEighth: Bool = false) {
    let name = SessionName.name(of: place)
    let attempt = state.withLock { state -> SessionAttempt? in
      guard state.scopes.isOwner(place), let attempt = state.sessions[place]?.attempt, attempt.hasUnwritten else {
        return nil
      }
      let isEnough = attempt.log.revision > attempt.writtenRevision + attempt.writtenRevision / 8
      return isEnough || !waitsForEighth ? attempt : nil
    }
    guard let attempt else { return }
    var beginning = attempt.beginning
    // Fails while answers of the session wait to be written. The next call succeeds.
    guard
      (try? write(attempt, session: name, isIncomplete: true, cut: attempt.firstUnsaved?.revision, &beginning)) != nil
    else { return }
    state.withLock { [beginning] state in
      // The session may have started over meanwhile.
      state.sessions.update(place) { session in
        session.attempt?.beginning = beginning
        session.attempt?.noteWritten(attempt.log.revision)
      }
      state.sessions.notePlace(beginning, ofParked: place)
      state.scopes.wrote(name, beginning)
    }
  }

  /// Removes the recording of an earlier attempt in this run if the attempt that replaces it recorded nothing.
  func removeEarly(_ attempt: SessionAttempt, session name: String) {
    // If it cannot be removed, it is marked incomplete.
    try? store?.sessions.remove(name, since: attempt.beginning, besides: openRecordings)
  }

  /// Removes the answers of an attempt that is not saved, except those that other sessions use.
  func discard(_ attempt: SessionAttempt, session name: String) {
    guard let store, let folders = try? folders(of: attempt, store) else { return }
    let seen = attempt.log.recording(name: name, isIncomplete: true) { folders[$0.hash] ?? "" }
    // `understudy prune` names what cannot be removed.
    try? store.sessions.discard(seen, besides: openRecordings)
  }

  /// The recordings of the sessions that are still open, as far as they are made.
  func openRecordings() -> [SessionRecording] {
    guard let store else { return [] }
    let open = state.withLock { state in
      state.sessions.names.compactMap { name in state.sessions[name]?.attempt.map { (name, $0) } }
        + state.sessions.parked.map { ($0.key, $0.value.attempt) }
    }
    return open.compactMap { name, attempt in
      guard let folders = try? folders(of: attempt, store) else { return nil }
      return attempt.log.recording(name: name, isIncomplete: true) { folders[$0.hash] ?? "" }
    }
  }
}
