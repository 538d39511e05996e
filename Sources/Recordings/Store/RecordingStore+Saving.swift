package import GraphQLLanguage
import OrderedJSON
import Synchronization

extension RecordingStore {
  /// Records an answer: what a run sees (a key in a state) replaces what was there from earlier runs; what it does not
  /// see stays. Several answers in one state in one run and session are a sequence.
  ///
  /// A run is the life of this store. Returns when the disk has the bytes; other processes and threads may save into
  /// the same folder at the same time.
  ///
  /// - Parameters:
  ///   - response: the answer; its `extensions` alone are no reason to write.
  ///   - key: of the request.
  ///   - document: the request's document, of which the key's operation is one; written beside the first recording.
  ///   - state: the state in which the answer was seen.
  ///   - next: the state that a mutation led to; nil for other operations, and for one that was refused and not executed.
  ///   - session: the session that saw it.
  ///   - isAmbiguous: whether a mutation was on its way at the same time, so that nobody knows which state it saw: it
  ///     is kept only until a clear answer is seen.
  ///   - isOverlapped: of a mutation that led to `next`, whether another one was in flight at the same time: nothing is
  ///     inferred from its answer.
  /// - Returns: what the answer was to the recordings.
  /// - Throws: if what is there cannot be read, or nothing can be written. Nothing is lost then.
  package func save(
    _ response: RecordedResponse, for key: OperationKey, document: Document, state: String = Recording.startState,
    next: String? = nil, session: String = "default", isAmbiguous: Bool = false,
    isOverlapped: Bool = false
  ) throws(RecordingError) -> SaveOutcome {
    try run.withLock { run throws(RecordingError) in
      let ignored = rules.volatilePlaces(of: key.document.name, kind: key.document.kind)
      let place = RunMemory.Place(key: key, state: state)
      if isAmbiguous, run.hasSeen(place) { return .unclear }
      // The run does not stand for an ambiguous answer: whatever is seen after it takes its place.
      let seen =
        isAmbiguous
        ? RunMemory.Sequence([response], ignoring: ignored)
        : run.note(
          response, at: place, session: session, isRefusal: key.document.kind == .mutation && next == nil,
          ignoring: ignored)
      guard let seen else { return .disputed }
      let step = seen.isRefused ? Recording.Step.nowhere : next.map { .to($0) } ?? .unchanged
      return try write(
        key, state: state, step, document: document, isOverlapped: isAmbiguous || (isOverlapped && next != nil)
      ) { existing, isForeign in
        if isAmbiguous, existing != nil { return RunMemory.Merge(outcome: .unclear) }
        return RunMemory.merge(seen, into: existing, isForeign: isForeign)
      }
    }
  }

  /// Ends a run: where an earlier run saw more answers in a state than this one did, those are dropped.
  ///
  /// - Returns: how many recordings were shortened.
  @discardableResult
  package func finish() throws(RecordingError) -> Int {
    // A replacement holds only what this run saw, and where it was not written nothing is.
    if isReplacing { return 0 }
    return try run.withLock { run throws(RecordingError) in
      var count = 0
      for place in run.order {
        let seen = run.agreed(at: place)
        let outcome = try write(place.key, state: place.state, .unchanged, document: nil) { existing, isForeign in
          let shorter = existing.flatMap { RunMemory.shorten($0, to: seen, isForeign: isForeign) }
          return RunMemory.Merge(outcome: shorter == nil ? .known : .changed, responses: shorter)
        }
        if outcome == .changed { count += 1 }
      }
      return count
    }
  }

  /// Reads what is on disk, has it merged, and writes the result, all under the folder's lock.
  private func write(
    _ key: OperationKey, state: String, _ step: Recording.Step, document: Document?, isOverlapped: Bool? = nil,
    merging merge: (_ existing: [RecordedResponse]?, _ isForeign: Bool) -> RunMemory.Merge
  ) throws(RecordingError) -> SaveOutcome {
    if document != nil {
      try FolderWriter.makeFolders(path)
    } else if try Files.currentStamp(path) == nil {
      return .known
    }
    if let document, isReplacing {
      return try hold(key, state: state, step, document: document, isOverlapped: isOverlapped, merging: merge)
    }
    let result = try Files.locked(folder: path) { () throws(RecordingError) in
      let (plan, outcome) = try withIndex { index throws(RecordingError) in
        let stored = try index.findForWriting(key)
        let (recording, outcome) = index.merge(
          key, state: state, step, isOverlapped: isOverlapped, into: stored?.recording,
          isForeign: index.isForeign(stored), merging: merge)
        return (
          try recording.map { recording throws(RecordingError) in
            try index.plan(recording, key, stored: stored, document: document)
          }, outcome
        )
      }
      guard let plan else { return outcome }
      // The index stays free for others while the disk is waited for.
      let time = Files.time()
      try FolderWriter.write(plan, below: path)
      try withIndex { index throws(RecordingError) in try index.note(plan, time: time) }
      return outcome
    }
    switch result {
    case .success(let outcome): return outcome
    case .failure(let failure): throw RecordingError.system(failure)
    }
  }
}

extension StoreIndex {
  /// The recording of a key, with what other recorders wrote taken into account.
  mutating func findForWriting(_ key: OperationKey) throws(RecordingError) -> StoredRecording? {
    try relistForWriting(key)
    return try find(key)
  }

  /// Whether another recorder wrote a file during this run.
  func isForeign(_ stored: StoredRecording?) -> Bool {
    stored.map { foreign.contains("\($0.folder)/\($0.file)") } ?? false
  }

  /// Merges a state into a recording; nil where there is nothing to write.
  func merge(
    _ key: OperationKey, state: String, _ step: Recording.Step, isOverlapped: Bool?, into existing: Recording?,
    isForeign: Bool, merging merge: (_ existing: [RecordedResponse]?, _ isForeign: Bool) -> RunMemory.Merge
  ) -> (recording: Recording?, outcome: SaveOutcome) {
    let known = existing?.states.first { $0.name == state }
    let merge = merge(known?.responses, isForeign)
    let leadsElsewhere = known?.next != step.next(after: known?.next) && merge.outcome != .disputed
    // The same answer, and nothing overlapped it now.
    let isCleared = known?.isOverlapped == true && isOverlapped == false && merge.outcome == .known
    guard let responses = merge.responses ?? (leadsElsewhere || isCleared ? known?.responses : nil) else {
      return (nil, merge.outcome)
    }
    var recording =
      existing
      ?? Recording(
        kind: key.document.kind, operationName: key.document.name, identity: key.identity,
        headers: key.headers, variables: key.variables, states: [])
    recording.setResponses(responses, in: state, step, isOverlapped: isOverlapped)
    return (recording, merge.outcome == .known ? .changed : merge.outcome)
  }
}

extension Recording {
  /// What a run has seen of where a state's answer leads.
  enum Step: Hashable, Sendable {
    /// To this state.
    case to(String)
    /// A mutation was refused, and has led nowhere.
    case nowhere
    /// Nothing: what is known stays.
    case unchanged

    func next(after known: String?) -> String? {
      switch self {
      case .to(let state): state
      case .nowhere: nil
      case .unchanged: known
      }
    }
  }

  /// Puts answers in the place of those that a state has, or adds the state.
  mutating func setResponses(
    _ responses: [RecordedResponse], in state: String, _ step: Step, isOverlapped: Bool? = nil
  ) {
    if let index = states.firstIndex(where: { $0.name == state }) {
      states[index].responses = responses
      states[index].next = step.next(after: states[index].next)
      states[index].isOverlapped = isOverlapped ?? states[index].isOverlapped
    } else {
      states.append(
        State(name: state, responses: responses, next: step.next(after: nil), isOverlapped: isOverlapped ?? false))
      states.sort { $0.name.precedesByScalars($1.name) }
    }
  }
}
