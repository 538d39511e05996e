import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay
import Requests
import Synchronization
import Transports

// The recordings that the answer to another query may be derived from.

extension Endpoint {
  /// A recorded query with its answers in the session's state, if they are valid there.
  struct CandidateRecording: Sendable {
    let key: OperationKey
    let operation: StatedOperation
    /// The path of its file below the recordings folder.
    let file: String
    /// Nil if it is not valid in the session's state.
    let answer: Choice.Answer?
    let inference: Choice.Inference?
    /// The named session that it was recorded in; nil for an unnamed one.
    let session: String?
    let generation: UInt64
    /// True if it is there for evidence, so that other queries use it, too.
    var isEvidence = true

    var place: DonorCache.Place {
      DonorCache.Place(
        file: file, key: key.hash, state: answer?.state ?? "", count: answer?.responses.count ?? 0,
        generation: generation)
    }
  }

  /// Returns the recordings that may have a root field of a query, the exact ones first; nil if the session is answered
  /// from several recordings, which do not agree.
  func donors(
    for derivation: Derivation, _ asked: ResolvedRequest, context: EngineContext
  ) throws -> [CandidateRecording]? {
    let found =
      try sessionDonors(asked, context) { derivation.mayUse($0) }
      ?? unnamedDonors(asked, context) { store in
        try derivation.roots.flatMap { root in
          try donorIndex(ofRoot: root.name, store).files(with: root.hash, as: asked.key)
        }
      }
    return found.map(exactFirst)
  }

  /// Returns the recordings that may have objects of a query at other paths, those with its root fields included, the
  /// exact ones first. Of an endpoint with many recordings, these are the ones that have a key of an object that is
  /// recorded for the query or named in it, and some of the operations that select most of its fields, for evidence.
  /// Returns nil if there is no such key in another recording.
  func donorsByKeys(
    for derivation: Derivation, _ found: [CandidateRecording], _ asked: ResolvedRequest, context: EngineContext
  ) throws -> [CandidateRecording]? {
    let answers = found.lazy.compactMap { $0.answer?.responses.first?.body.json }
    let keys = derivation.keys(in: Array(answers), limit: 4 * Self.donorLimit)
    // Without a key there is nothing to look for, and the index below reads all recordings.
    if keys.isEmpty { return nil }
    let own = Set(found.map(\.key.hash))
    let others: [CandidateRecording]?
    if let isRecorded = sessionHas(keys, besides: own, asked) {
      guard isRecorded else { return nil }
      others = try sessionDonors(asked, context) { _ in true }
    } else {
      guard let store else { return nil }
      let index = try donorIndex(ofKeys: store)
      let files = Self.files(with: keys, in: index, as: asked.key)
      guard files.contains(where: { !own.contains($0.hash) }) else { return nil }
      let evidence =
        store.fileCount <= Self.donorLimit
        ? index.files(as: asked.key, limit: Self.donorLimit)
        : try self.evidence(for: derivation, asked, index, store)
      let common = Set(evidence.map(\.hash))
      others = try unnamedDonors(asked, context) { _ in evidence + files }?.map {
        $0.marked(isEvidence: common.contains($0.key.hash))
      }
    }
    guard let others else { return nil }
    let known = Set(others.map(\.key.hash))
    let rest = found.filter { !known.contains($0.key.hash) }
    return exactFirst(others + rest.map { $0.marked(isEvidence: false) })
  }

  /// Returns the recordings with keys, those with a rare key first.
  private static func files(
    with keys: [String], in index: DonorIndex, as asked: OperationKey
  ) -> [DonorIndex.File] {
    var seen: Set<ContentHash> = []
    let found = keys.map { index.files(with: DonorIndex.hash(ofKey: $0), as: asked) }
    let rareFirst = found.enumerated().sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }
    var files: [DonorIndex.File] = []
    for (_, found) in rareFirst where files.count < donorLimit / 4 {
      files += found.prefix(donorLimit / 16).filter { seen.insert($0.hash).inserted }
    }
    return files
  }

  /// Returns recordings that may show where fields of a query have the same values: of its root fields, the operations
  /// that select most of its fields, and other recordings of their objects.
  private func evidence(
    for derivation: Derivation, _ asked: ResolvedRequest, _ index: DonorIndex, _ store: RecordingStore
  ) throws -> [DonorIndex.File] {
    let names = derivation.fieldNames
    let files = try derivation.roots.flatMap { root in
      try donorIndex(ofRoot: root.name, store).files(withMostOf: names, as: asked.key)
    }
    var keys: Set<String> = []
    for file in files.prefix(Self.donorLimit / 4) where keys.count < Self.donorLimit {
      for answer in try read(file, store)?.index.answers.prefix(1) ?? [] {
        if let body = answer.body.json { Derivation.addKeys(in: body, to: &keys) }
      }
    }
    return files + Self.files(with: keys.sorted { $0.precedesByScalars($1) }, in: index, as: asked.key)
  }

  private func exactFirst(_ found: [CandidateRecording]) -> [CandidateRecording] {
    found.filter { $0.inference == nil } + found.filter { $0.inference != nil }
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
              request.key.hash, history: &session.history, recorded: { index(of: request.key, operation) }),
            choice.answer.map({
              loaded.recorded.isOnly(asked.redacted.credential, request.key.hash, in: $0.state)
            }) ?? true
          else { continue }
          AnsweringRecording.note(request.key.hash, from: loaded.recorded, in: &session.recording)
          found.append(
            CandidateRecording(
              request.key, operation.request, loaded.recorded.file, choice, session: loaded.recorded.name,
              generation: loaded.generation))
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
    var candidates: [(file: String, read: DonorCache.Read)] = []
    var seen: Set<ContentHash> = []
    for file in try files(store) where candidates.count < Self.donorLimit && seen.insert(file.hash).inserted {
      guard let read = try read(file, store), isComparable(read.key, asked.key) else { continue }
      candidates.append(("\(name)/\(file.folder)/\(file.name)", read))
    }
    let now = context.clock.now()
    return try state.withLock { state -> [CandidateRecording]? in
      guard var replayIndex = state.replayIndex else { return nil }
      state.replayIndex = nil
      defer { state.replayIndex = replayIndex }
      return try state.sessions.with(asked.session, start: asked.start, now: now) { session -> [CandidateRecording]? in
        guard !session.transcript.hasConsulted else { return nil }
        return candidates.compactMap { file, read in
          replayIndex.chooser.choose(
            read.key.hash, history: &session.history,
            recorded: { read.generation == replayIndex.generation ? read.index : nil }
          ).map {
            CandidateRecording(read.key, read.operation, file, $0, session: nil, generation: read.generation)
          }
        }
      }
    }
  }

  /// Returns recordings with a root field of a query that are of other users, or have other headers, for a miss.
  func othersRecordings(
    _ derivation: Derivation, _ asked: ResolvedRequest
  ) throws -> [(file: String, key: OperationKey, operation: StatedOperation, answers: [RecordedResponse])] {
    let session =
      SessionName.isNamed(asked.session)
      ? state.withLock({ $0.recordedSessions[asked.sessionName]?.recorded }) : nil
    if let session {
      let others = session.steps.joined().lazy.filter { request in
        request.stated.kind == .query && !self.isComparable(request.key, asked.key)
          && derivation.mayUse(request.stated)
      }
      return others.prefix(Self.donorLimit / 16).map { (session.file, $0.key, $0.stated, $0.responses) }
    }
    guard let store else { return [] }
    let files = try derivation.roots.flatMap { root in
      try donorIndex(ofRoot: root.name, store).files(with: root.hash, notAs: asked.key)
    }
    return try files.prefix(Self.donorLimit / 16).compactMap { file in
      try read(file, store).map { ("\(name)/\(file.folder)/\(file.name)", $0.key, $0.operation, $0.index.answers) }
    }
  }

  /// Reads a recording, unless that was done for these files; nil if it does not exist any more.
  private func read(_ file: DonorIndex.File, _ store: RecordingStore) throws -> DonorCache.Read? {
    let path = "\(file.folder)/\(file.name)"
    if let known = donorCache.read[path], known.generation == store.generation { return known }
    guard let stored = store.recording(file.name, of: file.hash, inFolder: file.folder),
      let document = try store.document(inFolder: file.folder)?.document,
      let request = RedactedRequest(stored.recording, document: document),
      let (index, generation) = try read(stored.key, from: store)
    else { return nil }
    let read = DonorCache.Read(
      key: stored.key, operation: StatedOperation(request), index: index, generation: generation)
    donorCache.read.keep(read, for: path, bytes: index.heldBytes + 500)
    return read
  }

  /// Indicates whether a recording is of the same caller, with the same headers that count for both operations.
  private func isComparable(_ key: OperationKey, _ asked: OperationKey) -> Bool {
    let rules = configuration.rules
    return key.identity == asked.identity && key.headers == asked.headers
      && rules.countedHeaders(of: key.document.name) == rules.countedHeaders(of: asked.document.name)
  }
}

extension Endpoint.CandidateRecording {
  fileprivate func marked(isEvidence: Bool) -> Self {
    var result = self
    result.isEvidence = isEvidence
    return result
  }

  fileprivate init(
    _ key: OperationKey, _ operation: StatedOperation, _ file: String, _ choice: Choice, session: String?,
    generation: UInt64
  ) {
    var inference: Choice.Inference?
    if case .inferred(_, let because) = choice { inference = because }
    self.init(
      key: key, operation: operation, file: file, answer: choice.answer, inference: inference, session: session,
      generation: generation)
  }
}
