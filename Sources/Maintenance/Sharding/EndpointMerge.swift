import EndpointConfiguration
import Recordings
import Replay
import SchemaSources

/// The merge of one endpoint's shards into its folder. It is examined completely before anything is written.
struct EndpointMerge {
  let target: EndpointFolder
  let shards: [ShardFolder]
  let settings: ShardSettings
  let operations: MergedOperations
  let sessions: SessionMerge
  let unnamed: UnnamedMerge
  private let hasSchema: Bool
  private let existingSetups: ExistingSetups
  private let persisted: [UInt8]?

  /// The result of a merge.
  struct Tally {
    var new = 0
    var replaced = 0
    var unchanged = 0
    /// The sessions that are incomplete in all shards and complete in the target, which keep their recordings.
    var kept: [String] = []
    /// The merged sessions that are incomplete.
    var incomplete: [String] = []
    /// The existing scopes that are kept, of which tests of the shards may be part.
    var keptScopes: [String] = []
    /// The replaced scopes, of which sessions that no shard recorded may be part.
    var replacedScopes: [String] = []
    /// The requests without a session with other answers than in the target.
    var replacedRequests: [String] = []
    /// The answers in the target that were edited by hand, and are replaced.
    var editedAnswers: [String] = []
    /// The number of sessions that no shard recorded.
    var others = 0
    /// The tests whose existing recordings stay.
    var stayingTests = ListedNames()
  }

  /// Reads the shards, in this order.
  /// - Throws: `ConfigurationError` if their settings differ; `RecordingError` if a file cannot be read.
  init(
    _ folders: [(recordings: String, folder: EndpointFolder)], into target: EndpointFolder, schemas: SchemaFiles
  ) throws {
    self.target = target
    try target.finishRewriting()
    settings = try ShardSettings(target, folders.map(\.folder))
    let rules = settings.configuration.rules
    var operations = try MergedOperations(target)
    var shards: [ShardFolder] = []
    for (recordings, folder) in folders { shards.append(try operations.add(folder, of: recordings, rules: rules)) }
    self.operations = operations
    self.shards = shards
    // Without the schema, fewer ids can be told apart.
    let schema = try? schemas.schema(of: target.name)
    hasSchema = schema != nil
    let hints = LoadedSchemaHints.hints(schema, rules)
    sessions = try SessionMerge(shards, endpoint: target.name, hints: hints, hasSchema: hasSchema)
    existingSetups = try ExistingSetups(of: target, rules: rules, sessions)
    unnamed = try UnnamedMerge(
      shards, renamings: sessions.renamings, into: target, rules: rules, hasSchema: hasSchema)
    persisted = try PersistedDocuments.merged(([target] + folders.map(\.folder)).map(\.persistedQueriesPath))
  }

  var conflicts: [MergeConflict] { sessions.conflicts + existingSetups.conflicts + unnamed.conflicts }

  // MARK: Writing

  /// Writes the merged recordings: first the files that nothing uses yet, such as answers; then sessions and recordings in
  /// one step (`FolderChanges`), which also removes answers that only replaced sessions used. If it is interrupted, merge
  /// again: `understudy fmt` or the next merge finishes the step. After `steps` steps it stops as if the process had been
  /// killed; nil for no stop.
  func carryOut(stoppingAfter steps: Int? = nil) throws(RecordingError) -> Tally {
    try FileWriting.makeFolders(target.path)
    // Those of a merge that was interrupted.
    try target.removeTemporaryFiles()
    let tally = try target.change(stoppingAfter: steps) { () throws(RecordingError) in
      let plan = try Self.asRecordingError { try SessionWritingPlan(self) }
      // Once more, since a recorder may have saved something meanwhile.
      let unnamed = try UnnamedMerge(
        shards, renamings: sessions.renamings, into: target, rules: settings.configuration.rules,
        hasSchema: hasSchema)
      let edited = try Self.asRecordingError { try addFiles(plan, unnamed.bodies) }
      var changes = FolderChanges()
      changes.writes = try Self.asRecordingError { try writes(plan) } + unnamed.writes + edited
      changes.removals = plan.unused.sorted().map { .init(path: $0) }
      var tally = plan.tally
      tally.replacedRequests = unnamed.replaced
      tally.editedAnswers = edited.map(\.place.path)
      return (tally, changes)
    }
    if tally.new + tally.replaced > 0 { try GitAttributes.writeIfAbsent(besideEndpoint: target.path) }
    return tally
  }

  /// Adds the files that the merged recordings need, in which no existing file changes. Returns the answers that the target
  /// has with another content.
  private func addFiles(_ plan: SessionWritingPlan, _ bodies: [String: String]) throws -> [FolderChanges.Write] {
    var added = AddedFiles(in: target)
    for (file, source) in settings.missing.sorted(by: { $0.key < $1.key }) {
      try added.add(file) { () throws(RecordingError) in try FileReading.bytes(of: source) }
    }
    for operation in operations.new {
      try added.add("\(operation.folder)/\(OperationFile.name)") { () throws(RecordingError) in
        try FileReading.bytes(of: operation.source)
      }
    }
    for (place, source) in sessions.bodies.merging(bodies, uniquingKeysWith: { first, _ in first })
      .sorted(by: { $0.key < $1.key })
    {
      try added.add(place) { () throws(RecordingError) in try FileReading.bytes(of: source) }
    }
    var edited: [FolderChanges.Write] = []
    var seen: Set<String> = []
    try readEach(plan.sources) { planned, session in
      for answer in session.answers {
        // No shard has recorded what is only a copy of a setup.
        if !planned.source.isCopy, seen.insert(answer.place).inserted, let write = try write(of: answer) {
          edited.append(write)
        }
        try added.add(answer.place) { () throws(RecordingError) in try answer.bytes() }
      }
    }
    try added.finish()
    try readEach(plan.unchanged.filter { !$0.source.isCopy }) { _, session in
      for answer in session.answers where seen.insert(answer.place).inserted {
        if let write = try write(of: answer) { edited.append(write) }
      }
    }
    if let persisted { _ = try FileWriting.replace(target.persistedQueriesPath, by: persisted) }
    return edited
  }

  /// Returns the change of an answer that the target has with another content, or nil. As when a test is recorded again, it
  /// replaces what somebody edited.
  private func write(of answer: ShardReader.Answer) throws -> FolderChanges.Write? {
    let path = "\(target.path)/\(answer.place)"
    guard try FileReading.exists(path) else { return nil }
    let existing = try? SessionFormat.decodeAnswer(try FileReading.bytes(of: path), path: path)
    let digest = try answer.response().digest(ignoring: answer.volatile)
    return existing?.digest(ignoring: answer.volatile) == digest
      ? nil : .init(place: .init(path: answer.place), bytes: try answer.bytes())
  }

  private func writes(_ plan: SessionWritingPlan) throws -> [FolderChanges.Write] {
    var writes: [FolderChanges.Write] = []
    try readEach(plan.sources) { planned, session in
      let place = FolderChanges.Place(SessionStore.folderName, planned.file)
      let path = shards[planned.source.shard].file(ofSession: planned.source.file).path
      // Usually the shard's file as it is. It is copied when it is written, so that it needs no memory.
      if ContentHash(of: try FileReading.bytes(of: path)) == planned.source.hash {
        writes.append(.init(place: place, copying: path))
      } else {
        writes.append(.init(place: place, bytes: SessionFormat.encode(session.recording)))
      }
    }
    return writes
  }

  /// Reads planned sessions as they are merged, shard by shard.
  func readEach(
    _ planned: [SessionWritingPlan.Planned], _ body: (SessionWritingPlan.Planned, ShardReader.Session) throws -> Void
  ) throws {
    for (number, shard) in shards.enumerated() {
      let own = planned.filter { $0.source.shard == number }
      guard !own.isEmpty else { continue }
      let reader = try ShardReader(shard, renaming: sessions.renamings[number])
      for planned in own {
        guard let session = try reader.session(inFile: planned.source.file) else {
          throw RecordingError(
            .system, shard.file(ofSession: planned.source.file).path, nil,
            "was removed while it was merged. Merge again when nothing changes the shards.")
        }
        try body(planned, session)
      }
    }
  }

  private static func asRecordingError<Result>(_ body: () throws -> Result) throws(RecordingError) -> Result {
    do {
      return try body()
    } catch let error as RecordingError {
      throw error
    } catch {
      throw RecordingError.operation("", "\(error)")
    }
  }
}
