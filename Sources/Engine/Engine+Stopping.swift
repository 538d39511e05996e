import Output
import Recordings
package import Requests

extension Engine {
  /// The longest wait for recordings on their way to the recorder, when the end has no deadline.
  private static let handingOver = Duration.seconds(5)

  /// Cancels all exchanges with upstreams. Clients that wait for one get an error that the program stops.
  package func callOffExchanges() {
    context.exchanges.callOff()
    for engine in others { engine.callOffExchanges() }
  }

  /// Ends the open streams, which would last as long as their clients, because the program stops.
  package func endStreams() {
    for endpoint in endpoints { endpoint.endStreams() }
    for engine in others { engine.endStreams() }
  }

  /// Writes all that was seen up to a deadline, and ends the sessions that are being recorded. The recording of a
  /// failed session replaces none. Returns the numbers of answers and of sessions that were not written.
  @discardableResult
  package func finish(
    _ outcome: SessionOutcome = .passed, until deadline: ContinuousClock.Instant? = nil
  ) async -> (answers: Int, sessions: Int) {
    let alarms = deadline.map { deadline in ([self] + others).map { $0.context.recorder.abandon(at: deadline) } }
    defer { for alarm in alarms ?? [] { alarm.cancel() } }
    if parent == nil { await endOpenSessions() }
    await context.exchanges.drain(until: deadline ?? .now.advanced(by: Self.handingOver))
    for endpoint in endpoints { endpoint.endOpenStreams() }
    await context.recorder.finish()
    let isCutOff = context.recorder.isAbandoned
    var (answers, sessions) = (context.recorder.abandonedAnswers, 0)
    defer { for endpoint in endpoints { endpoint.unwritten?.remove() } }
    for endpoint in endpoints {
      for session in endpoint.recordingSessions {
        if let deadline, ContinuousClock.now >= deadline { sessions += 1 } else { save(session, at: endpoint, outcome) }
      }
      if let replaced = endpoint.replaceUnnamed(outcome) { context.report(.session(replaced)) }
    }
    for engine in others {
      let unwritten = await engine.finish(outcome, until: deadline)
      (answers, sessions) = (answers + unwritten.answers, sessions + unwritten.sessions)
    }
    if parent == nil { context.lines.finish() }
    guard configuration.reachesUpstream, !isCutOff else { return (answers, sessions) }
    for endpoint in endpoints {
      do { try endpoint.finishRecording() } catch { context.emit(.warning("\(error)")) }
    }
    return (answers, sessions)
  }

  /// Stops without writing what waits. Returns the numbers of answers and of sessions that were not written.
  package func abandon() async -> (answers: Int, sessions: Int) {
    var answers = await context.recorder.abandon(within: .seconds(1))
    var sessions = endpoints.reduce(0) { $0 + $1.recordingSessions.count }
    // The report gives their number.
    for endpoint in endpoints { endpoint.unwritten?.remove() }
    for engine in others {
      let other = await engine.abandon()
      (answers, sessions) = (answers + other.answers, sessions + other.sessions)
    }
    return (answers, sessions)
  }

  /// Ends a session that is being recorded, and writes all that it saw. The recording of a failed session replaces
  /// none. Returns the outcome at each endpoint that it used.
  package func finish(session: String, _ outcome: SessionOutcome) async -> [SavedSession] {
    await writeAnswers(ofSession: session)
    return endpoints.compactMap { save(session, at: $0, outcome) }
  }

  /// Saves the recording of a scope whose ids its tests continue to use.
  package func finish(scope name: String, _ outcome: SessionOutcome) async -> [SavedSession] {
    await writeAnswers(ofSession: name)
    return endpoints.compactMap { save(name, at: $0, outcome, staysOpen: true) }
  }

  /// Ends the open streams of a session, and writes all of its answers.
  private func writeAnswers(ofSession session: String) async {
    await context.exchanges.drain(until: .now.advanced(by: Self.handingOver))
    for endpoint in endpoints { endpoint.endOpenStreams(ofSession: session) }
    await context.recorder.finish()
  }

  @discardableResult
  private func save(
    _ session: String, at endpoint: Endpoint, _ outcome: SessionOutcome, staysOpen: Bool = false
  ) -> SavedSession? {
    guard !context.recorder.isAbandoned,
      let saved = endpoint.finishAttempt(session: session, outcome: outcome, staysOpen: staysOpen)
    else { return nil }
    context.report(.session(saved))
    return saved
  }
}
