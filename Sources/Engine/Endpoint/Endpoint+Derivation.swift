import EndpointConfiguration
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Recordings
import Replay
import Synchronization
import Transports

// Answers to queries that were not recorded, derived from the recordings of others (`Derivation`).

extension Endpoint {
  /// The outcome for a query without a recorded answer.
  enum Derived: Sendable {
    case answer(Answer)
    /// The reason why the recordings do not answer it, for the miss; nil if they have nothing of it. `known` is the part
    /// that they have, if missing fields are generated.
    case miss(Derivation.Obstacle?, known: Derivation.KnownPart? = nil)
  }

  /// The most recordings that a query is derived from. A query that needs more is missed.
  static let donorLimit = 256

  /// Derives the answer to a query that was not recorded, from the recordings that are valid in its session's state: in
  /// the recording of a named session, or else in the unnamed ones.
  ///
  /// Reads files. Returns nil for a request that is never derived.
  func derivedAnswer(to asked: ResolvedRequest, context: EngineContext) throws -> Derived? {
    guard asked.kind == .query, derives(asked, context) else { return nil }
    if let problem = problem(with: asked.parsed.operation) { return .miss(.invalid(problem)) }
    guard let derivation = Derivation(asked.stated, in: asked.parsed.operation.document, hints: hints)
    else { return nil }
    guard let found = try donors(for: derivation, asked, context: context) else { return .miss(nil) }
    var (outcome, used) = outcome(from: found) { derivation.outcome(from: $0) }
    if outcome.mayNeedKeys, derivation.mayUseKeys,
      let others = try donorsByKeys(for: derivation, found, asked, context: context)
    {
      let byKeys = self.outcome(from: others) { donors in
        derivation.outcomeByKeys(from: donors, lookups: configuration.rules.lookups) ?? .unrelated
      }
      switch byKeys.0 {
      // Where the query has it, the place may be volatile though it is not where its value comes from.
      case .derived(let data, _) where data.contains(where: { isVolatile($0, in: asked) }): break
      case .unrelated: break
      default: (outcome, used) = byKeys
      }
    }
    switch outcome {
    case .derived(let data, _): return try answer(data, from: used, to: asked, context: context).map { .answer($0) }
    case .obstacle(let obstacle):
      guard context.configuration.onMiss == .fake else { return .miss(obstacle) }
      return .miss(obstacle, known: derivation.knownPart(from: self.donors(of: found).map(\.0)))
    case .unrelated:
      guard let first = found.first, found.allSatisfy({ $0.answer == nil }) else { return .miss(nil) }
      return .miss(.otherState(first.file))
    }
  }

  /// Indicates whether an answer to a query has a place that varies by itself.
  private func isVolatile(_ data: JSON, in asked: ResolvedRequest) -> Bool {
    let body: JSON = ["data": data]
    return configuration.rules.volatilePlaces(of: asked.name, kind: .query).removed(from: body) != body
  }

  /// Returns the recordings that answers can be derived from.
  private func donors(of found: [CandidateRecording]) -> [(Donor, CandidateRecording)] {
    let rules = configuration.rules
    return found.filter { !rules.hasEchoes($0.key.document.name) }.compactMap { item in
      Donor(
        item.operation, item.answer?.responses ?? [],
        volatile: rules.volatilePlaces(of: item.key.document.name, kind: .query), hints: hints
      ).map { ($0, item) }
    }
  }

  /// Returns what can be derived from recordings, and the ones used.
  private func outcome(
    from found: [CandidateRecording], _ derive: ([Donor]) -> Derivation.Outcome
  ) -> (Derivation.Outcome, [CandidateRecording]) {
    let usable = donors(of: found)
    // Inferred answers count only if the exact ones are not enough.
    let exact = usable.filter { $0.1.inference == nil }
    for donors in [exact, usable] where donors.count == usable.count || !donors.isEmpty {
      let outcome = derive(donors.map(\.0))
      if case .derived(_, let from) = outcome { return (outcome, from.map { donors[$0].1 }) }
      if donors.count == usable.count { return (outcome, []) }
    }
    return (.unrelated, [])
  }

  /// Returns the first reason why the schema, if there is one, does not allow an operation.
  private func problem(with operation: PreparedOperation) -> String? {
    schema?.validate(operation.document, source: operation.source, rules: validationRules).first?.message
  }

  private func derives(_ asked: ResolvedRequest, _ context: EngineContext) -> Bool {
    let settings = context.configuration
    guard settings.derives, !settings.isStrict, settings.onMiss == .error || settings.onMiss == .fake else {
      return false
    }
    return configuration.rules.derives(asked.name)
  }

  /// A recorded query with its answers in the session's state, if they are valid there.
  fileprivate struct CandidateRecording: Sendable {
    let key: OperationKey
    let operation: StatedOperation
    /// The path of its file below the recordings folder.
    let file: String
    /// Nil if it is not valid in the session's state.
    let answer: Choice.Answer?
    let inference: Choice.Inference?
    /// The named session that it was recorded in; nil for an unnamed one.
    let session: String?
  }

  /// Returns the recordings that may have a root field of a query, the exact ones first; nil if the session is answered
  /// from several recordings, which do not agree.
  private func donors(
    for derivation: Derivation, _ asked: ResolvedRequest, context: EngineContext
  ) throws -> [CandidateRecording]? {
    let found =
      try sessionDonors(asked, context) { derivation.mayUse($0) }
      ?? unnamedDonors(asked, context) { store in
        try derivation.roots.flatMap { root in
          try donorIndex(ofRoot: root.name, store).files(with: root.hash, as: asked.key)
        }
      }
    return found.map { $0.filter { $0.inference == nil } + $0.filter { $0.inference != nil } }
  }

  /// Returns the recordings that may have objects of a query at other paths, those with its root fields included, the
  /// exact ones first. Of an endpoint with many recordings, these are the ones that have a key of an object that is
  /// recorded for the query or named in it, and others with the same root fields, for evidence. Returns nil if there is
  /// no such key in another recording.
  private func donorsByKeys(
    for derivation: Derivation, _ found: [CandidateRecording], _ asked: ResolvedRequest, context: EngineContext
  ) throws -> [CandidateRecording]? {
    let answers = found.lazy.compactMap { $0.answer?.responses.first?.body.json }
    let keys = derivation.keys(in: Array(answers), limit: 4 * Self.donorLimit)
    let own = Set(found.map(\.key.hash))
    let others: [CandidateRecording]?
    if let isRecorded = sessionHas(keys, besides: own, asked) {
      guard isRecorded else { return nil }
      others = try sessionDonors(asked, context) { _ in true }
    } else {
      guard let store else { return nil }
      let index = try donorIndex(ofKeys: store)
      var files: [DonorIndex.File] = []
      for key in keys where files.count < Self.donorLimit / 2 {
        files += index.files(with: DonorIndex.hash(ofKey: key), as: asked.key)
      }
      guard files.contains(where: { !own.contains($0.hash) }) else { return nil }
      if store.fileCount <= Self.donorLimit {
        files = index.files(as: asked.key, limit: Self.donorLimit)
      } else {
        for root in derivation.roots {
          files += try donorIndex(ofRoot: root.name, store).files(as: asked.key, limit: Self.donorLimit)
        }
      }
      others = try unnamedDonors(asked, context) { [files] _ in files }
    }
    guard let others else { return nil }
    let all = found + others.filter { !own.contains($0.key.hash) }
    return all.filter { $0.inference == nil } + all.filter { $0.inference != nil }
  }

  /// Indicates whether other requests in the session's own recording have one of these keys; nil if it has no recording.
  private func sessionHas(_ keys: [String], besides own: Set<ContentHash>, _ asked: ResolvedRequest) -> Bool? {
    guard SessionName.isNamed(asked.session) else { return nil }
    return state.withLock { state in
      state.recordedSessions[asked.sessionName]?.recorded.hasAnswer(withKeyIn: Set(keys), besides: own)
    }
  }

  /// Returns the candidates in the session's own recording; nil if it has none.
  private func sessionDonors(
    _ asked: ResolvedRequest, _ context: EngineContext, where mayUse: (StatedOperation) -> Bool
  ) throws -> [CandidateRecording]? {
    guard SessionName.isNamed(asked.session) else { return nil }
    let name = asked.sessionName
    let now = context.clock.now()
    return try state.withLock { state -> [CandidateRecording]? in
      guard var loaded = state.recordedSessions.removeValue(forKey: name) else { return nil }
      defer { state.recordedSessions[name] = loaded }
      return try state.sessions.with(asked.session, now: now) { session in
        var found: [CandidateRecording] = []
        var seen: Set<ContentHash> = []
        for request in loaded.recorded.steps.joined() where found.count < Self.donorLimit {
          guard request.stated.kind == .query, isComparable(request.key, asked.key),
            mayUse(request.stated), seen.insert(request.key.hash).inserted,
            let operation = loaded.recorded.operations[request.key.hash],
            let choice = loaded.recorded.chooser.choose(
              request.key.hash, history: &session.history, recorded: { index(of: request.key, operation) })
          else { continue }
          found.append(
            CandidateRecording(
              request.key, operation.request, loaded.recorded.file, choice, session: loaded.recorded.name))
        }
        return found
      }
    }
  }

  /// Returns the candidates among the unnamed recordings; nil if the session is answered from those of named sessions.
  private func unnamedDonors(
    _ asked: ResolvedRequest, _ context: EngineContext, files: (RecordingStore) throws -> [DonorIndex.File]
  ) throws -> [CandidateRecording]? {
    guard let store else { return nil }
    var candidates:
      [(key: OperationKey, operation: StatedOperation, file: String, index: KeyIndex, generation: UInt64)] = []
    var seen: Set<ContentHash> = []
    for file in try files(store) where candidates.count < Self.donorLimit && seen.insert(file.hash).inserted {
      guard let stored = store.recording(file.name, of: file.hash, inFolder: file.folder),
        isComparable(stored.key, asked.key), let document = try store.document(inFolder: file.folder)?.document,
        let request = RedactedRequest(stored.recording, document: document),
        let (index, generation) = try read(stored.key, from: store)
      else { continue }
      let path = "\(name)/\(file.folder)/\(file.name)"
      candidates.append((stored.key, StatedOperation(request), path, index, generation))
    }
    let now = context.clock.now()
    return try state.withLock { state -> [CandidateRecording]? in
      guard var replayIndex = state.replayIndex else { return nil }
      state.replayIndex = nil
      defer { state.replayIndex = replayIndex }
      return try state.sessions.with(asked.session, start: asked.start, now: now) { session -> [CandidateRecording]? in
        guard !session.transcript.hasConsulted else { return nil }
        return candidates.compactMap { candidate in
          replayIndex.chooser.choose(
            candidate.key.hash, history: &session.history,
            recorded: { candidate.generation == replayIndex.generation ? candidate.index : nil }
          ).map { CandidateRecording(candidate.key, candidate.operation, candidate.file, $0, session: nil) }
        }
      }
    }
  }

  /// Indicates whether a recording is of the same caller, with the same headers that count for both operations.
  private func isComparable(_ key: OperationKey, _ asked: OperationKey) -> Bool {
    let rules = configuration.rules
    return key.identity == asked.identity && key.headers == asked.headers
      && rules.countedHeaders(of: key.document.name) == rules.countedHeaders(of: asked.document.name)
  }

  /// Returns the next of the derived answers; nil if all were served and none is repeated (`--exhausted error`).
  private func answer(
    _ data: [JSON], from used: [CandidateRecording], to asked: ResolvedRequest, context: EngineContext
  ) throws -> Answer? {
    guard let first = used.first else { return nil }
    for donor in used { context.noteUse(of: donor.file) }
    // A cookie or a cost belongs to the recorded request.
    let headers = (first.answer?.responses.first?.headers ?? []).filter { $0.name.lowercased() == "content-type" }
    // Each set of donors has a sequence of its own.
    let names = used.flatMap { [$0.key.hash.hex, $0.answer?.state ?? ""] }
    let choice = Choice.Answer(
      state: "derived \(ContentHash(ofParts: names).hex)",
      responses: data.map { RecordedResponse(status: 200, headers: headers, body: .json(["data": $0])) })
    let found = Found(
      answer: choice, inference: used.lazy.compactMap(\.inference).first, isDerived: true,
      sequence: used.count == 1 ? first.answer.map { SequencePlace(key: first.key.hash, state: $0.state) } : nil)
    var files: [String] = []
    for donor in used where !files.contains(donor.file) { files.append(donor.file) }
    let origin = Origin(
      recording: files.joined(separator: " + "), session: first.session, causes: [:], leadsNowhere: false)
    let now = context.clock.now()
    return try state.withLock { state -> Answer? in
      try state.sessions.with(asked.session, start: asked.start, now: now) { session -> Answer? in
        guard case .answer(let answer) = try next(of: found, asked, origin, session: &session, context: context) else {
          return nil
        }
        return answer
      }
    }
  }
}

extension Endpoint.CandidateRecording {
  fileprivate init(
    _ key: OperationKey, _ operation: StatedOperation, _ file: String, _ choice: Choice, session: String?
  ) {
    var inference: Choice.Inference?
    if case .inferred(_, let because) = choice { inference = because }
    self.init(
      key: key, operation: operation, file: file, answer: choice.answer, inference: inference, session: session)
  }
}
