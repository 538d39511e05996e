import GraphQLLanguage
import Recordings
import Replay
import Synchronization

extension Endpoint {
  /// Writes an answer, and says what came of it; with the advice of a rule where two answers differ in what varies by
  /// itself.
  func record(_ save: PendingSave) -> (outcome: Exchange.Outcome, advice: String?) {
    if let place = save.place { return (write(save, ofSession: place), nil) }
    let before = (try? store?.lookup(save.key))?.recording.responses(in: save.state.name).last
    let outcome = write(save)
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
      "Two answers to \(save.key.document.kind.rawValue) \(save.key.document.name ?? "(anonymous)") differ only in \(places.joined(separator: ", ")). If that varies by itself, say so in \(name)/\(EndpointConfiguration.fileName): volatile: [\(places.joined(separator: ", "))]"
    )
  }

  private func write(_ save: PendingSave) -> Exchange.Outcome {
    guard let store else { return .failed("there is no folder to record to") }
    do {
      let outcome = try store.save(
        save.response, for: save.key, document: save.document, state: save.state.name, next: save.next?.name,
        session: save.session, isAmbiguous: save.isAmbiguous)
      if let text = save.namedText, state.withLock({ $0.redactor.leavesUnchanged(document: text) }) {
        try documents.keep(text)
      }
      let file = try store.lookup(save.key).map { "\(name)/\($0.folder)/\($0.file)" } ?? name
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
}

extension IDAliases {
  /// An answer with recorded ids in the place of those that stand for them.
  func rewritten(_ response: RecordedResponse) -> RecordedResponse {
    isEmpty ? response : response.mappingAnswers { rewritten($0) }
  }
}
