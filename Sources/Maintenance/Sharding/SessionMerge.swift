import EndpointConfiguration
import GraphQLLanguage
import OrderedJSON
import Recordings
import Replay

/// The sessions of an endpoint's shards: for each session, the shard whose recording is merged, or a conflict.
///
/// Only names, hashes and numbers are in memory. Files are read one by one.
struct SessionMerge {
  /// A session's file in a shard.
  struct Source {
    let shard: Int
    let file: String
    /// The hash of the session as it is merged.
    let hash: ContentHash
    let isScope: Bool
    let isIncomplete: Bool
    /// Indicates whether it is a setup that only `shard init` wrote there: no test of the shard uses it.
    let isCopy: Bool
  }

  /// The merged recordings by session name.
  private(set) var chosen: [String: Source] = [:]
  private(set) var conflicts: [MergeConflict] = []
  /// The recordings that differ from the chosen ones, and are as complete.
  private var rivals: [String: [Source]] = [:]
  /// The recordings of each scope, by name, in the order of the shards.
  private var scopes: [String: [Source]] = [:]
  /// The content of each answer, by the hash of its place, with the first shard that has it.
  private var answers: [ContentHash: (content: ContentHash, shard: Int)] = [:]
  /// The paths of the bodies that have files of their own, by their places.
  private(set) var bodies: [String: String] = [:]
  /// The renamings of shards whose setups issued other ids than the merged ones.
  private(set) var renamings: [Int: ShardRenaming] = [:]

  /// The first request, by shard, with a value that may contain a renamed id, and the number of such requests.
  private(set) var leftovers: [Int: (first: String, count: Int)] = [:]
  /// The first value of a setup, by shard, that differs from the merged one and is volatile by a rule.
  var ruledValues: [Int: String] = [:]
  /// The answers of setups that a rule makes volatile in part, by their places.
  var setupAnswers: [String: ShardReader.Answer] = [:]
  /// The shards with a recorded test.
  private(set) var recorded: Set<Int> = []

  let endpoint: String
  let shards: [ShardFolder]
  let hints: any SchemaHints
  private let hasSchema: Bool

  /// Reads the sessions of all shards, without writing.
  /// - Throws: `RecordingError` if a file cannot be read.
  init(_ shards: [ShardFolder], endpoint: String, hints: any SchemaHints, hasSchema: Bool) throws {
    self.shards = shards
    self.endpoint = endpoint
    self.hints = hints
    self.hasSchema = hasSchema
    try readAll()
    guard conflicts.isEmpty, !variants.isEmpty else { return }
    renamings = try setupRenamings()
    if !renamings.isEmpty {
      (chosen, rivals, scopes, answers, bodies, setupAnswers) = ([:], [:], [:], [:], [:], [:])
      try readAll()
    }
    do {
      try chooseSetups()
    } catch is ShardRenaming.Problem where !conflicts.isEmpty {
      // It is one of them.
    }
  }

  private mutating func readAll() throws {
    for (number, shard) in shards.enumerated() {
      let reader = try ShardReader(shard, renaming: renamings[number])
      for file in reader.files {
        do {
          guard let session = try reader.session(inFile: file) else { continue }
          try note(session, ofShard: number)
        } catch let problem as ShardRenaming.Problem {
          conflicts.append(renamingConflict(problem, try reader.name(ofFile: file), in: shard))
        }
      }
    }
    for (name, sources) in rivals.sorted(by: { $0.key.precedesByScalars($1.key) }) {
      guard let chosen = chosen[name] else { continue }
      for source in sources { conflicts.append(try conflict(name, chosen, source)) }
    }
  }

  private mutating func note(_ session: ShardReader.Session, ofShard number: Int) throws {
    let recording = session.recording
    for answer in session.answers { try note(answer, of: recording.name, ofShard: number) }
    let source = Source(
      shard: number, file: session.file, hash: ContentHash(of: SessionFormat.encode(recording)),
      isScope: recording.isScope, isIncomplete: recording.isIncomplete, isCopy: session.isCopy)
    if source.isScope {
      scopes[recording.name, default: []].append(source)
      if !source.isCopy { try noteRuledValue(session, ofShard: number) }
    } else {
      recorded.insert(number)
    }
    if let first = session.leftovers.first {
      leftovers[number, default: (first, 0)].count += session.leftovers.count
    }
    guard let known = chosen[recording.name] else {
      chosen[recording.name] = source
      return
    }
    if known.shard == number {
      throw RecordingError.duplicate(
        shards[number].file(ofSession: source.file).path, session: recording.name,
        other: shards[number].file(ofSession: known.file).path)
    }
    if known.isCopy != source.isCopy, known.isIncomplete == source.isIncomplete {
      if known.isCopy { chosen[recording.name] = source }
      return
    }
    if known.hash == source.hash { return }
    // A test that failed in one shard may have passed in another.
    if known.isIncomplete != source.isIncomplete {
      guard known.isIncomplete else { return }
      chosen[recording.name] = source
      rivals[recording.name] = nil
    } else if !known.isScope || !source.isScope {
      rivals[recording.name, default: []].append(source)
    }
  }

  private mutating func note(_ answer: ShardReader.Answer, of session: String, ofShard number: Int) throws {
    let place = ContentHash(of: Array(answer.place.utf8))
    if let known = answers[place], known.shard == number { return }
    let response = try answer.response()
    if case .file(let bytes) = response.body {
      bodies[BodyFile.place(of: bytes, response)] =
        "\(shards[number].folder.path)/\(BodyFile.place(of: bytes, response))"
    }
    // Equal names mean equal answers, unless one was edited by hand.
    let content = response.digest(ignoring: answer.volatile)
    guard let known = answers.updateValue((content, number), forKey: place), known.content != content else { return }
    conflicts.append(
      MergeConflict(
        endpoint: endpoint, session: session, "an answer was edited by hand.",
        [
          "\(answer.source) differs from the same file in \(shards[known.shard].recordings).",
          "Restore it, or record the session again.",
        ]))
  }

  // MARK: Setups

  /// The recordings of the scopes that are not equal in all shards, without copies, which no test uses. Incomplete ones
  /// count: the tests of their shard have their ids.
  private var variants: [(name: String, sources: [Source])] {
    scopes.mapValues { sources in sources.filter { !$0.isCopy } }
      .filter { Set($0.value.map(\.hash)).count > 1 }.map { ($0.key, $0.value) }
      .sorted { $0.name.precedesByScalars($1.name) }
  }

  /// Returns the renamings of the shards whose recordings of a scope have other ids than the merged ones.
  private func setupRenamings() throws -> [Int: ShardRenaming] {
    var issued: [Int: [IssuedIDs]] = [:]
    for (_, sources) in variants {
      var merged: RecordedSetup?
      for source in try sorted(sources) {
        let shard = shards[source.shard]
        guard let recording = try session(of: source)?.recording else { continue }
        let setup = try RecordedSetup(
          recording, file: shard.file(ofSession: source.file).path, in: try shard.store(), hints: hints)
        if let merged { issued[source.shard, default: []].append(setup.differences(from: merged)) }
        merged = merged ?? setup
      }
    }
    return issued.mapValues { ShardRenaming($0, hints: hints) }.filter { !$0.value.isEmpty }
  }

  /// Chooses the recording of each scope. As with parallel workers of one run, the first one stays, unless another one
  /// sent more requests. Other values than ids, such as times, may differ.
  private mutating func chooseSetups() throws {
    for (name, sources) in variants {
      let sources = try sorted(sources)
      guard let merged = sources.first else { continue }
      chosen[name] = merged
      let (keys, known) = (try keys(of: merged), try answers(of: merged))
      for source in sources.dropFirst()
      where !source.isIncomplete || merged.isIncomplete || recorded.contains(source.shard) {
        // One that was killed, or failed, may have sent other requests. The tests of its shard have its answers.
        let isCut = source.isIncomplete && !merged.isIncomplete
        if try isCut || self.keys(of: source).allSatisfy({ key, count in count <= keys[key, default: 0] }) {
          if let conflict = try answerConflict(name, known, of: merged, source) { conflicts.append(conflict) }
        } else {
          conflicts.append(try conflict(name, merged, source))
        }
      }
    }
  }

  /// The recordings of a scope, the merged one first: a complete one, if there is one.
  private func sorted(_ sources: [Source]) throws -> [Source] {
    let isComplete = sources.contains { !$0.isIncomplete }
    let counts = try sources.map { isComplete && $0.isIncomplete ? -1 : try keys(of: $0).values.reduce(0, +) }
    let most = counts.max() ?? 0
    guard let merged = counts.firstIndex(of: most) else { return sources }
    var others = sources
    return [others.remove(at: merged)] + others
  }

  /// The hashes of the keys of a session's requests, as they are merged, and how often each was sent. Queries count once:
  /// how often one is repeated may depend on time.
  private func keys(of source: Source) throws -> [ContentHash: Int] {
    let shard = shards[source.shard]
    guard let recording = try session(of: source)?.recording else { return [:] }
    let path = shard.file(ofSession: source.file).path
    return try shard.store().resolved(recording, file: path).joined()
      .reduce(into: [:]) { counts, request in
        let repeats = request.key.document.kind == .mutation
        counts[request.key.hash] = repeats ? counts[request.key.hash, default: 0] + 1 : 1
      }
  }

  func session(of source: Source) throws -> ShardReader.Session? {
    try ShardReader(shards[source.shard], renaming: renamings[source.shard]).session(inFile: source.file)
  }

  // MARK: Conflicts

  private func conflict(_ name: String, _ first: Source, _ second: Source) throws -> MergeConflict {
    func read(_ source: Source) throws -> (SessionRecording, ShardFile) {
      (
        try session(of: source)?.recording ?? SessionRecording(name: name),
        shards[source.shard].file(ofSession: source.file)
      )
    }
    return .sessions(name, endpoint: endpoint, try read(first), try read(second))
  }

  private func renamingConflict(
    _ problem: ShardRenaming.Problem, _ session: String?, in shard: ShardFolder
  ) -> MergeConflict {
    let upstream = (try? shard.folder.configuration())?.upstream?.shown ?? UpstreamURL.example
    return MergeConflict(
      endpoint: endpoint, session: session, "\(problem.request): \(problem.reason).",
      [
        "in \(shard.folder.path)",
        "Reset the API's data before each shard, so that the setups issue the same ids, or record all tests of these setups in one shard. Then record the shards again.",
      ]
        + (hasSchema
          ? []
          : [
            "Or add the schema, which distinguishes ids of different types: understudy schema fetch \(upstream) --output schemas/\(endpoint).graphqls"
          ]))
  }
}
