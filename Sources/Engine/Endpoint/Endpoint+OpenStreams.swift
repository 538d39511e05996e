import EndpointConfiguration
import OrderedJSON
import Recordings
import Redaction
import Replay
import Requests
import Synchronization

extension Endpoint {
  /// Begins to record a subscription that is opened upstream now. Returns its number. `finished` is called once, from
  /// any thread, with the decision about its recording. Throws `SessionProblem` if its session is refused.
  func openStream(
    _ asked: ResolvedRequest, now: UInt64, isRecorded: Bool = true, finished: @escaping @Sendable (SaveDecision) -> Void
  ) throws -> Int {
    if isRecorded { try requireAttempt(session: asked.session, start: asked.start, now: now) }
    defer { settleStreams(ofAbandoned: asked.session, now: now) }
    return try state.withLock { state in
      let stream = try state.sessions.with(asked.session, start: asked.start, now: now) { session in
        defer { session.noteAbandoned(in: asked.session) }
        let read = session.history.beginRead()
        return OpenStream(
          asked, session: session.number, opened: read.state, isAmbiguous: session.history.complete(read), now: now,
          finished: finished)
      }
      return state.streams.begin(stream)
    }
  }

  /// Notes an event before its client gets it. Returns the reason if the stream is no longer recorded since this event.
  func note(_ payload: JSON, size: Int, on number: Int, now: UInt64, byteLimit: Int) -> String? {
    state.withLock { state in
      guard let stream = state.streams[number], stream.obstacle == nil else { return nil }
      guard let session = state.sessions[stream.asked.session], session.number == stream.session else {
        state.streams[number]?.giveUp(Self.startedOver)
        return nil
      }
      _ = try? state.sessions.with(stream.asked.session, now: now) { _ in }
      do {
        var parts = IncrementalParts()
        let written = try redacted(payload, after: &parts, stream.asked, &state.redactor)
        state.streams[number]?.note(
          written, size: size, in: session.history.hasMutationsInFlight ? nil : session.history.state, now: now,
          byteLimit: byteLimit)
      } catch {
        state.streams[number]?.giveUp("\(error)")
      }
      return state.streams[number]?.obstacle
    }
  }

  /// Ends a stream. `now` is the time of the engine's clock, in nanoseconds.
  func endStream(_ number: Int, _ end: RecordedEvents.End, now: UInt64) {
    settleDone {
      guard let stream = $0.streams[number] else { return [] }
      let history = $0.sessions[stream.asked.session].flatMap { $0.number == stream.session ? $0.history : nil }
      let isWaiting = history?.hasMutationsInFlight ?? false
      var end = end
      do {
        var parts = IncrementalParts()
        end = try redacted(end, after: &parts, stream.asked, &$0.redactor)
      } catch {
        $0.streams[number]?.giveUp("\(error)")
      }
      $0.streams[number]?.finish(end, in: isWaiting ? nil : history?.state ?? stream.opened, now: now)
      return [number]
    }
  }

  /// Stops recording a stream, which is still passed on.
  func giveUpStream(_ number: Int, _ reason: String) {
    settleDone { state in
      guard let opened = state.streams[number]?.opened else { return [] }
      state.streams[number]?.giveUp(reason)
      state.streams[number]?.finish(.open, in: opened, now: nil)
      return [number]
    }
  }

  /// Removes an operation that turned out not to be a stream. With a reason, it got no answer.
  func forgetStream(_ number: Int, because reason: String?) {
    state.withLock { state in
      guard var stream = state.streams.remove(number), let reason else { return }
      stream.giveUp(reason)
      _ = kept(stream, &state)
    }
  }

  /// Ends the recording of open streams because the recorder stops, or a session ends.
  func endOpenStreams(ofSession session: String? = nil) {
    settleDone { state in
      for number in state.streams.numbers {
        guard let stream = state.streams[number], session == nil || stream.asked.session == session else { continue }
        let now = state.sessions[stream.asked.session]?.history.state ?? stream.opened
        state.streams[number]?.finish(.open, in: now, now: nil)
        state.streams[number]?.settle(now, now: nil)
      }
      return state.streams.numbers
    }
  }

  /// Assigns a state to events that waited for a mutation, which has completed (`now`), or was never sent.
  func settleStreams(ofSession name: String, number session: Int, completed now: UInt64?) {
    settleDone { state in
      let streams = state.streams.numbers(ofSession: session)
      guard !streams.isEmpty, let history = state.sessions[name]?.history else { return [] }
      if now == nil, history.hasMutationsInFlight { return [] }
      for number in streams { state.streams[number]?.settle(history.state, now: now) }
      return streams
    }
  }

  /// Changes streams, and reports the completed ones outside the lock.
  private func settleDone(_ change: (inout EndpointState) -> [Int]) {
    let done = state.withLock { state -> [(OpenStream, SaveDecision)] in
      change(&state).compactMap { number in
        guard let stream = state.streams[number], stream.isDone else { return nil }
        _ = state.streams.remove(number)
        return (stream, kept(stream, &state))
      }
    }
    for (stream, kept) in done { stream.finished(kept) }
  }

  private static let startedOver = "the session was reset while the stream was open"
  private static let undecidedStream =
    "a mutation failed and was not retried, so the state of the last events is unknown"

  private func kept(_ stream: OpenStream, _ state: inout EndpointState) -> SaveDecision {
    guard let session = state.sessions[stream.asked.session], session.number == stream.session else {
      return .nothing(Self.startedOver)
    }
    if let reason = stream.obstacle {
      state.sessions.update(stream.asked.session) {
        $0.attempt?.noteUnsaved(stream.asked.key.hash, stream.asked.title, reason)
      }
      return .nothing(reason)
    }
    if let obstacle = session.obstacle { return obstacle.kept }
    if session.history.isUndecided { return .nothing(Self.undecidedStream) }
    // Status and headers depend on the transport, so they are not recorded.
    let values = state.clientValues(of: stream.asked.session)
    let recorded = RecordedResponse(status: 200, headers: [], body: .events(stream.recorded))
    let response = state.renamed(
      values?.recorded(recorded) ?? recorded, to: stream.asked, hints: hints, rules: configuration.rules)
    let save = PendingSave(
      stream.asked, session.aliases.rewritten(response), state: stream.opened, next: nil, session: session.number,
      isAmbiguous: stream.isAmbiguous)
    if state.isOver(stream.asked.session) { return .nothing(Self.sessionHasEnded) }
    return state.sessions.update(stream.asked.session) { logged(save, stream.asked, &$0) } ?? .save(save)
  }

  /// Redacts a payload, and learns the secrets that it issues. `parts` has the places of earlier parts of the same
  /// answer. Throws an error if it cannot be written: it has a duplicate name or is too deep, or there is no salt.
  func redacted(
    _ payload: JSON, after parts: inout IncrementalParts, _ asked: ResolvedRequest, _ redactor: inout Redactor
  ) throws -> JSON {
    guard RecordedEvents.payload(payload.serialize()) != nil else {
      throw RecordingProblem("an event has a duplicate key, or is nested too deeply")
    }
    let written = redactor.payload(payload, after: &parts, to: asked.redacted)
    if written != payload || asked.hidesSomething { try salt.requireWritten() }
    guard configuration.rules.hasEchoes(asked.name) else { return written }
    return configuration.rules.withoutEchoes(written, sent: asked.sentWithoutSecrets, operation: asked.name)
  }
}

extension Endpoint {
  /// Redacts the end of a stream, with errors as the answer that they would have been over HTTP.
  func redacted(
    _ end: RecordedEvents.End, after parts: inout IncrementalParts, _ asked: ResolvedRequest, _ redactor: inout Redactor
  ) throws -> RecordedEvents.End {
    switch end {
    case .complete, .dropped, .open: return end
    case .errors(let errors):
      let answer = try redacted(["errors": errors], after: &parts, asked, &redactor)
      guard let written = answer["errors"] else { throw RecordingProblem("its errors cannot be saved") }
      return .errors(written)
    case .closed(let close):
      let written = redactor.close(close, to: asked.redacted)
      if written != close || asked.hidesSomething { try salt.requireWritten() }
      return .closed(written)
    }
  }
}

/// The reason why an event or end cannot be recorded.
private struct RecordingProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
