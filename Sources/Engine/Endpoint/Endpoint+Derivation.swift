import EndpointConfiguration
import GraphQLLanguage
import GraphQLSchema
import OrderedJSON
import Recordings
import Replay
import Requests
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
  /// `isRecorded` is true for a request that is recorded in other states: then no recording is used whose answer in this
  /// state is inferred.
  func derivedAnswer(to asked: ResolvedRequest, isRecorded: Bool, context: EngineContext) throws -> Derived? {
    guard asked.kind == .query, !asked.isExchange, derives(asked, context) else { return nil }
    let operation = asked.parsed.operation
    if let schema, let problem = problems(with: operation, in: schema, context).errors.first {
      return .miss(.invalid(problem.message))
    }
    guard let derivation = Derivation(asked.stated, in: operation.document, hints: hints)
    else { return nil }
    guard var found = try donors(for: derivation, asked, context: context) else { return .miss(nil) }
    if isRecorded { found.removeAll { $0.inference != nil } }
    var (outcome, used) = outcome(from: found) { donors in derivation.outcome(from: donors.map(\.0)) }
    let others =
      outcome.mayNeedKeys && derivation.mayUseKeys
      ? try donorsByKeys(for: derivation, found, asked, context: context)?.filter { !isRecorded || $0.inference == nil }
      : nil
    if let others {
      let byKeys = self.outcome(from: others) { outcomeByKeys(from: $0, derivation) }
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
      return .miss(obstacle, known: knownPart(derivation, found, others))
    case .unrelated:
      if found.isEmpty { return .miss(try otherUser(derivation, asked)) }
      return .miss(found.allSatisfy { $0.answer == nil } ? .otherState(found[0].file) : nil)
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
      guard let answer = item.answer else { return nil }
      let place = item.place
      if let known = donorCache.donors[place] { return known.map { ($0, item) } }
      let donor = Donor(
        item.operation, answer.responses,
        volatile: rules.volatilePlaces(of: item.key.document.name, kind: .query), hints: hints)
      donorCache.donors.keep(donor, for: place, bytes: answer.responses.reduce(2_000) { $0 + 2 * $1.heldBytes })
      return donor.map { ($0, item) }
    }
  }

  /// Returns the part of an answer that recordings have; nil if they have nothing of it, or differ. `others` are those
  /// with objects at other paths, if there are any.
  private func knownPart(
    _ derivation: Derivation, _ found: [CandidateRecording], _ others: [CandidateRecording]?
  ) -> Derivation.KnownPart? {
    if let others, let (objects, _) = objects(for: derivation, in: donors(of: others)),
      let known = derivation.knownPart(from: objects)
    {
      return known
    }
    return derivation.knownPart(from: donors(of: found).map(\.0))
  }

  /// Returns what can be derived with objects at other paths.
  private func outcomeByKeys(
    from donors: [(Donor, CandidateRecording)], _ derivation: Derivation
  ) -> Derivation.Outcome {
    guard let (objects, order) = objects(for: derivation, in: donors),
      let outcome = derivation.outcomeByKeys(from: objects)
    else { return .unrelated }
    guard case .derived(let data, let used) = outcome else { return outcome }
    return .derived(data, from: used.map { order[$0] })
  }

  /// Returns the objects in the donors that may be joined, and the indices of these in their order; nil if there are too
  /// many objects.
  private func objects(
    for derivation: Derivation, in donors: [(Donor, CandidateRecording)]
  ) -> (RecordedObjects, order: [Int])? {
    let usable = donors.indices.filter { derivation.mayBeJoined(donors[$0].0) }
    let evidence = usable.filter { donors[$0].1.isEvidence }
    let others = usable.filter { !donors[$0].1.isEvidence }
    guard let common = objects(in: evidence.map { donors[$0] }) else { return nil }
    if others.isEmpty { return (common, evidence) }
    let all = RecordedObjects(
      others.map { donors[$0].0 }, besides: common, lookups: configuration.rules.lookups, hints: hints)
    return all.map { ($0, evidence + others) }
  }

  /// Returns a recording of another user that has all fields of a query; nil if there is none.
  private func otherUser(
    _ derivation: Derivation, _ asked: ResolvedRequest
  ) throws -> Derivation.Obstacle? {
    for other in try othersRecordings(derivation, asked) {
      let rules = configuration.rules
      let donor = Donor(
        other.operation, Array(other.answers.prefix(1)),
        volatile: rules.volatilePlaces(of: other.key.document.name, kind: .query), hints: hints)
      guard let donor, case .derived = derivation.outcome(from: [donor]) else { continue }
      return .otherUser(other.file, identity: other.key.identity.description)
    }
    return nil
  }

  /// Returns the objects in donors, which are kept for the next query; nil if there are too many.
  private func objects(in donors: [(Donor, CandidateRecording)]) -> RecordedObjects? {
    let places = donors.map(\.1.place)
    let hash = ContentHash(
      ofParts: places.flatMap { [$0.file, $0.key.hex, $0.state, "\($0.count) \($0.generation)"] })
    if let known = donorCache.objects[hash] { return known }
    let objects = RecordedObjects(donors.map(\.0), lookups: configuration.rules.lookups, hints: hints)
    donorCache.objects.keep(objects, for: hash, bytes: objects?.heldBytes ?? 500)
    return objects
  }

  /// Returns what can be derived from recordings, and the ones used.
  private func outcome(
    from found: [CandidateRecording], _ derive: ([(Donor, CandidateRecording)]) -> Derivation.Outcome
  ) -> (Derivation.Outcome, [CandidateRecording]) {
    let usable = donors(of: found)
    // Inferred answers count only if the exact ones are not enough.
    let exact = usable.filter { $0.1.inference == nil }
    for donors in [exact, usable] where donors.count == usable.count || !donors.isEmpty {
      let outcome = derive(donors)
      if case .derived(_, let from) = outcome { return (outcome, from.map { donors[$0].1 }) }
      if donors.count == usable.count { return (outcome, []) }
    }
    return (.unrelated, [])
  }

  private func derives(_ asked: ResolvedRequest, _ context: EngineContext) -> Bool {
    let settings = context.configuration
    guard settings.derives, !settings.isStrict, settings.onMiss == .error || settings.onMiss == .fake else {
      return false
    }
    return configuration.rules.derives(asked.name)
  }

  /// Returns the next of the derived answers; nil if all were served and none is repeated (`--exhausted error`).
  private func answer(
    _ data: [JSON], from used: [CandidateRecording], to asked: ResolvedRequest, context: EngineContext
  ) throws -> Answer? {
    guard let first = used.first else { return nil }
    for donor in used { context.noteUse(of: donor.file, request: donor.key.hash) }
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
