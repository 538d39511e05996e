import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
import Recordings
import Redaction
import Replay
import Requests
import Synchronization

// Answers from named sessions, for sessions without a recording when the unnamed recordings lack a request.

extension Endpoint {
  /// Returns the answer of the named sessions that match all answers the session got; nil if there is none. Throws
  /// `LibraryWanted` if files have to be read first. The redactor gets the credentials that the answer issues.
  func consulted(
    _ asked: ResolvedRequest, _ session: inout Session, _ library: SessionLibrary?, mayBeOlder: Bool,
    _ redactor: inout Redactor, context: EngineContext
  ) throws -> Found? {
    guard let store, !store.sessions.isEmpty, asked.kind != .subscription, !context.configuration.isStrict else {
      return nil
    }
    guard let library, mayBeOlder || library.generation == libraryGeneration(store) else { throw LibraryWanted() }
    let isMutation = changesState(asked)
    guard !session.transcript.isBroken,
      let request = library.asked(asked.key.hash, credential: asked.redacted.credential),
      let (answer, name) = session.transcript.answer(to: request, isMutation: isMutation, from: library)
    else { return nil }
    // From here on, answers that do not agree with the recorded sessions are not repeated.
    if !session.transcript.hasConsulted { session.stamp.move() }
    session.transcript.consult(request, isMutation: isMutation, from: library)
    return try found(library.answer(answer), of: name, asked, &session, library, &redactor)
  }

  private func found(
    _ answer: SessionLibrary.Answer, of name: String, _ asked: ResolvedRequest, _ session: inout Session,
    _ library: SessionLibrary, _ redactor: inout Redactor
  ) throws -> Found? {
    guard let store else { return nil }
    var response = try store.sessions.answer(answer.id, inFolder: answer.folder)
    redactor.adopt(response, to: asked.redacted)
    if let sent = library.sent[answer] {
      response = withoutEchoes(response, sent: sent, asked.name)
      noteClientValues(asked, recorded: sent, in: &session)
    }
    let texts = session.history.entries.map(\.text)
    return Found(
      answer: Choice.Answer(state: "\(answer.folder)/\(answer.id)", responses: [response]),
      inference: Choice.Inference(state: name, counted: texts, passed: [], unseen: []), isGivenOnce: true)
  }

  /// True for a mutation that leads to another state.
  func changesState(_ asked: ResolvedRequest) -> Bool {
    guard asked.kind == .mutation else { return false }
    if case .changesNothing = historyRule(of: asked.stated) { return false }
    return true
  }

  /// Notes an answer to a session without a recording of its own.
  func transcribe(_ asked: ResolvedRequest, _ kept: CachedAnswer, in session: inout Session) {
    guard let store, !store.sessions.isEmpty else { return }
    let places = configuration.rules.volatilePlaces(of: asked.name, kind: asked.kind)
    session.transcript.note(
      Transcript.Entry(
        key: asked.key.hash, credential: asked.redacted.credential, isMutation: changesState(asked),
        response: kept.response, places: places),
      bytes: kept.heldBytes)
  }

  /// The facts that recordings of named sessions hold about a missed request; nil if there are none.
  func recordedSessions(_ asked: ResolvedRequest) -> RecordedSessions? {
    guard let store, !store.sessions.isEmpty else { return nil }
    return state.withLock { state in
      let own = state.recordedSessions[asked.sessionName]?.recorded
      let others = (state.library?.sessions(of: asked.key.hash) ?? []).filter {
        !$0.hasSameScalars(as: asked.sessionName)
      }
      guard own != nil || !others.isEmpty || SessionName.isNamed(asked.session) else { return nil }
      return RecordedSessions(
        isRecorded: own != nil, isIncomplete: own?.isIncomplete ?? false,
        needsSession: state.isShared && !SessionName.isNamed(asked.session),
        others: Array(others.prefix(3)), otherCount: others.count)
    }
  }
}
