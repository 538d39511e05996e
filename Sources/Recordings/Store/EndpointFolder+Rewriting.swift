extension EndpointFolder {
  /// Reads all recordings as they are in their files, sorted by folder and file; none if the folder does not exist. A
  /// file's name may be the right one with or without `rules`, the current ones.
  ///
  /// - Throws: if a file cannot be read, if its name is neither of the two, or if a rewrite was interrupted.
  package func writtenRecordings(rules: EndpointRules) throws(RecordingError) -> [WrittenRecording] {
    guard try !FolderRewriter(path: path).isUnfinished() else { throw RecordingError.unfinishedRewriting(path) }
    return try read(rules)
  }

  /// Indicates whether a rewrite was interrupted, which `rewrite` has to finish before anything can be read.
  package func hasUnfinishedRewriting() throws(RecordingError) -> Bool {
    try FolderRewriter(path: path).isUnfinished()
  }

  /// Rewrites recordings atomically, after finishing an interrupted rewrite. `plan` decides what to rewrite, given all
  /// recordings, while no other process writes. Its first result is returned.
  ///
  /// - Throws: if something cannot be read or written; the next call then finishes an interrupted rewrite.
  package func rewrite<Plan>(
    rules: EndpointRules, _ plan: ([WrittenRecording]) -> (Plan, [RecordingRewrite])
  ) throws(RecordingError) -> Plan {
    try rewrite(rules: rules, stoppingAfter: nil, plan)
  }

  /// The same, stopping after some steps as if the process had been killed.
  func rewrite<Plan>(
    rules: EndpointRules, stoppingAfter steps: Int?, _ plan: ([WrittenRecording]) -> (Plan, [RecordingRewrite])
  ) throws(RecordingError) -> Plan {
    guard try Files.currentStamp(path) != nil else { return plan([]).0 }
    return try change(stoppingAfter: steps) { () throws(RecordingError) in
      let (made, rewrites) = plan(try read(rules))
      var changes = FolderChanges()
      for rewrite in rewrites { try changes.append(rewrite, bytes: bytes(of: rewrite, rules)) }
      return (made, changes)
    }
  }

  /// Changes files of this folder, which must exist, atomically, after finishing an interrupted rewrite. `plan` decides
  /// what to change, while no other process writes. Its first result is returned. After `steps` steps it stops as if
  /// the process had been killed; nil for no stop.
  package func change<Plan>(
    stoppingAfter steps: Int? = nil, _ plan: () throws(RecordingError) -> (Plan, FolderChanges)
  ) throws(RecordingError) -> Plan {
    try FolderRewriter.change(path, stoppingAfter: steps, plan)
  }

  private func read(_ rules: EndpointRules) throws(RecordingError) -> [WrittenRecording] {
    var index = StoreIndex(path: path, endpoint: name, scheme: .standard, rules: rules)
    _ = try index.relist()
    return try index.written()
  }

  private func bytes(of rewrite: RecordingRewrite, _ rules: EndpointRules) throws(RecordingError) -> [UInt8] {
    let recording = rewrite.recording
    let ignored = rules.volatilePlaces(of: recording.operationName, kind: recording.kind)
    let bytes = RecordingFormat.encode(recording, keepingExtensions: !ignored.extensions)
    let file = "\(path)/\(rewrite.folder)/\(rewrite.file)"
    guard bytes.count <= RecordingFormat.limit else {
      throw RecordingError.tooLarge(file, limit: RecordingFormat.limit)
    }
    _ = try RecordingFormat.decode(
      bytes, path: file, kind: recording.kind, operationName: recording.operationName)
    return bytes
  }
}

extension FolderChanges {
  fileprivate mutating func append(_ rewrite: RecordingRewrite, bytes: [UInt8]) {
    writes.append(Write(place: Place(rewrite.folder, rewrite.file), bytes: bytes))
    removals += rewrite.replaced.map { Place(rewrite.folder, $0) }
  }
}
