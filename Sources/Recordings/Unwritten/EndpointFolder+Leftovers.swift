/// The files that killed recorders left in an endpoint's folder.
package struct Leftovers: Hashable, Sendable {
  /// The number of answers that clients got and that were not written.
  package fileprivate(set) var unwritten = 0
  /// The files with the numbers of these answers, sorted.
  package fileprivate(set) var counts: [String] = []
  /// Files that were being written, sorted.
  package fileprivate(set) var temporary: [String] = []

  package func unwrittenSentence(endpoint: String) -> String {
    let answers =
      unwritten == 1 ? "1 answer that a client received was" : "\(unwritten) answers that clients received were"
    return "\(endpoint): \(answers) not written when the recorder was killed."
  }
}

extension EndpointFolder {
  /// The files that killed recorders left, without those of running recorders.
  package func leftovers() throws(RecordingError) -> Leftovers {
    var leftovers = Leftovers()
    let folder = "\(path)/\(UnwrittenAnswers.folderName)"
    for name in try CountsFile.names(inFolder: folder) {
      let file = "\(folder)/\(name)"
      // A locked file belongs to a running recorder.
      guard let count = try attempt({ () throws(FileFailure) in try Self.unwritten(file) }) else { continue }
      leftovers.unwritten += count
      leftovers.counts.append(file)
    }
    leftovers.temporary = try Self.temporaryFiles(inFolder: path)
    leftovers.temporary += try Self.temporaryFiles(inFolder: "\(path)/\(SessionStore.folderName)")
    for name in try FileReading.folders(inFolder: path) where FolderName(name, scheme: .standard) != nil {
      leftovers.temporary += try Self.temporaryFiles(inFolder: "\(path)/\(name)")
      leftovers.temporary += try Self.temporaryFiles(inFolder: "\(path)/\(name)/\(SessionStore.answersFolderName)")
    }
    return leftovers
  }

  /// Removes the files that killed recorders left, and returns them.
  package func removeLeftovers() throws(RecordingError) -> Leftovers {
    guard try Files.currentStamp(path) != nil else { return Leftovers() }
    // Writers hold this lock, too, so no temporary file is being written now.
    let result = try Files.locked(folder: path) { () throws(RecordingError) in
      let leftovers = try leftovers()
      for file in leftovers.counts + leftovers.temporary { Files.remove(file) }
      if try Files.currentStamp("\(path)/\(UnwrittenAnswers.folderName)") != nil {
        UnwrittenAnswers.removeFolder(below: path)
      }
      return leftovers
    }
    return try result.orRecordingError()
  }

  /// Removes the files that killed processes were writing. The folder need not exist.
  package func removeTemporaryFiles() throws(RecordingError) {
    guard try Files.currentStamp(path) != nil else { return }
    let result = try Files.locked(folder: path) { () throws(RecordingError) in
      for file in try leftovers().temporary { Files.remove(file) }
    }
    try result.orRecordingError()
  }

  /// The number in a recorder's file; nil if the recorder is running.
  private static func unwritten(_ path: String) throws(FileFailure) -> Int? {
    guard let file = try LockedFile.open(path), file.isLocked || !CountsFile.isOfRunning(path) else { return nil }
    // Without a number, the recorder was killed before it wrote one, and had not given any answer.
    return CountsFile.unwritten(try file.read(2 * CountsFile.width + 1)) ?? 0
  }

  private static func temporaryFiles(inFolder folder: String) throws(RecordingError) -> [String] {
    var names: [String] = []
    _ = try attempt { () throws(FileFailure) in
      try Files.list(folder) { entry, _, _ in
        guard entry.first == UInt8(ascii: "."), TemporaryName.isOne(entry) else { return }
        names.append(String(decoding: entry, as: UTF8.self))
      }
    }
    return names.filter(TemporaryName.isLeftover).sorted().map { "\(folder)/\($0)" }
  }
}
