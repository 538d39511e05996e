import Synchronization

/// Writes files atomically. The caller holds the folder's lock.
enum FolderWriter {
  /// Creates a folder and the missing folders above it.
  static func makeFolders(_ path: String) throws(RecordingError) {
    if try Files.currentStamp(path) != nil { return }
    try attempt { () throws(FileFailure) in
      var prefix = ""
      for (position, part) in path.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
        let parent = prefix.isEmpty ? (position == 0 ? "." : "/") : prefix
        prefix = position == 0 ? String(part) : "\(prefix)/\(part)"
        if part.isEmpty || part == "." || part == ".." { continue }
        if try Files.makeFolder(prefix) { try Files.synchronize(folder: parent) }
      }
    }
  }

  /// Writes a temporary file and renames it, so that the old or the new file is complete at any time. If `waits` is
  /// true, waits until it is on disk.
  static func replace(_ file: String, in folder: String, by bytes: [UInt8], waits: Bool = true) throws(RecordingError) {
    let temporary = "\(folder)/\(TemporaryName.next())"
    try attempt { () throws(FileFailure) in
      try Files.write(bytes, toTemporary: temporary, waits: waits)
      do throws(FileFailure) {
        try Files.rename(temporary, to: "\(folder)/\(file)")
      } catch {
        Files.remove(temporary)
        throw error
      }
      if waits { try Files.synchronize(folder: folder) }
    }
  }
}

/// The names of files that are being written: `.understudy-PROCESS-NUMBER.tmp`. Readers skip them.
enum TemporaryName {
  private static let start: StaticString = ".understudy-"
  private static let end: StaticString = ".tmp"
  /// Distinguishes the temporary files of this process.
  private static let counter = Atomic<Int>(0)

  static func next() -> String {
    "\(start)\(Files.process)-\(counter.add(1, ordering: .relaxed).newValue)\(end)"
  }

  static func isOne(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    NameBytes.starts(name, with: start) && NameBytes.ends(name, in: end)
  }

  /// Indicates whether the process that was writing the file is gone. The caller holds the folder's lock, so this
  /// process is not writing one.
  static func isLeftover(_ name: String) -> Bool {
    let number = name.dropFirst(start.utf8CodeUnitCount).split(separator: "-").first.flatMap { Int32($0) }
    return number.map { $0 == Files.process || !Files.isRunning($0) } ?? true
  }
}
