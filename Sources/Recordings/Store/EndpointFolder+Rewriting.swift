extension EndpointFolder {
  /// All recordings as their files have them, sorted by folder and file.
  ///
  /// - Parameter rules: what `endpoint.yaml` says now; a name may be right with or without them.
  /// - Returns: the recordings; none where there is no such folder.
  /// - Throws: if a file cannot be read, or its name fits neither way; or if a rewriting was interrupted.
  package func writtenRecordings(rules: EndpointRules) throws(RecordingError) -> [WrittenRecording] {
    guard try !FolderRewriter(path: path).isUnfinished() else { throw RecordingError.unfinishedRewriting(path) }
    return try read(rules)
  }

  /// Whether a rewriting was interrupted, so that `rewrite` has to finish it before anything can be read.
  package func hasUnfinishedRewriting() throws(RecordingError) -> Bool {
    try FolderRewriter(path: path).isUnfinished()
  }

  /// Rewrites recordings, all that are planned or none, whenever it is interrupted; finishes first what was.
  ///
  /// - Parameters:
  ///   - rules: what `endpoint.yaml` says now.
  ///   - plan: decides what is rewritten, given all recordings as they are while nobody else writes.
  /// - Returns: what `plan` made.
  /// - Throws: if something cannot be read or written; the next call then finishes what had begun.
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

  /// Changes files of this folder, which must be there: all that is planned or none of it, whenever it is interrupted.
  ///
  /// - Parameters:
  ///   - steps: how many steps to go before it stops as if the process had been killed; nil to go on.
  ///   - plan: decides what is changed, while nobody else writes, and after what was interrupted is finished.
  /// - Returns: what `plan` made.
  /// - Throws: what `plan` throws, or if something cannot be written.
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
