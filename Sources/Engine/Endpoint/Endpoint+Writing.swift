import EndpointConfiguration
import GraphQLLanguage
package import Recordings
import Redaction
import Replay
import Synchronization

extension Endpoint {
  /// Writes an answer, and says what came of it; with the advice of a rule where two answers differ in what varies by
  /// itself.
  package func record(_ save: PendingSave) -> (outcome: Exchange.Outcome, advice: String?) {
    let (outcome, advice) = recordAnswer(save)
    guard outcome.isKept, let warning = memory?.write() else { return (outcome, advice) }
    return (outcome, [advice, warning].compactMap(\.self).joined(separator: " "))
  }

  private func recordAnswer(_ save: PendingSave) -> (outcome: Exchange.Outcome, advice: String?) {
    if let place = save.place { return (write(save, ofSession: place), nil) }
    let before = (try? store?.lookup(save.key))?.recording.responses(in: save.state.name).last
    let outcome = write(save)
    if case .failed(let reason) = outcome { store?.note(nil, unsaved: "\(save.title): \(reason)") }
    if save.isAmbiguous, case .new(let file) = outcome {
      return (
        outcome,
        "\(save.key.document.kind.rawValue) \(save.key.document.name ?? "(anonymous)") was on its way at the same time as a mutation of its session, so nobody knows which state it saw. Its answer is kept (\(file)) until a clear one is seen: send it again when the mutation is answered, or delete it."
      )
    }
    guard case .changed = outcome, let old = before?.body.json, let new = save.response.body.json else {
      return (outcome, nil)
    }
    let places = EndpointRules.suggestVolatile(
      old: old, new: new,
      ignoring: configuration.rules.volatilePlaces(of: save.key.document.name, kind: save.key.document.kind))
    guard !places.isEmpty else { return (outcome, nil) }
    return (
      outcome,
      "Two answers to \(save.key.document.kind.rawValue) \(save.key.document.name ?? "(anonymous)") differ only in \(places.joined(separator: ", ")). If that varies by itself, say so in \(name)/\(EndpointFolder.configurationFileName): volatile: [\(places.joined(separator: ", "))]"
    )
  }

  private func write(_ save: PendingSave) -> Exchange.Outcome {
    guard let store else { return .failed("there is no folder to record to") }
    do {
      let outcome = try store.save(
        save.response, for: save.key, document: save.document, state: save.state.name, next: save.next?.name,
        session: save.session, isAmbiguous: save.isAmbiguous, isOverlapped: save.isOverlapped)
      if let text = save.namedText, state.withLock({ $0.redactor.leavesUnchanged(document: text) }) {
        try documents.keep(text)
      }
      let file = try store.place(of: save.key).map { "\(name)/\($0)" } ?? name
      switch outcome {
      case .new: return .new(file)
      case .known: return .known(file)
      case .changed: return .changed(file)
      case .disputed:
        return .failed(
          "another session, caller or recorder got another answer in this state; the first is kept (\(file))")
      case .unclear:
        return .notRecorded("a mutation was on its way at the same time, so nobody knows which state it saw")
      }
    } catch {
      return .failed("\(error)")
    }
  }

  /// Ends a recording run: what it saw less of than an earlier run is cut to what it saw.
  func finishRecording() throws { try store?.finish() }

  /// Notes why an unnamed request was not saved: a run that replaces the unnamed recordings must have saved all of them.
  func noteUnsaved(_ asked: ResolvedRequest, _ reason: String) {
    guard let store, store.isReplacing, !SessionName.isNamed(asked.session) else { return }
    store.note(asked.key.hash, unsaved: "\(asked.title): \(reason)")
  }

  /// Ends a run that replaces the unnamed recordings of earlier runs.
  ///
  /// - Parameter outcome: how the run ended; one that did not pass replaces nothing.
  /// - Returns: what became of it; nil if this run replaces nothing, or saw nothing unnamed.
  func replaceUnnamed(_ outcome: SessionOutcome) -> SavedSession? {
    let problem = outcome == .passed ? nil : "it did not pass"
    guard let (count, problem) = store?.replaceUnnamed(unless: problem) else { return nil }
    return SavedSession(
      endpoint: name, session: SessionName.standard, file: nil, requests: count,
      outcome: problem.map { .notSaved("\($0). The recording from before stays") } ?? .saved)
  }
}

extension IDAliases {
  /// An answer with recorded ids in the place of those that stand for them.
  package func rewritten(_ response: RecordedResponse) -> RecordedResponse {
    isEmpty ? response : response.mappingAnswers { rewritten($0) }
  }
}

extension ClientValues {
  /// An answer with the recorded values.
  func recorded(_ response: RecordedResponse) -> RecordedResponse { response.mappingAnswers { recorded($0) } }
}
