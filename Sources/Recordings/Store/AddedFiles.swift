/// Adds files to an endpoint's folder that nothing uses yet, such as the answers of a session that is written later. The
/// caller holds the folder's lock (`EndpointFolder.change`).
///
/// Files are written in groups, because one wait for the disk costs as much for many files as for one. If the process is
/// killed, some files exist, each complete, and no recording has changed.
package struct AddedFiles {
  /// The endpoint's folder.
  private let path: String
  private var group: [(temporary: String, file: String)] = []
  private var bytes = 0
  /// The folders in which files got a name, below the endpoint's.
  private var folders: Set<String> = []
  package private(set) var count = 0

  private static let groupLimit = 512
  private static let groupBytes = 8 << 20

  package init(in folder: EndpointFolder) { path = folder.path }

  /// Adds a file, unless a file has its name already. `file` may be below up to two folders, which are created.
  package mutating func add(_ file: String, _ content: () throws(RecordingError) -> [UInt8]) throws(RecordingError) {
    guard try Files.currentStamp("\(path)/\(file)") == nil else { return }
    let folder = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
    let place = folder.isEmpty ? path : "\(path)/\(folder)"
    if folders.insert(folder).inserted { try FolderWriter.makeFolders(place) }
    let written = try content()
    let temporary = "\(place)/\(TemporaryName.next())"
    try attempt { () throws(FileFailure) in try Files.write(written, toTemporary: temporary, waits: false) }
    group.append((temporary, "\(path)/\(file)"))
    bytes += written.count
    count += 1
    if group.count >= Self.groupLimit || bytes >= Self.groupBytes { try nameGroup() }
  }

  /// Waits until all added files are on disk.
  package mutating func finish() throws(RecordingError) {
    try nameGroup()
    for folder in folders.sorted() {
      try attempt { () throws(FileFailure) in
        try Files.synchronize(folder: folder.isEmpty ? path : "\(path)/\(folder)")
      }
    }
    folders = []
  }

  private mutating func nameGroup() throws(RecordingError) {
    defer {
      for (temporary, _) in group { Files.remove(temporary) }
      (group, bytes) = ([], 0)
    }
    for failure in Files.synchronize(files: group.map(\.temporary)) {
      if let failure { throw RecordingError.system(failure) }
    }
    for (temporary, file) in group {
      try attempt { () throws(FileFailure) in try Files.rename(temporary, to: file) }
    }
  }
}
