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
  ///   - session: the session that saw it.
  /// - Returns: what the answer was to the recordings.
  /// - Throws: if what is there cannot be read, or nothing can be written. Nothing is lost then.
  package func save(
    _ response: RecordedResponse, for key: OperationKey, document: Document, state: String = Recording.startState,
    session: String = "default"
  ) throws(RecordingError) -> SaveOutcome {
    try run.withLock { run throws(RecordingError) in
      let ignored = rules.volatilePlaces(of: key.document.name, kind: key.document.kind)
      let place = RunMemory.Place(key: key, state: state)
      guard let seen = run.note(response, at: place, session: session, ignoring: ignored) else { return .disputed }
      return try write(key, state: state, document: document) { existing, isForeign in
        RunMemory.merge(seen, into: existing, isForeign: isForeign)
      }
    }
  }

  /// Ends a run: where an earlier run saw more answers in a state than this one did, those are dropped.
  ///
  /// - Returns: how many recordings were shortened.
  @discardableResult
  package func finish() throws(RecordingError) -> Int {
    try run.withLock { run throws(RecordingError) in
      var count = 0
      for place in run.order {
        let seen = run.agreed(at: place)
        let outcome = try write(place.key, state: place.state, document: nil) { existing, isForeign in
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
    _ key: OperationKey, state: String, document: Document?,
    merging merge: (_ existing: [RecordedResponse]?, _ isForeign: Bool) -> RunMemory.Merge
  ) throws(RecordingError) -> SaveOutcome {
    if document != nil {
      try FolderWriter.makeFolders(path)
    } else if try Files.currentStamp(path) == nil {
      return .known
    }
    let result = try Files.locked(folder: path) { () throws(RecordingError) in
      let (plan, outcome) = try withIndex { index throws(RecordingError) in
        try index.merge(key, state: state, document: document, merging: merge)
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
  /// Merges a state of a recording, and plans the writing where there is something to write.
  fileprivate mutating func merge(
    _ key: OperationKey, state: String, document: Document?,
    merging merge: (_ existing: [RecordedResponse]?, _ isForeign: Bool) -> RunMemory.Merge
  ) throws(RecordingError) -> (plan: SavePlan?, outcome: SaveOutcome) {
    try relistForWriting(key)
    let stored = try find(key)
    let isForeign = stored.map { foreign.contains("\($0.folder)/\($0.file)") } ?? false
    let merge = merge(stored?.recording.states.first { $0.name == state }?.responses, isForeign)
    guard let responses = merge.responses else { return (nil, merge.outcome) }
    var recording =
      stored?.recording
      ?? Recording(
        kind: key.document.kind, operationName: key.document.name, identity: key.identity,
        headers: key.headers, variables: key.variables, states: [])
    recording.setResponses(responses, in: state)
    return (try plan(recording, key, stored: stored, document: document), merge.outcome)
  }
}

extension Recording {
  /// Puts answers in the place of those that a state has, or adds the state.
  mutating func setResponses(_ responses: [RecordedResponse], in state: String) {
    if let index = states.firstIndex(where: { $0.name == state }) {
      states[index].responses = responses
    } else {
      states.append(State(name: state, responses: responses))
      states.sort { $0.name.precedesByScalars($1.name) }
    }
  }
}
