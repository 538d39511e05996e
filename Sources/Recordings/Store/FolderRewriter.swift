/// Changes files of an endpoint's folder, all of them or none, whenever it is interrupted. The caller holds the
/// folder's lock.
///
/// New files are made ready under names that no reader looks at; then a journal says what is to be done; then each new
/// file gets its name, others get theirs, what is not needed is removed; at last the journal is. Until the journal is
/// there nothing has happened, and from then on whoever comes next finishes it.
struct FolderRewriter {
  /// The endpoint's folder.
  let path: String
  /// How many more steps to go before it stops, for tests that pull the plug; nil to go on.
  var stepsLeft: Int?

  var journalPath: String { "\(path)/\(RewriteJournal.file)" }

  /// Whether a rewriting was interrupted.
  func isUnfinished() throws(RecordingError) -> Bool { try Files.currentStamp(journalPath) != nil }

  /// Changes files of an endpoint's folder under its lock (`EndpointFolder.change`).
  static func change<Plan>(
    _ path: String, stoppingAfter steps: Int? = nil, _ plan: () throws(RecordingError) -> (Plan, FolderChanges)
  ) throws(RecordingError) -> Plan {
    var rewriter = FolderRewriter(path: path, stepsLeft: steps)
    let result = try Files.locked(folder: path) { () throws(RecordingError) in
      try rewriter.finish()
      let (made, changes) = try plan()
      try rewriter.rewrite(changes)
      return made
    }
    switch result {
    case .success(let made): return made
    case .failure(let failure): throw RecordingError.system(failure)
    }
  }

  /// Finishes what was interrupted, if anything was.
  mutating func finish() throws(RecordingError) {
    guard try isUnfinished() else { return }
    try carryOut(try RewriteJournal(bytes: try FileReading.read(journalPath).bytes, path: journalPath))
  }

  /// - Parameter changes: what is to be done; of its places no two are to be the same.
  /// - Throws: if something cannot be written; `finish` then does the rest, if there is any.
  mutating func rewrite(_ changes: FolderChanges) throws(RecordingError) {
    try removeLeftovers()
    guard !changes.isEmpty else { return }
    let journal = RewriteJournal(changes)
    for (write, ready) in zip(changes.writes, journal.writes) {
      try step()
      try attempt { () throws(FileFailure) in try Files.write(write.bytes, toNew: "\(path)/\(ready.staged)") }
    }
    try synchronize([""])
    try step()
    try FolderWriter.replace(RewriteJournal.file, in: path, by: journal.bytes)
    try carryOut(journal)
  }

  private mutating func carryOut(_ journal: RewriteJournal) throws(RecordingError) {
    for folder in journal.targetFolders where !folder.isEmpty {
      let isNew = try attempt { () throws(FileFailure) in try Files.makeFolder("\(path)/\(folder)") }
      if isNew { try synchronize([folder.split(separator: "/").dropLast().joined(separator: "/")]) }
    }
    for write in journal.writes { try move("\(path)/\(write.staged)", to: write.place) }
    for move in journal.moves { try self.move("\(path)/\(move.from.path)", to: move.to) }
    try synchronize(journal.folders)
    for removal in journal.removals {
      try step()
      Files.remove("\(path)/\(removal.path)")
    }
    try synchronize(journal.folders)
    for folder in journal.emptied {
      try step()
      removeLeftovers(ofFolder: folder)
      Files.removeEmptyFolder("\(path)/\(folder)")
    }
    try step()
    Files.remove(journalPath)
    try synchronize([""])
  }

  /// What is not there any more has its name already.
  private mutating func move(_ source: String, to place: FolderChanges.Place) throws(RecordingError) {
    guard try Files.currentStamp(source) != nil else { return }
    try step()
    try attempt { () throws(FileFailure) in try Files.rename(source, to: "\(path)/\(place.path)") }
  }

  /// Waits until the disk has the names in these folders.
  private func synchronize(_ folders: [String]) throws(RecordingError) {
    for folder in folders {
      let folderPath = folder.isEmpty ? path : "\(path)/\(folder)"
      // One that was emptied before an interruption is gone.
      guard try Files.currentStamp(folderPath) != nil else { continue }
      try attempt { () throws(FileFailure) in try Files.synchronize(folder: folderPath) }
    }
  }

  /// Removes what a rewriting made ready that was interrupted before its journal was written.
  private func removeLeftovers() throws(RecordingError) {
    var names: [String] = []
    _ = try attempt { () throws(FileFailure) in
      try Files.list(path) { entry, _, _ in
        let name = String(decoding: entry, as: UTF8.self)
        if RewriteJournal.isStagedName(name) { names.append(name) }
      }
    }
    for name in names { Files.remove("\(path)/\(name)") }
  }

  /// Removes what recorders that were killed left behind, which would keep a folder.
  private func removeLeftovers(ofFolder folder: String) {
    var names: [String] = []
    _ = try? Files.list("\(path)/\(folder)") { entry, _, _ in
      guard TemporaryName.isOne(entry) else { return }
      let name = String(decoding: entry, as: UTF8.self)
      if TemporaryName.isLeftover(name) { names.append(name) }
    }
    for name in names { Files.remove("\(path)/\(folder)/\(name)") }
  }

  private mutating func step() throws(RecordingError) {
    guard let left = stepsLeft else { return }
    guard left > 0 else { throw RecordingError(.system, path, nil, "stopped by a test.") }
    stepsLeft = left - 1
  }
}
