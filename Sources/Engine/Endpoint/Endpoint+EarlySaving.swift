import Recordings
import Replay
import Synchronization

// Recordings of sessions that go on, so that a recorder that is killed loses little of them.

extension Endpoint {
  /// Writes what was seen of the sessions that go on since it was written last.
  func saveEarly() {
    let places = state.withLock { state in
      state.sessions.names.filter { state.sessions[$0]?.attempt?.hasUnwritten ?? false }
    }
    for place in places { savingSession.withLock { _ in writeEarly(session: place) } }
  }

  /// Writes what was seen of a session that goes on, once that is an eighth more than what was written last: a long
  /// session is not written as a whole after each answer.
  func saveEarly(session place: String) {
    savingSession.withLock { _ in writeEarly(session: place, waitsForEighth: true) }
  }

  /// Writes the recording of a session that goes on, marked incomplete, if there was none before this run.
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
    // It fails while answers of the session wait to be written; the next call sees them.
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

  /// Removes what an earlier attempt of this run has written, where the one that replaces it recorded nothing.
  func removeEarly(_ attempt: SessionAttempt, session name: String) {
    // What cannot be removed is marked incomplete.
    try? store?.sessions.remove(name, since: attempt.beginning)
  }

  /// Removes the answers of an attempt that is not saved. Those that other sessions use stay.
  func discard(_ attempt: SessionAttempt, session name: String) {
    guard let store, let folders = try? folders(of: attempt, store) else { return }
    let seen = attempt.log.recording(name: name, isIncomplete: true) { folders[$0.hash] ?? "" }
    // What cannot be removed is named by `understudy prune`.
    try? store.sessions.discard(seen)
  }
}
