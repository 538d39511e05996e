import EndpointConfiguration
import GraphQLLanguage
package import Recordings
import Redaction
import Replay
package import Requests
import Synchronization

extension Endpoint: AnswerDestination {
  /// Writes answers, in order. Returns the outcome of each, once all are on disk, with advice if two answers differ in
  /// values that vary by themselves. `settled` gets the number of further answers that are in files, or never will be.
  package func record(
    _ saves: [PendingSave], settled: (Int) -> Void = { _ in }
  ) -> [(outcome: Exchange.Outcome, advice: String?)] {
    var written: [(outcome: Exchange.Outcome, advice: String?)?] = saves.map { _ in nil }
    func fail(_ number: Int, _ problem: RecordingError) {
      noteUnsaved(saves[number], "\(problem)")
      written[number] = (.failed("\(problem)"), nil)
      settled(1)
    }
    if let problem = keepTexts(saves) {
      for number in saves.indices where saves[number].namedText != nil { fail(number, problem) }
    }
    for number in saves.indices where written[number] == nil { keepFile(saves[number]).map { fail(number, $0) } }
    // The two kinds never share a file.
    let unnamed = saves.indices.filter { written[$0] == nil && saves[$0].place == nil }
    for (number, outcome) in zip(unnamed, write(unnamed.map { saves[$0] }, settled)) { written[number] = outcome }
    for (number, save) in saves.enumerated() where written[number] == nil {
      guard let place = save.place else { continue }
      written[number] = (write(save, ofSession: place), nil)
      settled(1)
    }
    // After the whole group: a session's recording names its answers, which must exist.
    for session in Set(saves.compactMap { $0.place?.session }).sorted() { saveEarly(session: session) }
    var outcomes = written.compactMap(\.self)
    if let kept = outcomes.firstIndex(where: \.outcome.isKept), let warning = memory?.write() {
      outcomes[kept].advice = [outcomes[kept].advice, warning].compactMap(\.self).joined(separator: " ")
    }
    return outcomes
  }

  /// Saves texts that clients named by their hashes, before their answers and together, since they share a file.
  private func keepTexts(_ saves: [PendingSave]) -> RecordingError? {
    let texts = Set(saves.compactMap(\.namedText))
    guard !texts.isEmpty else { return nil }
    let kept = state.withLock { state in texts.filter { state.redactor.leavesUnchanged(document: $0) } }
    do throws(RecordingError) {
      try documents.keep(kept)
      return nil
    } catch {
      return error
    }
  }

  /// Writes the file of a binary body before the recording that names it.
  private func keepFile(_ save: PendingSave) -> RecordingError? {
    guard let store else { return nil }
    do throws(RecordingError) {
      try BodyFile.write(save.answer.response, inFolder: store.path)
      return nil
    } catch {
      return error
    }
  }

  private func write(
    _ saves: [PendingSave], _ settled: (Int) -> Void
  ) -> [(outcome: Exchange.Outcome, advice: String?)] {
    if saves.isEmpty { return [] }
    guard let store else {
      return saves.map { _ in (.failed("there is no folder to record to: choose one with --recordings"), nil) }
    }
    let results = store.save(saves.map(\.answer), settled: settled)
    return zip(saves, results).map { save, result in
      let outcome = outcome(of: save, result)
      if case .failed(let reason) = outcome { noteUnsaved(save, reason) }
      return (outcome, advice(on: save, outcome, replacing: (try? result.get())?.previous))
    }
  }

  private func outcome(of save: PendingSave, _ result: Result<SavedAnswer, RecordingError>) -> Exchange.Outcome {
    do throws(RecordingError) {
      let saved = try result.get()
      let file = saved.place.map { "\(name)/\($0)" } ?? name
      switch saved.outcome {
      case .new: return .new(file)
      case .known: return .known(file)
      case .changed: return .changed(file)
      case .disputed:
        return .failed(
          "another session, user or recorder got a different answer to this request in the same state. The first answer is kept (\(file)). Give each test a session"
        )
      case .unclear:
        return .notRecorded(
          "a mutation was in progress at the same time, so the state of this answer is unknown. Send it after the answer to the mutation"
        )
      }
    } catch {
      return .failed("\(error)")
    }
  }

  private func advice(
    on save: PendingSave, _ outcome: Exchange.Outcome, replacing previous: RecordedResponse?
  ) -> String? {
    let (answer, title) = (save.answer, save.title)
    if answer.isAmbiguous, case .new(let file) = outcome {
      return
        "\(title) ran at the same time as a mutation of its session, so the state of its answer is unknown. The answer is kept (\(file)) until an unambiguous one is recorded. Send the request again after the mutation is answered, or delete the file."
    }
    guard case .changed = outcome, let old = previous?.body.json, let new = answer.response.body.json else {
      return nil
    }
    let places = EndpointRules.suggestVolatile(
      old: old, new: new,
      ignoring: configuration.rules.volatilePlaces(of: answer.key.document.name, kind: answer.key.document.kind))
    guard !places.isEmpty else { return nil }
    return
      "Two answers to \(title) differ only in \(places.joined(separator: ", ")). If that value changes by itself, add this to \(name)/\(EndpointFolder.configurationFileName): volatile: [\(places.joined(separator: ", "))]"
  }

  func noteUnsaved(_ reason: String) { store?.note(nil, unsaved: reason) }

  /// Notes that an answer could not be written, so that its session, or the run's replacement, is incomplete.
  func noteUnsaved(_ save: PendingSave, _ reason: String) {
    guard let place = save.place else { return noteUnsaved("\(save.title): \(reason)") }
    state.withLock { state in
      state.sessions.update(place.session) { $0.attempt?.noteUnsaved(save.answer.key.hash, save.title, reason) }
    }
  }

  /// Ends a recording run: sequences that are shorter than in earlier runs are cut.
  func finishRecording() throws { try store?.finish() }

  /// Notes why an unnamed request was not saved. A run that replaces the unnamed recordings must save all.
  func noteUnsaved(_ asked: ResolvedRequest, _ reason: String) {
    guard let store, store.isReplacing, !SessionName.isNamed(asked.session) else { return }
    store.note(asked.key.hash, unsaved: "\(asked.title): \(reason)")
  }

  /// Replaces the unnamed recordings of earlier runs if the run passed; nil if it does not replace them, or has none.
  func replaceUnnamed(_ outcome: SessionOutcome) -> SavedSession? {
    let problem = outcome == .passed ? nil : "the run did not pass"
    guard let (count, problem) = store?.replaceUnnamed(unless: problem) else { return nil }
    return SavedSession(
      endpoint: name, session: SessionName.standard, file: nil, requests: count,
      outcome: problem.map { .notSaved("\($0). The existing recordings are kept. Record again") } ?? .saved)
  }
}

extension IDAliases {
  /// Replaces the ids of this run in an answer by recorded ones.
  package func rewritten(_ response: RecordedResponse) -> RecordedResponse {
    isEmpty ? response : response.mappingAnswers { rewritten($0) }
  }
}

extension ClientValues {
  /// Replaces the client's values in an answer by recorded ones.
  func recorded(_ response: RecordedResponse) -> RecordedResponse { response.mappingAnswers { recorded($0) } }
}
