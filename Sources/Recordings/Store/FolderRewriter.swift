/// Changes files of an endpoint's folder atomically. The caller holds the folder's lock.
///
/// New files are first written under names that readers ignore. Then a journal lists what to do. Then the new files and
/// the moved ones get their names, unneeded files are removed, and at last the journal. Before the journal exists,
/// nothing has changed; afterwards the next process finishes the work.
struct FolderRewriter {
  let path: String
  /// The number of steps before it stops, for tests of interruptions; nil for no stop.
  var stepsLeft: Int?
  private var hasRenamed = false

  init(path: String, stepsLeft: Int? = nil) {
    self.path = path
    self.stepsLeft = stepsLeft
  }

  var journalPath: String { "\(path)/\(RewriteJournal.file)" }

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

  /// Finishes an interrupted rewrite, if there is one.
  mutating func finish() throws(RecordingError) {
    guard try isUnfinished() else { return }
    let (bytes, _) = try attempt { () throws(FileFailure) in
      try Files.read(journalPath, limit: RewriteJournal.byteLimit)
    }
    guard let bytes else { throw RecordingError.tooLarge(journalPath, limit: RewriteJournal.byteLimit) }
    try carryOut(try RewriteJournal(bytes: bytes, path: journalPath))
  }

  /// Applies changes, of which no two may have the same place.
  ///
  /// - Throws: if something cannot be written; `finish` then does the rest, if there is any.
  mutating func rewrite(_ changes: FolderChanges) throws(RecordingError) {
    try removeLeftovers()
    guard !changes.isEmpty else { return }
    let journal = RewriteJournal(changes)
    for (write, ready) in zip(changes.writes, journal.writes) {
      try step()
      let bytes = try write.bytes()
      try attempt { () throws(FileFailure) in
        try Files.write(bytes, toNew: "\(path)/\(ready.staged)", waits: false)
      }
    }
    // Waiting for the disk costs as much for many files as for one.
    for failure in Files.synchronize(files: journal.writes.map { "\(path)/\($0.staged)" }) {
      if let failure { throw RecordingError.system(failure) }
    }
    try synchronize([""])
    try step()
    try FolderWriter.replace(RewriteJournal.file, in: path, by: journal.bytes)
    do {
      try carryOut(journal)
    } catch {
      // If the first change is already impossible, there is nothing to finish. A test that stops is a crash.
      if !hasRenamed, stepsLeft == nil {
        Files.remove(journalPath)
        try? removeLeftovers()
      }
      throw error
    }
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

  /// Renames a file. A missing one has already been renamed.
  private mutating func move(_ source: String, to place: FolderChanges.Place) throws(RecordingError) {
    guard try Files.currentStamp(source) != nil else { return }
    try step()
    try attempt { () throws(FileFailure) in try Files.rename(source, to: "\(path)/\(place.path)") }
    hasRenamed = true
  }

  /// Waits until the names in these folders are on disk.
  private func synchronize(_ folders: [String]) throws(RecordingError) {
    for folder in folders {
      let folderPath = folder.isEmpty ? path : "\(path)/\(folder)"
      // A folder that was emptied before an interruption is gone.
      guard try Files.currentStamp(folderPath) != nil else { continue }
      try attempt { () throws(FileFailure) in try Files.synchronize(folder: folderPath) }
    }
  }

  /// Removes the new files of a rewrite that was interrupted before its journal was written.
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

  /// Removes the files that killed recorders left, which would keep the folder from being removed.
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
    guard left > 0 else { throw RecordingError(.system, path, nil, "stopped by a test. Run it again.") }
    stepsLeft = left - 1
  }
}
