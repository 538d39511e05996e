import OrderedJSON

/// A run's changes to one state of a recording.
struct StateChange {
  let key: OperationKey
  let state: String
  /// Merges the run's answers with the existing ones, nil for none. `isForeign` is true if another recorder wrote them
  /// during this run.
  let merge: (_ existing: [RecordedResponse]?, _ isForeign: Bool) -> RunMemory.Merge
  var step = Recording.Step.unchanged
  /// True if a mutation was in flight at the same time; nil for no change.
  var isOverlapped: Bool?

  init(
    _ key: OperationKey, _ state: String,
    merging merge: @escaping (_ existing: [RecordedResponse]?, _ isForeign: Bool) -> RunMemory.Merge
  ) {
    self.key = key
    self.state = state
    self.merge = merge
  }

  /// A change that changes nothing.
  init(_ key: OperationKey, _ state: String, keepingFor outcome: SaveOutcome) {
    self.init(key, state) { _, _ in RunMemory.Merge(outcome: outcome) }
  }
}

extension StoreIndex {
  /// The recording of a key, including what other recorders wrote.
  mutating func findForWriting(_ key: OperationKey) throws(RecordingError) -> StoredRecording? {
    try relistForWriting(key)
    return try find(key)
  }

  /// Indicates whether another recorder wrote a file during this run.
  func isForeign(_ stored: StoredRecording?) -> Bool {
    stored.map { foreign.contains("\($0.folder)/\($0.file)") } ?? false
  }

  /// Merges a state into a recording.
  ///
  /// - Returns: the recording, nil if there is nothing to write; the relation of the answers to it; and whether it has
  ///   more answers than the run has received.
  func merge(
    _ change: StateChange, into existing: Recording?, isForeign: Bool
  ) -> (recording: Recording?, outcome: SaveOutcome, isLonger: Bool) {
    let (key, state, step) = (change.key, change.state, change.step)
    let known = existing?.states.first { $0.name == state }
    let merge = change.merge(known?.responses, isForeign)
    let leadsElsewhere = known?.next != step.next(after: known?.next) && merge.outcome != .disputed
    // The same answer, and now nothing overlapped it.
    let isCleared = known?.isOverlapped == true && change.isOverlapped == false && merge.outcome == .known
    guard let responses = merge.responses ?? (leadsElsewhere || isCleared ? known?.responses : nil) else {
      return (nil, merge.outcome, merge.isLonger)
    }
    var recording =
      existing
      ?? Recording(
        kind: key.document.kind, operationName: key.document.name, identity: key.identity,
        headers: key.headers, variables: key.variables, states: [])
    recording.setResponses(responses, in: state, step, isOverlapped: change.isOverlapped)
    return (recording, merge.outcome == .known ? .changed : merge.outcome, merge.isLonger)
  }
}

extension Recording {
  /// The next state that a run has received for a state's answer.
  enum Step: Hashable, Sendable {
    /// To this state.
    case to(String)
    /// A mutation was refused and leads to no state.
    case nowhere
    /// The known one stays.
    case unchanged

    func next(after known: String?) -> String? {
      switch self {
      case .to(let state): state
      case .nowhere: nil
      case .unchanged: known
      }
    }
  }

  /// Replaces the answers of a state, or adds the state.
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
