import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
package import Recordings
import Redaction
package import Replay
import Requests
import SchemaSources
import Synchronization
package import Transports

// Named sessions on disk: loading them for replay, and saving their recordings.

extension Endpoint {
  // MARK: Loading

  /// True if a session's recording must be read from disk before its requests can be answered.
  func mustLoad(session: String) -> Bool {
    let name = SessionName.name(of: session)
    guard SessionName.isNamed(name), let store else { return false }
    let generation = store.sessions.generation
    // Runs for each request, so the name is hashed only if the recording is not in memory.
    if state.withLock({ $0.recordedSessions[name]?.generation == generation }) { return false }
    return store.sessions.mayContain(name)
  }

  /// The session, and the scopes around it that have been answered, as far as their recordings must be read from disk
  /// before its requests can be answered. With a recording that is read now, those of the scopes are read again.
  func unloaded(_ place: String) -> [String] {
    let isUnloaded = mustLoad(session: place)
    let scopes = state.withLock { state in
      state.scopesAround[place]?.filter { state.sessions.recording(of: $0) != nil }
    }
    guard let scopes, !scopes.isEmpty else { return isUnloaded ? [place] : [] }
    return isUnloaded ? scopes + [place] : scopes.filter(mustLoad)
  }

  /// Reads a session's recording; false if there is none. Throws if a file of it cannot be read.
  @discardableResult
  func load(session: String) throws(RecordingError) -> Bool {
    let name = SessionName.name(of: session)
    guard let store else { return false }
    let generation = store.sessions.generation
    guard let recorded = try recordedSession(name, from: store) else {
      state.withLock { $0.recordedSessions[name] = nil }
      return false
    }
    state.withLock { state in
      state.recordedSessions[name] = EndpointState.LoadedSession(recorded, generation: generation)
      state.boundRecordedSessions(besides: name)
    }
    return true
  }

  /// A session's complete recording; nil if there is none.
  package func recordedSession(_ name: String, from store: RecordingStore) throws(RecordingError) -> RecordedSession? {
    guard let (recording, file) = try store.sessions.recording(of: name) else { return nil }
    let place = "\(self.name)/\(SessionStore.folderName)/\(file)"
    var steps: [[RecordedSession.Request]] = []
    for step in try store.resolved(recording, file: "\(store.sessions.folder)/\(file)") {
      var requests: [RecordedSession.Request] = []
      for resolved in step { requests.append(try request(resolved, store)) }
      steps.append(requests)
    }
    let generation = state.withLock { state in
      state.redactor.adopt(callers: steps.joined().map(\.redacted.caller))
      for request in steps.joined() {
        for response in request.responses { state.redactor.adopt(response, to: request.redacted) }
      }
      return state.nextTimeline()
    }
    return RecordedSession(
      name: name, file: place, isIncomplete: recording.isIncomplete, steps: steps, hints: hints, generation: generation,
      rule: historyRule(of:))
  }

  /// Reads the answers of a session's request.
  private func request(
    _ resolved: StoredRequest, _ store: RecordingStore
  ) throws(RecordingError) -> RecordedSession.Request {
    let request = resolved.request
    var responses: [RecordedResponse] = []
    for id in request.answers {
      let answer = try store.sessions.answer(id, inFolder: request.operation)
      responses.append(withoutEchoes(answer, sent: request.variables, resolved.key.document.name))
    }
    let redacted = resolved.redacted
    return RecordedSession.Request(
      key: resolved.key, sent: request.variables, stated: StatedOperation(redacted), redacted: redacted,
      isRefused: request.isRefused, credential: request.credential, answerIDs: request.answers, responses: responses)
  }

  /// Inserts placeholders where a rule, which may be newer than the recording, says that an answer repeats a variable.
  func withoutEchoes(_ answer: RecordedResponse, sent: JSONObject, _ operation: String?) -> RecordedResponse {
    guard configuration.rules.hasEchoes(operation) else { return answer }
    return answer.mappingAnswers { configuration.rules.withoutEchoes($0, sent: sent, operation: operation) }
  }

  // MARK: Recording

  /// Enables recording named sessions as their own.
  func recordNamedSessions() { state.withLock { $0.recordsNamedSessions = true } }

  /// Makes setups, and tests with them, keep the ids that they get in this run, whatever was recorded before.
  func replaceSetups() { state.withLock { $0.scopes.isReplacing = true } }

  /// Begins a session. `scopes` are those around it, outermost first; `number` is that of its `begin` on its listener.
  func begin(session place: String, isScope: Bool, in scopes: [String], number: Int) {
    state.withLock { $0.scopes.begin(place, isScope: isScope, in: scopes, number: number) }
  }

  /// Adds a scope around a session.
  func enter(_ place: String, scope: String) { state.withLock { $0.scopes.enter(place, scope: scope) } }

  /// Fetches the upstream's schema once, for the types of ids in scopes. Recording continues without it.
  package func learnIDs(from upstream: any Upstream) async {
    guard schema == nil, let url = self.upstream else { return }
    let learning = state.withLock { state in
      let learning = state.schemaLearning ?? Task { await self.learnSchema(of: url, from: upstream) }
      state.schemaLearning = learning
      return learning
    }
    await learning.value
  }

  private func learnSchema(of url: UpstreamURL, from upstream: any Upstream) async {
    var told = introspectedSchema()?.schema
    if told == nil {
      let fetch = SchemaFetch(
        url: url, headers: [:], hasDescriptions: false, timeout: .seconds(2), upstream: upstream)
      told = try? await fetch.run().schema
    }
    guard let told else { return }
    let hints = LoadedSchemaHints.hints(told, configuration.rules)
    state.withLock { $0.scopes.hints = hints }
  }

  /// Begins an attempt at recording a session, with the recording to replace; nil if nothing is written.
  func beginAttempt(session place: String) throws(RecordingError) -> SessionAttempt? {
    guard let store else { return nil }
    let name = SessionName.name(of: place)
    let (isScope, known, replaces) = state.withLock {
      ($0.scopes.isScope(place), $0.scopes.beginning(of: name), $0.scopes.isReplacing)
    }
    if isScope, let known { return SessionAttempt(beginning: known, previous: nil, isScope: true) }
    var beginning = try store.sessions.beginning(of: name)
    if var used = beginning.previous, used.isCopy {
      // Tests of this shard use it from now on, even if this attempt is not saved.
      used.isCopy = false
      _ = try store.sessions.save(used, since: &beginning)
    }
    let previous = beginning.previous == nil ? nil : try recordedSession(name, from: store)
    // The ids of the earlier recording may be those of its setups.
    guard isScope else { return SessionAttempt(beginning: beginning, previous: replaces ? nil : previous) }
    let mutations = (previous?.steps.joined().filter { $0.stated.kind == .mutation && !$0.isRefused }) ?? []
    let hints = state.withLock { $0.scopes.hints } ?? hints
    let issued = mutations.map { mutation in
      let answer = mutation.responses.first?.body.answer
      let ids = Tracer(mutation.stated, hints: hints).issued(in: answer) { $0.id }
      return (mutation.key, ScopeTable.Issued(ids, in: answer))
    }
    var whole: ScopeTable.Whole?
    if let previous, !previous.isIncomplete {
      whole = try self.whole(of: name, keys: Set(previous.steps.joined().map(\.key.hash)), in: store)
    }
    let sent = (previous.map { Array($0.steps.joined()) } ?? []).filter { hasRandomValues($0.key) }
      .map { ($0.key, $0.sent) }
    state.withLock { [whole] in
      $0.scopes.record(place, beginning: beginning, previous: whole, mutations: issued, sent: sent)
    }
    return SessionAttempt(beginning: beginning, previous: nil, isScope: true)
  }

  private func whole(
    of name: String, keys: Set<ContentHash>, in store: RecordingStore
  ) throws(RecordingError) -> ScopeTable.Whole? {
    guard let (_, file) = try store.sessions.recording(of: name),
      let recorded = try recordedSession(name, from: store)
    else { return nil }
    // A rule with `echo` that came later changes the file of an answer, not the answer.
    let answers = recorded.steps.joined().flatMap { request in
      let places = configuration.rules.volatilePlaces(of: request.key.document.name, kind: request.key.document.kind)
      return request.responses.map { LoggedAnswer($0, ignoring: places).id }
    }
    return ScopeTable.Whole(
      file: "\(SessionStore.folderName)/\(file)", keys: keys, answers: ContentHash(ofParts: answers))
  }

  /// True if a session of this name has a complete recording, or one that cannot be read, which replay reports.
  package func hasWholeRecording(session name: String) -> Bool {
    guard let store, store.sessions.mayContain(name) else { return false }
    do throws(RecordingError) {
      return try store.sessions.recording(of: name).map { !$0.recording.isIncomplete } ?? false
    } catch {
      return true
    }
  }

  /// True if the session's recording in memory stops before the session's end.
  func hasIncompleteRecording(session place: String) -> Bool {
    state.withLock { $0.recordedSessions[SessionName.name(of: place)]?.recorded.isIncomplete ?? false }
  }

  /// True if an attempt at recording a session has begun.
  func isRecording(session place: String) -> Bool { state.withLock { $0.sessions[place]?.attempt != nil } }

  /// True if a session is recorded completely, since it has no recording yet.
  func recordsWhole(session: String) -> Bool {
    let name = SessionName.name(of: session)
    guard SessionName.isNamed(name), let store, upstream != nil else { return false }
    return isRecording(session: session) || !store.sessions.mayContain(name)
  }

  /// The sessions that are being recorded, sorted.
  var recordingSessions: [String] {
    state.withLock { state in
      (state.sessions.names.filter { state.sessions[$0]?.attempt != nil } + state.sessions.parked.keys)
        .sorted { $0.precedesByScalars($1) }
    }
  }

  /// Writes the recording of a session that has ended; nil if nothing was recorded. All its answers must be written
  /// already (`Recorder.finish`). `staysOpen` is true for a scope whose ids its tests continue to use.
  func finishAttempt(session place: String, outcome: SessionOutcome, staysOpen: Bool = false) -> SavedSession? {
    savingSession.withLock { _ in finish(session: place, outcome, staysOpen: staysOpen) }
  }

  private func finish(session place: String, _ outcome: SessionOutcome, staysOpen: Bool) -> SavedSession? {
    let (ambiguity, full, isScope) = state.withLock {
      ($0.scopes.ambiguities[place], $0.scopes.obstacle(of: place), $0.scopes.isScope(place))
    }
    defer { if !staysOpen { state.withLock { $0.scopes.end(place) } } }
    guard let (attempt, obstacle) = takeAttempt(session: place) else { return nil }
    guard !attempt.log.isEmpty || attempt.firstUnsaved != nil else {
      removeEarly(attempt, session: SessionName.name(of: place))
      return nil
    }
    let failure = outcome == .failed ? "the test did not pass" : nil
    let reason = obstacle ?? attempt.firstUnsaved.map { "\($0.title): \($0.reason)" } ?? failure
    let problem = reason.map { SaveProblem($0) } ?? ambiguity.map { self.problem($0) } ?? full.map { SaveProblem($0) }
    let name = SessionName.name(of: place)
    // A skipped test may have sent fewer requests than elsewhere. It is recorded only if there is nothing else.
    if problem == nil, outcome == .skipped, attempt.beginning.previous != nil {
      discard(attempt, session: name)
      return nil
    }
    guard isScope else { return save(attempt, session: name, problem: problem, cut: attempt.firstUnsaved?.revision) }
    return saveScope(attempt, session: name, problem: problem)
  }

  private func problem(_ ambiguity: IDRenaming.Ambiguity) -> SaveProblem {
    let typed = schema != nil || state.withLock { $0.scopes.hints != nil }
    let fix = typed ? "Record" : "Add the schema (\(upstream == nil ? "for example: " : "")\(schemaCommand)), or record"
    return SaveProblem(
      "id \(ambiguity.id) may be the id that its setup issued, which is recorded under another id\(ambiguity.place)",
      fix: "\(fix) all tests again with --replace, in one run with one worker")
  }

  /// Writes the recording of a scope. Of parallel workers that record the same scope, the first complete one wins.
  private func saveScope(_ attempt: SessionAttempt, session name: String, problem: SaveProblem?) -> SavedSession {
    let keys = attempt.log.keys
    if let kept = state.withLock({ $0.scopes.kept(of: name, insteadOf: keys) }) {
      discard(attempt, session: name)
      var problem = problem.map { $0.keeping() }
      if problem == nil, let other = attempt.log.request(besides: kept.keys) {
        problem =
          "another worker of this run sent other requests in this scope, not \(other), and its recording is kept. Record all tests again with --replace, in one run with one worker. Or begin a separate scope for each shared fixture, and add a rule for each value that differs in every run"
      }
      if problem == nil { state.withLock { $0.scopes.note(kept, of: name) } }
      return SavedSession(
        endpoint: self.name, session: name, file: "\(self.name)/\(kept.file)", requests: attempt.log.count,
        outcome: problem.map { .notSaved($0) } ?? .saved)
    }
    var attempt = attempt
    // Replaces what this or another worker wrote before the end.
    if let known = state.withLock({ $0.scopes.beginning(of: name) }) { attempt.beginning = known }
    var saved = save(attempt, session: name, problem: problem, cut: attempt.firstUnsaved?.revision)
    if saved.outcome == .saved, let store, let whole = try? whole(of: name, keys: keys, in: store) {
      saved.changesSetup = state.withLock { state in
        state.scopes.note(whole, of: name)
        return state.scopes.previous(of: name).map { $0.answers != whole.answers } ?? false
      }
    }
    return saved
  }

  private func takeAttempt(session name: String) -> (SessionAttempt, String?)? {
    state.withLock { state in
      if let session = state.sessions[name], let attempt = session.attempt {
        state.sessions.update(name) { $0.attempt = nil }
        _ = state.sessions.takeParked(name)
        return (attempt, session.obstacle?.reason)
      }
      return state.sessions.takeParked(name).map { ($0.attempt, $0.problem) }
    }
  }

  private func save(_ attempt: SessionAttempt, session name: String, problem: SaveProblem?, cut: Int?) -> SavedSession {
    func result(_ file: String?, _ outcome: SavedSession.Outcome) -> SavedSession {
      SavedSession(
        endpoint: self.name, session: name, file: file.map { "\(self.name)/\($0)" }, requests: attempt.log.count,
        outcome: outcome)
    }
    if let problem, attempt.beginning.previous != nil {
      discard(attempt, session: name)
      let isReplacing = attempt.isScope && state.withLock { $0.scopes.isReplacing }
      return result(nil, .notSaved(problem.keeping(fix: isReplacing ? SaveProblem.replace : SaveProblem.again)))
    }
    var beginning = attempt.beginning
    do throws(RecordingError) {
      switch try write(attempt, session: name, isIncomplete: problem != nil, cut: cut, &beginning) {
      case .saved(let file)?:
        state.withLock { [beginning] in $0.scopes.wrote(name, beginning) }
        var saved = result(file, problem.map { .incomplete($0.text) } ?? .saved)
        saved.leftover = attempt.leftover
        return saved
      case .taken(let file)?:
        return result(
          file,
          .notSaved(
            "another recorder saved this session in the meantime. Its recording is kept. Record each session in one run only"
          ))
      case nil:
        removeEarly(attempt, session: name)
        return result(
          nil, .notSaved(problem?.text ?? "none of its requests could be recorded. Fix the failures that the log lists")
        )
      }
    } catch {
      return result(nil, .notSaved("\(error)"))
    }
  }

  /// Writes an attempt, up to the revision `cut`, as the session's recording; nil if there is nothing to write.
  /// `beginning` is the earlier recording, and becomes the one written now.
  func write(
    _ attempt: SessionAttempt, session name: String, isIncomplete: Bool, cut: Int?,
    _ beginning: inout SessionStore.Beginning
  ) throws(RecordingError) -> SessionStore.SaveOutcome? {
    guard let store else { return nil }
    let folders = try folders(of: attempt, store)
    func recording(_ rewriting: (SessionRecording.Request) -> SessionRecording.Request) -> SessionRecording {
      attempt.log.recording(
        name: name, isScope: attempt.isScope, isIncomplete: isIncomplete, until: cut,
        folder: { folders[$0.hash] ?? "" }, rewriting: rewriting)
    }
    let seen = recording { $0 }
    guard !seen.steps.isEmpty else { return nil }
    let rewriting = try SessionRewriting(seen, attempt, folders: folders, store, configuration.rules)
    return try store.sessions.save(
      recording(rewriting.rewritten), since: &beginning, insteadOf: seen, besides: openRecordings)
  }

  /// The folders of an attempt's operations, by the hashes of their keys.
  func folders(
    of attempt: SessionAttempt, _ store: RecordingStore
  ) throws(RecordingError) -> [ContentHash: String] {
    var folders: [ContentHash: String] = [:]
    for (hash, key) in attempt.log.documents {
      guard let document = attempt.documents[hash] else { continue }
      folders[hash] = try store.requireFolder(of: key, document: document)
    }
    return folders
  }

  /// Writes one answer of a session. Returns the outcome for the terminal.
  func write(_ save: PendingSave, ofSession place: PendingSave.SessionPlace) -> Exchange.Outcome {
    guard let store else { return .failed("there is no folder to record to: choose one with --recordings") }
    do {
      let folder = try store.requireFolder(of: save.answer.key.document, document: save.answer.document)
      let written = try store.sessions.write(
        place.written, as: place.answer.id, inFolder: folder, ignoring: place.answer.ignored)
      let file = "\(name)/\(folder)/\(SessionStore.answersFolderName)/\(place.answer.id).json"
      switch written {
      case .new: return .new(file)
      case .known: return .known(file)
      case .changed: return .changed(file)
      }
    } catch {
      noteUnsaved(save, "\(error)")
      return .failed("\(error)")
    }
  }
}
