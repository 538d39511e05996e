/// Gives recordings other names and contents, all of them or none, whenever it is interrupted. The caller holds the
/// folder's lock.
///
/// New files are made ready under names that no reader looks at; then a journal says what is to be done; then each new
/// file gets its name, and what it replaces is removed; at last the journal is. Until the journal is there nothing has
/// happened, and from then on whoever comes next finishes it.
struct FolderRewriter {
  /// The endpoint's folder.
  let path: String
  /// How many more steps to go before it stops, for tests that pull the plug; nil to go on.
  var stepsLeft: Int?

  var journalPath: String { "\(path)/\(RewriteJournal.file)" }

  /// Whether a rewriting was interrupted.
  func isUnfinished() throws(RecordingError) -> Bool { try Files.currentStamp(journalPath) != nil }

  /// Finishes what was interrupted, if anything was.
  mutating func finish() throws(RecordingError) {
    guard try isUnfinished() else { return }
    try carryOut(try RewriteJournal(bytes: try StoreIndex.read(journalPath).bytes, path: journalPath))
  }

  /// - Parameters:
  ///   - files: what to write.
  ///   - folders: the folders of all operations, where something may be left over.
  /// - Throws: if something cannot be written; `finish` then does the rest, if there is any.
  mutating func rewrite(
    _ files: [(rewrite: RecordingRewrite, bytes: [UInt8])], folders: Set<String>
  ) throws(RecordingError) {
    try removeLeftovers(folders)
    guard !files.isEmpty else { return }
    var journal = RewriteJournal()
    for (number, file) in files.enumerated() {
      try step()
      let folder = file.rewrite.folder
      let write = RewriteJournal.Write(
        staged: RewriteJournal.stagedName(number), place: .init(folder: folder, file: file.rewrite.file))
      try attempt { () throws(FileFailure) in
        try Files.write(file.bytes, toNew: "\(path)/\(folder)/\(write.staged)")
      }
      journal.writes.append(write)
      journal.removals += file.rewrite.replaced.map { .init(folder: folder, file: $0) }
    }
    try synchronize(journal)
    try step()
    try FolderWriter.replace(RewriteJournal.file, in: path, by: journal.bytes)
    try carryOut(journal)
  }

  private mutating func carryOut(_ journal: RewriteJournal) throws(RecordingError) {
    for write in journal.writes {
      let staged = "\(path)/\(write.place.folder)/\(write.staged)"
      guard try Files.currentStamp(staged) != nil else { continue }
      try step()
      try attempt { () throws(FileFailure) in
        try Files.rename(staged, to: "\(path)/\(write.place.folder)/\(write.place.file)")
      }
    }
    try synchronize(journal)
    for removal in journal.removals {
      try step()
      Files.remove("\(path)/\(removal.folder)/\(removal.file)")
    }
    try synchronize(journal)
    try step()
    Files.remove(journalPath)
    try attempt { () throws(FileFailure) in try Files.synchronize(folder: path) }
  }

  /// Waits until the disk has the names in all folders that a journal touches.
  private func synchronize(_ journal: RewriteJournal) throws(RecordingError) {
    let folders = Set(journal.writes.map(\.place.folder) + journal.removals.map(\.folder))
    try attempt { () throws(FileFailure) in
      for folder in folders.sorted() { try Files.synchronize(folder: "\(path)/\(folder)") }
    }
  }

  /// Removes what a rewriting made ready that was interrupted before its journal was written.
  private func removeLeftovers(_ folders: Set<String>) throws(RecordingError) {
    for folder in folders.sorted() {
      var names: [String] = []
      _ = try attempt { () throws(FileFailure) in
        try Files.list("\(path)/\(folder)") { entry, _, _ in
          let name = String(decoding: entry, as: UTF8.self)
          if RewriteJournal.isStagedName(name) { names.append(name) }
        }
      }
      for name in names { Files.remove("\(path)/\(folder)/\(name)") }
    }
  }

  private mutating func step() throws(RecordingError) {
    guard let left = stepsLeft else { return }
    guard left > 0 else { throw RecordingError(.system, path, nil, "stopped by a test.") }
    stepsLeft = left - 1
  }
}
