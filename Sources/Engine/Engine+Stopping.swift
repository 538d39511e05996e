import Recordings

extension Engine {
  /// Waits for the real endpoint no longer: who does is told that the program stops.
  package func callOffExchanges() {
    context.exchanges.callOff()
    for engine in others { engine.callOffExchanges() }
  }

  /// Ends the open streams, which would go on for as long as their clients want: the program stops.
  package func endStreams() {
    for endpoint in endpoints { endpoint.endStreams() }
    for engine in others { engine.endStreams() }
  }

  /// Waits until everything that was seen is written, and ends the sessions that are being recorded.
  ///
  /// - Parameter outcome: how they ended: the recording of one that did not pass replaces none.
  package func finish(_ outcome: SessionOutcome = .passed) async {
    if parent == nil { await endOpenSessions() }
    for endpoint in endpoints { endpoint.endOpenStreams() }
    await context.recorder.finish()
    for endpoint in endpoints {
      for session in endpoint.recordingSessions { save(session, at: endpoint, outcome) }
      if let replaced = endpoint.replaceUnnamed(outcome) { context.tell(.session(replaced)) }
    }
    for engine in others { await engine.finish(outcome) }
    if parent == nil { context.lines.finish() }
    guard configuration.reachesUpstream else { return }
    for endpoint in endpoints {
      do { try endpoint.finishRecording() } catch { context.emit(.warning("\(error)")) }
    }
  }

  /// Ends a session that is being recorded: everything that it saw is written.
  ///
  /// - Parameters:
  ///   - session: its name.
  ///   - outcome: how it ended: the recording of one that did not pass replaces none.
  /// - Returns: what became of its recording at each endpoint that it asked.
  package func finish(session: String, _ outcome: SessionOutcome) async -> [SavedSession] {
    for endpoint in endpoints { endpoint.endOpenStreams(ofSession: session) }
    await context.recorder.finish()
    return endpoints.compactMap { save(session, at: $0, outcome) }
  }

  /// Saves the recording of a scope whose ids its tests go on to use.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - outcome: how its requests ended.
  /// - Returns: what became of its recording at each endpoint that it asked.
  package func finish(scope name: String, _ outcome: SessionOutcome) async -> [SavedSession] {
    for endpoint in endpoints { endpoint.endOpenStreams(ofSession: name) }
    await context.recorder.finish()
    return endpoints.compactMap { save(name, at: $0, outcome, staysOpen: true) }
  }

  @discardableResult
  private func save(
    _ session: String, at endpoint: Endpoint, _ outcome: SessionOutcome, staysOpen: Bool = false
  ) -> SavedSession? {
    guard let saved = endpoint.finishAttempt(session: session, outcome: outcome, staysOpen: staysOpen) else {
      return nil
    }
    context.tell(.session(saved))
    return saved
  }
}
