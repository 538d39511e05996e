import EndpointConfiguration
import GraphQLExecution
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests
import Synchronization
import Transports

extension Endpoint {
  /// The result of looking up a request in the recordings.
  enum Replayed: Sendable {
    case answer(Answer)
    /// Nothing was recorded for it in any state, or not in this one.
    case miss(StateMiss?)
    /// All of several recorded answers were served (`--exhausted error`).
    case exhausted(Int)
  }

  /// A request cannot be answered without reading files, or what was read has changed before its use.
  struct DiskWanted: Error, CustomStringConvertible {
    var description: String { "The recordings change all the time. Send the request again." }
  }

  /// Returns the next recorded answer to a request in its session, or the miss. A mutation takes effect.
  ///
  /// - Throws: `RecordingError` for an unreadable recording, `SessionProblem` if the session is refused, `DiskWanted`
  ///   if files are needed without `reads` or change again and again, `LibraryWanted` if the index of named sessions is
  ///   needed and it is not up to date, or with `hasLibrary` if there is none; then nothing has changed.
  func recordedAnswer(
    to asked: ResolvedRequest, reads: Bool = true, hasLibrary: Bool = false, context: EngineContext
  ) throws -> Replayed {
    for _ in 0..<10 where reads {
      do { return try recordedAnswerOnce(to: asked, reads: true, hasLibrary, context) } catch is DiskWanted {}
    }
    return try recordedAnswerOnce(to: asked, reads: reads, hasLibrary, context)
  }

  private func recordedAnswerOnce(
    to asked: ResolvedRequest, reads: Bool, _ hasLibrary: Bool, _ context: EngineContext
  ) throws -> Replayed {
    guard let store else { return .miss(nil) }
    let configuration = context.configuration
    let now = context.clock.now()
    if let replayed = try sessionAnswer(to: asked, context: context) { return replayed }
    let read = reads ? try read(asked.key, from: store) : nil
    return try state.withLock { state in
      guard var replayIndex = state.replayIndex else { throw DiskWanted() }
      let key = asked.key.hash
      let isRead = reads && (read.map { $0.generation == replayIndex.generation } ?? true)
      let isUpToDate = reads || replayIndex.generation == store.generation
      guard isRead || isUpToDate && replayIndex.chooser.index(of: key) != nil else { throw DiskWanted() }
      // Removed during use, to avoid a copy.
      state.replayIndex = nil
      defer { state.replayIndex = replayIndex }
      return try state.sessions.with(asked.session, start: asked.start, now: now) { session in
        func consulting() throws -> Replayed {
          let found = try consulted(
            asked, &session, state.library, mayBeOlder: hasLibrary, &state.redactor, context: context)
          return try found.map { try next(of: $0, asked, .others, session: &session, context: context) } ?? .miss(nil)
        }
        session.history.goOn(asking: asked.kind == .mutation ? asked.stated : nil)
        session.noteAbandoned(in: asked.session)
        if let (answer, kept) = repeated(asked, in: session) {
          answer.use?.add()
          return .answer(
            delivered(answer, of: kept, to: asked, causes: replayIndex.causes, in: session, context))
        }
        // Once a named session has answered, all answers must agree with it.
        if session.transcript.hasConsulted { return try consulting() }
        let found: Found
        let choice = replayIndex.chooser.choose(
          key, history: &session.history, strict: configuration.isStrict,
          recorded: { isRead ? read?.index : nil })
        switch choice {
        case .exact(let answer)?: found = Found(answer: answer)
        case .inferred(let answer, let inference)?: found = Found(answer: answer, inference: inference)
        case .miss(let miss)?:
          guard !configuration.isStrict, let other = stream(for: asked, of: replayIndex, session) else {
            return .miss(miss)
          }
          found = other
        case nil: return try consulting()
        }
        let index = replayIndex.chooser.index(of: key)
        let origin = Origin(
          recording: index?.file, causes: replayIndex.causes,
          leadsNowhere: index?.leadsNowhere(from: found.answer.state) ?? false)
        return try next(of: found, asked, origin, session: &session, context: context)
      }
    }
  }

  /// The choice for a request.
  struct Found {
    let answer: Choice.Answer
    /// The basis of an inferred answer; nil for an exact one.
    var inference: Choice.Inference?
    /// The order of a stream's events.
    var order = ScriptProgress.Order.recorded
    /// The number of mutations in flight together, if the request was one of them.
    var groupSize: Int?
    /// True if the next such request may get another answer.
    var isGivenOnce = false
    /// True if it was derived from the recordings of other queries.
    var isDerived = false
    /// The recorded sequence that its answers belong to; nil for that of the request itself.
    var sequence: SequencePlace?
  }

  /// The origin of a recorded answer.
  struct Origin {
    /// The path of its file below the recordings folder; nil if there is none.
    var recording: String?
    /// The named session that it was recorded in; nil for an unnamed one.
    var session: String?
    /// The keys of the mutations that lead to a state, by the state's name.
    let causes: [String: Set<ContentHash>]
    /// True if a mutation recorded in this state has no next state.
    let leadsNowhere: Bool
  }

  /// A subscription recorded in another state, which at least reports later changes of the session.
  private func stream(for asked: ResolvedRequest, of replayIndex: ReplayIndex, _ session: Session) -> Found? {
    guard asked.kind == .subscription,
      let (answer, inference) = replayIndex.chooser.nearest(asked.key.hash, history: session.history)
    else { return nil }
    let streams = answer.responses.filter { if case .events = $0.body { true } else { false } }
    guard !streams.isEmpty else { return nil }
    return Found(
      answer: Choice.Answer(state: answer.state, responses: streams), inference: inference, order: .caused)
  }

  /// The previous answer, for an immediate repetition of a mutation that is idempotent by a rule.
  func repeated(_ asked: ResolvedRequest, in session: Session) -> (Answer, CachedAnswer)? {
    guard asked.kind == .mutation, let last = session.last, last.key == asked.key.hash,
      last.state == session.history.state, case .idempotent = historyRule(of: asked.stated)
    else { return nil }
    return (last.answer, last.kept)
  }

  /// Indexes the recordings, unless the index is up to date.
  func refreshReplayIndex(_ store: RecordingStore) {
    func isCurrent() -> Bool { state.withLock { $0.replayIndex?.generation == store.generation } }
    if isCurrent() { return }
    indexing.withLock { _ in
      if isCurrent() { return }
      // In this order: the generation ends with the hints.
      var index = ReplayIndex(store, at: store.generation, hints: hints)
      state.withLock { state in
        index.addSecrets(to: &state.redactor)
        state.replayIndex = index
      }
    }
  }

  /// Reads the index of a key, and of all recordings; nil if nothing is recorded. It may be evicted before its use.
  func read(
    _ key: OperationKey, from store: RecordingStore
  ) throws -> (index: KeyIndex, generation: UInt64)? {
    for _ in 0..<10 {
      refreshReplayIndex(store)
      let known = state.withLock { state in
        state.replayIndex.map { (generation: $0.generation, index: $0.chooser.index(of: key.hash)) }
      }
      guard let known else { continue }
      if let index = known.index { return (index, known.generation) }
      guard let index = try index(of: key, store: store) else { return nil }
      let isKept = state.withLock { state in
        // The key's index may be older than the new index of all recordings.
        guard state.replayIndex?.generation == known.generation else { return false }
        state.replayIndex?.chooser.keep(index, for: key.hash)
        return true
      }
      if isKept { return (index, known.generation) }
    }
    throw DiskWanted()
  }

  /// The index of the answers recorded for a key; nil if there are none.
  func index(of key: OperationKey, store: RecordingStore) throws(RecordingError) -> KeyIndex? {
    guard let found = try store.lookup(key), let document = try store.document(inFolder: found.folder)?.document,
      let request = RedactedRequest(found.recording, document: document)
    else { return nil }
    let recorded = RecordedOperation(request: StatedOperation(request), recording: found.recording)
    return index(of: key, recorded, file: "\(name)/\(found.folder)/\(found.file)")
  }

  /// The index of a key's recorded answers, for a chooser.
  func index(of key: OperationKey, _ recorded: RecordedOperation, file: String = "") -> KeyIndex {
    let rules = configuration.rules
    let stated = recorded.request
    var independentOf = rules.independentOf(key.document.name)
    // A mutation without effect may come at any time.
    if case .changesNothing = historyRule(of: stated), key.document.kind == .mutation {
      independentOf.append(OperationRule.everyMutation)
    }
    return KeyIndex(
      recorded, file: file, independentOf: independentOf, hints: hints,
      ignoring: rules.volatilePlaces(of: key.document.name, kind: key.document.kind))
  }

  /// Returns the next answer of a state, and updates the session.
  func next(
    of found: Found, _ asked: ResolvedRequest, _ origin: Origin, session: inout Session, context: EngineContext
  ) throws -> Replayed {
    let (chosen, inference) = (found.answer, found.inference)
    if let refusal = refusal(of: asked, chosen) { return .answer(refusal) }
    var position = 0
    var repeats = true
    if chosen.responses.count > 1 {
      let cursor = found.sequence ?? SequencePlace(key: asked.key.hash, state: chosen.state)
      let given = session.cursors[cursor, default: 0]
      let repeatsLast = context.configuration.exhausted == .repeatLast
      guard repeatsLast || given < chosen.responses.count else { return .exhausted(chosen.responses.count) }
      position = min(given, chosen.responses.count - 1)
      session.cursors[cursor] = given + 1
      repeats = repeatsLast && position == chosen.responses.count - 1
    }
    let kept = try kept(found, position, asked, match: AnswerState(inference), origin, context: context)
    if origin.session == nil, !found.isDerived { transcribe(asked, kept, in: &session) }
    if let inference { context.log.note(InferredAnswer(asked, endpoint: name, inference)) }
    var answer = kept.answer
    // Only GraphQL has several formats of one request.
    if asked.isExchange { answer.number = nil }
    answer.use = context.useLog.note(
      asked, at: name, found.isDerived ? .derived : inference == nil ? .exact : .inferred, recording: kept.recording)
    if context.keepsNotes {
      answer.note = AnswerNote(inference: inference.map { InferredAnswer(asked, endpoint: name, $0) })
    }
    if kept.isRefusal {
      // Nothing was executed, so the state stays.
      answer.isRepeatable = false
    } else if asked.kind == .mutation {
      session.hasReplayedMutation = true
      let stated = asked.stated
      let outcome = kept.trace.map { History.Outcome.traced($0) } ?? .answered(kept.response.body.answer)
      if let size = found.groupSize {
        if session.history.group == nil {
          session.history.expectGroup(of: size)
          session.servedTogether = [:]
        }
        session.servedTogether[asked.key.hash, default: 0] += 1
      }
      session.history.append(
        stated, outcome, rule: historyRule(of: stated), hints: hints, isInGroup: found.groupSize != nil)
      session.stamp.move()
      session.last = (asked.key.hash, session.history.state, answer, kept)
      answer.notification = session.streams.notification(
        SessionEvent(mutation: asked.key.hash, state: session.history.state.name))
    } else if kept.script == nil {
      answer.isRepeatable = repeats && !found.isGivenOnce
      answer.validity = AnswerValidity(session.stamp)
    }
    return .answer(
      delivered(answer, of: kept, found.order, to: asked, causes: origin.causes, in: session, context))
  }

  /// The refusal of a stream that the client cannot read, before it is opened; nil for others.
  private func refusal(of asked: ResolvedRequest, _ chosen: Choice.Answer) -> Answer? {
    guard asked.kind == .subscription,
      chosen.responses.contains(where: { if case .events = $0.body { true } else { false } })
    else { return nil }
    return asked.accept?.refusal
  }

  /// Returns the answer for a recorded response, which is cached until the files change.
  func kept(
    _ found: Found, _ position: Int, _ asked: ResolvedRequest, match: AnswerState, _ origin: Origin,
    context: EngineContext
  ) throws -> CachedAnswer {
    let chosen = found.answer
    // Counted from the end: of sequences that only end alike, just the end is served.
    let key = CacheKey(
      key: asked.key.hash, state: chosen.state, fromEnd: chosen.responses.count - position, match: match,
      session: origin.session)
    if let known = answers[key], known.generation == asked.generation { return known }
    if let recording = origin.recording {
      context.noteUse(of: recording, request: origin.session == nil ? nil : asked.key.hash)
    }
    let response = chosen.responses[position]
    let trace = asked.kind == .mutation ? Tracer(asked.stated, hints: hints).trace(response.body.answer) : nil
    var script: EventScript?
    if case .events(let events) = response.body { script = EventScript(events, causes: origin.causes) }
    let isRefusal =
      asked.kind == .mutation && origin.leadsNowhere
      && RecordingDecision.mayRefuseExecution(status: response.status, response.body.json)
    let made = CachedAnswer(
      response, match: match, trace: trace, script: script, isRefusal: isRefusal, generation: asked.generation,
      recording: origin.recording, source: found.isDerived ? .derived : .recorded)
    // A derived answer takes memory only if it is requested again.
    answers.keep(made, for: key, bytes: made.heldBytes, fromSecondSight: found.isDerived)
    return made
  }

  /// The first missed mutation of a session.
  func missedMutation(session: String) -> Miss? { state.withLock { $0.sessions[session]?.missedMutation } }

  /// Notes a mutation without a recorded answer, after which the state is unknown; `miss` is nil if it got another one.
  func noteMissed(_ asked: ResolvedRequest, as miss: Miss? = nil, now: UInt64) {
    guard asked.kind == .mutation else { return }
    state.withLock { state in
      try? state.sessions.with(asked.session, now: now) { session in
        session.transcript.breakOff()
        if session.missedMutation == nil { session.missedMutation = miss }
        session.history.append(asked.stated, .missed, rule: historyRule(of: asked.stated), hints: hints)
        session.stamp.move()
      }
    }
  }

  /// True if a mutation of the session was answered from a recording.
  func hasReplayedMutation(session: String) -> Bool {
    state.withLock { $0.sessions[session]?.hasReplayedMutation ?? false }
  }

  /// Explains why a request was missed.
  func explainMiss(of asked: ResolvedRequest, _ replayed: Replayed) -> Miss {
    var miss = unexplainedMiss(of: asked, replayed)
    miss.sessions = recordedSessions(asked)
    guard miss.exhausted == nil else { return miss }
    miss.hasSetup = state.withLock { $0.scopesAround[asked.session]?.isEmpty == false }
    let setups = setupIDs(around: asked.session)
    miss.setupID = setupID(in: asked, miss.differences, among: setups)
    if miss.state == nil { miss.clientValues = clientValueAdvice(asked, setups: setups) }
    return miss
  }

  private func unexplainedMiss(of asked: ResolvedRequest, _ replayed: Replayed) -> Miss {
    let request = MissedOperation(
      endpoint: name, kind: asked.kind, name: asked.name, variables: asked.key.variables,
      identity: asked.key.identity.description, headers: asked.key.headers, document: asked.separated)
    guard let store else { return Miss(request: request, command: recordCommand) }
    guard case .miss(nil) = replayed else {
      var miss = Miss(request: request, command: recordCommand)
      if case .miss(let state?) = replayed { miss.state = state }
      if case .exhausted(let count) = replayed { miss.exhausted = count }
      if let found = try? store.lookup(asked.key) {
        miss.nearest = Nearest(
          kind: asked.kind, name: asked.name, folder: found.folder, file: found.file, relation: .sameRequest)
      }
      return miss
    }
    let others = state.withLock { $0.library?.listings ?? [:] }
    var miss = Miss.explain(
      request, command: recordCommand, among: RecordedOperationsOnDisk(store: store, asked: asked, others: others))
    if IntrospectionOperation(asked.parsed.operation.document, operationName: asked.request.operationName) != nil {
      miss.introspection = IntrospectionAdvice(
        file: "schemas/\(name).graphqls",
        command: schemaCommand)
    }
    return miss
  }
}
