import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Synchronization
import Transports

extension Endpoint {
  /// A request on its way to the real endpoint.
  struct InFlightRequest: Sendable {
    let asked: ResolvedRequest
    /// Which beginning of its session it belongs to.
    let session: Int
    fileprivate let mutation: History.InFlightMutation?
    fileprivate let read: History.InFlightRead?
  }

  /// What became of a request at the real endpoint.
  enum Outcome: Sendable {
    /// It was answered, and the answer is worth keeping.
    case answered(CapturedResponse)
    /// It was answered in a way that is not kept, and why; what a mutation has changed is then not known.
    case passed(String)
    /// It failed, and nobody knows whether a mutation was executed; why.
    case undecided(String)
    /// It never arrived: nothing was changed.
    case notSent
    /// It was refused before it was executed: nothing was changed. What is kept of the refusal; nil for nothing, and why.
    case refused(CapturedResponse?, String)

    /// The size in bytes of the body that may be kept.
    var bodySize: Int {
      switch self {
      case .answered(let captured), .refused(let captured?, _): captured.body.count
      case .passed, .undecided, .notSent, .refused(nil, _): 0
      }
    }

    /// Whether the endpoint may have been changed by it.
    fileprivate var mayHaveChanged: Bool {
      switch self {
      case .answered, .passed: true
      case .undecided, .notSent, .refused: false
      }
    }
  }

  /// The decision about a completed request: the answer to write, or why nothing is written.
  enum SaveDecision: Sendable {
    case save(PendingSave)
    case nothing(String)
    /// Nothing, since the recordings have another answer, which replay would give.
    case contradicted(String)
  }

  /// A request is sent to the real endpoint.
  ///
  /// - Parameters:
  ///   - asked: the request.
  ///   - now: of the engine's clock, in nanoseconds.
  ///   - isRecorded: whether its answer is to be recorded.
  /// - Returns: the request in flight.
  /// - Throws: `SessionProblem` where its session cannot be had; `RecordingError` where the recording that its session
  ///   replaces cannot be read.
  func begin(_ asked: ResolvedRequest, now: UInt64, isRecorded: Bool = true) throws -> InFlightRequest {
    if isRecorded { try requireAttempt(session: asked.session, now: now) }
    defer { settleStreams(ofAbandoned: asked.session, now: now) }
    return try state.withLock { state in
      try state.sessions.with(asked.session, start: asked.start, now: now) { session in
        defer { session.noteAbandoned(in: asked.session) }
        // Before any answer can repeat them.
        let base = session.history.group?.base ?? session.history.state
        noteClientValues(
          asked, recorded: session.attempt?.previousVariables(of: asked.key, in: base.name), in: &session)
        if asked.kind == .mutation {
          let inFlight = session.history.begin(asked.stated, hints: hints)
          return InFlightRequest(asked: asked, session: session.number, mutation: inFlight, read: nil)
        }
        return InFlightRequest(asked: asked, session: session.number, mutation: nil, read: session.history.beginRead())
      }
    }
  }

  /// Begins to record a named session, unless that has begun.
  func requireAttempt(session name: String, now: UInt64) throws {
    guard SessionName.isNamed(name), !isRecording(session: name), let attempt = try beginAttempt(session: name) else {
      return
    }
    try state.withLock { state in
      var attempt = attempt
      // A session that starts over replaces what its earlier attempt in this run has written.
      if let earlier = state.sessions.takeParked(name)?.attempt, !state.scopes.isScope(name) {
        attempt = SessionAttempt(beginning: earlier.beginning, previous: earlier.previous)
      }
      try state.sessions.with(name, now: now) { session in
        if session.attempt == nil { session.attempt = attempt }
      }
    }
  }

  /// A request has come back, before its client is told: what its answer hands out is known from then on.
  func complete(_ inFlight: InFlightRequest, _ outcome: Outcome, now: UInt64) -> SaveDecision {
    defer { settleStreams(after: inFlight, outcome, now: now) }
    let beforehand = redactedBeforehand(outcome, inFlight)
    return state.withLock { state in
      guard state.sessions[inFlight.asked.session]?.number == inFlight.session else {
        return .nothing("the session was reset while the request was in progress")
      }
      let values = state.sessions.clientValues(of: inFlight.asked.session)
      var redacted = beforehand ?? redacted(outcome, inFlight, &state.redactor)
      redacted.answer = redacted.answer.map { response in
        state.renamed(
          values?.recorded(response) ?? response, to: inFlight.asked,
          changes: inFlight.mutation != nil && outcome.mayHaveChanged, hints: hints)
      }
      let kept = try? state.sessions.with(inFlight.asked.session, now: now) { session in
        if let mutation = inFlight.mutation {
          return complete(mutation, outcome, redacted, inFlight.asked, &session, &state.firstAnswers)
        }
        return complete(inFlight, redacted, &session)
      }
      return kept ?? .nothing("the session no longer exists")
    }
  }

  /// Events that came while a mutation was on its way belong to the state that it has led to.
  private func settleStreams(after inFlight: InFlightRequest, _ outcome: Outcome, now: UInt64) {
    guard inFlight.mutation != nil else { return }
    settleStreams(
      ofSession: inFlight.asked.session, number: inFlight.session, completed: outcome.mayHaveChanged ? now : nil)
  }

  // MARK: Reads

  private func complete(
    _ inFlight: InFlightRequest, _ redacted: Redacted, _ session: inout Session
  ) -> SaveDecision {
    guard let read = inFlight.read else { return .nothing("") }
    let isAmbiguous = session.history.complete(read)
    switch redacted.answer {
    case .failure(let unkept):
      session.attempt?.noteUnsaved(inFlight.asked.key.hash, inFlight.asked.title, unkept.reason)
      return .nothing(unkept.reason)
    case .success(let response):
      if let obstacle = session.obstacle { return obstacle.kept }
      return logged(
        PendingSave(
          inFlight.asked, session.aliases.rewritten(response), state: session.history.state, next: nil,
          session: session.number, isAmbiguous: isAmbiguous), inFlight.asked, &session, hashed: redacted.hashed)
    }
  }

  /// An answer that is to be saved, taken up into its session's recording where the session is named.
  ///
  /// - Parameters:
  ///   - save: the answer.
  ///   - asked: its request.
  ///   - session: the session, of which `save.answer.state` is the state before a mutation and those in flight with it.
  ///   - hashed: an answer that it may be, with its hashes.
  ///   - isRefused: whether it refuses a mutation.
  /// - Returns: what is written.
  func logged(
    _ save: PendingSave, _ asked: ResolvedRequest, _ session: inout Session, hashed: Redacted.Hashed? = nil,
    isRefused: Bool = false
  ) -> SaveDecision {
    guard var attempt = session.attempt else { return .save(save) }
    session.attempt = nil
    defer { session.attempt = attempt }
    let places = configuration.rules.volatilePlaces(of: asked.name, kind: asked.kind)
    // Events count the changes since their stream was opened, so that sessions with other histories can share them.
    let opened = attempt.log.position(of: save.answer.state) ?? 0
    let written = save.answer.response.mappingStates { name in
      attempt.log.position(of: name).map { "+\($0 - opened)" } ?? name
    }
    let answer =
      if let hashed, hashed.response == written { hashed.logged } else { LoggedAnswer(written, ignoring: places) }
    let sent =
      configuration.rules.placeholders(in: asked.key.variables, of: asked.name).isEmpty
      ? nil
      : session.clientValues.recorded(
        asked.sentWithoutSecrets, standingFor: attempt.previousVariables(of: asked.key, in: save.answer.state))
    if let next = save.answer.next, next != save.answer.state {
      attempt.log.note(answer, toMutation: asked.key, sent: sent, from: save.answer.state, next: next)
    } else {
      attempt.log.note(
        answer, to: asked.key, sent: sent, in: save.answer.state, isRefused: isRefused,
        isAmbiguous: save.answer.isAmbiguous,
        precedesChange: session.history.hasMutationsInFlight && session.history.group?.base.name == save.answer.state)
    }
    attempt.noteSaved(asked)
    var save = save
    save.place = PendingSave.SessionPlace(
      session: asked.session, answer: answer, written: written)
    return .save(save)
  }

  // MARK: Mutations

  private func complete(
    _ inFlight: History.InFlightMutation, _ outcome: Outcome, _ redacted: Redacted,
    _ asked: ResolvedRequest, _ session: inout Session, _ firstAnswers: inout FirstAnswers
  ) -> SaveDecision {
    let rule = historyRule(of: asked.stated)
    if case .undecided(let reason) = outcome {
      session.history.leaveUndecided(inFlight, rule: rule)
      session.attempt?.noteUnsaved(asked.key.hash, asked.title, reason)
      return .nothing(reason)
    }
    guard outcome.mayHaveChanged else {
      session.history.cancel(inFlight)
      return inFlight.isRetry ? .nothing(Self.refusedRetry) : refused(redacted, asked, &session)
    }
    let before = session.history.group?.base ?? session.history.state
    switch redacted.answer {
    case .failure(let unkept):
      session.history.complete(inFlight, .lost, rule: rule)
      session.attempt?.noteUnsaved(asked.key.hash, asked.title, unkept.reason)
      // One that changes nothing may be lost.
      if case .changesNothing = rule { return .nothing(unkept.reason) }
      session.obstacle =
        session.obstacle
        ?? .lost(
          "the answer to \(asked.title) could not be recorded, so the state after it is unknown. Reset the session: POST /__understudy/sessions/\(asked.session)/reset"
        )
      return .nothing(unkept.reason)
    case .success(let response):
      var response = response
      let place = FirstAnswer.Place(key: asked.key.hash, state: before.name)
      if session.attempt != nil {
        if let known = session.attempt?.previous?.answer(toMutation: asked.key.document, in: before.name) {
          let tracer = Tracer(asked.stated, hints: hints)
          session.attempt?.aliases.note(
            tracer.trace(response.body.answer), standingFor: tracer.trace(known.body.answer))
        }
        let next = session.history.complete(inFlight, .answered(response.body.answer), rule: rule)
        if let obstacle = session.obstacle { return obstacle.kept }
        let save = PendingSave(
          asked, response, state: before, next: next, session: session.number, isAmbiguous: false)
        return logged(save, asked, &session, hashed: redacted.hashed)
      }
      if session.obstacle == nil, let first = first(at: place, asked, firstAnswers) {
        let tracer = Tracer(asked.stated, hints: hints)
        session.aliases.note(tracer.trace(response.body.answer), standingFor: tracer.trace(first.response.body.answer))
        response = session.aliases.rewritten(response)
        if let other = first.session, other != session.number,
          !response.isSameAnswer(as: first.response)
        {
          session.obstacle = .contradicted(
            "another session of this run got a different answer to \(asked.title), and that answer is kept. Reset the API's data before each session"
          )
        }
      }
      let isOverlapped = session.history.isOverlapped(inFlight)
      let next = session.history.complete(inFlight, .answered(response.body.answer), rule: rule)
      if let obstacle = session.obstacle { return obstacle.kept }
      if firstAnswers[place]?.session == nil {
        if let full = firstAnswers.obstacle {
          session.obstacle = .lost("\(asked.title) was not saved: \(full)")
          return .nothing("\(full)")
        }
        firstAnswers.note(FirstAnswer(response: response, session: session.number), at: place)
      }
      var save = PendingSave(asked, response, state: before, next: next, session: session.number, isAmbiguous: false)
      save.isOverlapped = isOverlapped
      return .save(save)
    }
  }

  /// What is kept of a mutation that has changed nothing: where it is answered so again, the session stays where it is.
  private func refused(
    _ redacted: Redacted, _ asked: ResolvedRequest, _ session: inout Session
  ) -> SaveDecision {
    switch redacted.answer {
    case .failure(let unkept):
      session.attempt?.noteUnsaved(asked.key.hash, asked.title, unkept.reason)
      return .nothing(unkept.reason)
    case .success(let response):
      if let obstacle = session.obstacle { return obstacle.kept }
      return logged(
        PendingSave(
          asked, session.aliases.rewritten(response), state: session.history.state, next: nil,
          session: session.number, isAmbiguous: session.history.hasMutationsInFlight), asked, &session,
        hashed: redacted.hashed, isRefused: true)
    }
  }

  /// The answer that is kept for a mutation in a state: of this run, or of an earlier one.
  private func first(
    at place: FirstAnswer.Place, _ asked: ResolvedRequest, _ known: FirstAnswers
  ) -> FirstAnswer? {
    if let first = known[place] { return first }
    let recorded = (try? store?.lookup(asked.key))?.recording.states.first { $0.name == place.state }
    // Where it was refused it led nowhere.
    guard let recorded, recorded.next != nil else { return nil }
    return recorded.responses.first.map { FirstAnswer(response: $0, session: nil) }
  }
}

extension Session.Obstacle {
  /// What it makes of an answer.
  var kept: Endpoint.SaveDecision {
    switch self {
    case .lost(let reason): .nothing(reason)
    case .contradicted(let reason): .contradicted(reason)
    }
  }

  /// Why nothing is kept.
  var reason: String {
    switch self {
    case .lost(let reason), .contradicted(let reason): reason
    }
  }
}
