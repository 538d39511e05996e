import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// The setups in the target of a merge that the shards recorded with other ids, although tests stay that have the existing
/// ones. Such a test would get the new setup, and its own answers with the old ids.
struct ExistingSetups {
  private(set) var conflicts: [MergeConflict] = []

  /// A setup that no longer issues some ids.
  private struct Changed {
    let name: String
    /// The path of its recording in a shard.
    let path: String
    let lost: Set<ObjectID>
    /// The tests that stay and have such an id.
    var tests = ListedNames()
  }

  /// The answer with an id, of an operation's folder; nil if it cannot be read.
  private typealias Answers = (_ id: String, _ operation: String) throws -> RecordedResponse?

  /// Compares the setups of the target with the merged ones, unless there are conflicts already. Other sessions are read
  /// only if a setup's ids change.
  /// - Throws: `RecordingError` if a file cannot be read.
  init(of target: EndpointFolder, rules: EndpointRules, _ merge: SessionMerge) throws {
    let scopes = merge.chosen.filter { $0.value.isScope && !$0.value.isCopy && !$0.value.isIncomplete }
    guard merge.conflicts.isEmpty, !scopes.isEmpty, try FileReading.exists(target.path) else { return }
    let store = try target.store(readingAllUpTo: 0, rules: rules)
    // A damaged recording is replaced.
    func ids(_ session: SessionRecording, inFile file: String, areIssued: Bool) throws -> Set<ObjectID> {
      guard let steps = try? store.resolved(session, file: "\(store.sessions.folder)/\(file)") else { return [] }
      return try Self.ids(in: steps.joined(), areIssued: areIssued, merge) {
        try? store.sessions.answer($0, inFolder: $1)
      }
    }
    var changed: [Changed] = []
    for (name, merged) in scopes.sorted(by: { $0.key.precedesByScalars($1.key) }) {
      guard let (existing, file) = try store.sessions.recording(of: name), existing.isScope, !existing.isIncomplete,
        ContentHash(of: SessionFormat.encode(existing)) != merged.hash
      else { continue }
      let lost = try ids(existing, inFile: file, areIssued: true).subtracting(Self.issuedIDs(of: merged, merge))
      let path = merge.shards[merged.shard].file(ofSession: merged.file).path
      if !lost.isEmpty { changed.append(Changed(name: name, path: path, lost: lost)) }
    }
    guard !changed.isEmpty else { return }
    for file in store.sessions.files {
      guard let session = try store.sessions.recording(inFile: file), !session.isScope,
        merge.chosen[session.name].map({ $0.isIncomplete && !session.isIncomplete }) ?? true
      else { continue }
      let used = try ids(session, inFile: file, areIssued: false)
      for index in changed.indices where !changed[index].lost.isDisjoint(with: used) {
        changed[index].tests.add(session.name)
      }
    }
    conflicts = changed.filter { $0.tests.count > 0 }.map { Self.conflict($0, target, merge) }
  }

  private static func conflict(_ setup: Changed, _ target: EndpointFolder, _ merge: SessionMerge) -> MergeConflict {
    let folder = RecordingError.shellQuoted(target.parent)
    return MergeConflict(
      endpoint: merge.endpoint, session: setup.name,
      "the setup has other ids than in \(target.parent). Tests that no shard recorded have those: \(setup.tests.text).",
      [
        "in \(setup.path)",
        "Record these tests, too. Or create the shards from the existing recordings, so that the ids stay (understudy shard init FOLDER --from \(folder)), and record the shards again, without --replace. If the tests are gone, remove their sessions: understudy prune --sessions --report FILE --recordings \(folder)",
      ])
  }

  /// The ids that the mutations of a setup issued, as it is merged.
  private static func issuedIDs(of source: SessionMerge.Source, _ merge: SessionMerge) throws -> Set<ObjectID> {
    guard let session = try merge.session(of: source) else { return [] }
    let shard = merge.shards[source.shard]
    let answers = Dictionary(session.answers.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
    let path = shard.file(ofSession: source.file).path
    return try ids(in: shard.store().resolved(session.recording, file: path).joined(), areIssued: true, merge) {
      try answers[SessionStore.place(of: $0, inFolder: shard.mergedFolder($1))]?.response()
    }
  }

  /// The ids in requests and their answers, or only those that mutations among them issued.
  private static func ids(
    in requests: some Sequence<StoredRequest>, areIssued: Bool, _ merge: SessionMerge, _ answer: Answers
  ) throws -> Set<ObjectID> {
    var ids: Set<ObjectID> = []
    for request in requests where !areIssued || request.key.document.kind == .mutation && !request.request.isRefused {
      let tracer = Tracer(StatedOperation(request.redacted), hints: merge.hints)
      for id in request.request.answers {
        let body = try answer(id, request.request.operation)?.body.answer
        ids.formUnion(areIssued ? Set(tracer.issued(in: body) { $0.id }.map(\.id)) : tracer.trace(body).ids)
      }
    }
    return ids
  }
}
