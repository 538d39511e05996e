import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Synchronization

// Answers of named sessions for requests that a session's own recording, or the unnamed recordings, do not have.

extension Endpoint {
  /// The index of all named sessions has to be made, which takes files to be read.
  struct LibraryWanted: Error {}

  /// Makes the index of all named sessions, unless it is up to date.
  ///
  /// - Throws: `RecordingError` if a session's file cannot be read: it is never taken for absent.
  func loadLibrary() throws(RecordingError) {
    guard let store else { return }
    let generation = libraryGeneration(store)
    if state.withLock({ $0.library?.generation == generation }) { return }
    var library = SessionLibrary(generation: generation)
    for file in store.sessions.files {
      guard let recording = try store.sessions.recording(inFile: file) else { continue }
      let steps = try store.resolved(recording, file: "\(store.sessions.folder)/\(file)")
      library.note(recording.name, steps) { resolved in
        if case .changesNothing = historyRule(of: stated(resolved)) { true } else { false }
      }
      for resolved in steps.joined() where resolved.key.document.kind == .mutation {
        let tracer = Tracer(stated(resolved), hints: hints)
        for id in resolved.request.answers {
          let answer = try store.sessions.answer(id, inFolder: resolved.request.operation)
          library.note(tracer.trace(answer.body.answer))
        }
      }
    }
    state.withLock { [library] state in
      var library = library
      state.refreshTape(store, hints: hints)
      if let tape = state.tape { library.note(tape.chooser.timeline) }
      state.library = library
    }
  }

  private func stated(_ resolved: ResolvedRequest) -> StatedOperation {
    StatedOperation(
      RedactedRequest(
        document: resolved.document, operation: resolved.operation, variables: resolved.key.variables,
        caller: resolved.request.identity))
  }

  private func libraryGeneration(_ store: RecordingStore) -> UInt64 {
    store.generation &* 1_000_003 &+ store.sessions.generation
  }

  /// The answer of named sessions to a request that the session's own recording does not have here.
  ///
  /// - Parameters:
  ///   - asked: the request.
  ///   - session: the session.
  ///   - library: the index of all named sessions; nil if it was never made.
  ///   - isRecorded: whether the session has a recording of its own: then no other session's history is its own.
  ///   - engine: whose settings hold.
  /// - Returns: the answer; nil where there is none.
  /// - Throws: `LibraryWanted` where files have to be read first.
  func consulted(
    _ asked: AskedRequest, _ session: inout Session, _ library: SessionLibrary?, isRecorded: Bool, engine: Engine
  ) throws -> Found? {
    guard let store, !store.sessions.isEmpty, asked.kind != .subscription, !engine.configuration.isStrict else {
      return nil
    }
    guard let library, library.generation == libraryGeneration(store) else { throw LibraryWanted() }
    let key = asked.key.hash
    guard let known = library.answers[key] else { return nil }
    let isMutation = changesState(asked)
    if !isRecorded, !session.transcript.isBroken {
      let found = session.transcript.answers(to: key, isMutation: isMutation, from: library)
      if found.count == 1, let (answer, names) = found.first, let name = names.first {
        session.transcript.consult(key, isMutation: isMutation, names, from: library)
        return try self.found(answer, of: name, asked, &session, library)
      }
    }
    // The same in all sessions, and no recorded mutation may change it: whatever this session has done.
    guard !isMutation, session.history.isExact, known.count == 1, let answer = known.first else { return nil }
    let response = try store.sessions.answer(answer.id, inFolder: answer.folder)
    guard !library.facts.mayChange(Tracer(asked.stated, hints: hints).trace(response.body.answer)) else { return nil }
    return try found(answer, of: library.sessions[key]?.first ?? "", asked, &session, library)
  }

  private func found(
    _ answer: SessionLibrary.Answer, of name: String, _ asked: AskedRequest, _ session: inout Session,
    _ library: SessionLibrary
  ) throws -> Found? {
    guard let store else { return nil }
    var response = try store.sessions.answer(answer.id, inFolder: answer.folder)
    if let sent = library.sent[answer] {
      response = withoutEchoes(response, sent: sent, asked.name)
      noteClientValues(asked, recorded: sent, in: &session)
    }
    let texts = session.history.entries.map(\.text)
    return Found(
      answer: Choice.Answer(state: "\(answer.folder)/\(answer.id)", responses: [response]),
      inference: Choice.Inference(state: name, counted: texts, passed: [], unseen: []))
  }

  /// Whether a request is a mutation that leads to another state.
  func changesState(_ asked: AskedRequest) -> Bool {
    guard asked.kind == .mutation else { return false }
    if case .changesNothing = historyRule(of: asked.stated) { return false }
    return true
  }

  /// Takes note of what a session without a recording of its own was served.
  func transcribe(_ asked: AskedRequest, _ response: RecordedResponse, in session: inout Session) {
    guard let store, !store.sessions.isEmpty else { return }
    let places = configuration.rules.volatilePlaces(of: asked.name, kind: asked.kind)
    session.transcript.note(
      Transcript.Entry(key: asked.key.hash, isMutation: changesState(asked), response: response, places: places))
  }

  /// The facts that recordings of named sessions hold about a missed request; nil if there are none.
  func recordedSessions(_ asked: AskedRequest) -> RecordedSessions? {
    guard let store, !store.sessions.isEmpty else { return nil }
    return state.withLock { state in
      let own = state.recordedSessions[asked.sessionName]?.recorded
      let others = (state.library?.sessions[asked.key.hash] ?? []).filter { !$0.hasSameScalars(as: asked.sessionName) }
      guard own != nil || !others.isEmpty || SessionName.isNamed(asked.session) else { return nil }
      return RecordedSessions(
        isRecorded: own != nil, isIncomplete: own?.isIncomplete ?? false, others: Array(others.prefix(3)),
        otherCount: others.count)
    }
  }
}
