import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests
import Synchronization
import Transports

// Answers from the recordings of named sessions.

extension Endpoint {
  /// Answers a request from the recording of its session alone, or with a miss; nil if the session has no recording.
  func sessionAnswer(to asked: ResolvedRequest, context: EngineContext) throws -> Replayed? {
    guard SessionName.isNamed(asked.session) else { return nil }
    let name = asked.sessionName
    let missing = try unloaded(asked.session).filter { try !load(session: $0) }
    let now = context.clock.now()
    return try state.withLock { state in
      for scope in state.scopesAround[asked.session] ?? [] { try requireSameRecording(of: scope, missing, state) }
      try requireSameRecording(of: asked.session, missing, state)
      // Removed during use, to avoid a copy.
      guard var loaded = state.recordedSessions.removeValue(forKey: name) else {
        // It was dropped from memory meanwhile.
        if !missing.contains(asked.session), store?.sessions.mayContain(name) == true { throw DiskWanted() }
        return nil
      }
      defer { state.recordedSessions[name] = loaded }
      if let start = asked.start, !start.isEmpty { throw SessionProblem.startOfRecorded(name: name, asked: start) }
      return try state.sessions.with(asked.session, now: now) { session in
        if let (answer, kept) = repeated(asked, in: session) {
          answer.use?.add()
          return .answer(
            delivered(answer, of: kept, to: asked, causes: loaded.recorded.causes, in: session, context))
        }
        let chosen = choose(asked, from: &loaded.recorded, for: &session, strict: context.configuration.isStrict)
        guard case .found(let found) = chosen else {
          if case .miss(let miss) = chosen { return .miss(miss) }
          return .miss(nil)
        }
        AnsweringRecording.note(asked.key.hash, from: loaded.recorded, in: &session.recording)
        let states = loaded.recorded.operations[asked.key.hash]?.states
        let leadsNowhere = states?.first { $0.name == found.answer.recordedState }.map { $0.next == nil } ?? false
        let origin = Origin(
          recording: loaded.recorded.file, session: name, causes: loaded.recorded.causes,
          leadsNowhere: leadsNowhere)
        let place = SequencePlace(key: asked.key.hash, state: found.answer.state)
        noteClientValues(
          asked, recorded: loaded.recorded.sent(at: place, given: session.cursors[place, default: 0]), in: &session)
        // Further counts would make no difference (`RecordedSession.candidates`).
        if session.served[asked.key.hash, default: 0] < loaded.recorded.count(of: asked.key.hash) {
          session.served[asked.key.hash, default: 0] += 1
        }
        return try next(of: found, asked, origin, session: &session, context: context)
      }
    }
  }

  /// Checks that a session's recording still has the answers that it gave: two recordings have ids of two runs. `missing`
  /// are places that have none.
  private func requireSameRecording(of place: String, _ missing: [String], _ state: EndpointState) throws {
    guard let known = state.sessions.recording(of: place) else { return }
    let name = SessionName.name(of: place)
    guard let recorded = state.recordedSessions[name]?.recorded else {
      // It was dropped from memory meanwhile.
      if !missing.contains(place), store?.sessions.mayContain(name) == true { throw DiskWanted() }
      throw SessionProblem.changedRecording(name: name)
    }
    guard known.isPart(of: recorded) else { throw SessionProblem.changedRecording(name: name) }
  }

  /// Returns the lingering session, one of `places`, that a read belongs to: the latest whose recording has it. Nil if
  /// the recording of the open session has it in the current state.
  func late(_ asked: ResolvedRequest, of places: [String]) throws(RecordingError) -> String? {
    guard asked.kind == .query else { return nil }
    for place in places where mustLoad(session: place) { try load(session: place) }
    return state.withLock { state in
      func states(_ place: String) -> [Recording.State] {
        state.recordedSessions[SessionName.name(of: place)]?.recorded.operations[asked.key.hash]?.states ?? []
      }
      let now = state.sessions[asked.session]?.history.state.name ?? StateID.start.name
      if states(asked.session).contains(where: { $0.name == now }) { return nil }
      return places.last { !states($0).isEmpty }
    }
  }

  /// Answers a read of a lingering session with its last recorded answer, as a poll gets it. No report counts it.
  func lateAnswer(to asked: ResolvedRequest, context: EngineContext) throws -> Answer? {
    let now = context.clock.now()
    return try state.withLock { state in
      try requireSameRecording(of: asked.session, [], state)
      guard let recorded = state.recordedSessions[asked.sessionName]?.recorded,
        let last = recorded.operations[asked.key.hash]?.states.last, let response = last.responses.last
      else { return nil }
      return try state.sessions.with(asked.session, now: now) { session in
        let chosen = Choice.Answer(state: last.name, responses: [response])
        let origin = Origin(recording: recorded.file, session: recorded.name, causes: [:], leadsNowhere: false)
        let kept = try kept(Found(answer: chosen), 0, asked, match: .inferred, origin, context: context)
        return delivered(kept.answer, of: kept, to: asked, causes: [:], in: session, context)
      }
    }
  }

  private enum Chosen {
    case found(Found)
    case miss(StateMiss)
  }

  /// Chooses an answer from the session's own recording; nil if the request is not in it.
  private func choose(
    _ asked: ResolvedRequest, from recorded: inout RecordedSession, for session: inout Session, strict: Bool
  ) -> Chosen? {
    let key = asked.key.hash
    let served = session.history.group == nil ? 0 : session.servedTogether[key, default: 0]
    if asked.kind == .mutation, let (answer, size) = recorded.grouped(key, after: session.history, served: served) {
      return .found(Found(answer: answer, groupSize: size))
    }
    let choice = recorded.operations[key].flatMap { operation in
      recorded.chooser.choose(key, history: &session.history, strict: strict) { index(of: asked.key, operation) }
    }
    let credential = asked.redacted.credential
    if case .exact(let all)? = choice {
      guard let answer = recorded.answer(all, to: key, with: credential) else { return nil }
      let isGivenOnce = asked.kind != .mutation && recorded.noteClear(key, answer, for: credential, &session.overlapped)
      return .found(Found(answer: answer, isGivenOnce: isGivenOnce))
    }
    // Preferred to the answer of another state.
    if let answer = recorded.overlapped(key, with: credential, after: session.history, &session.overlapped) {
      return .found(Found(answer: answer, isGivenOnce: true))
    }
    switch choice {
    case .inferred(let answer, _)? where !recorded.isOnly(credential, key, in: answer.state): return nil
    case .inferred(let answer, let inference)?: return .found(Found(answer: answer, inference: inference))
    case .miss(let miss)?: return .miss(miss)
    case .exact?, nil: return nil
    }
  }
}

extension Endpoint.Origin {
  /// The recordings of other named sessions.
  static let others = Endpoint.Origin(session: "", causes: [:], leadsNowhere: false)
}
