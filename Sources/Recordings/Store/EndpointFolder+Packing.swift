extension EndpointFolder {
  /// The file that `pack` wrote.
  package struct Packed: Equatable, Sendable {
    package let path: String
    package let files: Int
    /// The bytes of the packed file.
    package let size: Int
  }

  /// Writes this folder as one file, `NAME.pack`, in another folder, which is made if it is missing. An existing file is
  /// replaced at once. The same recordings give the same bytes.
  ///
  /// No other process changes this folder meanwhile, and the contents are in memory one at a time.
  ///
  /// - Throws: if a file cannot be read or written, if a change to this folder was interrupted, or if `folder` has this
  ///   folder in it.
  package func pack(into folder: String) throws(RecordingError) -> Packed {
    let target = "\(Self.path(of: name, below: folder))\(PackedFolder.suffix)"
    try RecordingsFolder.requireNoEndpoint(folder)
    try FolderWriter.makeFolders(folder)
    let beside = Self.path(of: name, below: folder)
    if try Files.currentStamp(beside) == Files.currentStamp(path) {
      throw RecordingError.packedTwice(target, folder: path)
    }
    let result = try Files.locked(folder: path) { () throws(RecordingError) in
      if try Files.currentStamp("\(path)/\(RewriteJournal.file)") != nil {
        throw RecordingError.unfinishedRewriting(path)
      }
      var writer = PackedFolderWriter()
      try writer.find(in: path)
      return Packed(
        path: target, files: writer.places.count, size: try writer.write(from: path, to: target, in: folder))
    }
    return try result.orRecordingError()
  }
}

/// Writes the format of `PackedFolder`.
private struct PackedFolderWriter {
  /// The paths of all files, below the folder.
  private(set) var places: [String] = []
  private var table: [UInt8] = []

  /// Finds the files, sorted by the bytes of their paths. Hidden files are not recordings.
  mutating func find(in root: String) throws(RecordingError) {
    var folders = [""]
    while let folder = folders.popLast() {
      var link: String?
      _ = try attempt { () throws(FileFailure) in
        try Files.list(folder.isEmpty ? root : "\(root)/\(folder)") { entry, kind, _ in
          guard entry.first != UInt8(ascii: ".") else { return }
          let name = String(decoding: entry, as: UTF8.self)
          let place = folder.isEmpty ? name : "\(folder)/\(name)"
          switch kind {
          case .folder: folders.append(place)
          case .file: places.append(place)
          case .symbolicLink, .other: link = min(place, link ?? place)
          }
        }
      }
      if let link { throw RecordingError.symbolicLink("\(root)/\(link)") }
    }
    places.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Writes the file, and returns its size in bytes.
  mutating func write(from root: String, to target: String, in folder: String) throws(RecordingError) -> Int {
    let temporary = "\(folder)/\(TemporaryName.next())"
    Files.remove(temporary)
    let file = try attempt { () throws(FileFailure) in try Files.NewFile(temporary) }
    var size = 0
    func add(_ bytes: [UInt8]) throws(RecordingError) {
      try attempt { () throws(FileFailure) in try file.append(bytes) }
      size += bytes.count
    }
    try add(PackedFolder.header)
    var pathStart = 0
    for place in places {
      let content = try FileReading.bytes(of: "\(root)/\(place)")
      note(pathStart, size, content.count, PackedFolder.hash(path: place.utf8, content: content))
      pathStart += place.utf8.count
      try add(content)
    }
    let pathsStart = size
    for first in stride(from: 0, to: places.count, by: 10_000) {
      try add(places[first...].prefix(10_000).flatMap { Array($0.utf8) })
    }
    let entriesStart = size
    try add(table)
    table = []
    note(places.count, pathsStart, entriesStart, 0)
    try add(Array(table.prefix(24)) + PackedFolder.header.prefix(8))
    try attempt { () throws(FileFailure) in
      try file.finish(waits: true)
      do throws(FileFailure) {
        try Files.rename(temporary, to: target)
      } catch {
        Files.remove(temporary)
        throw error
      }
      try Files.synchronize(folder: folder)
    }
    return size
  }

  private mutating func note(_ first: Int, _ second: Int, _ third: Int, _ hash: UInt64) {
    for number in [UInt64(first), UInt64(second), UInt64(third), hash] {
      withUnsafeBytes(of: number.littleEndian) { table.append(contentsOf: $0) }
    }
  }
}
