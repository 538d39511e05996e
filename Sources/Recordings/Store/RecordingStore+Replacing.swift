import GraphQLLanguage
import Synchronization

// Recording everything unnamed again: the recordings of earlier runs stay until the run has passed.

extension RecordingStore {
  /// Holds the unnamed answers of this run in memory until `replaceUnnamed`. If no unnamed recordings exist, nothing
  /// can be lost, and answers are written immediately.
  package func beginReplacing() throws(RecordingError) {
    let before = try Self.unnamedFiles(listed(), below: path)
    guard !before.isEmpty else { return }
    replacement.withLock { $0 = Replacement(before: before) }
  }

  package var isReplacing: Bool { replacement.withLock { $0 != nil } }

  /// Registers why an unnamed request of a replacing run was not saved. A nil reason means that it was saved in the
  /// end. A note without a key stays.
  package func note(_ key: ContentHash?, unsaved reason: String?) {
    replacement.withLock { $0?.note(key, unsaved: reason) }
  }

  /// Merges an answer into the held recordings.
  ///
  /// - Returns: how the answer relates to the recordings that will be replaced.
  func hold(_ change: StateChange, document: Document) throws(RecordingError) -> SavedAnswer {
    let key = change.key
    let known = replacement.withLock { $0?.held[key] }
    return try withIndex { index throws(RecordingError) in
      let stored = try index.findForWriting(key)
      let old = stored?.recording.responses(in: change.state)
      func saved(_ outcome: SaveOutcome, _ place: FolderChanges.Place?) -> SavedAnswer {
        SavedAnswer(
          outcome: outcome, place: place?.path ?? stored.map { "\($0.folder)/\($0.file)" }, previous: old?.last)
      }
      let merged = index.merge(change, into: known?.recording, isForeign: false)
      guard let recording = merged.recording else { return saved(merged.outcome, known?.place) }
      let plan = try index.plan(recording, key, stored: stored, document: document)
      let place = known?.place ?? FolderChanges.Place(plan.folder.text, plan.file)
      replacement.withLock { $0?.hold(recording, of: key, document: document, at: place) }
      let state = stored?.recording.states.first { $0.name == change.state }
      let told = change.merge(state?.responses, false).outcome
      return saved(told == .unclear ? merged.outcome : told, place)
    }
  }

  /// Ends a replacing run: atomically replaces the unnamed recordings of earlier runs with its own, unless there is a
  /// problem. Named sessions, `endpoint.yaml` and everything else in the folder stay.
  ///
  /// Returns the number of recordings of the run, and the reason why they were not written; nil if this run replaces
  /// nothing or received nothing unnamed.
  package func replaceUnnamed(unless problem: String?) -> (recordings: Int, problem: String?)? {
    let ended = replacement.withLock { replacement -> Replacement? in
      guard let ended = replacement, !ended.hasEnded else { return nil }
      replacement?.hasEnded = true
      return ended
    }
    guard let ended, !ended.held.isEmpty || !ended.unsaved.isEmpty else { return nil }
    if let problem = problem ?? ended.unsaved.first?.reason { return (ended.held.count, problem) }
    do throws(RecordingError) {
      try replace(ended)
      return (ended.held.count, nil)
    } catch {
      return (ended.held.count, "\(error)")
    }
  }

  /// The same, stopping after some steps as if the process had been killed.
  func replace(_ ended: Replacement, stoppingAfter steps: Int? = nil) throws(RecordingError) {
    try FolderRewriter.change(path, stoppingAfter: steps) { () throws(RecordingError) in
      let listed = try listed()
      let now = try Self.unnamedFiles(listed, below: path)
      if let changed = Set(now.keys).union(ended.before.keys).filter({ now[$0] != ended.before[$0] }).map(\.path).min()
      {
        throw RecordingError.changedWhileReplacing("\(path)/\(changed)")
      }
      return ((), try changes(ended, listed))
    }
    try refresh()
  }

  private func changes(_ ended: Replacement, _ listed: StoreIndex) throws(RecordingError) -> FolderChanges {
    var index = listed
    var changes = FolderChanges()
    var documents: [String: DocumentKey] = [:]
    var written: Set<FolderChanges.Place> = []
    for (key, held) in ended.held {
      let stored = try index.find(key)
      let ignored = rules.volatilePlaces(of: key.document.name, kind: key.document.kind)
      let recording = held.recording.keeping(stored?.recording, ignoring: ignored)
      let plan = try index.plan(recording, key, stored: stored, document: held.document)
      let place = FolderChanges.Place(plan.folder.text, plan.file)
      let document = documents.updateValue(key.document, forKey: plan.folder.text)
      // Names are short, so two new operations or requests could have the same one.
      guard document == nil || document == key.document, written.insert(place).inserted else {
        throw RecordingError.ambiguousReplacement(plan.path)
      }
      if let operation = plan.operation, document == nil {
        changes.writes.append(.init(place: .init(plan.folder.text, OperationFile.name), bytes: operation))
      }
      if let stored, try FileReading.bytes(ifPresent: stored.path) == plan.bytes { continue }
      changes.writes.append(.init(place: place, bytes: plan.bytes))
    }
    changes.writes.sort { $0.place.path.utf8.lexicographicallyPrecedes($1.place.path.utf8) }
    changes.removals = ended.before.keys.filter { !written.contains($0) }
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let staying = Set(written.map(\.folder))
    let emptied = Set(changes.removals.map(\.folder)).subtracting(staying).sorted()
    guard !emptied.isEmpty else { return changes }
    let sessions = try RemainingSessions(self, without: [])
    for folder in emptied where !sessions.operations.contains(folder) {
      // `understudy prune` removes answers that no session uses, with their operation.
      let answers = try Files.currentStamp("\(path)/\(folder)/\(SessionStore.answersFolderName)")
      guard answers == nil else { continue }
      changes.removals.append(.init(folder, OperationFile.name))
      changes.emptied.append(folder)
    }
    return changes
  }

  /// The current listing of the folder.
  private func listed() throws(RecordingError) -> StoreIndex {
    var index = StoreIndex(path: path, endpoint: endpoint, scheme: .standard, rules: rules)
    _ = try index.relist()
    return index
  }

  private static func unnamedFiles(
    _ index: StoreIndex, below path: String
  ) throws(RecordingError) -> [FolderChanges.Place: FileStamp] {
    var files: [FolderChanges.Place: FileStamp] = [:]
    for folder in index.folders {
      for (file, _) in folder.sortedFiles {
        let place = FolderChanges.Place(folder.text, file)
        files[place] = try Files.currentStamp("\(path)/\(place.path)")
      }
    }
    return files
  }
}

extension Recording {
  /// This recording with equal answers taken from an earlier one, so that volatile values keep their lines.
  fileprivate func keeping(_ old: Recording?, ignoring ignored: VolatilePlaces) -> Recording {
    guard let old else { return self }
    var kept = self
    for index in kept.states.indices {
      let before = RunMemory.Sequence(old.responses(in: kept.states[index].name), ignoring: ignored)
      kept.states[index].responses = RunMemory.Sequence(kept.states[index].responses, ignoring: ignored).keeping(before)
    }
    return kept
  }
}

extension RecordingError {
  fileprivate static func changedWhileReplacing(_ path: String) -> RecordingError {
    RecordingError(.system, path, nil, "has changed since this run began. Record again.")
  }

  fileprivate static func ambiguousReplacement(_ path: String) -> RecordingError {
    RecordingError(.system, path, nil, "two new recordings would have the same name. Record again without --replace.")
  }
}
