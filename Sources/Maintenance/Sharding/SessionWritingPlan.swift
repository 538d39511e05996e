import OrderedJSON
import Recordings

/// The session files that a merge writes into its target, and the answers that nothing uses afterwards.
struct SessionWritingPlan {
  struct Planned {
    let source: SessionMerge.Source
    /// The file's name in the target.
    let file: String
  }

  private(set) var sources: [Planned] = []
  /// The sessions that the target already has.
  private(set) var unchanged: [Planned] = []
  private(set) var tally = EndpointMerge.Tally()
  /// The answers of replaced sessions that no session uses afterwards, by their places.
  private(set) var unused: Set<String> = []

  /// Compares the merged sessions with those of the target.
  /// - Throws: if a file cannot be read.
  init(_ merge: EndpointMerge) throws {
    let store = try SessionStore(path: merge.target.path)
    var taken = Set(store.files)
    var known: Set<String> = []
    var replaced: Set<String> = []
    for file in store.files {
      guard let existing = try store.recording(inFile: file) else { continue }
      known.insert(existing.name)
      guard let source = merge.sessions.chosen[existing.name] else {
        tally.others += 1
        if !existing.isScope { tally.stayingTests.add(existing.name) }
        continue
      }
      if ContentHash(of: SessionFormat.encode(existing)) == source.hash {
        tally.unchanged += 1
        unchanged.append(Planned(source: source, file: file))
      } else if source.isCopy, existing.isScope, !existing.isIncomplete {
        // No test of the shards uses it.
        tally.unchanged += 1
      } else if source.isIncomplete, !existing.isIncomplete {
        tally.kept.append(existing.name)
        if existing.isScope { tally.keptScopes.append(existing.name) } else { tally.stayingTests.add(existing.name) }
      } else {
        tally.replaced += 1
        if existing.isScope { tally.replacedScopes.append(existing.name) }
        replaced.insert(file)
        unused.formUnion(existing.answerPlaces)
        sources.append(Planned(source: source, file: file))
      }
    }
    for (name, source) in merge.sessions.chosen.sorted(by: { $0.key.precedesByScalars($1.key) })
    where !known.contains(name) {
      let names = [SessionFileName.digits, 16, 64].map { SessionFileName.text(name, digits: $0) }
      let file = names.first { !taken.contains($0) } ?? names[2]
      taken.insert(file)
      tally.new += 1
      sources.append(Planned(source: source, file: file))
    }
    tally.incomplete = merge.sessions.chosen.filter { $0.value.isIncomplete && !tally.kept.contains($0.key) }
      .map(\.key).sorted { $0.precedesByScalars($1) }
    guard !unused.isEmpty else { return }
    // The name of an operation in its folder's name may differ.
    var used: Set<String> = []
    for file in store.files where !replaced.contains(file) {
      if let kept = try store.recording(inFile: file) { used.formUnion(kept.answerPlaces.map(AnswerUsers.key)) }
    }
    try merge.readEach(sources) { _, session in
      used.formUnion(session.recording.answerPlaces.map(AnswerUsers.key))
    }
    unused = unused.filter { !used.contains(AnswerUsers.key(of: $0)) }
  }
}

extension SessionRecording {
  /// The paths of its answers in the endpoint's folder.
  fileprivate var answerPlaces: Set<String> {
    Set(requests.flatMap { request in request.answers.map { SessionStore.place(of: $0, inFolder: request.operation) } })
  }
}
