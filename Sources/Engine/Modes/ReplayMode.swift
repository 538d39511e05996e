import Fakes
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests
import Transports

/// Answers from recordings, and handles misses by the miss policy.
struct ReplayMode {
  let context: EngineContext

  func respond(to request: ClientRequest, at endpoint: Endpoint, rest: String, session: String) -> Response {
    if context.configuration.isLive { return live(request, at: endpoint, rest: rest, session: session) }
    let asked: ParsedRequest
    do {
      asked = try endpoint.parsedToAnswer(request)
    } catch {
      return .now(refused(request, error))
    }
    let changes = asked.operation.kind == .mutation
    if endpoint.unloaded(session).isEmpty, !endpoint.order.isHeld(session, changes: changes),
      let response = fromMemory(request, at: endpoint, rest: rest, session: session)
    {
      return response
    }
    return endpoint.order.later(session, changes: changes) {
      await fromDisk(request, at: endpoint, rest: rest, session: session)
    }
  }

  /// The answer in memory; nil if files must be read, which includes the explanation of a miss.
  private func fromMemory(_ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String) -> Response? {
    // These need lookups in files.
    guard request.upload == nil, request.admission?.lingering.isEmpty ?? true else { return nil }
    do throws(ResolutionProblem) {
      let asked = try endpoint.askedToReplay(try endpoint.parsedToAnswer(request), by: request, in: session)
      for warning in asked.warnings { context.warn(warning) }
      if let response = recorded(request, asked, at: endpoint, rest: rest) { return response }
      guard case .answer(let answer)? = try? endpoint.recordedAnswer(to: asked, reads: false, context: context) else {
        return nil
      }
      return .now(answer)
    } catch {
      return .now(refused(request, error))
    }
  }

  /// Returns the answer or the miss, and may read files.
  private func fromDisk(
    _ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String
  ) async -> Response {
    do {
      for place in endpoint.unloaded(session) { try load(place, at: endpoint) }
      var asked = try endpoint.askedToReplay(try endpoint.parsedToAnswer(request), by: request, in: session)
      for warning in asked.warnings { context.warn(warning) }
      if let response = recorded(request, asked, at: endpoint, rest: rest) { return response }
      if let answer = try lateAnswer(to: asked, by: request, at: endpoint) { return .now(answer) }
      let replayed: Endpoint.Replayed
      do {
        replayed = try endpoint.recordedAnswer(to: asked, context: context)
      } catch is Endpoint.LibraryWanted {
        try await endpoint.loadLibrary()
        // It has further callers. If the recordings have changed again meanwhile, it is used all the same.
        asked = try endpoint.askedToReplay(try endpoint.parsedToAnswer(request), by: request, in: session)
        replayed = try endpoint.recordedAnswer(to: asked, hasLibrary: true, context: context)
      }
      if case .answer(let answer) = replayed { return .now(answer) }
      var (obstacle, known): (Derivation.Obstacle?, Derivation.KnownPart?) = (nil, nil)
      if case .miss(let state) = replayed {
        switch try endpoint.derivedAnswer(to: asked, isRecorded: state != nil, context: context) {
        case .answer(let answer)?: return .now(answer)
        case .miss(let found, let part)?: (obstacle, known) = (found, part)
        case nil: break
        }
      }
      // While sessions are recorded, each saved session would be read again.
      if !endpoint.canNameSessions, context.configuration.onMiss != .record {
        // Without it, the miss does not name other sessions.
        try? await endpoint.loadLibrary()
      }
      return miss(request, asked, replayed, (obstacle, known), at: endpoint, rest: rest)
    } catch let problem as ResolutionProblem {
      return .now(refused(request, problem))
    } catch let problem as SessionProblem {
      return .now(problem.answer)
    } catch {
      return .now(unreadable(error))
    }
  }

  private func load(_ session: String, at endpoint: Endpoint) throws {
    try endpoint.load(session: session)
    guard endpoint.hasIncompleteRecording(session: session) else { return }
    context.warn(
      "The recording of session \(SessionName.name(of: session)) at \(endpoint.name) is incomplete: recording stopped early, or the test failed. The recorded part is replayed. Record the session again."
    )
  }

  /// The upstream's answer for a session without a recording, which is recorded from its login on; nil for others.
  private func recorded(
    _ request: ClientRequest, _ asked: ResolvedRequest, at endpoint: Endpoint, rest: String
  ) -> Response? {
    guard context.configuration.onMiss == .record, context.configuration.recordsNamedSessions,
      endpoint.recordsWhole(session: asked.session), isKnownUpstream(request, asked, at: endpoint)
    else { return nil }
    return RecordMode(context: context).respond(to: request, at: endpoint, rest: rest, session: asked.session)
  }

  private func refused(_ request: ClientRequest, _ problem: ResolutionProblem) -> Answer {
    (request.exchange == nil ? RequestMediaType.problem(with: request.http) : nil)?.answer(to: request)
      ?? problem.answer(to: request)
  }

  /// The answer to a read of a lingering session; nil for other requests.
  private func lateAnswer(
    to asked: ResolvedRequest, by request: ClientRequest, at endpoint: Endpoint
  ) throws -> Answer? {
    guard let others = request.admission?.lingering, !others.isEmpty,
      let late = try endpoint.late(asked, of: others.map { context.place(of: $0) })
    else { return nil }
    let belated = try endpoint.askedToReplay(try endpoint.parsedToAnswer(request), by: request, in: late)
    return try endpoint.lateAnswer(to: belated, context: context)
  }

  /// Passes a request on to the upstream without using recordings.
  private func live(_ request: ClientRequest, at endpoint: Endpoint, rest: String, session: String) -> Response {
    // The files were too large to keep, and their placeholders must not reach the upstream.
    if let upload = request.upload, upload.body == nil {
      return .now(
        ErrorAnswer.make(
          status: 413,
          message:
            "This upload is larger than the \(Uploads.keptLimit >> 20) MiB that this mode forwards. Record it instead, which has no such limit: understudy record, or exec --mode record.",
          code: .bodyTooLarge))
    }
    let subject: RecordMode.Subject
    do {
      subject = .forwarded(try endpoint.asked(try endpoint.parsed(request), by: request, in: session))
    } catch {
      subject = .other(error.reason)
    }
    return .later { await RecordMode(context: context).exchange(request, subject, at: endpoint, rest: rest) }
  }

  private func miss(
    _ request: ClientRequest, _ asked: ResolvedRequest, _ replayed: Endpoint.Replayed,
    _ derived: (obstacle: Derivation.Obstacle?, known: Derivation.KnownPart?), at endpoint: Endpoint, rest: String
  ) -> Response {
    // Recorded and forwarded answers ignore the request's media type; the others check it.
    if !asked.isExchange, let problem = RequestMediaType.problem(with: request.http),
      !passesMissesOn(session: asked.session, at: endpoint)
    {
      return .now(problem.answer(to: request))
    }
    if var answer = introspection(request, asked, replayed, at: endpoint) {
      answer.use = context.useLog.note(asked, at: endpoint.name, .introspection)
      // Another session may pass it on.
      if context.configuration.reachesUpstream { answer.isRepeatable = false }
      return .now(answer)
    }
    var miss = endpoint.explainMiss(of: asked, replayed)
    miss.obstacle = derived.obstacle
    // Then the nearest recording shows the difference.
    if case .otherUser? = miss.obstacle, miss.nearest?.relation == .sameOperation { miss.obstacle = nil }
    let generates = context.generatedMisses.contains(miss.request, session: asked.sessionName)
    switch generates ? .fake : context.configuration.onMiss {
    case .error: break
    case .fake:
      // Without a schema nothing can be generated, which was reported at startup.
      let world: FakeWorld
      do {
        guard let found = try endpoint.world(for: request, session: asked.session) else { break }
        world = found
      } catch {
        return .now(FakeMode.refused(error))
      }
      guard MediaType.isAcceptable(request.accept) else { return .now(MediaType.notAcceptable(request)) }
      note(miss, of: asked, by: request, answeredBy: .fake)
      endpoint.noteMissed(asked, now: context.clock.now())
      let answer = FakeMode(context: context).answer(
        request, asked.parsed, in: world, at: endpoint, session: asked.session)
      return .now(derived.known.map { answer.filling($0, asks: request.headers) } ?? answer)
    case .forward, .record:
      guard passesMissesOn(session: asked.session, at: endpoint) else {
        // A session's recording is replaced completely; the miss says how.
        if context.configuration.onMiss == .record, SessionName.isNamed(asked.session) { break }
        context.warn(
          "\(asked.title) was not sent to the real API: this session's mutations were answered from recordings, so the API has not run them. Record the whole session."
        )
        break
      }
      // The files of the upload were too large to keep.
      if let upload = request.upload, upload.body == nil { break }
      note(miss, of: asked, by: request, answeredBy: .upstream)
      let record = RecordMode(context: context)
      let keeps = context.configuration.onMiss == .record && !request.isOutsideSessions
      let subject = keeps ? RecordMode.Subject.operation(asked) : .forwarded(asked)
      return .later { await record.exchange(request, subject, at: endpoint, rest: rest) }
    }
    // A request recorded in another state has no other cause.
    let first = miss.isOfOtherState ? endpoint.missedMutation(session: asked.session) : nil
    let kept = miss.bounded()
    if let first, !request.isOutsideSessions { return .now(following(first, miss, asked, request, at: endpoint)) }
    endpoint.noteMissed(asked, as: kept, now: context.clock.now())
    var answer = answer(miss, rerun: rerun(of: request))
    if context.keepsNotes { answer.note = AnswerNote(miss: kept) }
    guard !request.isOutsideSessions else {
      context.warn(
        "\(asked.title) of endpoint \(endpoint.name) has no recording. It was sent between two sessions, so no test fails because of it. Send it within a test, and record that test."
      )
      return .now(answer)
    }
    request.openSession?.note(kept)
    if isNew(kept, of: asked, isAnswered: false) { answer.newMiss = (kept, rerun(of: request)) }
    answer.use = context.useLog.note(asked, at: endpoint.name, .miss)
    return .now(answer)
  }

  /// The answer to a request that missed because of a missed mutation of its session, and counts with that.
  private func following(
    _ first: Miss, _ miss: Miss, _ asked: ResolvedRequest, _ request: ClientRequest, at endpoint: Endpoint
  ) -> Answer {
    var miss = miss
    miss.follows = MissText.subject(first)
    endpoint.noteMissed(asked, now: context.clock.now())
    request.openSession?.noteFollowing(first)
    context.log.noteFollowing(first)
    var answer = answer(miss, rerun: nil)
    if context.keepsNotes { answer.note = AnswerNote(miss: miss.bounded()) }
    answer.use = context.useLog.note(asked, at: endpoint.name, .miss)
    return answer
  }

  /// Answers introspection that was not recorded from the known schema; nil for an ordinary or forwarded miss.
  private func introspection(
    _ request: ClientRequest, _ asked: ResolvedRequest, _ replayed: Endpoint.Replayed, at endpoint: Endpoint
  ) -> Answer? {
    guard case .miss(let state) = replayed else { return nil }
    if passesMissesOn(session: asked.session, at: endpoint) { return nil }
    return IntrospectionAnswer(context: context, endpoint: endpoint).answer(
      to: asked.parsed, as: MediaType.negotiated(request.accept), isRecorded: state != nil)
  }

  /// True if misses of this session are passed on to the upstream, which does not know of mutations answered from
  /// recordings: its answer could contradict what the client has seen.
  private func passesMissesOn(session: String, at endpoint: Endpoint) -> Bool {
    switch context.configuration.onMiss {
    case .error, .fake: false
    case .record where context.configuration.recordsNamedSessions && SessionName.isNamed(session): false
    case .forward, .record: !endpoint.hasReplayedMutation(session: session)
    }
  }

  /// True if the upstream knows what a new session's request depends on: not a recorded set-up or credential.
  private func isKnownUpstream(_ request: ClientRequest, _ asked: ResolvedRequest, at endpoint: Endpoint) -> Bool {
    let scopes = context.openSessions.open(on: request.listener).filter {
      $0.isScope && endpoint.hasReplayedMutation(session: context.place(of: $0))
    }
    guard request.openSession != nil, let scope = scopes.last else { return !request.holdsRecordedCredential }
    context.warn(
      "\(asked.title) of \(asked.sessionName) was not sent to the real API: its setup \(scope.name) was answered from its recording, so the API has not run it. \(rerun(of: request).map { "To record the test with its setup: \($0)" } ?? "To record the test with its setup: understudy exec --mode record -- <the command that runs this test>")"
    )
    return false
  }

  /// Reports a miss that is answered nevertheless.
  private func note(
    _ miss: Miss, of asked: ResolvedRequest, by request: ClientRequest, answeredBy source: AnswerSource
  ) {
    let miss = miss.bounded()
    guard isNew(miss, of: asked, isAnswered: true) else { return }
    context.report(
      .miss(
        miss, answeredBy: source, rerun: rerun(of: request), session: asked.sessionName,
        traceID: context.traceID(of: request)))
  }

  /// Notes a miss. Returns true if it must be reported.
  private func isNew(_ miss: Miss, of asked: ResolvedRequest, isAnswered: Bool) -> Bool {
    if context.log.note(miss, session: asked.sessionName, isAnswered: isAnswered) { return true }
    if context.log.missTally.remark("misses") != nil {
      context.warn(
        "There are too many different misses to list. Further misses are only counted. Fix the listed ones, and run again."
      )
    }
    return false
  }

  /// The command that records the request's test again; nil if it is unknown.
  private func rerun(of request: ClientRequest) -> String? { request.openSession?.rerun ?? context.log.defaultRerun }

  private func answer(_ miss: Miss, rerun: String?) -> Answer {
    ErrorAnswer.make(
      // The status of a GraphQL error may be 200, which says nothing to other clients.
      status: miss.request.isExchange ? 502 : context.configuration.missStatus,
      message: MissText.message(miss, rerun: rerun), code: .noRecording,
      details: MissJSON.members(miss), source: .miss)
  }

  private func unreadable(_ error: any Error) -> Answer {
    context.emit(.warning("\(error)"))
    return ErrorAnswer.make(status: 500, message: "\(error)", code: .unreadableRecording)
  }
}
