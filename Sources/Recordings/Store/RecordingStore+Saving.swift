package import GraphQLLanguage
import Synchronization

extension RecordingStore {
  /// Records an answer. An answer to a key in a state replaces those of earlier runs; everything that the run does not
  /// receive stays. Several answers in one state in one run and session are a sequence.
  ///
  /// A run is the lifetime of this store. Returns when the bytes are on disk. Other processes and threads may save into
  /// the same folder at the same time. The parameters are those of `UnsavedAnswer`.
  ///
  /// - Returns: how the answer relates to the recordings.
  /// - Throws: if existing files cannot be read, or nothing can be written. Then nothing is lost.
  package func save(
    _ response: RecordedResponse, for key: OperationKey, document: Document, state: String = Recording.startState,
    next: String? = nil, session: String = "default", isAmbiguous: Bool = false,
    isOverlapped: Bool = false
  ) throws(RecordingError) -> SaveOutcome {
    let answer = UnsavedAnswer(
      response, for: key, document: document, state: state, next: next, session: session, isAmbiguous: isAmbiguous,
      isOverlapped: isOverlapped)
    return try save([answer])[0].get().outcome
  }

  /// Records answers together, in order, as if each had been saved separately. Returns the result for each answer when
  /// all are on disk. Calls `settled` with the number of further answers that are in their files or never will be.
  package func save(
    _ answers: [UnsavedAnswer], settled: (Int) -> Void = { _ in }
  ) -> [Result<SavedAnswer, RecordingError>] {
    save(answers, stoppingAfter: nil, settled: settled)
  }

  /// The same, stopping after some steps as if the process had been killed.
  func save(
    _ answers: [UnsavedAnswer], stoppingAfter steps: Int?, settled: (Int) -> Void
  ) -> [Result<SavedAnswer, RecordingError>] {
    run.withLock { run in
      do throws(RecordingError) {
        try FolderWriter.makeFolders(path)
        // Held answers are written when the run has ended.
        if isReplacing { return answers.map { hold($0, in: &run) } }
        return try locked { () throws(RecordingError) in
          var writer = GroupWriter(path: path, stepsLeft: steps)
          return saveTogether(answers, in: &run, &writer, settled: settled)
        }
      } catch {
        return answers.map { _ in .failure(error) }
      }
    }
  }

  private func hold(_ answer: UnsavedAnswer, in run: inout RunMemory) -> Result<SavedAnswer, RecordingError> {
    Result { () throws(RecordingError) in try hold(change(answer, in: &run), document: answer.document) }
  }

  private func saveTogether(
    _ answers: [UnsavedAnswer], in run: inout RunMemory, _ writer: inout GroupWriter, settled: (Int) -> Void
  ) -> [Result<SavedAnswer, RecordingError>] {
    var group = SaveGroup()
    // The plan that contains each answer.
    var numbers: [Int?] = []
    var results: [Result<SavedAnswer, RecordingError>] = []
    for answer in answers {
      do throws(RecordingError) {
        let planned = try plan(change(answer, in: &run), document: answer.document, in: &group)
        if !answer.isAmbiguous {
          run.note(RunMemory.Place(key: answer.key, state: answer.state), isLonger: planned.isLonger)
        }
        numbers.append(planned.number)
        results.append(.success(planned.saved))
      } catch {
        numbers.append(nil)
        results.append(.failure(error))
      }
    }
    settled(numbers.count { $0 == nil })
    let failures = write(group, &writer) { settled(group.answers[$0]) }
    for (index, number) in numbers.enumerated() {
      if let failure = number.flatMap({ failures[$0] }) { results[index] = .failure(failure) }
    }
    return results
  }

  /// Adds an answer to the run and returns its effect on its state.
  ///
  /// - Throws: if the run has received more answers than it can hold.
  private func change(_ answer: UnsavedAnswer, in run: inout RunMemory) throws(RecordingError) -> StateChange {
    let (key, state) = (answer.key, answer.state)
    let ignored = rules.volatilePlaces(of: key.document.name, kind: key.document.kind)
    let place = RunMemory.Place(key: key, state: state)
    if answer.isAmbiguous, run.hasSeen(place) { return StateChange(key, state, keepingFor: .unclear) }
    // An ambiguous answer is not the run's own, so any later answer replaces it.
    let seen: RunMemory.Sequence?
    do throws(RunMemory.Full) {
      seen =
        answer.isAmbiguous
        ? RunMemory.Sequence([answer.response], ignoring: ignored)
        : try run.note(
          answer.response, at: place, session: answer.session,
          isRefusal: key.document.kind == .mutation && answer.next == nil, ignoring: ignored)
    } catch {
      throw RecordingError.tooManyAnswers(path, limit: error.byteLimit)
    }
    guard let seen else { return StateChange(key, state, keepingFor: .disputed) }
    var change = StateChange(key, state) { [isAmbiguous = answer.isAmbiguous] existing, isForeign in
      if isAmbiguous, existing != nil { return RunMemory.Merge(outcome: .unclear) }
      return RunMemory.merge(seen, into: existing, isForeign: isForeign)
    }
    change.step = seen.isRefused ? .nowhere : answer.next.map { .to($0) } ?? .unchanged
    change.isOverlapped = answer.isAmbiguous || (answer.isOverlapped && answer.next != nil)
    return change
  }

  /// Ends a run: if an earlier run received more answers in a state than this one, the extra answers are dropped.
  ///
  /// - Returns: the number of shortened recordings.
  @discardableResult
  package func finish() throws(RecordingError) -> Int {
    // A replacement contains only this run's answers, and until it is written there is nothing to shorten.
    if isReplacing { return 0 }
    return try run.withLock { run throws(RecordingError) in
      let places = run.shortened
      guard !places.isEmpty, try Files.currentStamp(path) != nil else { return 0 }
      return try locked { () throws(RecordingError) in
        var count = 0
        for start in stride(from: 0, to: places.count, by: Self.shortenedTogether) {
          count += try shorten(places[start...].prefix(Self.shortenedTogether), in: run)
        }
        return count
      }
    }
  }

  private static let shortenedTogether = 500

  private func shorten(_ places: ArraySlice<RunMemory.Place>, in run: RunMemory) throws(RecordingError) -> Int {
    var group = SaveGroup()
    var count = 0
    for place in places {
      let seen = run.agreed(at: place)
      let change = StateChange(place.key, place.state) { existing, isForeign in
        let shorter = existing.flatMap { RunMemory.shorten($0, to: seen, isForeign: isForeign) }
        return RunMemory.Merge(outcome: shorter == nil ? .known : .changed, responses: shorter)
      }
      if try plan(change, document: nil, in: &group).saved.outcome == .changed { count += 1 }
    }
    var writer = GroupWriter(path: path)
    if let failure = write(group, &writer).lazy.compactMap(\.self).first { throw failure }
    return count
  }

  // MARK: Under the folder's lock

  private func locked<Value>(_ body: () throws(RecordingError) -> Value) throws(RecordingError) -> Value {
    switch try Files.locked(folder: path, body) {
    case .success(let value): return value
    case .failure(let failure): throw RecordingError.system(failure)
    }
  }

  /// Decides the effect of a change on existing and planned files.
  ///
  /// - Returns: the result; the number of the plan that contains the answer, nil if nothing is written; and whether
  ///   more answers are on disk than the run has received.
  private func plan(
    _ change: StateChange, document: Document?, in group: inout SaveGroup
  ) throws(RecordingError) -> (saved: SavedAnswer, number: Int?, isLonger: Bool) {
    let key = change.key
    return try withIndex { index throws(RecordingError) in
      let stored = try index.findForWriting(key)
      let planned = group.plan(of: key)
      let existing = planned?.recording ?? stored?.recording
      let previous = existing?.responses(in: change.state).last
      let merged = index.merge(change, into: existing, isForeign: index.isForeign(stored))
      let place = planned?.place ?? stored.map { "\($0.folder)/\($0.file)" }
      guard let recording = merged.recording else {
        let saved = SavedAnswer(outcome: merged.outcome, place: place, previous: previous)
        return (saved, group.join(key), merged.isLonger)
      }
      let plan = try index.plan(recording, key, stored: stored, document: document, in: group)
      let saved = SavedAnswer(outcome: merged.outcome, place: plan.place, previous: previous)
      return (saved, group.add(plan), merged.isLonger)
    }
  }

  /// Carries out the plans. The index stays available to others during the wait for the disk.
  ///
  /// - Returns: the failure of each plan.
  private func write(
    _ group: SaveGroup, _ writer: inout GroupWriter, named: (Int) -> Void = { _ in }
  ) -> [RecordingError?] {
    if group.plans.isEmpty { return [] }
    withIndex { $0.expect(group.plans) }
    let failures = writer.write(group.plans, named: named)
    return withIndex { index in
      index.forget(zip(group.plans, failures).filter { $1 != nil }.map(\.0))
      let done = zip(group.plans, failures).filter { $1 == nil }.map(\.0)
      do throws(RecordingError) {
        try index.note(done)
        return failures
      } catch {
        index.forget(done)
        return failures.map { $0 ?? error }
      }
    }
  }
}
