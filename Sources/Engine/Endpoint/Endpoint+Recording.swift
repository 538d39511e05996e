import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests
import Synchronization
import Transports

extension Endpoint {
  /// A request that was sent upstream.
  struct InFlightRequest: Sendable {
    let asked: ResolvedRequest
    /// The number of its session.
    let session: Int
    fileprivate let mutation: History.InFlightMutation?
    fileprivate let read: History.InFlightRead?
  }

  /// The outcome of a request at the upstream.
  enum Outcome: Sendable {
    /// It got an answer to record.
    case answered(CapturedResponse)
    /// It got an answer that is not recorded, for a reason. The effect of a mutation is then unknown.
    case passed(String)
    /// It failed for a reason that leaves open whether a mutation was executed.
    case undecided(String)
    /// It never arrived, so nothing was changed.
    case notSent
    /// It was refused before execution, so nothing was changed. The refusal to record, if any, and the reason.
    case refused(CapturedResponse?, String)

    /// The size in bytes of the body that may be recorded.
    var bodySize: Int {
      switch self {
      case .answered(let captured), .refused(let captured?, _): captured.body.count
      case .passed, .undecided, .notSent, .refused(nil, _): 0
      }
    }

    /// True if it may have changed the API's state.
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
    /// Nothing is written, since the recordings have another answer, which replay would give.
    case contradicted(String)
  }

  /// Begins a request, which is sent upstream now.
  ///
  /// - Throws: `SessionProblem` if its session is refused; an error if the recording that it replaces is unreadable.
  func begin(_ asked: ResolvedRequest, now: UInt64, isRecorded: Bool = true) throws -> InFlightRequest {
    if isRecorded { try requireAttempt(session: asked.session, start: asked.start, now: now) }
    defer { settleStreams(ofAbandoned: asked.session, now: now) }
    return try state.withLock { state in
      let setup =
        hasRandomValues(asked.key)
        ? state.scopes.variables(asked.session, asked.key, sent: asked.sentWithoutSecrets) : nil
      return try state.sessions.with(asked.session, start: asked.start, now: now) { session in
        defer { session.noteAbandoned(in: asked.session) }
        // Before any answer can repeat them.
        let base = session.history.group?.base ?? session.history.state
        let recorded = setup ?? session.attempt?.previousVariables(of: asked.key, in: base.name)
        noteClientValues(asked, recorded: recorded, in: &session)
        var asked = asked
        if let recorded, hasRandomValues(asked.key) {
          asked.redacted.recordedVariables = ClientValues.recorded(recorded, insteadOf: asked.redacted.variables)
        }
        if asked.kind == .mutation {
          session.stamp.move()
          let inFlight = session.history.begin(asked.stated, hints: hints, rule: historyRule(of: asked.stated))
          return InFlightRequest(asked: asked, session: session.number, mutation: inFlight, read: nil)
        }
        return InFlightRequest(asked: asked, session: session.number, mutation: nil, read: session.history.beginRead())
      }
    }
  }

  /// Begins to record a named session, unless that has begun. Throws `SessionProblem` if a request names a start for it.
  func requireAttempt(session name: String, start: String?, now: UInt64) throws {
    guard SessionName.isNamed(name) else { return }
    if let start, !start.isEmpty, state.withLock({ $0.recordsNamedSessions }) {
      throw SessionProblem.startOfRecorded(name: SessionName.name(of: name), asked: start)
    }
    guard !isRecording(session: name), let attempt = try beginAttempt(session: name) else { return }
    try state.withLock { state in
      var attempt = attempt
      // A session that starts over replaces the recording of its earlier attempt in this run.
      if let earlier = state.sessions.takeParked(name)?.attempt, !state.scopes.isScope(name) {
        attempt = SessionAttempt(beginning: earlier.beginning, previous: earlier.previous)
      }
      try state.sessions.with(name, now: now) { session in
        if session.attempt == nil { session.attempt = attempt }
      }
    }
  }

  /// Completes a request before its client gets the answer, and learns the secrets that the answer issues.
  func complete(_ inFlight: InFlightRequest, _ outcome: Outcome, now: UInt64) -> SaveDecision {
    defer { settleStreams(after: inFlight, outcome, now: now) }
    let beforehand = redactedBeforehand(outcome, inFlight)
    return state.withLock { state in
      guard state.sessions[inFlight.asked.session]?.number == inFlight.session else {
        return .nothing("the session was reset while the request was in progress")
      }
      let values = state.clientValues(of: inFlight.asked.session)
      var redacted = beforehand ?? redacted(outcome, inFlight, &state.redactor)
      redacted.answer = redacted.answer.map { response in
        state.renamed(
          values?.recorded(response) ?? response, to: inFlight.asked,
          changes: inFlight.mutation != nil && outcome.mayHaveChanged, hints: hints, rules: configuration.rules)
      }
      let kept = try? state.sessions.with(inFlight.asked.session, now: now) { session in
        if let mutation = inFlight.mutation {
          return complete(mutation, outcome, redacted, inFlight.asked, &session, &state.firstAnswers)
        }
        return complete(inFlight, redacted, &session)
      }
      if case .save(let save)? = kept, save.place == nil, state.isOver(inFlight.asked.session) {
        return .nothing(Self.sessionHasEnded)
      }
      return kept ?? .nothing("the session no longer exists")
    }
  }

  static let sessionHasEnded = "its session ended before the answer came"

  /// Assigns the state after a mutation to events that came while it was in flight.
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
      session.attempt?.noteUnsaved(
        inFlight.asked.key.hash, inFlight.asked.title, unkept.reason, in: session.history.state.name)
      return .nothing(unkept.reason)
    case .success(let response):
      if let obstacle = session.obstacle { return obstacle.kept }
      return logged(
        PendingSave(
          inFlight.asked, session.aliases.rewritten(response), state: session.history.state, next: nil,
          session: session.number, isAmbiguous: isAmbiguous), inFlight.asked, &session, hashed: redacted.hashed)
    }
  }

  /// Adds an answer to the recording of its session, if that is named. `save.answer.state` is the session's state
  /// before a mutation and those in flight with it; `hashed` is the answer with hashes, if they are known.
  func logged(
    _ save: PendingSave, _ asked: ResolvedRequest, _ session: inout Session, hashed: Redacted.Hashed? = nil,
    isRefused: Bool = false
  ) -> SaveDecision {
    guard var attempt = session.attempt else { return .save(save) }
    session.attempt = nil
    defer { session.attempt = attempt }
    let written = written(save, attempt)
    let answer =
      if let hashed, hashed.response == written { hashed.logged } else { loggedAnswer(written, asked) }
    let sent =
      !hasRandomValues(asked.key)
      ? nil
      : session.clientValues.recorded(
        asked.sentWithoutSecrets, standingFor: attempt.previousVariables(of: asked.key, in: save.answer.state))
    if let next = save.answer.next, next != save.answer.state {
      attempt.log.note(
        answer, toMutation: asked.key, sent: sent, issued: save.answer.response.issuedCredentials,
        from: save.answer.state, next: next)
    } else if !attempt.log.note(
      answer, to: asked.key, sent: sent, credential: asked.redacted.credential, in: save.answer.state,
      isRefused: isRefused, isAmbiguous: save.answer.isAmbiguous,
      precedesChange: session.history.hasMutationsInFlight && session.history.group?.base.name == save.answer.state)
    {
      let reason = "the recording of its session does not have the state of its answer"
      attempt.noteUnsaved(asked.key.hash, asked.title, reason)
      return .nothing(reason)
    }
    attempt.noteSaved(asked, in: save.answer.state)
    var save = save
    save.place = .init(session: asked.session, answer: answer, written: written, revision: attempt.log.revision)
    return .save(save)
  }

  /// The answer as the session's file has it. Events count the changes since their stream was opened, so that sessions
  /// with other histories can share them.
  private func written(_ save: PendingSave, _ attempt: SessionAttempt) -> RecordedResponse {
    let opened = attempt.log.position(of: save.answer.state) ?? 0
    return save.answer.response.mappingStates { name in
      attempt.log.position(of: name).map { "+\($0 - opened)" } ?? name
    }
  }

  private func loggedAnswer(_ written: RecordedResponse, _ asked: ResolvedRequest) -> LoggedAnswer {
    LoggedAnswer(written, ignoring: configuration.rules.volatilePlaces(of: asked.name, kind: asked.kind))
  }

  /// Replaces an answer in the recording of its named session, of which only the first part was added.
  func logged(again save: PendingSave, of inFlight: InFlightRequest) -> SaveDecision {
    guard let first = save.place else { return .save(save) }
    let asked = inFlight.asked
    return state.withLock { state in
      let replaced = state.sessions.update(asked.session) { session -> PendingSave? in
        guard session.number == inFlight.session, var attempt = session.attempt else { return nil }
        defer { session.attempt = attempt }
        let written = written(save, attempt)
        let answer = loggedAnswer(written, asked)
        guard attempt.log.replace(first.answer, notedAt: first.revision, by: answer, of: asked.key.hash) else {
          attempt.noteUnsaved(asked.key.hash, asked.title, "other parts of the same answer came meanwhile")
          return nil
        }
        var save = save
        save.place = .init(session: asked.session, answer: answer, written: written, revision: first.revision)
        return save
      }
      return (replaced ?? nil).map { .save($0) } ?? .nothing(Self.sessionHasEnded)
    }
  }

  // MARK: Mutations

  private func complete(
    _ inFlight: History.InFlightMutation, _ outcome: Outcome, _ redacted: Redacted,
    _ asked: ResolvedRequest, _ session: inout Session, _ firstAnswers: inout FirstAnswers
  ) -> SaveDecision {
    let rule = historyRule(of: asked.stated)
    // Also answers that were given while it was in flight may be of the state before it.
    session.stamp.move()
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
      // An answer to a mutation without effect may be lost.
      if case .changesNothing = rule { return .nothing(unkept.reason) }
      session.obstacle =
        session.obstacle
        ?? .lost(
          "the answer to \(asked.title) could not be recorded, so the state after it is unknown. Reset the session: POST /__understudy/sessions/\(SessionName.inURL(asked.session))/reset"
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

  /// Records the refusal of a mutation, which leaves the session's state as it is.
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

  /// The first recorded answer to a mutation in a state, from this run or an earlier one.
  private func first(
    at place: FirstAnswer.Place, _ asked: ResolvedRequest, _ known: FirstAnswers
  ) -> FirstAnswer? {
    if let first = known[place] { return first }
    let recorded = (try? store?.lookup(asked.key))?.recording.states.first { $0.name == place.state }
    // A refusal has no next state.
    guard let recorded, recorded.next != nil else { return nil }
    return recorded.responses.first.map { FirstAnswer(response: $0, session: nil) }
  }
}

extension Session.Obstacle {
  /// The decision about an answer of the session.
  var kept: Endpoint.SaveDecision {
    switch self {
    case .lost(let reason): .nothing(reason)
    case .contradicted(let reason): .contradicted(reason)
    }
  }

  /// The reason why nothing is recorded.
  var reason: String {
    switch self {
    case .lost(let reason), .contradicted(let reason): reason
    }
  }
}
